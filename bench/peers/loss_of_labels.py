"""Counts the loss of an Adult-like release from its labels alone, whoever made it: `loss_of_labels.py SOURCE RELEASED [COLUMN=HIERARCHY]`.

A label is a value, a set `{a|b}`, a range `[20, 29]`, a node of the column's hierarchy, or `*`. Hierarchies are those that ARX
ships, unless another one is named for a column. Only values that occur in the source count. Prints JSON: `loss` with
(values − 1)/(domain − 1), `leaves` with values/domain where a category is generalised; a range counts as (to − from)/range in both.
"""
import csv
import json
import pathlib
import sys

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from real_data import DATA  # noqa: E402  pylint: disable=wrong-import-position

HIERARCHIES = DATA / "adult"
KEYS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]


def nodes_of(hierarchy, values):
    """Label: the values that occur under it."""
    under = {"*": set(values)}
    with open(hierarchy, newline="") as file:
        for path in csv.reader(file, delimiter=";"):
            if path[0] in values:
                for label in path:
                    under.setdefault(label, set()).add(path[0])
    return under


def covered(label, under):
    if label.startswith("{"):
        return label[1:-1].split("|")
    if label.startswith("["):
        low, high = map(int, label[1:-1].split(", "))
        return [str(low), str(high)]
    return under[label]


def losses(name, label, values, under):
    """(loss, leaves) of a cell."""
    inside = covered(label, under)
    if len(inside) == 1:
        return 0, 0
    if name != "age":
        return (len(inside) - 1) / (len(values) - 1), len(inside) / len(values)
    whole = max(map(int, values)) - min(map(int, values))
    span = max(map(int, inside)) - min(map(int, inside))
    return span / whole, span / whole


def load(name, path):
    """A file as a table of text, read once. The delimiter is not guessed from labels, which may hold others."""
    with open(path) as file:
        delimiter = ";" if ";" in file.readline() else ","
    duckdb.execute(f"CREATE TABLE {name} AS FROM read_csv('{path}', delim = '{delimiter}', header = true, quote = '\"', all_varchar = true)")
    return duckdb.sql(f"SELECT count(*) FROM {name}").fetchall()[0][0]


def main(source, released, *others):
    rows, kept = load("source", source), load("released", released)
    hierarchies = {name: HIERARCHIES / f"adult_hierarchy_{name}.csv" for name in KEYS} | dict(other.split("=") for other in others)
    totals = [0, 0]
    for name in KEYS:
        values = {value for value, in duckdb.sql(f'SELECT DISTINCT "{name}" FROM source').fetchall()}
        under = nodes_of(hierarchies[name], values)
        for label, count in duckdb.sql(f'SELECT "{name}", count(*) FROM released GROUP BY 1').fetchall():
            totals = [total + count * loss for total, loss in zip(totals, losses(name, label, values, under))]
    cost = [(total / len(KEYS) + rows - kept) / rows for total in totals]
    print(json.dumps({"loss": round(cost[0], 5), "leaves": round(cost[1], 5), "left_out": rows - kept}))


main(*sys.argv[1:])
