"""Releases of real data keep their promises: Adult under every model with both ways to choose, label
and box, with both transforms, in memory and through files, Adult with missing values under every reading of them, and hospital encounters with several
rows a patient.

Each release is made (`run`), verified from its manifest and against its policy (`verify`), and then
counted again here, in plain Python from the definitions, on the file that was written.
"""
import collections
import csv
import gzip

import lib
import oracle

K = {"k_anonymity": {"k": 5}}


def diversity(kind, l, **more):
    return {"l_diversity": {"attribute": "occupation", "kind": kind, "l": l, **more}}


def closeness(distance):
    return {"t_closeness": {"attribute": "occupation", "distance": distance, "t": 0.2}}


FILES = lib.small_sizes(spool_bytes=100_000, region_rows=8_000)  # the path of tables larger than memory

# name: promises, age, transform, format of the release, ranges; names with "cluster" use it, names with "files" go there
ADULT = {
    "k": ([K], "integer", {}, "csv", "interval"),
    "k-span": ([K], "integer", {"choose": "span"}, "csv", "bounds"),
    "k-age-tree-cells": ([K], "hierarchy", {"boxes": "cells"}, "csv", "interval"),
    "k-set": ([K], "hierarchy", {"labels": "set"}, "parquet", "interval"),
    "distinct": ([K, diversity("distinct", 3)], "integer", {"labels": "set"}, "csv", "interval"),
    "frequency": ([K, diversity("frequency", 2)], "hierarchy", {}, "csv", "interval"),
    "entropy": ([K, diversity("entropy", 3)], "hierarchy", {"choose": "span", "labels": "set"}, "csv", "interval"),
    "recursive": ([K, diversity("recursive", 3, c=2)], "integer", {"boxes": "cells"}, "parquet", "bounds"),
    "equal": ([K, closeness("equal")], "integer", {}, "csv", "interval"),
    "ordered": ([K, closeness("ordered")], "integer", {"choose": "span"}, "csv", "interval"),
    "hierarchical": ([K, closeness("hierarchical")], "hierarchy", {"labels": "set", "boxes": "cells"}, "csv",
                     "interval"),
    "all": ([K, diversity("distinct", 3), diversity("frequency", 1.5), diversity("entropy", 3),
             diversity("recursive", 3, c=2), closeness("equal"), closeness("ordered"),
             closeness("hierarchical")], "integer", {"suppress_rows": 0.02}, "csv", "interval"),
    "k-files": ([K], "integer", {}, "parquet", "bounds"),
    "distinct-files": ([K, diversity("distinct", 3)], "hierarchy", {"labels": "set"}, "csv", "interval"),
    "cluster-k": ([K], "integer", {}, "csv", "bounds"),
    "cluster-entropy": ([K, diversity("entropy", 3)], "hierarchy", {"labels": "set"}, "parquet", "interval"),
    "cluster-equal": ([K, closeness("equal")], "integer", {}, "csv", "interval"),
    "cluster-distinct-files": ([K, diversity("distinct", 3)], "integer", {"labels": "set"}, "csv", "interval"),
}


def released(folder):
    """Columns and rows of a release."""
    parquet = folder / "data.parquet"
    names, rows = lib.read_parquet(parquet) if parquet.exists() else lib.read_csv(folder / "data.csv")
    return names, rows


def released_keys(attributes, names):
    keys = []
    for name in lib.quasi_identifiers(attributes):
        keys += [name] if name in names else [f"{name}_from", f"{name}_to"]
    return keys


def prove(suite, name, policy, attributes, protect):
    """Run, verify twice, count again. Returns the released rows and their keys."""
    suite.expect(0, name, "run", policy, "-q", env=FILES if "files" in name else None)
    folder = policy.with_suffix("")
    suite.expect(0, f"{name}, release", "verify", folder, "-q")
    data = next(folder.glob("data.*"), folder)
    suite.expect(0, f"{name}, file", "verify", data, "--policy", policy, "-q")
    names, rows = released(folder)
    keys = released_keys(attributes, names)
    for entry in protect:
        broken, _ = oracle.broken_classes(entry, attributes, rows, keys)
        suite.check(not broken, f"{name}: {entry} breaks in {len(broken)} classes, counted here")
    return rows, keys


def adult(suite):
    source = lib.DATA / "adult" / "adult.csv"
    _, original = lib.read_csv(source, delimiter=";")
    for name, (protect, age, transform, file_format, ranges) in list(ADULT.items())[::suite.flags.every]:
        attributes = lib.adult_attributes(age)
        policy = lib.write_policy(suite.folder / f"{name}.json", source, attributes, protect, transform,
                                  {"format": file_format, "ranges": ranges},
                                  "cluster" if "cluster" in name else "mondrian")
        rows, keys = prove(suite, name, policy, attributes, protect)
        missing = len(original) - len(rows)
        suite.check(0 <= missing <= transform.get("suppress_rows", 0) * len(original),
                      f"{name}: {missing} rows are missing from the release")
        suite.check(len(oracle.classes_of(rows, keys)) > 10, f"{name}: nearly everything is one class")
        if not missing:
            suite.check(collections.Counter(row["occupation"] for row in rows)
                          == collections.Counter(row["occupation"] for row in original),
                          f"{name}: sensitive values changed")


