"""Record risk against its definition: all known sets of all records of small tables are added up here with exact fractions.
`risk` says the same of the source and of a release, in JSON and record by record; `run` with suppress_cells changes nothing but
cells that may become *, and no record is above delta afterwards; when it refuses, no suppression would have helped; `verify`
agrees, also of a file with the stars put back; and threads make no difference.

--count N makes N random tables, each with a policy.
"""
import collections
import itertools
import json
import random
from fractions import Fraction

import lib

TEXTS = ["a", "b b", "c\"d", "e,f", "ä"]
CHANCES = ["0", "0.005", "0.05", "0.1", "0.3", "0.5", "0.8", "0.95"]
WEIGHTS = ["0", "0.1", "0.5", "1"]


class Table:
    """A random table with a policy about its risk. Rows with the same `who` are equal."""

    def __init__(self, suite, number):
        rng = self.rng = random.Random(f"{suite.flags.seed} {number}")
        self.folder = suite.folder / str(number)
        self.folder.mkdir()
        self.missing = rng.choice(["own_value", "own_value", "wildcard", "reject"])
        self.markers = rng.choice([[], ["?", "n/a"]])
        self.wildcard = self.missing == "wildcard" or rng.random() < 0.6
        self.probability = rng.random() < 0.5
        quasi = [f"q{i}" for i in range(rng.randint(1, 4))]
        sensitive = [f"s{i}" for i in range(rng.randint(1, 5 - len(quasi)))]
        self.types = {name: rng.choice(["integer", "text"]) for name in quasi + sensitive}
        self.rows = self.draw_rows(quasi)
        self.original = {row["who"]: {name: self.cell(name, row[name]) for name in self.types} for row in self.rows}
        # As the risk sees them: a missing cell that could be anything is like a suppressed one.
        self.seen = {who: {name: "*" if cell is None and name in quasi and self.missing == "wildcard" else cell
                           for name, cell in row.items()} for who, row in self.original.items()}
        self.alpha = rng.choice(["1", "100", "0.5"])
        self.known = {name: rng.choice(CHANCES if self.probability else CHANCES + ["1"]) for name in quasi}
        self.weights = {name: self.draw_weight(name) for name in self.types if name in sensitive[:1] or rng.random() < 0.5}
        self.cells = rng.choice(["harmless", "any"])
        source = [self.seen[row["who"]] for row in self.rows]
        highest, least = (max(risk for risk, _, _ in self.assess(rows)) for rows in (source, self.without(source)))
        low = least if least < highest and rng.random() < 0.8 else highest / 5  # mostly one that can be kept
        self.delta = f"{max(low + (highest - low) * rng.uniform(0.05, 1.05), 0.001):.6f}"
        lib.write_csv(self.folder / "table.csv", list(self.rows[0]), self.rows)

    def draw_rows(self, quasi):
        rng = self.rng
        empty = [] if self.missing == "reject" else ["", *self.markers]
        pools = {name: rng.sample(TEXTS, rng.randint(1, 4)) if kind == "text" else ["7", "07", "-3", "12"][:rng.randint(1, 4)]
                 for name, kind in self.types.items()}
        pools |= {name: pools[name] + ["*"] for name in pools if name not in quasi and self.types[name] == "text"}
        kinds = [{name: rng.choice(pool + empty if rng.random() < 0.3 else pool) for name, pool in pools.items()}
                 for _ in range(rng.randint(1, 8))]
        everybody = [kind for kind in range(len(kinds)) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
        rng.shuffle(everybody)
        alike = rng.random() < 0.3
        return [{"who": f"kind {kind}" if alike else f"person {i}", **kinds[kind]} for i, kind in enumerate(everybody)]

    def draw_weight(self, name):
        """A number, all values, or some values and the others."""
        rng = self.rng
        values = sorted({row[name] for row in self.original.values()} - {None})
        form = rng.choice(["number", "values", "others"]) if values else "number"
        if form == "number":
            return rng.choice(WEIGHTS)
        listed = values if form == "values" else rng.sample(values, rng.randint(1, len(values)))
        weight = {"weight": rng.choice(WEIGHTS[1:]), "values": {value: rng.choice(WEIGHTS) for value in listed}}
        return weight if form == "values" else {**weight, "others": rng.choice(WEIGHTS)}

    def cell(self, name, text):
        """A cell as it is compared; None if it is missing."""
        if text == "" or text in self.markers:
            return None
        return str(int(text)) if self.types[name] == "integer" and text != "*" else text

    def policy(self, name, release=None, **transform):
        attributes = {"who": {"role": "insensitive"}}
        for column, kind in self.types.items():
            role = "quasi_identifying" if column in self.known else "sensitive"
            attributes[column] = {"role": role, "type": kind}
        risk = {"alpha": self.alpha, "known": self.known, "weights": self.weights,
                "reading": "probability" if self.probability else "paper",
                "suppressed": "wildcard" if self.wildcard else "literal"}
        return lib.write_policy(self.folder / f"{name}.json", self.folder / "table.csv", attributes,
                                [{"record_risk": {"delta": self.delta}}], {"cells": self.cells, **transform}, release,
                                "suppress_cells", risk=risk, missing=self.missing, missing_markers=self.markers)

    def suppressed(self, name, cell):
        return name in self.known and cell == "*"

    def weight(self, name, cell):
        weight = self.weights.get(name)
        if weight is None or cell is None or self.suppressed(name, cell):
            return Fraction(0)
        if isinstance(weight, str):
            return Fraction(weight)
        return Fraction(weight["weight"]) * Fraction(weight["values"].get(cell, weight.get("others", "0")))

    def assess(self, rows):
        """Of every row its risk, its floor, and what each known set adds to the risk: the definition, word for word."""
        kinds = collections.Counter(tuple(row.items()) for row in rows)
        found = {}
        for kind in kinds:
            mine = {name: cell for name, cell in kind if not self.suppressed(name, cell)}
            may = [name for name in mine if Fraction(self.known.get(name, "0")) > 0]
            parts = {}
            for size in range(len(may) + 1):
                for known in itertools.combinations(may, size):
                    parts[known] = self.contribution(mine, may, known, kinds)
            found[kind] = (sum(parts.values()), parts[()], parts)
        return [found[tuple(row.items())] for row in rows]

    def contribution(self, mine, may, known, kinds):
        chance = Fraction(self.alpha)
        for name in may:
            if name in known:
                chance *= Fraction(self.known[name])
            elif self.probability:
                chance *= 1 - Fraction(self.known[name])
        matching = sum(count for other, count in kinds.items()
                       if all(cell == mine[name] or (self.wildcard and cell == "*") for name, cell in other if name in known))
        return chance * sum(self.weight(name, cell) for name, cell in mine.items() if name not in known) / matching

    def above(self, rows):
        """Rows above delta; None if one is so near to it that rounding may decide."""
        delta = Fraction(self.delta)
        risks = [risk for risk, _, _ in self.assess(rows)]
        if any(abs(risk - delta) <= delta / 10 ** 9 for risk in risks):
            return None
        return sum(risk > delta for risk in risks)

    def may_lose(self, name, row):
        return name in self.known and (self.cells == "any" or self.weight(name, row[name]) == 0)

    def without(self, rows, chosen=None):
        """These rows, and the chosen ones of them without anything that may be suppressed."""
        return [{name: "*" if (chosen is None or chosen[i]) and self.may_lose(name, row) else cell
                 for name, cell in row.items()} for i, row in enumerate(rows)]

    def cannot_be_kept(self, rows):
        """Some rows stay above delta, or as good as on it, when all that ever are lose everything that may be suppressed."""
        while True:
            risky = [risk > Fraction(self.delta) * (1 - Fraction(1, 10 ** 9)) for risk, _, _ in self.assess(rows)]
            fewer = self.without(rows, risky)
            if fewer == rows:
                return any(risky)
            rows = fewer

    def read(self, path):
        """A released file: who, and cells as they are compared."""
        _, rows = (lib.read_parquet if path.suffix == ".parquet" else lib.read_csv)(path)
        return [(row["who"], {name: self.cell(name, row[name]) for name in self.types}) for row in rows]


def between(value, low, high):
    return float(low) * (1 - 1e-12) <= value <= float(high) * (1 + 1e-12)


def look(suite, what, table, policy, rows, *flags):
    """`gauze risk` of these rows, which are in the order of the file."""
    counted = table.assess(rows)
    csv, parquet = table.folder / "records.csv", table.folder / "records.parquet"
    result = suite.expect(0, what, "risk", policy, "--json", "-q", "--records", csv, *flags)
    suite.expect(0, what, "risk", policy, "-q", "--records", parquet, *flags)
    if result.returncode != 0:
        return
    found = json.loads(result.stdout)
    risks = [risk for risk, _, _ in counted]
    # What is certified may be this much too high, and never too low.
    slack = lambda risk: risk + max(Fraction(table.alpha) / 10 ** 6, risk / 1000)
    distinct = len({tuple(cell for name, cell in row.items() if name in {**table.known, **table.weights}) for row in rows})
    suite.check(found["rows"] == len(rows) and found["distinct"] == distinct,
                f"{what}: {found['rows']} rows, {found['distinct']} distinct; counted {len(rows)}, {distinct}")
    suite.check(between(found["highest"], max(risks), slack(max(risks))), f"{what}: highest {found['highest']}, {max(risks)}")
    suite.check(between(found["mean"], sum(risks) / len(risks), sum(map(slack, risks)) / len(risks)),
                f"{what}: mean {found['mean']}, counted {float(sum(risks) / len(risks))}")
    floor = max(floor for _, floor, _ in counted)
    suite.check(abs(found["floor"] - floor) <= 1e-12 * floor, f"{what}: floor {found['floor']}, counted {float(floor)}")
    delta = Fraction(table.delta)
    low, high = sum(risk > delta for risk in risks), sum(slack(risk) >= delta * (1 - Fraction(1, 10 ** 9)) for risk in risks)
    suite.check(low <= found["above"][0]["rows"] <= high, f"{what}: {found['above']} above, counted {low} to {high}")
    _, records = lib.read_csv(csv)
    suite.check(len(records) == len(rows), f"{what}: {len(records)} records")
    for number, (record, (risk, _, parts)) in enumerate(zip(records, counted), 1):
        low, high = float(record["risk_from"]), float(record["risk_to"])
        suite.check(Fraction(low) <= risk <= Fraction(high) and high <= slack(risk) * (1 + Fraction(1, 10 ** 9)),
                    f"{what}: record {number} is {float(risk)}, not from {low} to {high}")
        most = max((part for known, part in parts.items() if known), default=0)
        named = tuple(record["known_set"].split(";")) if record["known_set"] else ()
        suite.check(int(record["row"]) == number and (most == 0 if not named else parts.get(named, -1) >= most * (1 - 1e-9)),
                    f"{what}: of record {number} {named} contributes most, counted {float(most)}")
    _, again = lib.read_parquet(parquet)
    suite.check([{**record, "risk_from": float(record["risk_from"]), "risk_to": float(record["risk_to"])} for record in records] ==
                [{**record, "risk_from": float(record["risk_from"]), "risk_to": float(record["risk_to"])} for record in again],
                f"{what}: records as Parquet differ")


def released(suite, what, table, folder, suffix):
    """Only cells that may become * did, and nobody is above delta."""
    rows = table.read(folder / f"data.{suffix}")
    suite.check(sorted(who for who, _ in rows) == sorted(row["who"] for row in table.rows), f"{what}: rows were lost")
    for who, row in rows:
        for name, cell in row.items():
            kept = cell == table.seen[who][name]
            suite.check(kept or (cell == "*" and table.may_lose(name, table.seen[who])), f"{what}: a cell of {name} changed")
    cells = [row for _, row in rows]
    after = table.assess(cells)
    suite.check(all(risk <= Fraction(table.delta) for risk, _, _ in after), f"{what}: a record is above {table.delta}")
    if table.wildcard:
        before = table.assess([table.seen[who] for who, _ in rows])
        suite.check(all(now[0] <= then[0] for now, then in zip(after, before)), f"{what}: a risk rose")
    return rows


def put_back(suite, what, table, policy, rows):
    """Some or all stars are replaced by the original cells: `verify` agrees with the count here. Returns whether it broke."""
    broken = 0
    for share in (0.5, 1):
        restored = [{"who": who, **{name: table.seen[who][name] if cell == "*" and table.rng.random() < share else cell
                                    for name, cell in row.items()}} for who, row in rows]
        above = table.above([{name: row[name] for name in table.types} for row in restored])
        target = table.folder / "restored.csv"
        lib.write_csv(target, list(restored[0]), [{name: "" if cell is None else cell for name, cell in row.items()}
                                                  for row in restored])
        if above is not None:
            suite.expect(1 if above else 0, f"{what}: stars put back, {above} above", "verify", target, "-q", "--policy", policy)
            broken += above > 0
    return broken > 0


def one(suite, number, seen):
    table = Table(suite, number)
    suffix = table.rng.choice(["csv", "parquet"])
    policy = table.policy("two-threads", {"format": suffix})
    what = f"{number}: {policy}"
    source = [table.seen[row["who"]] for row in table.rows]
    look(suite, f"{what}, source", table, policy, source)
    run = suite.gauze("run", policy, "-q", "--threads", 2)
    other = table.policy("one-thread", {"format": suffix})
    again = suite.gauze("run", other, "-q", "--threads", 1)
    suite.check((run.returncode, run.stderr) == (again.returncode, again.stderr), f"{what}: one thread says {again.stderr}")
    seen["risky"] += bool(table.above(source))
    if run.returncode != 0:
        suite.check(run.returncode == 2 and "stay above it" in run.stderr, f"{what}: exit {run.returncode}: {run.stderr}")
        suite.check(table.cannot_be_kept(source), f"{what}: refused, but delta could have been kept: {run.stderr}")
        seen["refused"] += 1
        return
    folder = policy.with_suffix("")
    rows = released(suite, what, table, folder, suffix)
    suite.check(lib.contents(folder)[f"data.{suffix}"] == lib.contents(other.with_suffix(""))[f"data.{suffix}"],
                f"{what}: one thread gives another release")
    seen["suppressed"] += any(row != table.seen[who] for who, row in rows)
    suite.expect(0, f"{what}: verify", "verify", folder, "-q")
    look(suite, f"{what}, release", table, policy, [row for _, row in rows], "--release", folder)
    seen["broken"] += put_back(suite, what, table, policy, rows)
    single = table.policy("single-pass", {"format": suffix}, until="single_pass")
    once = suite.gauze("run", single, "-q")
    suite.check(once.returncode in (0, 1), f"{what}: single pass, exit {once.returncode}: {once.stderr}")
    if once.returncode == 0:
        released(suite, f"{what}, single pass", table, single.with_suffix(""), suffix)


def main():
    suite = lib.Suite(__doc__, count=12)
    seen = dict.fromkeys(("risky", "suppressed", "refused", "broken"), 0)
    for number in range(suite.flags.count):
        one(suite, number, seen)
    print(", ".join(f"{name} in {tables} tables" for name, tables in seen.items()))
    for name, tables in seen.items():  # a test in which it never happens shows nothing
        suite.check(tables > 0 or suite.flags.count < 24, f"there is no table with {name}")
    suite.finish()


if __name__ == "__main__":
    main()
