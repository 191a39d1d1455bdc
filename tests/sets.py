"""Sets of terms that link to a secret: releases keep qs_diversity and qs_closeness, also of two columns at once, counted again here from the definitions
with exact fractions; rows lose terms and gain none; `verify` says the same, also of a file with the terms put back; and
memory, files, threads and the form of the knowledge table make no difference.

--count N makes N random tables with their knowledge.
"""
import collections
import json
import random
from fractions import Fraction

import pyarrow
import pyarrow.parquet

import lib

FORMS = ["json", "csv terms", "csv term", "parquet terms", "parquet lists", "parquet term"]
TERMS = [f"t{i}" for i in range(7)]


def linked(terms, knowledge):
    return [label for label, known in knowledge.items() if terms <= known]


def shares(sets, knowledge):
    """Share of every label, from the definition."""
    found = dict.fromkeys(knowledge, Fraction(0))
    for terms in sets:
        labels = linked(terms, knowledge)
        for label in labels:
            found[label] += Fraction(1, len(labels) * len(sets))
    return found


def diverse(sets, knowledge, c, l):
    ordered = sorted(shares(sets, knowledge).values(), reverse=True)
    return ordered[0] == 0 or ordered[0] <= c * sum(ordered[l - 1:])


def close(sets, knowledge, t, prior):
    found = shares(sets, knowledge)
    return sum((found[label] - prior[label]) ** 2 for label in knowledge) <= t * t


def terms_of(cell):
    return frozenset(cell.split(";")) if cell else frozenset()


def write_knowledge(folder, knowledge, form, name="knowledge"):
    """The same table in one of the forms that are read."""
    rows = {label: sorted(terms) for label, terms in knowledge.items()}
    if form == "json":
        (folder / f"{name}.json").write_text(json.dumps(rows))
        return folder / f"{name}.json"
    pairs = [(label, term) for label, terms in rows.items() for term in terms]
    columns = {"terms": {"label": list(rows), "terms": [";".join(terms) for terms in rows.values()]},
               "lists": {"label": list(rows), "terms": list(rows.values())},
               "term": {"label": [label for label, _ in pairs], "term": [term for _, term in pairs]}}
    kind, what = form.split()
    path = folder / f"{name}.{kind}"
    if kind == "parquet":
        pyarrow.parquet.write_table(pyarrow.table(columns[what]), path)
    else:
        names = list(columns[what])
        lib.write_csv(path, names, [dict(zip(names, row)) for row in zip(*columns[what].values())])
    return path


class Promised:
    """A column of sets with a random knowledge table, and what is promised of it."""

    def __init__(self, rng, folder, column, form, is_diverse):
        self.column = column
        self.knowledge = {f"label {i}": frozenset(rng.sample(TERMS, rng.randint(2, 5))) for i in range(rng.randint(4, 9))}
        about = {"attribute": column, "knowledge": str(write_knowledge(folder, self.knowledge, form, f"knowledge-{column}"))}
        if is_diverse:
            self.c, self.l = rng.choice(["1", "1.5", "2"]), rng.randint(2, 3)
            self.promise = {"qs_diversity": {**about, "c": self.c, "l": self.l}}
        else:
            self.t, self.prior = rng.choice(["0.25", "0.4"]), rng.choice(["table", "uniform"])
            self.promise = {"qs_closeness": {**about, "t": self.t, "prior": self.prior}}
        self.rows = []

    def holds(self, sets):
        """For a class with these sets; `rows` is the whole table."""
        if "qs_diversity" in self.promise:
            return diverse(sets, self.knowledge, Fraction(self.c), self.l)
        prior = (dict.fromkeys(self.knowledge, Fraction(1, len(self.knowledge))) if self.prior == "uniform"
                 else shares([terms_of(row[self.column]) for row in self.rows], self.knowledge))
        return close(sets, self.knowledge, Fraction(self.t), prior)


