"""The same table, policy and version give the same bytes, data and manifest: on one thread or two,
whatever the order of the rows, from CSV or from Parquet with typed columns (decimals as DOUBLE or as
DECIMAL), split over files or not, and in every run.
"""
import csv
import datetime
import decimal
import gzip

import lib
import pyarrow
import pyarrow.parquet

READ = {"integer": int, "decimal": float, "date": datetime.date.fromisoformat,
        "boolean": lambda text: text == "true"}


def fixed(text):
    return decimal.Decimal(text).quantize(decimal.Decimal("0.000001"))


def variants(suite, folder, names, rows, attributes, markers):
    """The same table in many forms: (name, source)."""
    lib.write_csv(folder / "table.csv", names, rows)
    yield "csv", folder / "table.csv"
    shuffled = list(rows)
    suite.random.shuffle(shuffled)
    lib.write_csv(folder / "shuffled.csv", names, shuffled, quoting=csv.QUOTE_ALL)
    yield "shuffled", folder / "shuffled.csv"
    half = len(rows) // 2
    (folder / "parts").mkdir()
    lib.write_csv(folder / "parts" / "b.csv", names, shuffled[:half])
    lib.write_csv(folder / "parts" / "a.csv", names, shuffled[half:])
    yield "parts", folder / "parts" / "*.csv"
    for form, read in (("parquet", READ), ("fixed", {**READ, "decimal": fixed})):  # doubles, DECIMAL(_, 6)
        columns = {name: [None if row[name] in ("", *markers) else
                          read.get(attributes[name].get("type"), str)(row[name]) for row in shuffled] for name in names}
        pyarrow.parquet.write_table(pyarrow.table(columns), folder / f"{form}.parquet", row_group_size=1000)
        yield form, folder / f"{form}.parquet"


def same_bytes(suite, name, table, protect, transforms, markers=()):
    names, rows, attributes = table
    folder = suite.folder / name
    folder.mkdir()
    sources = list(variants(suite, folder, names, rows, attributes, markers))
    for number, (transform, release) in enumerate(transforms):
        policy = lib.write_policy(folder / f"policy{number}.json", folder / "table.csv", attributes, protect,
                                  transform, release, missing_markers=list(markers),
                                  missing="wildcard" if release["ranges"] == "bounds" else "own_value")
        expected = None
        for form, source in sources:
            for threads in (1, 2):
                what = f"{name}, {transform}, {release}, {form}, {threads} threads"
                target = folder / f"out{number}-{form}-{threads}"
                suite.expect(0, what, "run", policy, "--source", source, "--out", target, "--threads", threads, "-q")
                there = lib.contents(target)
                expected = expected or there
                suite.check(there == expected, f"{what}: other bytes than the first run")


def adult():
    names, rows = lib.read_csv(lib.DATA / "adult" / "adult.csv", delimiter=";")
    return names, rows[::3], lib.adult_attributes()


def adult_full():
    with gzip.open(lib.DATA / "adult" / "adult_full.csv.gz", "rt", newline="") as file:
        rows = list(csv.DictReader(file))[::3]
    roles = {"age": "quasi_identifying", "workclass": "quasi_identifying", "sex": "quasi_identifying",
             "native-country": "quasi_identifying", "hours-per-week": "quasi_identifying",
             "occupation": "sensitive", "capital-gain": "sensitive", "relationship": "insensitive",
             "race": "insensitive"}
    attributes = {name: {"role": roles.get(name, "identifying")} for name in rows[0]}
    for name in ("age", "hours-per-week", "capital-gain", "fnlwgt"):
        attributes[name]["type"] = "integer"
    return list(rows[0]), rows, attributes


def main():
    suite = lib.Suite(__doc__, count=1)
    transforms = [({"choose": choose, "labels": labels, "boxes": boxes}, {"format": file_format, "ranges": ranges})
                  for choose, labels, boxes, file_format, ranges in (
                      ("loss", "node", "tight", "csv", "interval"), ("span", "set", "cells", "parquet", "bounds"),
                      ("loss", "set", "cells", "parquet", "interval"), ("span", "node", "tight", "csv", "bounds"))]
    k = {"k_anonymity": {"k": 5}}
    if lib.have_data("the same bytes of Adult"):
        distinct = {"l_diversity": {"attribute": "occupation", "kind": "distinct", "l": 3}}
        near = {"t_closeness": {"attribute": "occupation", "distance": "hierarchical", "t": 0.4}}
        same_bytes(suite, "adult", adult(), [k, distinct, near], transforms[:2])
        same_bytes(suite, "adult_full", adult_full(), [k, distinct], transforms[2:], ["?"])
    for number in range(suite.flags.count):
        folder = suite.folder / f"trees{number}"
        folder.mkdir()
        table = lib.random_table(suite.random, suite.random.randint(50, 3000), folder)
        spread = {"proximity": {"attribute": "income", "epsilon": 1000, "m": 2}}
        protect = [k, suite.random.choice([
            spread, {"t_closeness": {"attribute": "income", "distance": "ordered", "t": 0.3}},
            {"l_diversity": {"attribute": "illness", "kind": "entropy", "l": 2}}])]
        few = [({**transform, "suppress_rows": suite.random.choice([0, 0.1])}, release)
               for transform, release in suite.random.sample(transforms, 2)]
        same_bytes(suite, f"random{number}", table, protect, few)
    suite.finish()


if __name__ == "__main__":
    main()