def adult_full(suite):
    attributes = lib.adult_attributes()
    for name in ("education", "occupation", "workclass", "native-country"):
        del attributes[name]["hierarchy"]  # ARX's hierarchies lack values of the full table
    attributes["hours-per-week"] = {"role": "quasi_identifying", "type": "integer"}
    attributes.update({name: {"role": "insensitive"} for name in ("relationship", "education-num")})
    attributes.update({name: {"role": "identifying"} for name in ("fnlwgt", "capital-gain", "capital-loss")})
    protect = [K, diversity("distinct", 3), closeness("equal")]
    source = lib.DATA / "adult" / "adult_full.csv.gz"
    for missing in ("own_value", "wildcard", "reject"):
        policy = lib.write_policy(suite.folder / f"full-{missing}.json", source, attributes, protect,
                                  missing=missing, missing_markers=["?"])
        if missing == "reject":
            suite.expect(2, missing, "run", policy, "-q")
            suite.check(not policy.with_suffix("").exists(), "reject: something was released")
            continue
        rows, keys = prove(suite, missing, policy, attributes, protect)
        cells = [row[key] for row in rows for key in keys]
        suite.check("?" not in cells, f"{missing}: a marker is released")
        if missing == "wildcard":
            suite.check("" not in cells, "wildcard: a missing quasi-identifier can be told from *")


def diabetes(suite):
    source = lib.DATA / "diabetes" / "diabetic_data.csv.gz"
    with gzip.open(source, "rt", newline="") as file:
        names = next(csv.reader(file))
    attributes = {name: {"role": "identifying"} for name in names}
    attributes["patient_nbr"] = {"role": "entity"}
    attributes["readmitted"] = {"role": "sensitive"}
    attributes.update({name: {"role": "quasi_identifying"} for name in ("race", "gender", "age")})
    attributes.update({name: {"role": "quasi_identifying", "type": "integer"}
                       for name in ("admission_type_id", "time_in_hospital")})
    attributes.update({name: {"role": "insensitive"} for name in ("insulin", "change", "diabetesMed")})
    protect = [{"k_anonymity": {"k": 10}},
               {"l_diversity": {"attribute": "readmitted", "kind": "distinct", "l": 2}}]
    policy = lib.write_policy(suite.folder / "diabetes.json", source, attributes, protect,
                              {"labels": "set"}, missing_markers=["?"])
    rows, keys = prove(suite, "diabetes", policy, attributes, protect)
    persons_in_classes(suite, source, rows, keys)
    kept = {"race", "gender", "age", "admission_type_id", "time_in_hospital", "readmitted", "insulin",
            "change", "diabetesMed"}
    suite.check(set(rows[0]) == kept, "diabetes: other columns are released than the policy keeps")


def covers(label, value):
    """Is a released label (a value, a set or a range of numbers) true of a value?"""
    if label.startswith("{"):
        return value in label[1:-1].split("|")
    if label.startswith("[") and ", " in label:
        low, high = label[1:-1].split(", ")
        return value != "" and int(low) <= int(value) <= int(high)
    return label == value


def persons_in_classes(suite, source, rows, keys):
    """Boxes do not overlap, so the persons of a class without * are those of the source that it covers."""
    with gzip.open(source, "rt", newline="") as file:
        persons = collections.defaultdict(set)
        tally = collections.Counter()
        for row in csv.DictReader(file):
            cells = tuple("" if row[key] == "?" else row[key] for key in keys)
            persons[cells].add(row["patient_nbr"])
            tally[cells] += 1
    sizes = collections.Counter(tuple(row[key] for key in keys) for row in rows)
    inside, held = collections.defaultdict(set), collections.Counter()
    for cells in persons:
        for labels in (labels for labels in sizes if all(map(covers, labels, cells))):
            inside[labels] |= persons[cells]
            held[labels] += tally[cells]
    judged = [labels for labels in sizes if "*" not in labels]
    suite.check(len(judged) > len(sizes) / 2, f"diabetes: only {len(judged)} of {len(sizes)} classes can be judged")
    suite.check(all(held[labels] == sizes[labels] for labels in judged),
                  "diabetes: a class does not hold the rows that it covers")
    suite.check(all(len(inside[labels]) >= 10 for labels in judged), "diabetes: a class has fewer than 10 persons")


def main():
    suite = lib.Suite(__doc__, every=5)
    if lib.have_data("Adult and diabetes: run, verify, recount"):
        adult(suite)
        adult_full(suite)
        diabetes(suite)
    suite.finish()


if __name__ == "__main__":
    main()
