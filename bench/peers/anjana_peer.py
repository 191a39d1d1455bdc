"""anjana (PyPI): full-domain generalisation, one level of each hierarchy for the whole column, and left-out rows.

Levels go up greedily, the column with most values first. Of the shares of rows that it may leave out, 0, 1 and 5 %, the last
loses least on Adult, rows left out counted in full; so it gets that one. Usage: SOURCE TARGET PROMISES; the time of
the anonymisation is printed as JSON.
"""
import csv
import json
import pathlib
import sys
import time

import pandas
from anjana.anonymity import k_anonymity, l_diversity, t_closeness

SUPPRESSED_PERCENT = 5
SENSITIVE = "occupation"

source, target, promises = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
table = pandas.read_csv(source, sep=";", dtype=str)
keys = [name for name in table.columns if name != SENSITIVE]
levels = {}
for name in keys:
    with open(pathlib.Path(source).parent / f"adult_hierarchy_{name}.csv", newline="") as file:
        paths = list(csv.reader(file, delimiter=";"))
    levels[name] = {level: pandas.Series([path[level] for path in paths]).values for level in range(len(paths[0]))}

models = {name: parameters for entry in promises for name, parameters in entry.items()}
k = models["k_anonymity"]["k"]
begin = time.monotonic()
if "l_diversity" in models:
    released = l_diversity(table, [], keys, SENSITIVE, k, models["l_diversity"]["l"], SUPPRESSED_PERCENT, levels)
elif "t_closeness" in models:
    released = t_closeness(table, [], keys, SENSITIVE, k, models["t_closeness"]["t"], SUPPRESSED_PERCENT, levels)
else:
    released = k_anonymity(table, [], keys, k, SUPPRESSED_PERCENT, levels)
seconds = time.monotonic() - begin
if released.empty:
    print("found no release", file=sys.stderr)
    sys.exit(3)
released[[*keys, SENSITIVE]].to_csv(target, index=False)
print(json.dumps({"seconds": seconds}))
