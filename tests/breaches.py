"""The breaches of classes: `attack proximity` and `attack divergence` find what a reader of the file counts here, in plain Python, row
by row; on random small tables, by both transforms, with and without a promise and a hierarchy. A promise that was kept holds, and
one that the file breaks is found broken.

--count N makes N random tables.
"""
import collections
import json

import attack
import lib

KINDS = {"age": "number", "height": "number", "city": "text", "born": "date", "member": "text"}


def run_attack(suite, what, name, release, policy):
    result = suite.expect(0, what, "attack", name, release, "--policy", policy, "--victims", 0, "--json", "-q")
    return json.loads(result.stdout) if result.returncode == 0 else {"holds": None, "figures": {}}


def near(rows, length):
    """The most rows in an interval, and its lower end: every number is tried."""
    numbers = sorted(float(row["income"]) for row in rows)
    return max(((sum(low <= number <= low + length for number in numbers), -low) for low in numbers), default=(0, 0))


def proximity(rows, own, length):
    most, low = near(rows, length)
    return most / len(rows), 2 * most >= len(rows) and -low <= float(own["income"]) <= -low + length


def divergence(rows, own, branch_of):
    home = branch_of[own["illness"]]
    branches = collections.Counter(branch_of[row["illness"]] for row in rows)
    others = max((count for branch, count in branches.items() if branch != home), default=0)
    unrelated = sum(count for branch, count in branches.items() if branch != home)
    return unrelated / len(rows), others >= branches[home] and 2 * others >= len(rows)


def figures(column, verdicts):
    """Figures of (share, breached) of every victim: of all candidates, and of the worst class."""
    found = {}
    for end, some in (("", [every for every, _ in verdicts]),
                      ("_if_class_is_known", [(max(share for share, _ in one), any(breached for _, breached in one)) for _, one in verdicts])):
        shares = [share for share, _ in some]
        found[f"{column}.breached{end}"] = sum(breached for _, breached in some) / len(some)
        found[f"{column}.highest{end}"] = max(shares)
        found[f"{column}.mean{end}"] = sum(shares) / len(shares)
    return found


class Table:
    def __init__(self, suite, number):
        self.rng = rng = suite.random
        self.folder = suite.folder / str(number)
        self.folder.mkdir()
        names, self.rows, self.attributes = lib.random_table(rng, rng.randint(20, 120), self.folder)
        for row in self.rows:
            row["income"] = str(rng.choice([rng.randint(10, 99), 20, 21]) * 100)
        lib.write_csv(self.folder / "table.csv", names, self.rows)
        illnesses = sorted({row["illness"] for row in self.rows})
        self.branch_of = {illness: illness for illness in illnesses}
        if rng.random() < 0.7:
            self.branch_of = {illness: f"kind {rng.randint(0, 2)}" for illness in illnesses}
            tree = self.folder / "illness.csv"
            tree.write_text("".join(f"{illness};{branch};*\n" for illness, branch in self.branch_of.items()))
            self.attributes["illness"]["hierarchy"] = str(tree)
        incomes = [float(row["income"]) for row in self.rows]
        self.length = (max(incomes) - min(incomes)) / 20
        self.promise = []
        if rng.random() < 0.5:
            self.length = rng.choice([0, 100, 1000])
            self.promise = [{"proximity": {"attribute": "income", "epsilon": self.length, "m": 1.2}}]

    def policy(self, name, protect):
        method = self.rng.choice(["mondrian", "cluster"])
        self.labels = self.rng.choice(["node", "set"])
        return lib.write_policy(self.folder / name, self.folder / "table.csv", self.attributes, protect,
                                {"labels": self.labels}, {"format": self.rng.choice(["csv", "parquet"])}, method=method)

    def candidates(self, released):
        """By victim: rows that can be theirs, and the same by class."""
        tree = [line.split(";") for line in (self.folder / "city.csv").read_text().splitlines()]
        parents = {line[0].strip('"').replace('""', '"'): line[1:] for line in tree}
        classes = collections.defaultdict(list)
        for row in released:
            classes[tuple(row[name] for name in KINDS)].append(row)
        for row in self.rows:
            fits = [rows for labels, rows in classes.items()
                    if all(attack.covers(label, row[name], kind, self.labels == "set", parents)
                           for label, (name, kind) in zip(labels, KINDS.items()))]
            yield row, [one for rows in fits for one in rows], fits


def compare(suite, what, found, wanted):
    for name, value in wanted.items():
        suite.check(abs(found.get(name, -1) - value) < 1e-9 * max(1, value), f"{what}: {name} is {found.get(name)}, counted {value}")


def main():
    suite = lib.Suite(__doc__, count=30)
    breaches = collections.Counter()
    for number in range(suite.flags.count):
        table = Table(suite, number)
        policy = table.policy("policy.json", [{"k_anonymity": {"k": 3}}])
        what = f"table {number}"
        suite.expect(0, what, "run", policy, "-q")
        data = next((table.folder / "policy").glob("data.*"))
        released = (lib.read_csv if data.suffix == ".csv" else lib.read_parquet)(data)[1]
        promised = json.loads(policy.read_text())
        promised["protect"] += table.promise
        other = table.folder / "promised.json"
        other.write_text(json.dumps(promised))
        people = list(table.candidates(released))
        for name, column, judge, given in (("proximity", "income", proximity, table.length),
                                           ("divergence", "illness", divergence, table.branch_of)):
            told = run_attack(suite, what, name, table.folder / "policy", other)
            verdicts = [(judge(rows, own, given), [judge(one, own, given) for one in fits]) for own, rows, fits in people]
            wanted = figures(column, verdicts)
            compare(suite, f"{what}, {name}", told["figures"], {"victims": len(table.rows), **wanted})
            breaches[name] += wanted[f"{column}.breached"] > 0
            if name == "proximity" and table.promise:
                holds = wanted["income.highest_if_class_is_known"] <= 1 / 1.2
                suite.check(told["holds"] is holds, f"{what}: {told}")
                breaches["promise kept" if holds else "promise broken"] += 1
    print(dict(breaches))
    suite.check(suite.flags.count < 20 or min(breaches.values()) > 0 and len(breaches) == 4, f"too little was tried: {breaches}")
    suite.finish()


if __name__ == "__main__":
    main()
