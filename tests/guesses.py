"""Guesses behind aliases and grades: `attack frequency` and `attack sorting` recover what the same adversaries, written again in plain
Python, recover; on random tables whose releases are made here and not by gauze, so that who made an alias is known, with the table
itself and with another one as what is known. A release of gauze has the same rates in its manifest.

--count N makes N random tables.
"""
import collections
import json
import math

import lib

CATEGORIES = [10, 20, 30, 50, 90]
TREE = {"flu": "lungs", "cold": "lungs", "asthma": "lungs", "ulcer": "stomach", "gastritis": "stomach", "migraine": "head", "": "*"}
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def grade(number):
    for index, (low, high) in enumerate(zip(CATEGORIES, CATEGORIES[1:]), 1):
        if low <= number < high:
            return index + (number - low) / (high - low)
    return len(CATEGORIES) - 1 + 0.999


def run_attack(suite, what, name, release, policy, known=None):
    more = [] if known is None else ["--known", known]
    result = suite.expect(0, what, "attack", name, release, "--policy", policy, "--json", "-q", *more)
    return json.loads(result.stdout)["figures"] if result.returncode == 0 else {}


def compare(suite, what, found, wanted):
    for name, value in wanted.items():
        suite.check(abs(found.get(name, -1) - value) < 1e-6 * max(1, value), f"{what}: {name} is {found.get(name)}, counted {value}")


class Table:
    def __init__(self, suite, number, safe):
        self.rng = rng = suite.random
        self.safe = safe
        self.folder = suite.folder / f"{number}"
        self.folder.mkdir()
        weights = [rng.random() ** 2 + 0.01 for _ in TREE]
        self.leaning = rng.random() < 0.5
        self.rows, self.others = ([self.person(weights) for _ in range(rng.randint(50, 400))] for _ in range(2))
        for name, rows in (("table", self.rows), ("others", self.others)):
            lib.write_csv(self.folder / f"{name}.csv", list(rows[0]), rows)
        (self.folder / "tree.csv").write_text("".join(f"{leaf};{parent};*\n" for leaf, parent in TREE.items() if leaf))
        suite.expect(0, "keys", "vault", "keys", self.folder / "server")

    def person(self, weights):
        rng = self.rng
        illness = rng.choices(list(TREE), weights)[0]
        likely = len(illness) % 3
        return {"sex": rng.choice("fm"), "ward": f"ward {likely if rng.random() < 0.4 else rng.randint(0, 5)}",
                "stay": str(rng.randint(1, 9) + likely), "illness": illness, "age": str(min(90, 10 + int(rng.expovariate(0.04)))),
                "choice": rng.choice(["1", "2", "2", "3"] if likely and self.leaning else ["1", "2", "3", ""])}

    def policy(self, protect=(), **more):
        path = self.folder / "policy.json"
        attributes = {"sex": {"role": "quasi_identifying"}, "ward": {"role": "quasi_identifying"}, "stay": {"role": "insensitive", "type": "integer"},
                      "illness": {"role": "sensitive", "hierarchy": str(self.folder / "tree.csv")},
                      "age": {"role": "sensitive", "type": "integer"}, "choice": {"role": "choice"}}
        personal = {"recipient": "test", "vault": {"file": str(self.folder / "out.vault"), "server": str(self.folder / "server.pub")},
                    "missing_choice": 2, "attributes": {"illness": {"aliases": "safe" if self.safe else "literal", "choice": "choice"},
                                                        "age": {"grades": CATEGORIES}}}
        return lib.write_policy(path, self.folder / "table.csv", attributes, list(protect), personal=personal, **more)

    def alias_key(self, row):
        """Whose alias a person shows; none for the own value and for a node's name. That there is none can be hidden, too."""
        choice = row["choice"] or "2"
        if choice == "1" or self.safe and choice == "2":
            return None
        return (choice, TREE[row["illness"]] if self.safe else row["illness"])

    def cell(self, row, token):
        named = self.safe and (row["choice"] or "2") == "2"
        return token or (TREE[row["illness"]] if named else row["illness"])

    def release(self):
        """Written here: a token for every alias that somebody shows, rows in any order. Returns rows with the truth beside them."""
        tokens, shown = {}, []
        for row in self.rows:
            key = self.alias_key(row)
            token = key and tokens.setdefault(key, "~" + "".join(self.rng.choices(LETTERS, k=10)))
            shown.append({**{name: row[name] for name in ("sex", "ward", "stay")}, "illness": self.cell(row, token),
                          "age": repr(grade(int(row["age"]))), "own": row["illness"], "number": int(row["age"])})
        self.rng.shuffle(shown)
        lib.write_csv(self.folder / "released.csv", ["sex", "ward", "stay", "illness", "age"], shown)
        return shown


