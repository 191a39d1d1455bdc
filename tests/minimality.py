"""`attack minimality` finds exactly what follows from classes that were not cut: on tiny releases by an invented tool that cuts wherever k and l allow, against all
ways to give the values of a class to its people, one by one. What it calls certain is true in every one of them, and in the table; the same on releases of `mondrian`. A tool that stops
earlier is found out.

--count N makes N releases.
"""
import collections
import itertools
import json

import any_tool
import lib

COLUMNS = ["age", "size"]


def keeps(rows, k, l):
    return len(rows) >= k and len({row["illness"] for row in rows}) >= l


def cuts(rows):
    """All ways to part rows in two by a column, in the order of its values."""
    for name in COLUMNS:
        for last in sorted({row[name] for row in rows})[:-1]:
            yield [row for row in rows if row[name] <= last], [row for row in rows if row[name] > last]


def cut(rng, rows, k, l):
    """Classes that cannot be cut any more."""
    possible = [sides for sides in cuts(rows) if all(keeps(side, k, l) for side in sides)]
    if not possible:
        return [rows]
    return [one for side in rng.choice(possible) for one in cut(rng, side, k, l)]


def label(rows, name):
    low, high = min(row[name] for row in rows), max(row[name] for row in rows)
    return str(low) if low == high else f"[{low}, {high}]"


def brute_force(classes):
    """Everything that the attack says, by going through every table of every class."""
    k, l = min(map(len, classes)), min(len({row["illness"] for row in rows}) for rows in classes)
    counted = collections.Counter(k=k, l=l)
    for rows in classes:
        own = [row["illness"] for row in rows]
        tables = set(itertools.permutations(own))
        uncut = [table for table in tables
                 if not any(all(keeps(side, k, l) for side in sides) for sides in cuts([{**row, "illness": value} for row, value in zip(rows, table)]))]
        if not uncut:
            counted["classes.refuted"] += 1
            continue
        counted["classes.tried"] += 1
        counted["classes.narrowed"] += len(uncut) < len(tables)
        shares = collections.Counter(own)
        for person, value in enumerate(own):
            found = collections.Counter(table[person] for table in uncut)
            for name, counts in (("success", found), ("guess", shares)):
                likeliest = [one for one, rows in counts.items() if rows == max(counts.values())]
                counted[name] += (value in likeliest) / len(likeliest)
            counted["people.tried"] += 1
            counted["people.certain"] += len(found) == 1
            counted["certain.right"] += len(found) == 1 and value in found
    return counted


def attack(suite, what, *arguments):
    result = suite.expect(0, what, "attack", "minimality", *arguments, "--json", "-q")
    return json.loads(result.stdout)["figures"] if result.returncode == 0 else {}


def draw(rng, count):
    return [{"age": rng.randint(1, 5), "size": rng.randint(1, 3), "illness": rng.choice(any_tool.SENSITIVE[:3])} for _ in range(count)]


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    people = draw(rng, rng.randint(3, 12))
    lazy = rng.random() < 0.2
    classes = cut(rng, people, rng.randint(1, 3), 2)
    if max(map(len, classes)) > 7:
        return
    if lazy and len(classes) > 1 and len(classes[0]) + len(classes[1]) <= 7:
        classes = [classes[0] + classes[1], *classes[2:]]
    shown = [{**{name: label(rows, name) for name in COLUMNS}, "illness": row["illness"]} for rows in classes for row in rows]
    boxes = [[(min(row[name] for row in rows), max(row[name] for row in rows)) for name in COLUMNS] for rows in classes]
    inside = lambda row, box: all(low <= row[name] <= high for name, (low, high) in zip(COLUMNS, box))
    if any(sum(inside(row, box) for box in boxes) > 1 for row in people):
        return  # the lazy tool's classes overlap
    lib.write_csv(folder / "people.csv", [*COLUMNS, "illness"], people)
    lib.write_csv(folder / "shown.csv", [*COLUMNS, "illness"], shown, delimiter=";")
    what = f"{number}: {folder}"
    found = attack(suite, what, folder / "shown.csv", "--sensitive", "illness", "--qi", "age,size", "--source", folder / "people.csv")
    counted = brute_force(classes)
    for name in ("k", "l", "classes.tried", "classes.narrowed", "classes.refuted", "people.tried", "people.certain"):
        suite.check(found.get(name) == counted[name], f"{what}: {name} is {found.get(name)}, counted {counted[name]}")
    suite.check(found.get("classes.too_large") == 0, f"{what}: {found}")
    seen["missed"] += max(0, counted["people.certain"] - found.get("people.certain", 0))
    for name in ("success", "guess"):
        share = counted[name] / max(1, counted["people.tried"])
        suite.check(not counted["people.tried"] or abs(found.get(name, -1) - share) < 1e-6, f"{what}: {name} is {found.get(name)}, counted {share}")
    if not lazy:
        suite.check(counted["classes.refuted"] == 0, f"{what}: {counted}")
        suite.check(counted["certain.right"] == counted["people.certain"] and found.get("certain.right", 1) == 1, f"{what}: {found}")
    seen += counted


def ours(suite, number, seen):
    """A release of `mondrian`, which tries every cut."""
    rng, folder = suite.random, suite.folder / f"ours{number}"
    folder.mkdir()
    rows = [{"age": str(rng.randint(20, 39)), "town": rng.choice("abcdef"), "illness": rng.choice(any_tool.SENSITIVE)} for _ in range(60)]
    lib.write_csv(folder / "table.csv", ["age", "town", "illness"], rows)
    attributes = {"age": {"role": "quasi_identifying", "type": "integer"}, "town": {"role": "quasi_identifying"}, "illness": {"role": "sensitive"}}
    protect = [{"k_anonymity": {"k": rng.randint(2, 3)}}, {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": rng.randint(2, 3)}}]
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, protect, {"labels": "set"})
    suite.expect(0, str(policy), "run", policy, "-q")
    found = attack(suite, str(policy), folder / "policy", "--policy", policy)
    suite.check(found.get("classes.refuted") == 0 and found.get("certain.right", 1) == 1, f"{policy}: {found}")
    seen["ours narrowed"] += found.get("classes.narrowed", 0)


def main():
    suite = lib.Suite(__doc__, count=30)
    seen = collections.Counter()
    for number in range(suite.flags.count):
        one(suite, number, seen)
    for number in range(3 + suite.flags.count // 20):
        ours(suite, number, seen)
    suite.check(seen["classes.narrowed"] > 0 and seen["ours narrowed"] > 0, f"nothing was learned: {seen}")
    suite.check(suite.flags.count < 100 or (seen["people.certain"] > 0 and seen["classes.refuted"] > 0), f"nothing was certain: {seen}")
    print(f"{suite.flags.count} releases, {seen['people.tried']} people: {seen['people.certain']} certain, {seen['missed']} missed; {seen['classes.narrowed']} of {seen['classes.tried']} classes tell more")
    suite.finish()


if __name__ == "__main__":
    main()
