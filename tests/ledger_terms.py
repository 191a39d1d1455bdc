"""Ledgers that remove terms: over random small histories, every class of every release keeps its promise about sets, counted again from the
definitions with exact fractions and, for a prior of the table, with the first batch; what was released once is shown again as it was, terms
included; rows lose terms and gain none; and an adversary who has all releases, knows everybody's quasi-identifiers and in which
releases they may have come is nowhere surer than promised. Methods that make classes again of released people are refused.

--count N makes N histories.
"""
import collections
import itertools
import json
import random

import ledger_world
import lib
import sets

METHODS = {"pool": {"most_waiting": 2}, "apart": {}}


class History:
    """Batches of records with sets, and a policy that promises something of them."""

    def __init__(self, suite, number):
        rng = self.rng = random.Random(f"{suite.flags.seed} ledger {number}")
        self.folder = suite.folder / f"terms-{number}"
        self.folder.mkdir()
        self.promised = sets.Promised(rng, self.folder, "terms", sets.FORMS[number % len(sets.FORMS)], number % 3)
        self.batches, came = [], 0
        for _ in range(rng.randint(2, 4)):
            count = rng.randint(4, 14)
            self.batches.append([{"id": f"P{came + i}", "age": rng.randint(20, 40), "sex": rng.choice("fm"), "who": f"person {came + i}",
                                  "terms": ";".join(sorted(rng.sample(sets.TERMS, rng.randint(0, 4))))} for i in range(count)])
            came += count
        self.promised.rows = self.batches[0]
        self.original = {row["who"]: row for batch in self.batches for row in batch}
        self.method = "apart" if number % 5 == 0 else "pool"
        self.publish = "delta" if number % 4 == 3 else "full"

    def policy(self, name, method, accept=False):
        policy = {"version": 1, "attributes": {
            "id": {"role": "identifying"}, "age": {"role": "quasi_identifying", "type": "integer"}, "sex": {"role": "quasi_identifying"},
            "who": {"role": "insensitive"}, "terms": {"role": "quasi_sensitive", "type": "set"}},
            "protect": [{"k_anonymity": {"k": self.rng.choice([1, 2, 3])}}, self.promised.promise],
            "transform": [{"mondrian": {}}, {"suppress_terms": {"search": self.rng.choice(["exact", "adaptive"]), "nodes": 2000}}],
            "ledger": {"method": method, "key": "id", "publish": self.publish, **({"accept_known_holes": True} if accept else {})}}
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(policy, indent=1))
        return path


def labels(row):
    return row["age"], row["sex"]


def covers(row, person):
    span = ledger_world.SPAN.fullmatch(row["age"])
    low, high = span.groups() if span else (row["age"], row["age"])
    return (row["age"] == "*" or int(low) <= person["age"] <= int(high)) and row["sex"] in ("*", person["sex"])


def look(suite, what, history, deltas, seen):
    """What everybody who has all releases can see."""
    shown = {}
    for rows in deltas:
        for row in rows:
            suite.check(row["who"] not in shown, f"{what}: somebody came twice")
            shown[row["who"]] = row
            before = sets.terms_of(history.original[row["who"]]["terms"])
            suite.check(sets.terms_of(row["terms"]) <= before, f"{what}: a set gained a term")
            seen["removed"] += len(before) - len(sets.terms_of(row["terms"]))
    classes = collections.defaultdict(list)
    for number, rows in enumerate(deltas):
        for row in rows:
            classes[number, labels(row)].append(row)
    for rows in classes.values():
        seen["classes"] += 1
        suite.check(history.promised.holds([sets.terms_of(row["terms"]) for row in rows]), f"{what}: a class breaks the promise")
    # The victim came in one of these releases: their candidates are all who print alike in them.
    for person in history.original.values():
        covering = {key: rows for key, rows in classes.items() if covers(rows[0], person)}
        numbers = sorted({number for number, _ in covering})
        for size in range(1, len(numbers) + 1):
            for known in itertools.combinations(numbers, size):
                rows = [row for (number, _), rows in covering.items() if number in known for row in rows]
                seen["looks"] += 1
                suite.check(history.promised.holds([sets.terms_of(row["terms"]) for row in rows]), f"{what}: a victim")


def one(suite, number, seen):
    history = History(suite, number)
    what = f"{number}: {history.folder}"
    ledger = ledger_world.Ledger(suite, history.folder / "ledger").init(history.policy("policy", {history.method: METHODS[history.method]}))
    deltas = []
    for at, batch in enumerate(history.batches):
        result = ledger.append(ledger_world.write_batch(history.folder / f"batch-{at}.csv", batch), *(["--seal"] if at + 1 == len(history.batches) and number % 2 else []))
        if not suite.check(result.returncode == 0, f"{what}: {result.stderr}"):
            return
        deltas.append(ledger.rows(at, delta=True))
        seen["waiting"] += ledger.json("log")[-1]["waiting"] > 0
        if history.publish == "full":
            before = [row for rows in deltas for row in rows]
            suite.check(ledger_world.multiset(ledger.rows(at)) == ledger_world.multiset(before), f"{what}: a release shows something else than before")
    look(suite, what, history, deltas, seen)
    removed = sum(len(sets.terms_of(history.original[row["who"]]["terms"]) - sets.terms_of(row["terms"])) for rows in deltas for row in rows)
    manifest = json.loads((ledger.folder / "releases" / f"{len(deltas) - 1:06}" / "manifest.json").read_text())
    shown = {row["terms"] for rows in deltas for row in rows}
    text = json.dumps(manifest)
    suite.check(not any(f'"{row["terms"]}"' in text for row in history.original.values() if ";" in row["terms"] and row["terms"] not in shown),
                f"{what}: the manifest tells a set that no row shows")
    if history.publish == "full" and deltas[-1]:
        figures = manifest["steps"][0]["figures"]
        suite.check(figures["terms_removed"] == removed, f"{what}: {figures}, counted {removed}")
    verified = ledger.verify()
    suite.check(verified.returncode == 0, f"{what}: {verified.stdout}{verified.stderr}")
    for method in ("atoms", "paper", "anew"):
        policy = history.policy(method, {method: {}}, accept=method != "atoms")
        refused = suite.gauze("ledger", "init", policy, history.folder / method)
        suite.check(refused.returncode == 2 and "makes new classes of people who were released" in refused.stderr, f"{what}: {method}: {refused.stderr}")


def main():
    suite = lib.Suite(__doc__, count=12)
    seen = collections.Counter()
    for number in range(suite.flags.count):
        one(suite, number, seen)
    print(", ".join(f"{count} {name}" for name, count in sorted(seen.items())))
    for name in ("removed", "classes", "looks", "waiting"):
        suite.check(seen[name] > 0 or suite.flags.count < 12, f"there was nothing {name}")
    suite.finish()


if __name__ == "__main__":
    main()
