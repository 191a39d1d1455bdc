"""A release counted again from its file: every class is diverse, nobody is lost, and the loss that its labels tell."""
import collections
import csv
import re

import duckdb

import policies
from experiments.continuing import batches

AGES = 73  # from 17 to 90
# A ledger measures by the values that came until then, which are a few less at first.
TOLERANCE = 0.05


def leaves():
    """Column: label: how many values it stands for."""
    found = {}
    for name in batches.KEYS:
        if name != "age":
            with open(policies.DATA / "adult" / f"adult_hierarchy_{name}.csv", newline="") as file:
                paths = list(csv.reader(file, delimiter=";"))
            found[name] = collections.Counter(label for path in paths for label in set(path))
    return found


LEAVES = leaves()


def ends_of(label):
    numbers = [int(number) for number in re.findall(r"\d+", label)]
    return numbers[0], numbers[-1]


def loss_of(column, label, ages):
    """Of a label, from 0 for one value to 1 for all of them."""
    if column == "age":
        low, high = ends_of(label)
        return (high - low) / ages
    return (LEAVES[column][label] - 1) / (LEAVES[column]["*"] - 1)


def look(release, l, told, mean_loss):
    """The paper's average cost: the sum of the losses of its quasi-identifiers, of a record."""
    named = ", ".join(f'"{name}"' for name in batches.KEYS)
    classes = duckdb.sql(f'SELECT {named}, count(*), count(DISTINCT "{batches.SENSITIVE}") FROM '
                         f"'{release}/**/*.parquet' GROUP BY ALL").fetchall()
    rows = sum(labels[-2] for labels in classes)
    if rows != told["released"] or rows + told["waiting"] != told["came"]:
        raise ValueError(f"{rows} rows, told {told}")
    if min(labels[-1] for labels in classes) < l:
        raise ValueError("a class has too few values")

    def loss(ages):
        return sum(labels[-2] * loss_of(name, label, ages) for labels in classes for name, label in zip(batches.KEYS, labels)) / rows

    # A release measures ages by those that it shows.
    shown = [ends_of(labels[batches.KEYS.index("age")]) for labels in classes]
    measured = loss(max(high for _, high in shown) - min(low for low, _ in shown))
    claimed = mean_loss * len(batches.KEYS)
    if abs(measured - claimed) > TOLERANCE * claimed:
        raise ValueError(f"loss {measured}, told {claimed}")
    return loss(AGES)
