"""Flags in columns of their own as one set: a table with a column of yes or no for each term gives the same release, byte by byte, as the
same table with the terms in one cell, from CSV and Parquet, however flags are spelled and wherever they stand; `check`, `plan`, `explain`,
`attack` and ledgers take them, too. Any other cell is refused with how many there are and without saying what it says.

--count N makes N random tables with their knowledge.
"""
import json
import random

import pyarrow
import pyarrow.parquet

import ledger_world
import lib
import sets

SPELLINGS = [("yes", "no"), ("Yes", "No"), ("TRUE", "FALSE"), ("true", "false"), ("1", "0"), (" yes ", "no ")]
SECRET = "perhaps-7291"


class Flagged:
    """The same random table twice: with sets, and with flags."""

    def __init__(self, suite, number):
        rng = self.rng = random.Random(f"{suite.flags.seed} flags {number}")
        self.folder = suite.folder / f"flags-{number}"
        self.folder.mkdir()
        self.promised = sets.Promised(rng, self.folder, "terms", sets.FORMS[number % len(sets.FORMS)], number % 2)
        self.rows = [{"age": rng.randint(20, 40), "sex": rng.choice("fm"), "who": f"person {i}",
                      "terms": frozenset(rng.sample(sets.TERMS, rng.randint(0, 4)))} for i in range(rng.randint(20, 60))]
        self.promised.rows = [{"terms": ";".join(sorted(row["terms"]))} for row in self.rows]
        self.parquet = number % 2 == 0
        # Flags stand among the other columns; the set takes the place of the first.
        self.names = ["age", "sex", "who", *sets.TERMS]
        rng.shuffle(self.names)
        spelling = {term: rng.choice(SPELLINGS) for term in sets.TERMS}
        kind = {term: rng.choice(["text", "boolean", "integer"]) if self.parquet else "text" for term in sets.TERMS}
        self.flags = []
        for row in self.rows:
            flags = {name: row[name] for name in ("age", "sex", "who")}
            for term in sets.TERMS:
                present = term in row["terms"]
                cell = spelling[term][0 if present else 1]
                if kind[term] == "text" and not present and rng.random() < 0.2:
                    cell = rng.choice(["", "?"])  # missing
                flags[term] = cell if kind[term] == "text" else present if kind[term] == "boolean" else int(present)
            self.flags.append(flags)
        self.sets = [{name: row[name] if name != "terms" else ";".join(sorted(row["terms"])) for name in self.place()} for row in self.rows]
        lib.write_csv(self.folder / "sets.csv", self.place(), self.sets)
        self.source = self.write(self.flags, "table")
        self.k = rng.choice([1, 3])
        self.method = rng.choice(["mondrian", "cluster"])

    def place(self):
        """The columns with the set in the place of its first flag."""
        first = next(name for name in self.names if name in sets.TERMS)
        return ["terms" if name == first else name for name in self.names if name == first or name not in sets.TERMS]

    def write(self, rows, name):
        if self.parquet:
            path = self.folder / f"{name}.parquet"
            pyarrow.parquet.write_table(pyarrow.table({column: [row[column] for row in rows] for column in self.names}), path)
        else:
            path = self.folder / f"{name}.csv"
            lib.write_csv(path, self.names, rows)
        return path

    def policy(self, name, source, gathered, **more):
        terms = {"role": "quasi_sensitive", "type": "set"}
        if gathered:
            terms["columns"] = self.rng.sample(sets.TERMS, len(sets.TERMS))
        attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "sex": {"role": "quasi_identifying"}, "who": {"role": "insensitive"},
                      "terms": terms}
        policy = {"version": 1, "source": str(source), "attributes": attributes, "missing_markers": ["?"],
                  "protect": [{"k_anonymity": {"k": self.k}}, self.promised.promise],
                  "transform": [{self.method: {}}, {"suppress_terms": {"nodes": 2000}}], "release": {"directory": str(self.folder / name)}, **more}
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(policy, indent=1))
        return path