class Adversary:
    """Matches aliases with values: by rank, and by company."""

    def __init__(self, shown, known, safe):
        self.shown, self.known = shown, known
        self.values = sorted(TREE)
        self.aliases = collections.Counter(row["illness"] for row in self.shown if row["illness"].startswith("~"))
        self.counts = counts = collections.Counter(row["illness"] for row in self.known)
        openly = collections.Counter(row["illness"] for row in self.shown)
        scale = len(self.shown) / len(self.known)
        self.hidden = {value: max(0, counts[value] * scale - openly[value]) for value in self.values}
        self.safe = safe
        self.meanings = [[value] for value in self.values]
        if safe:
            groups = collections.defaultdict(list)
            for value in self.values:
                groups[TREE[value]].append(value)
            self.meanings = list(groups.values())
        self.named = openly if safe else {}

    def best(self, values):
        return max(values, key=lambda value: (self.hidden[value], self.counts[value]))

    def behind(self, values):
        """Rows that are expected behind an alias for these, without those that show their node by name."""
        named = self.named.get(TREE[values[0]], 0) if self.safe else 0
        return max(0, sum(self.hidden[value] for value in values) - named)

    def frequency(self, values):
        return sum(self.counts[value] for value in values)

    def blindly(self):
        return dict.fromkeys(self.aliases, [self.best(self.values)])

    def by_rank(self):
        ranked = sorted(self.aliases.items(), key=lambda alias: (-alias[1], alias[0]))
        best = None
        for percent in [100] if self.safe else range(101):
            parts = [(share * self.behind(values), self.frequency(values), self.best(values))
                     for share in ([1] if self.safe else [percent / 100, 1 - percent / 100]) for values in self.meanings]
            parts.sort(key=lambda part: (-part[0], -part[1], part[2]))
            wanted = [rows for rows, _, _ in parts] + [0] * len(ranked)
            misfit = sum((math.sqrt(seen) - math.sqrt(rows)) ** 2
                         for (_, seen), rows in zip(ranked + [("", 0)] * len(parts), wanted))
            if best is None or misfit < best[0] - 1e-9:
                best = misfit, parts
        matched = collections.defaultdict(list)  # aliases that are as frequent share what they are matched with
        for (_, rows), (_, _, value) in zip(ranked, best[1]):
            matched[rows].append(value)
        return {alias: matched[rows] or self.blindly()[alias] for alias, rows in ranked}

    def by_company(self):
        columns = ("sex", "ward", "stay")
        everywhere = {name: collections.Counter(row[name] for row in self.known) for name in columns}
        guesses = {}
        for alias in self.aliases:
            rows = [row for row in self.shown if row["illness"] == alias]
            likelihood = []
            for values in self.meanings:
                known = [row for row in self.known if row["illness"] in values]
                beside = {name: collections.Counter(row[name] for row in known) for name in columns}
                logs = sum(math.log(max(1e-12, (beside[name][row[name]] + everywhere[name][row[name]] / len(self.known)) / (len(known) + 1)))
                           for row in rows for name in columns)
                likelihood.append((logs, self.behind(values), self.frequency(values), self.best(values)))
            guesses[alias] = [max(likelihood, key=lambda entry: entry[:3])[3]]
        return guesses

    def recovered(self, guesses):
        rows = [row for row in self.shown if row["illness"] in self.aliases]
        return sum(guesses[row["illness"]].count(row["own"]) / len(guesses[row["illness"]]) for row in rows) / len(rows)


