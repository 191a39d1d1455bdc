"""The paper's workload made concrete: 3,000 rows of Adult with eight quasi-identifiers, and nine terms each of one true label
of the knowledge table, which is generator C's. Everything follows from one seed.
"""
import csv
import dataclasses
import json
import pathlib
import random

import policies
from generators import sets

ROWS = 3000
SEED = 1
KEYS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]


@dataclasses.dataclass
class Workload:
    """A table and its knowledge, in files and as they were drawn."""
    name: str
    table: pathlib.Path
    knowledge: pathlib.Path
    rows: list  # sets of terms
    labels: list  # lists of terms


def make(folder, rows=ROWS, zipf=0):
    """True labels are equally likely, or the i-th one in proportion to 1/i^zipf."""
    rng = random.Random(f"rows {SEED}")
    labels = sets.knowledge(SEED)
    with open(policies.DATA / "adult" / "adult.csv", newline="") as file:
        people = rng.sample(list(csv.DictReader(file, delimiter=";")), rows)
    true_labels = rng.choices(labels, [1 / (place + 1) ** zipf for place in range(len(labels))], k=rows)
    for person, label in zip(people, true_labels):
        person["terms"] = ";".join(sorted(rng.sample(label, sets.TERMS_OF_ROW)))
    name = f"zipf {zipf}" if zipf else "uniform"
    made = Workload(name, folder / f"{name}.csv", folder / "knowledge.csv",
                    [frozenset(person["terms"].split(";")) for person in people], labels)
    sets.write_knowledge(made.knowledge, labels)
    with open(made.table, "w", newline="") as file:
        writer = csv.DictWriter(file, [*KEYS, "terms"], extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(people)
    return made


def policy(workload, k, promise, step, target, choose):
    """Mondrian as the paper has it (`span`: along the widest attribute at its median), or ours; then the step, if there is one."""
    attributes = {name: {"role": "quasi_identifying", "hierarchy": str(policies.DATA / "adult" / f"adult_hierarchy_{name}.csv")}
                  for name in KEYS}
    attributes["age"] = {"role": "quasi_identifying", "type": "integer"}
    attributes["terms"] = {"role": "quasi_sensitive", "type": "set"}
    (model, parameters), = promise.items()
    about = {"attribute": "terms", "knowledge": str(workload.knowledge), **parameters}
    transform = [{"mondrian": {"choose": choose}}, *([{"suppress_terms": step}] if step else [])]
    return json.dumps({"version": 1, "source": str(workload.table), "attributes": attributes,
                       "protect": [{"k_anonymity": {"k": k}}, {model: about}], "transform": transform,
                       "release": {"directory": str(target), "format": "csv"}}, indent=1)
