"""`suppress_terms: {minimality: safe}`: what a row shows of its set is what a list leaves of it, and the list follows from the knowledge table and the
promise alone; both are found again here. So nothing tells what had to go: a table whose hidden terms are drawn again has the same release, byte by
byte, figures included, whatever else is promised and however it is made, and a ledger that is fed with such tables the same releases. An adversary who
knows how terms are removed believes no more than one who does not; with `minimality: least` they often do.

--count N makes N random tables with their knowledge.
"""
import collections
import json
import math
import random
from fractions import Fraction

import ledger_world
import lib
import sets
import twins

POOL = [*sets.TERMS, "unknown", "NA"]  # terms of rows; NA alone in a cell is a missing one


def safe_terms(knowledge, least):
    """Terms of many labels first; one is taken if each of its labels shares it, and what was taken of the label before, with enough others."""
    labels = collections.defaultdict(set)
    for label, terms in knowledge.items():
        for term in terms:
            labels[term].add(label)
    taken = {label: set() for label in knowledge}
    for term in sorted(labels, key=lambda term: (-len(labels[term]), term)):
        if all(len(sets.linked(taken[label] | {term}, knowledge)) >= least for label in labels[term]):
            for label in labels[term]:
                taken[label].add(term)
    return set().union(*taken.values())