def sorting(shown, known):
    """Shares of ages that are guessed right: blindly, by place, by steps; and the mean distance of the second."""
    numbers = sorted(int(row["age"]) for row in known)
    by_grade = collections.defaultdict(list)
    for row in shown:
        by_grade[float(row["age"])].append(row["number"])
    frequent = collections.Counter(numbers).most_common()
    most = min(number for number, count in frequent if count == frequent[0][1])
    before, right, distance = 0, 0, 0
    for _, truth in sorted(by_grade.items()):
        guess = numbers[min(len(numbers) - 1, (2 * before + len(truth)) * len(numbers) // (2 * len(shown)))]
        right += sum(guess == number for number in truth)
        distance += sum(abs(guess - number) for number in truth)
        before += len(truth)
    return {"age.graded_rows": len(shown), "age.grades": len(by_grade), "age.by_place": right / len(shown),
            "age.by_place.mean_distance": distance / len(shown), "age.blindly": sum(row["number"] == most for row in shown) / len(shown)}


def unambiguous(table, shown):
    """No two values and choices have the same rows beside the same cells: then what an alias stands for can be told."""
    profiles = collections.defaultdict(lambda: [collections.Counter() for _ in range(3)])
    for row in shown:
        if row["illness"].startswith("~"):
            for counter, name in zip(profiles[row["illness"]], ("sex", "ward", "stay")):
                counter[row[name]] += 1
    texts = [json.dumps([sorted(counter.items()) for counter in profile]) for profile in profiles.values()]
    return len(set(texts)) == len(texts)


def main():
    suite = lib.Suite(__doc__, count=12)
    tried = collections.Counter()
    for number in range(suite.flags.count):
        table = Table(suite, number, safe=number % 2 == 1)
        policy, shown = table.policy(), table.release()
        for known, name in ((table.rows, "table"), (table.others, "others")):
            what = f"table {number}, {'safe' if table.safe else 'literal'}, knows {name}"
            file = None if name == "table" else table.folder / "others.csv"
            found = run_attack(suite, what, "frequency", table.folder / "released.csv", policy, file)
            suite.check("illness.not_scored_rows" not in found, f"{what}: {found}")
            adversary = Adversary(shown, known, table.safe)
            wanted = {"illness.aliases": len(adversary.aliases), "illness.aliased_rows": sum(adversary.aliases.values())}
            if unambiguous(table, shown):
                wanted |= {f"illness.{way}": adversary.recovered(getattr(adversary, way)()) for way in ("blindly", "by_rank", "by_company")}
                tried["told apart"] += 1
            compare(suite, what, found, wanted)
            ages = run_attack(suite, what, "sorting", table.folder / "released.csv", policy, file)
            compare(suite, what, ages, sorting(shown, known))
            tried["company is better"] += found.get("illness.by_company", 0) > found.get("illness.by_rank", 1)
        compare(suite, what, run_attack(suite, what, "sorting", table.folder / "released.csv", policy), {"age.by_place": 1})
        made(suite, table, policy)
    print(dict(tried))
    suite.check(suite.flags.count < 8 or min(tried.values()) > 0, f"too little was tried: {tried}")
    suite.finish()


def made(suite, table, policy):
    """gauze's own release: its manifest has the rates that the attacks find in the file."""
    what = f"{table.folder.name}, released by gauze"
    suite.expect(0, what, "run", policy, "-q")
    rates = json.loads((table.folder / "policy" / "manifest.json").read_text())["personal"]["attacks"]
    found = {name: run_attack(suite, what, name, table.folder / "policy", policy) for name in ("frequency", "sorting", "proximity", "divergence")}
    for name, column, ways in (("frequency", "illness", ("blindly", "by_rank", "by_company")), ("sorting", "age", ("blindly", "by_place", "by_steps")),
                               ("proximity", "age", ("breached", "highest", "mean")), ("divergence", "illness", ("breached", "highest", "mean"))):
        compare(suite, f"{what}, {name}", found[name], {f"{column}.{way}": rates[name][column][way] for way in ways})


if __name__ == "__main__":
    main()
