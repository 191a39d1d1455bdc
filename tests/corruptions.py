"""The verifier sees every corruption that breaks a promise, and none that does not.

Releases (CSV and Parquet, several models, both transforms, made in memory and through files) are corrupted at random. A corruption counts only if
the oracle (oracle.py), which shares nothing with the program, says that a promise breaks; `verify` must
then exit 1, name exactly the promises that break, and the first row of a class that breaks each.
Rewriting a release without changing its rows must leave it verified.

--count N makes N breaking and N harmless changes.
"""
import csv
import json
import random
import shutil

import lib
import oracle
import pyarrow
import pyarrow.parquet

L = {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 3}}
TYPES = {"integer": int, "decimal": float, "boolean": lambda text: text == "True"}


def promises():
    k = {"k_anonymity": {"k": 4}}
    illness = {"attribute": "illness"}
    income = {"attribute": "income"}
    return {
        "k": [k],
        "distinct": [k, L],
        "frequency": [{"l_diversity": {**illness, "kind": "frequency", "l": 2}}],
        "entropy": [k, {"l_diversity": {**illness, "kind": "entropy", "l": 2.5}}],
        "recursive": [k, {"l_diversity": {**illness, "kind": "recursive", "l": 2, "c": 1.5}}],
        "equal": [k, {"t_closeness": {**illness, "distance": "equal", "t": 0.45}}],
        "ordered": [k, {"t_closeness": {**income, "distance": "ordered", "t": 0.25}}],
        "hierarchical": [k, {"t_closeness": {**illness, "distance": "hierarchical", "t": 0.4}}],
        "proximity": [k, {"proximity": {**income, "epsilon": 3000, "m": 2}}],
    }


class Release:
    """A release that was made once, and its rows."""

    def __init__(self, suite, name, protect, file_format, method, environment):
        folder = suite.folder / name
        folder.mkdir()
        names, rows, attributes = lib.random_table(suite.random, 400, folder)
        tree = folder / "illness.csv"
        tree.write_text("".join(f"illness {i};group {i % 3};*\n" for i in range(9)))
        if name.startswith("hierarchical"):
            attributes["illness"]["hierarchy"] = str(tree)
        lib.write_csv(folder / "table.csv", names, rows)
        transform = {"choose": suite.random.choice(["loss", "span"])} if method == "mondrian" else {}
        self.policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, protect, transform,
                                       {"format": file_format}, method)
        suite.expect(0, name, "run", self.policy, "-q", env=environment)
        self.name, self.protect, self.attributes = name, protect, attributes
        self.folder, self.parquet = self.policy.with_suffix(""), file_format == "parquet"
        self.file = self.folder / ("data.parquet" if self.parquet else "data.csv")
        self.names, self.rows = (lib.read_parquet if self.parquet else lib.read_csv)(self.file)
        self.keys = [name for name in self.names if attributes[name]["role"] == "quasi_identifying"]
        self.claims = [promise["claim"] for promise in
                       json.loads((self.folder / "manifest.json").read_text())["promises"]]
        shutil.copytree(self.folder, suite.folder / "copy" / name)
        self.copy = suite.folder / "copy" / name

    def write(self, rows, names=None, csv_dialect=None, **parquet):
        """Replaces the data of the copy. The schema of a Parquet file stays as it was."""
        names, path = names or self.names, self.copy / self.file.name
        if not self.parquet:
            lib.write_csv(path, names, rows, **(csv_dialect or {}))
            return
        schema = pyarrow.parquet.read_schema(self.file)
        convert = {name: TYPES.get(self.attributes[name].get("type"), str)
                   if schema.field(name).type != pyarrow.string() else str for name in names}
        columns = {name: [None if row[name] == "" else convert[name](row[name]) for row in rows] for name in names}
        schema = pyarrow.schema([schema.field(name) for name in names])
        pyarrow.parquet.write_table(pyarrow.table(columns, schema), path, **parquet)


# Corruptions: each changes a list of row copies in place.


def a_class(rng, release, rows):
    return [rows[number - 1] for number in rng.choice(list(oracle.classes_of(rows, release.keys).values()))]


def claimed(rng, release):
    columns = [given["attribute"] for entry in release.protect for given in entry.values() if "attribute" in given]
    return rng.choice(columns or ["illness"])


def delete_rows(rng, release, rows):
    doomed = a_class(rng, release, rows)
    doomed = doomed[:rng.randint(1, len(doomed))]
    rows[:] = [row for row in rows if not any(row is other for other in doomed)]


def change_cell(rng, release, rows):
    key = rng.choice(release.keys)
    rng.choice(rows)[key] = rng.choice([rng.choice(rows)[key], "*", "other", ""])


def split_class(rng, release, rows):
    members, key = a_class(rng, release, rows), rng.choice(release.keys)
    for row in members[:rng.randint(1, len(members))]:
        row[key] = "split"


def change_sensitive(rng, release, rows):
    members, column = a_class(rng, release, rows), claimed(rng, release)
    value = rng.choice([rng.choice(rows)[column], members[0][column], members[0][column], ""])
    for row in members[:rng.randint(1, len(members))]:
        row[column] = value