class Table:
    """A random table with one or two columns of sets, their knowledge tables and what is promised."""

    def __init__(self, suite, number):
        rng = self.rng = random.Random(f"{suite.flags.seed} safe {number}")
        self.folder = suite.folder / str(number)
        self.folder.mkdir()
        self.promised = [self.promise(column, sets.FORMS[(number + i) % len(sets.FORMS)]) for i, column in enumerate(["terms", "signs"][:rng.choice((1, 1, 2))])]
        self.columns = [one.column for one in self.promised]
        self.listed = {one.column: safe_terms(one.knowledge, one.least) for one in self.promised}
        self.hidden = {column: [term for term in POOL if term not in listed] for column, listed in self.listed.items()}
        # Names that repeat, or none, so that sets decide the order in which rows are looked at.
        people = rng.choice((1, 4, 1000))
        order = rng.sample(["age", "sex", "illness", "who", *self.columns], 4 + len(self.columns))
        rows = [{"age": rng.randint(20, 30), "sex": rng.choice("fm"), "illness": f"illness {rng.randint(0, 5)}", "who": f"person {i % people}",
                 **{column: ";".join(sorted(rng.sample(POOL, rng.randint(0, 4)))) for column in self.columns}} for i in range(rng.randint(8, 50))]
        self.rows = [{name: row[name] for name in order} for row in rows]
        self.attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "sex": {"role": "quasi_identifying"}, "illness": {"role": "sensitive"},
                           "who": {"role": "insensitive"}, **{column: {"role": "quasi_sensitive", "type": "set"} for column in self.columns}}
        more = rng.choice(([], [{"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}}],
                           [{"t_closeness": {"attribute": "illness", "distance": "equal", "t": 0.6}}]))
        self.protect = [{"k_anonymity": {"k": rng.choice([1, 2, 5])}}, *more, *(one.promise for one in self.promised)]
        self.method, self.format, self.missing = rng.choice(["mondrian", "cluster"]), rng.choice(["csv", "parquet"]), rng.choice(["own_value", "wildcard"])
        self.sizes = rng.choice((None, lib.small_sizes(spool_bytes=300, region_rows=10)))

    def promise(self, column, form):
        promised = sets.Promised(self.rng, self.folder, column, form, True)
        promised.c, promised.l = self.rng.choice(["0.5", "1", "2"]), self.rng.randint(1, 4)
        promised.promise["qs_diversity"].update(c=promised.c, l=promised.l)
        promised.least = promised.l - 1 + math.ceil(1 / Fraction(promised.c))
        return promised

    def policy(self, folder, minimality, **more):
        policy = lib.write_policy(folder / "policy.json", "table.csv", self.attributes, self.protect, release={"directory": "out", "format": self.format},
                                  missing=self.missing, missing_markers=["NA"], **more)
        policy.write_text(json.dumps(json.loads(policy.read_text()) | {"transform": [{self.method: {}}, {"suppress_terms": {"minimality": minimality, "nodes": 2000}}]}))
        return policy

    def run(self, suite, name, rows, minimality):
        """The run, its policy and the folder of the release."""
        folder = self.folder / name
        folder.mkdir()
        lib.write_csv(folder / "table.csv", list(rows[0]), rows)
        policy = self.policy(folder, minimality)
        return suite.gauze("run", policy, "--out", folder / "out", "-q", env=self.sizes), policy, folder / "out"

    def left(self, row, column):
        """What the list leaves of a cell. NA, if it is listed, is a missing cell where it is alone."""
        shown = sets.terms_of(row[column]) & self.listed[column]
        return frozenset() if shown == {"NA"} else shown

    def drawn_again(self, rows):
        """The rows with other hidden terms."""
        return [{**row, **{column: ";".join(sorted((sets.terms_of(row[column]) & self.listed[column]) | set(self.rng.sample(hidden, self.rng.randint(0, len(hidden))))))
                           for column, hidden in self.hidden.items()}} for row in rows]


def released_rows(folder):
    return (lib.read_csv(folder / "data.csv") if (folder / "data.csv").is_file() else lib.read_parquet(folder / "data.parquet"))[1]


def believed(suite, what, release, policy):
    found = suite.expect(0, what, "attack", "knowledge_linking", release, "--policy", policy, "--victims", 0, "--json", "-q")
    return json.loads(found.stdout)["figures"] if found.returncode == 0 else {}


def ledgers(suite, table, number):
    """Two ledgers, whose batches differ in hidden terms alone."""
    rows = [{"id": f"P{i}", **row} for i, row in enumerate(table.rows)]
    batches = [rows[:len(rows) // 2], rows[len(rows) // 2:]]
    table.attributes = {"id": {"role": "identifying"}, **table.attributes}
    table.method = "mondrian"
    folders = []
    for name in ("first", "second"):
        folder = table.folder / f"ledger-{name}"
        folder.mkdir()
        policy = table.policy(folder, "safe", ledger={"method": {"pool": {"most_waiting": 6}}, "key": "id"})
        text = json.loads(policy.read_text())
        del text["source"], text["release"]["directory"]
        policy.write_text(json.dumps(text))
        ledger = ledger_world.Ledger(suite, folder / "ledger").init(policy)
        for week, batch in enumerate(batches):
            again = batch if name == "first" else table.drawn_again(batch)
            done = ledger.append(ledger_world.write_batch(folder / f"{week}.csv", again))
            suite.check(done.returncode == 0, f"{number}: append: {done.stderr[-300:]}")
        folders.append(folder / "ledger" / "releases")
    for week in range(len(batches)):
        release = [folder / f"{week:06}" for folder in folders]
        suite.check(all(path.is_dir() for path in release) and twins.compare(suite, f"{number}: ledger, week {week}", *release) == 1,
                    f"{number}: hidden terms change the release of week {week}")


def one(suite, number):
    """Whether the least removal told its adversary something."""
    table = Table(suite, number)
    run, policy, release = table.run(suite, "safe", table.rows, "safe")
    if any(len(promised.knowledge) < promised.least for promised in table.promised):
        suite.check(run.returncode == 2 and "labels behind every row" in run.stderr, f"{number}: too few labels: exit {run.returncode}: {run.stderr[-200:]}")
        return False
    if run.returncode != 0:
        suite.check(any(name in run.stderr for name in ("l_diversity", "t_closeness")), f"{number}: exit {run.returncode}: {run.stderr[-300:]}")
        return False
    released = released_rows(release)
    wanted = collections.Counter((row["who"], *(table.left(row, column) for column in table.columns)) for row in table.rows)
    found = collections.Counter((row["who"], *(sets.terms_of(row[column]) for column in table.columns)) for row in released)
    suite.check(wanted == found, f"{number}: rows show something else than the list leaves: {wanted - found}, {found - wanted}")
    for rows in sets.classes(released).values():
        for promised in table.promised:
            suite.check(promised.holds([sets.terms_of(row[promised.column]) for row in rows]), f"{number}: the promise does not hold for a class")
    suite.expect(0, f"{number}: verify", "verify", release, "-q")
    for time in range(2):
        again, _, other = table.run(suite, f"other-{time}", table.drawn_again(table.rows), "safe")
        suite.check(again.returncode == 0 and twins.compare(suite, f"{number}: drawn again", release, other) == 1, f"{number}: hidden terms change the release")
    plain = believed(suite, f"{number}: attack", release, policy)
    suite.check(plain.get("minimality.highest") == plain.get("posterior.highest_if_class_is_known") and plain.get("minimality.rise.highest") == 0
                and plain.get("minimality.victims_above_promise") == 0, f"{number}: knowing the rule helps: {plain}")
    if number % 4 == 0:
        ledgers(suite, table, number)
    run, policy, release = table.run(suite, "least", table.rows, "least")
    return run.returncode == 0 and believed(suite, f"{number}: least", release, policy).get("minimality.rise.highest", 0) > 0


def main():
    suite = lib.Suite(__doc__, count=12)
    told = sum(one(suite, number) for number in range(suite.flags.count))
    suite.check(told > suite.flags.count // 20, f"the least removal told something in {told} tables only")
    print(f"with minimality: least, whoever knows how terms are removed believes more in {told} of {suite.flags.count} tables")
    suite.finish()


if __name__ == "__main__":
    main()
