"""Adult in the order of its arrival: a first batch and many small ones, and the policies that they are appended with."""
import csv
import json
import random

import policies

SOURCE = policies.DATA / "adult" / "adult.csv"
SENSITIVE = "education"
# The paper's eight quasi-identifiers, in the order of the table.
KEYS = ["sex", "age", "race", "marital-status", "native-country", "workclass", "occupation", "salary-class"]
SEED = 1  # of the order


def make(folder, first, more, count, seed=SEED):
    """Batches as CSV files: one of `first` rows, then `count` of `more`."""
    with open(SOURCE, newline="") as file:
        header, *rows = csv.reader(file, delimiter=";")
    random.Random(seed).shuffle(rows)
    files = []
    for number in range(count + 1):
        start = first + (number - 1) * more if number else 0
        files.append(folder / f"batch-{number}.csv")
        with open(files[-1], "w", newline="") as file:
            csv.writer(file).writerows([header, *rows[start:start + (more if number else first)]])
    return files


def write(path, l, method, transform, source):
    """A policy; `source` is only for the attack, which wants a table to take the values from."""
    attributes = {name: {"role": "quasi_identifying", "hierarchy": str(policies.DATA / "adult" / f"adult_hierarchy_{name}.csv")}
                  for name in KEYS}
    attributes["age"] = {"role": "quasi_identifying", "type": "integer"}
    attributes[SENSITIVE] = {"role": "sensitive"}
    path.write_text(json.dumps({"version": 1, "source": str(source), "attributes": attributes,
                                "protect": [{"l_diversity": {"attribute": SENSITIVE, "kind": "distinct", "l": l}}],
                                **({"transform": {"mondrian": transform}} if transform else {}),
                                "ledger": {"method": method, "accept_known_holes": True},
                                "release": {"format": "parquet"}}))
    return path
