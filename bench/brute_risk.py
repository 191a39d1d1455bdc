"""The risk of every record from its definition, known set by known set: 2^columns of them, so for small tables only. Shares
nothing with gauze, and is what its answers are compared with: `brute_risk.py build/gauze FOLDER` on a small table of generator D.
"""
import collections
import csv
import itertools
import json
import math
import pathlib
import subprocess
import sys

import generate
import policies
from generators import school

ROWS = 200

# Few enough for all known sets: what tells pupils apart, and flags of each kind.
COLUMNS = ["age", "sex", "ethnicity", "district", "language", "special_education", "retained", "suspended", "truant",
           "chronic_illness"]


def risks(rows, known, weights, alpha):
    """`rows` are dictionaries, without suppressed cells; `weights[column][value]`, nothing where there is none."""
    found = [0.0] * len(rows)
    for size in range(len(known) + 1):
        for known_set in itertools.combinations(known, size):
            likely = math.prod(known[column] for column in known_set)
            keys = [tuple(row[column] for column in known_set) for row in rows]
            matches = collections.Counter(keys)
            left = [column for column in weights if column not in known_set]
            for i, row in enumerate(rows):
                unknown = sum(weights[column].get(row[column], 0) for column in left)
                found[i] += alpha * likely * unknown / matches[keys[i]]
    return found


def compare(gauze, folder, rows):
    """Asks gauze for the risk of these pupils, by the columns above, and raises ValueError unless each lies in its interval
    and as many as counted are above a threshold in their middle."""
    table, path, records = folder / "small.csv", folder / "small.json", folder / "small-records.csv"
    table.write_text("\n".join([",".join(COLUMNS), *(",".join(row[column] for column in COLUMNS) for row in rows)]) + "\n")
    known = {column: school.KNOWN[column] for column in COLUMNS}
    section = policies.school_risk()
    section.update(known=known, weights={name: weight for name, weight in section["weights"].items() if name in known})
    counted = risks(rows, known, {name: {"yes": 1} for name in section["weights"]}, section["alpha"])
    risky = sorted(risk for risk in counted if risk > 0)
    delta = float(f"{risky[len(risky) // 2]:.5g}")  # a policy takes numbers of few digits
    path.write_text(json.dumps({"version": 1, "source": str(table), "attributes": {
        name: {"role": "quasi_identifying"} for name in COLUMNS}, "risk": section,
        "protect": [{"record_risk": {"delta": delta}}], "transform": {"suppress_cells": {}},
        "release": {"directory": str(folder / "small-release"), "format": "csv"}}))
    asked = subprocess.run([gauze, "risk", path, "--records", records, "--json", "--quiet"], capture_output=True, text=True,
                           check=True)
    above = json.loads(asked.stdout)["above"][0]["rows"]
    if above != sum(risk > delta for risk in counted):
        raise ValueError(f"{above} records above {delta}, counted {sum(risk > delta for risk in counted)}")
    for line, risk in zip(records.read_text().splitlines()[1:], counted, strict=True):
        row, low, high = map(float, line.split(",")[:3])
        if not low <= risk * (1 + 1e-9) or not high >= risk * (1 - 1e-9):
            raise ValueError(f"record {row:.0f} has a risk of {risk}, not between {low} and {high}")


def compare_drawn(gauze, folder, seed):
    path = folder / "drawn.csv"
    generate.generate("school", path, ROWS, seed)
    with open(path, newline="") as file:
        compare(gauze, folder, list(csv.DictReader(file)))


if __name__ == "__main__":
    compare_drawn(sys.argv[1], pathlib.Path(sys.argv[2]), seed=2)