def refused(suite, what, *arguments):
    result = suite.gauze(*arguments)
    suite.check(result.returncode == 2 and SECRET not in result.stderr + result.stdout and "hint: " in result.stderr, f"{what}: {result.stderr}")
    return result.stderr


def one(suite, number):
    table = Flagged(suite, number)
    what = f"{number}: {table.folder}"
    apart, together = table.policy("apart", table.source, True), table.policy("together", table.folder / "sets.csv", False)
    suite.expect(0, what, "check", apart, "-q")
    suite.expect(0, what, "run", together, "-q")
    suite.expect(0, what, "run", apart, "-q", "--threads", 2)
    data = (table.folder / "apart" / "data.csv").read_bytes()
    suite.check(data == (table.folder / "together" / "data.csv").read_bytes(), f"{what}: flags give another release than sets")
    suite.expect(0, what, "verify", table.folder / "apart", "-q")
    found = [suite.expect(0, what, "attack", "knowledge_linking", table.folder / "apart", "--policy", policy, "--json", "-q").stdout for policy in (apart, together)]
    suite.check(json.loads(found[0])["figures"] == json.loads(found[1])["figures"], f"{what}: the attack finds something else")
    # A release has the set itself: it is taken as it is. What the source was like, only the manifest knows.
    of_source = table.promised.promise.get("qs_closeness", {}).get("prior") == "table"
    suite.expect(2 if of_source else 0, what, "verify", table.folder / "apart" / "data.csv", "--policy", apart, "-q")
    if number % 3 == 0:
        suite.expect(0, what, "plan", apart, "-q")
        suite.expect(0, what, "explain", apart, "--row", 1, "-q")
    wrong = [dict(row) for row in table.flags]
    terms = [term for term in sets.TERMS if isinstance(wrong[0][term], str)]
    if terms:
        term, count = table.rng.choice(terms), table.rng.randint(1, 5)
        for row in table.rng.sample(wrong, count):
            row[term] = SECRET
        said = refused(suite, what, "run", table.policy("wrong", table.write(wrong, "wrong"), True), "-q")
        suite.check(f"column {term}: " in said and f"{count} cell" in said, f"{what}: {said}")
        missing = sum(row[term].strip() in ("", "?") for row in table.flags)
        if missing and all(row[other] not in ("", "?") for row in table.flags for other in terms if other != term):
            said = refused(suite, what, "check", table.policy("reject", table.source, True, missing="reject"), "-q")
            suite.check(f"{missing} flag" in said, f"{what}: {said}")
    suite.check(not (table.folder / "wrong").exists(), f"{what}: something was released")
    if number % 3 == 1:
        grow(suite, what, table)


def grow(suite, what, table):
    """A ledger of two batches of flags."""
    policy = json.loads(table.policy("ledger", "none.csv", True).read_text())
    del policy["source"], policy["release"]["directory"]
    policy["attributes"]["who"] = {"role": "identifying"}
    policy["ledger"] = {"method": {"pool": {}}, "key": "who"}
    path = table.folder / "ledger.json"
    path.write_text(json.dumps(policy))
    ledger = ledger_world.Ledger(suite, table.folder / "ledger").init(path)
    half = len(table.flags) // 2
    for at, rows in enumerate((table.flags[:half], table.flags[half:])):
        result = ledger.append(table.write(rows, f"batch-{at}"))
        suite.check(result.returncode == 0, f"{what}: {result.stderr}")
    suite.check(ledger.verify().returncode == 0, f"{what}: the ledger does not verify")
    rows = ledger.rows(1)
    suite.check(rows and set(rows[0]) == {"age", "sex", "terms"}, f"{what}: the ledger shows other columns")


def main():
    suite = lib.Suite(__doc__, count=12)
    for number in range(suite.flags.count):
        one(suite, number)
    suite.finish()


if __name__ == "__main__":
    main()
