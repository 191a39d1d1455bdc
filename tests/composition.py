"""`attack composition` leaves people exactly the values that all releases allow: on tiny releases of overlapping people by two to five invented tools,
each with classes and labels of its own, against a count by hand, row by row. The promise `composition` refuses a release of gauze exactly if somebody would be
left with too few values beside earlier ones, counted by hand.

--count N makes N groups of releases.
"""
import collections
import json

import any_tool
import lib


def attack(suite, what, *arguments):
    result = suite.expect(0, what, "attack", "composition", *arguments, "--json", "-q")
    return json.loads(result.stdout)["figures"] if result.returncode == 0 else {}


def right_guess(counts, own):
    most = max(counts.values(), default=0)
    likeliest = [value for value, rows in counts.items() if rows == most and rows > 0]
    return (own in likeliest) / max(1, len(likeliest))


def brute_force(releases, forms, people):
    counted = collections.Counter()
    for person in people:
        each = [collections.Counter(row["illness"] for row in shown if any_tool.covers(forms, row, person)) for shown in releases]
        if not all(each):
            counted["absent"] += 1
            continue
        together = {value: min(counts[value] for counts in each) for value in any_tool.SENSITIVE}
        left = [value for value, rows in together.items() if rows > 0]
        best = min(map(len, each))
        counted["people"] += 1
        counted["one_left"] += len(left) == 1
        counted["one_right"] += left == [person["illness"]]
        counted["one_best"] += best == 1
        counted["fewer"] += len(left) < best
        counted["none"] += not left
        counted["values"] += len(left)
        counted["best"] += best
        counted["guess"] += right_guess(together, person["illness"])
        counted["guess_first"] += right_guess(each[0], person["illness"])
    return counted


def compare(suite, what, found, counted, of):
    wanted = {f"illness{of}.one_left": "one_left", f"illness{of}.guess_right": "guess", f"illness{of}.none_left": "none"}
    if not of:
        wanted |= {"illness.one_left.best_release": "one_best", "illness.fewer_together": "fewer", "illness.values.together": "values",
                   "illness.values.best_release": "best", "illness.guess_right.first_release": "guess_first", "success": "one_right"}
    else:
        wanted["control"] = "one_right"
    for name, own in wanted.items():
        if counted["people"]:
            value = counted[own] / counted["people"]
            suite.check(abs(found.get(name, -1) - value) < 1e-6, f"{what}: {name} is {found.get(name)}, counted {value}")


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    forms = any_tool.columns(rng, most=3)
    common = any_tool.people(rng, forms, rng.randint(2, 8))
    control = any_tool.people(rng, forms, 6)
    releases, files = [], []
    for index in range(rng.choice([2, 2, 3, 5])):
        shown = any_tool.release(rng, forms, common + any_tool.people(rng, forms, rng.randint(0, 6)), least=2, most=4)
        files.append(folder / f"{index}.csv")
        lib.write_csv(files[-1], list(shown[0]), shown, delimiter=rng.choice([";", "\t"]))
        releases.append(shown)
    lib.write_csv(folder / "common.csv", list(common[0]), common)
    lib.write_csv(folder / "control.csv", list(common[0]), control)
    labels = any_tool.describe(folder, forms)
    what = f"{number}: {folder}"
    found = attack(suite, what, *files, "--labels", labels, "--source", folder / "common.csv", "--control", folder / "control.csv", "--victims", 0)
    counted = brute_force(releases, forms, common)
    suite.check(found.get("people") == len(common) and found.get("people.not_in_all") == counted["absent"] == 0, f"{what}: {found}")
    compare(suite, what, found, counted, "")
    compare(suite, what, found, brute_force(releases, forms, control), ".control")
    suite.check(counted["one_left"] == counted["one_right"] and counted["none"] == 0, f"{what}: somebody who is in all was lost: {counted}")
    seen += counted


def beside(suite, number, seen):
    """Two to five releases of overlapping people by gauze; the last one promises that together they leave everybody two values. Returns whether there was something to
    promise."""
    rng, folder = suite.random, suite.folder / f"beside{number}"
    folder.mkdir()
    attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "illness": {"role": "sensitive"}}
    diverse = {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}}
    oldest = rng.choice([21, 39])  # with few ages, classes are large
    person = lambda: {"age": str(rng.randint(20, oldest)), "illness": rng.choice(any_tool.SENSITIVE)}
    common = [person() for _ in range(rng.randint(6, 12))]
    folders, tables = [], []
    releases = rng.choice([2, 3, 5])
    for index in range(releases):
        tables.append(common + [person() for _ in range(rng.randint(2, 8))])
        lib.write_csv(folder / f"{index}.csv", ["age", "illness"], tables[-1])
        policy = lib.write_policy(folder / f"{index}.json", folder / f"{index}.csv", attributes, [diverse], {"labels": "node"}, method=rng.choice(["cluster", "mondrian"]))
        if suite.gauze("run", policy, "-q").returncode:
            return False  # a table that is not diverse enough
        folders.append(folder / str(index))
    ranges = [[(*map(int, row["age"].strip("[]").split(", ")), row["illness"]) for row in lib.read_csv(one / "data.csv")[1]] for one in folders]
    left = []
    for one in tables[-1]:
        each = [{illness for *ends, illness in rows if ends[0] <= int(one["age"]) <= ends[-1]} for rows in ranges]
        if set.intersection(*each):
            left.append(len(set.intersection(*each)))
    promise = {"composition": {"attribute": "illness", "l": 2, "beside": [str(one) for one in folders[:-1]]}}
    held = json.loads(policy.read_text())
    held["protect"].append(promise)
    held["release"]["directory"] = str(folder / "held")
    policy.write_text(json.dumps(held))
    result = suite.gauze("run", policy, "-q")
    suite.check((result.returncode == 0) == (min(left) >= 2), f"{policy}: {left}, {result.stderr}")
    suite.check((folder / "held").exists() == (result.returncode == 0), f"{policy}: published?")
    seen[f"{'held' if result.returncode == 0 else 'refused'} beside {releases - 1}"] += 1
    return True


def main():
    suite = lib.Suite(__doc__, count=30)
    seen = collections.Counter()
    for number in range(suite.flags.count):
        one(suite, number, seen)
    tried = sum(beside(suite, number, seen) for number in range(16 + suite.flags.count // 5))
    outcomes = {outcome: sum(count for name, count in seen.items() if name.startswith(outcome)) for outcome in ("held", "refused")}
    suite.check(tried == sum(outcomes.values()) and min(outcomes.values()) > 0, f"the promise was always kept, or never: {seen}")
    suite.check(seen["held beside 4"] + seen["refused beside 4"] > 0, f"never beside four others: {seen}")
    suite.check(seen["fewer"] > 0 and seen["one_left"] > seen["one_best"], f"nobody was found by several releases: {seen}")
    print(f"{suite.flags.count} groups of releases, {seen['people']} people: {seen['one_left']} left with one value, {seen['one_best']} by the best release alone")
    suite.finish()


if __name__ == "__main__":
    main()