class Table:
    """A random table with a knowledge table and a policy; with two of each, if there is a second column."""

    def __init__(self, suite, number, second=False):
        rng = self.rng = random.Random(f"{suite.flags.seed} {number}")
        self.folder = suite.folder / str(number)
        self.folder.mkdir()
        self.promised = [Promised(rng, self.folder, "terms", FORMS[number % len(FORMS)], number % 2)]
        if second:
            self.promised.append(Promised(rng, self.folder, "signs", FORMS[number // 2 % len(FORMS)], rng.random() < 0.5))
        self.columns = [one.column for one in self.promised]
        pool = TERMS + ["unknown"] if number % 4 == 0 else TERMS
        unique = number % 3 == 0  # then rows can be told apart
        self.rows = [{"age": rng.randint(20, 40), "sex": rng.choice("fm"), "who": f"person {i if unique else i % 7}",
                      **{name: ";".join(sorted(rng.sample(pool, rng.randint(0, 4)))) for name in self.columns}} for i in range(rng.randint(20, 60))]
        for promised in self.promised:
            promised.rows = self.rows
        lib.write_csv(self.folder / "table.csv", list(self.rows[0]), self.rows)
        self.attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "sex": {"role": "quasi_identifying"},
                           "who": {"role": "insensitive"}, **{name: {"role": "quasi_sensitive", "type": "set"} for name in self.columns}}
        self.search = rng.choice(["exact", "adaptive", "depth_first"])
        self.method = rng.choice(["mondrian", "cluster"])

    def policy(self, name, format="csv"):
        path = self.folder / f"{name}.json"
        lib.write_policy(path, self.folder / "table.csv", self.attributes, [{"k_anonymity": {"k": 3}}, *(one.promise for one in self.promised)], {},
                         {"format": format}, self.method)
        policy = json.loads(path.read_text())
        policy["transform"] = [policy["transform"], {"suppress_terms": {"search": self.search, "nodes": 3000}}]
        path.write_text(json.dumps(policy))
        return path

    def all_hold(self, rows):
        """For a class of these rows."""
        return all(one.holds([terms_of(row[one.column]) for row in rows]) for one in self.promised)


def classes(rows):
    found = collections.defaultdict(list)
    for row in rows:
        found[row["age"], row["sex"]].append(row)
    return found


def one(suite, number):
    table = Table(suite, number, second=number % 5 > 1)
    policy = table.policy("memory")
    run = suite.gauze("run", policy, "-q")
    if "nothing would be left" in run.stderr:
        suite.check(run.returncode == 2, f"{number}: exit {run.returncode} for an empty release")
        return
    suite.check(run.returncode == 0, f"{number}: exit {run.returncode}: {run.stderr[-300:]}")
    folder = policy.with_suffix("")
    _, released = lib.read_csv(folder / "data.csv")
    for rows in classes(released).values():
        suite.check(table.all_hold(rows), f"{number}: a promise does not hold for a class, counted here")
    left = collections.defaultdict(list)
    for row in table.rows:
        left[row["who"]].append([terms_of(row[name]) for name in table.columns])
    for who, rows in collections.Counter((row["who"], *(terms_of(row[name]) for name in table.columns)) for row in released).items():
        fits = sum(all(shown <= original for shown, original in zip(who[1:], sets)) for sets in left[who[0]])
        suite.check(fits >= rows, f"{number}: a row shows terms that nobody of its name has")
    figures = json.loads((folder / "manifest.json").read_text())["steps"][0]["figures"]
    for name in table.columns:
        removed = sum(len(terms_of(row[name])) for row in table.rows) - sum(len(terms_of(row[name])) for row in released)
        told = figures[f"{name}.terms_removed" if len(table.columns) > 1 else "terms_removed"]
        suite.check(told == removed or len(released) < len(table.rows), f"{number}: {told} terms of {name} removed, counted {removed}")
    suite.expect(0, f"{number}: verify", "verify", folder, "-q")
    for way, flags, environment in (("files", [], lib.small_sizes(spool_bytes=300, region_rows=10 ** 6)),
                                    ("one-thread", ["--threads", "1"], None)):
        other = table.policy(way)
        suite.expect(0, f"{number}: {way}", "run", other, "-q", *flags, env=environment)
        suite.check((other.with_suffix("") / "data.csv").read_bytes() == (folder / "data.csv").read_bytes(),
                    f"{number}: {way} gives another release")
    put_back(suite, table, folder, released, number)


def put_back(suite, table, folder, released, number):
    """All terms back where rows can be told apart: `verify` agrees with the count here."""
    if len({row["who"] for row in table.rows}) < len(table.rows):
        return
    original = {row["who"]: row for row in table.rows}
    rows = [{**row, **{name: original[row["who"]][name] for name in table.columns}} for row in released]
    lib.write_csv(folder / "data.csv", list(rows[0]), rows)
    good = all(map(table.all_hold, classes(rows).values()))
    suite.expect(0 if good else 1, f"{number}: terms put back", "verify", folder, "-q")


def main():
    suite = lib.Suite(__doc__, count=14)
    for number in range(suite.flags.count):
        one(suite, number)
    suite.finish()


if __name__ == "__main__":
    main()
