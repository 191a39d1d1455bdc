"""anonypyx (PyPI): Mondrian over pandas, categories cut in two freely and released as sets of values.

Its labels `a,b` and `29-35` are written as `{a|b}` and `[29, 35]`, and each of its records as often as it counts. Usage:
SOURCE TARGET PROMISES; the time of the anonymisation is printed as JSON.
"""
import json
import sys
import time

import anonypyx
import pandas

SENSITIVE = "occupation"

source, target, promises = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
models = {name: parameters for entry in promises for name, parameters in entry.items()}
if "t_closeness" in models:
    print("its t-closeness does not take numbers", file=sys.stderr)
    sys.exit(3)
table = pandas.read_csv(source, sep=";")
keys = [name for name in table.columns if name != SENSITIVE]
for name in table.columns:
    if name != "age":
        table[name] = table[name].astype("category")

begin = time.monotonic()
more = {"l": models["l_diversity"]["l"]} if "l_diversity" in models else {}
released = anonypyx.Anonymiser(table, k=models["k_anonymity"]["k"], sensitive_column=SENSITIVE, feature_columns=keys,
                               generalisation_strategy="human-readable", **more).anonymise()
seconds = time.monotonic() - begin

released = pandas.DataFrame(released)
released = released.loc[released.index.repeat(released.pop("count"))]
for name in keys:
    words = released[name].astype(str)
    if name == "age":
        released[name] = words.where(~words.str.contains("-"), "[" + words.str.replace("-", ", ") + "]")
    else:
        released[name] = words.where(~words.str.contains(","), "{" + words.str.replace(",", "|") + "}")
released[[*keys, SENSITIVE]].to_csv(target, index=False)
print(json.dumps({"seconds": seconds}))