def new_value(rng, release, rows):
    members, column = a_class(rng, release, rows), claimed(rng, release)
    for row in members[:rng.randint(1, len(members))]:
        row[column] = "123456789" if column == "income" else "a new illness"


def swap_sensitive(rng, release, rows):
    column = claimed(rng, release)
    for row in a_class(rng, release, rows):
        other = rng.choice(rows)
        row[column], other[column] = other[column], row[column]


def move_rows(rng, release, rows):
    there = a_class(rng, release, rows)[0]
    members = a_class(rng, release, rows)
    for row in members[:rng.randint(1, len(members))]:
        row.update({key: there[key] for key in release.keys})


def duplicate_rows(rng, release, rows):
    row = rng.choice(rows)
    rows.extend(dict(row) for _ in range(rng.randint(1, 30)))


CORRUPTIONS = [delete_rows, change_cell, split_class, change_sensitive, new_value, swap_sensitive, move_rows,
               duplicate_rows]


def corrupt(rng, release):
    """A corruption that breaks a promise: its kind, the rows, and what breaks, by claim."""
    while True:
        kind, rows = rng.choice(CORRUPTIONS), [dict(row) for row in release.rows]
        kind(rng, release, rows)
        if rng.random() < 0.5:
            rng.shuffle(rows)
        verdicts = [oracle.broken_classes(entry, release.attributes, rows, release.keys) for entry in release.protect]
        if any(broken for broken, _ in verdicts) and not any(unclear for _, unclear in verdicts):
            return kind.__name__, rows, {claim: broken for claim, (broken, _) in zip(release.claims, verdicts)}


def says(report, verdicts):
    """Does `verify --json` name what breaks, and only that, with one of the classes that break?"""
    return not report["holds"] and len(report["verdicts"]) == len(verdicts) and all(
        verdict["holds"] == (not verdicts[verdict["claim"]])
        and verdict["failing_classes"] == len(verdicts[verdict["claim"]])
        and (verdict["holds"] or verdict["worst_class"]["first_row"] in verdicts[verdict["claim"]])
        for verdict in report["verdicts"])


def text_says(text, verdicts):
    """The same of the report for people."""
    lines = [line.split(": ", 1) for line in text.splitlines() if line.startswith("BROKEN  ")]
    named = {line[0].removeprefix("BROKEN  "): int(line[1].rsplit(" ", 1)[1]) for line in lines}
    return set(named) == {claim for claim, broken in verdicts.items() if broken} and all(
        row in verdicts[claim] for claim, row in named.items())


def breaking(suite, release, number):
    kind, rows, verdicts = corrupt(suite.random, release)
    release.write(rows)
    name = f"corruption {number}, {release.name}, {kind}"
    target = [release.copy / release.file.name, "--policy", release.policy]
    result = suite.expect(1, f"{name}, policy", "verify", *target, "-q", "--json")
    suite.check(result.stdout.startswith("{") and says(json.loads(result.stdout), verdicts),
                  f"{name}: the report is not {verdicts}: {result.stdout}")
    result = suite.expect(1, name, "verify", release.copy, "-q")
    if len(rows) == len(release.rows):
        suite.check(text_says(result.stdout, verdicts), f"{name}: the text is not {verdicts}: {result.stdout}")


def harmless(suite, release, number):
    rng = suite.random
    rows, names, chosen = list(release.rows), list(release.names), {}
    if rng.random() < 0.5:
        rng.shuffle(rows)
    if rng.random() < 0.5:
        rng.shuffle(names)
    if release.parquet:
        chosen = {"compression": rng.choice(["none", "snappy", "gzip", "zstd"]),
                  "row_group_size": rng.randint(1, 500), "use_dictionary": rng.random() < 0.5,
                  "data_page_version": rng.choice(["1.0", "2.0"])}
        release.write(rows, names, **chosen)
    else:
        chosen = {"quoting": rng.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
                  "lineterminator": rng.choice(["\n", "\r\n"])}
        release.write(rows, names, csv_dialect=chosen)
    name = f"harmless {number}, {release.name}, {chosen}"
    suite.expect(0, name, "verify", release.copy, "-q")
    suite.expect(0, f"{name}, policy", "verify", release.copy / release.file.name, "--policy", release.policy, "-q")


def main():
    suite = lib.Suite(__doc__, count=8)
    ways = {"memory": None, "files": lib.small_sizes(spool_bytes=2000, region_rows=150)}
    releases = [Release(suite, f"{name}-{file_format}-{method}-{way}", protect, file_format, method, environment)
                for name, protect in promises().items() for file_format in ("csv", "parquet")
                for method in ("mondrian", "cluster") for way, environment in ways.items()]
    suite.random.shuffle(releases)
    for number in range(suite.flags.count):
        for test in (breaking, harmless):
            suite.random = random.Random(f"{suite.flags.seed} {test.__name__} {number}")
            test(suite, releases[number % len(releases)], number)
    suite.finish()


if __name__ == "__main__":
    main()
