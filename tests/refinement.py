"""`attack refinement` finds exactly what follows, for each finer pass by itself, from rows that it has left over: on tiny releases by an invented tool that recodes in
passes, against all ways to spread the rows of the coarser classes. What it claims is true in every table that this tool would have released so, tried one by one. Releases
by tools that work otherwise are refused, refuted, or tell nothing that the people do not bear out.

--count N makes N releases.
"""
import collections
import itertools
import json
import math

import any_tool
import lib

# Of each value the labels above it, up to "*".
TREES = {"place": {"a": ("left", "*"), "b": ("left", "*"), "c": ("right", "*"), "d": ("right", "*"), "e": ("right", "*")},
         "kind": {"u": ("*",), "v": ("*",), "w": ("*",)}}
SHAPES = list(itertools.product(range(3), range(2)))
MOST_TABLES = 30_000


def at(name, value, level):
    return value if level == 0 else TREES[name][value][level - 1]


def recoded(row, levels):
    return tuple(at(name, row[name], level) for name, level in zip(TREES, levels))


def keeps(rows, k, l):
    return len(rows) >= k and len({row["illness"] for row in rows}) >= l


def recode(rows, order, k, l):
    """The levels, the labels and the rows of each class. What is left at the end shows nothing."""
    classes, left = [], list(rows)
    for levels in order:
        groups = collections.defaultdict(list)
        for row in left:
            groups[recoded(row, levels)].append(row)
        done = {labels: rows for labels, rows in groups.items() if keeps(rows, k, l)}
        classes += [(levels, labels, rows) for labels, rows in done.items()]
        left = [row for row in left if recoded(row, levels) not in done]
    return classes + ([((2, 1), ("*", "*"), left)] if left else [])


def finer(one, other):
    return one != other and all(a <= b for a, b in zip(one, other))


def values_of(name, label):
    return [value for value in TREES[name] if label in (value, *TREES[name][value])]


def spreads(rows, room):
    """All ways to put so many rows into cells with this room."""
    if not room:
        yield from [()] if rows == 0 else []
        return
    for first in range(min(rows, room[0]) + 1):
        for others in spreads(rows - first, room[1:]):
            yield (first, *others)


def least_by_pass(classes, levels, room):
    """Of every class of a coarser pass: the fewest rows by cell of each column, and by cell. Nothing if the rows cannot be spread."""
    released = {labels for own, labels, _ in classes if own == levels}
    left = [(number, labels, len(rows)) for number, (own, labels, rows) in enumerate(classes) if finer(levels, own)]
    cells = {number: [cell for cell in sorted({recoded(dict(zip(TREES, values)), levels) for values in itertools.product(*map(values_of, TREES, labels))})
                      if cell not in released] for number, labels, _ in left}
    least = {number: None for number, _, _ in left}

    def go(position, used):
        if position == len(left):
            yield {}
            return
        number, _, rows = left[position]
        for way in spreads(rows, [room - used[cell] for cell in cells[number]]):
            for others in go(position + 1, used + collections.Counter(dict(zip(cells[number], way)))):
                yield {number: way, **others}

    for ways in go(0, collections.Counter()):
        for number, way in ways.items():
            found = collections.Counter()
            for cell, rows in zip(cells[number], way):
                found["cell", cell] += rows
                for j, label in enumerate(cell):
                    found[j, label] += rows
            least[number] = found if least[number] is None else least[number] & found
    return least if all(found is not None for found in least.values()) else None


def brute_force(classes, k, only_k):
    """Of each class and column what the pass that tells most tells, as the fewest rows by label; and of each class how many rows a narrower tuple is certain of."""
    best, tuples, total = {}, collections.Counter(), sum(len(rows) for _, _, rows in classes)
    for levels in sorted({own for own, _, _ in classes}):
        least = least_by_pass(classes, levels, k - 1 if only_k else total)
        if least is None:
            return None, None
        for number, found in least.items():
            own = classes[number][0]
            tuples[number] = max(tuples[number], sum(rows for (what, _), rows in found.items() if what == "cell"))
            for j in range(len(TREES)):
                if own[j] == levels[j]:
                    continue
                told = {label: rows for (what, label), rows in found.items() if what == j and rows > 0}
                if sum(told.values()) > sum(best.get((number, j), {}).values()):
                    best[number, j] = told
    return best, tuples


def is_true(classes, best, order, k, l):
    """How many tables this tool would have released so, and whether each of them bears out what is claimed; and how many more rows are certain in all of them."""
    columns = []
    for _, labels, rows in classes:
        choices = list(itertools.product(*map(values_of, TREES, labels)))
        columns.append(list(itertools.product(choices, repeat=len(rows))) if len(choices) ** len(rows) <= MOST_TABLES else None)
    if None in columns or math.prod(map(len, columns)) > MOST_TABLES:
        return 0, True, 0
    shown = sorted((own, labels, sorted(row["illness"] for row in rows)) for own, labels, rows in classes)
    tables, right, least = 0, True, {}
    for table in itertools.product(*columns):
        people = [{**dict(zip(TREES, values)), "illness": row["illness"]} for (_, _, rows), own in zip(classes, table) for row, values in zip(rows, own)]
        again = recode(people, order, k, l)
        if sorted((own, labels, sorted(row["illness"] for row in rows)) for own, labels, rows in again) != shown:
            continue
        tables += 1
        for (number, j), told in best.items():
            right = right and all(sum(label in (values[j], *list(TREES.values())[j][values[j]]) for values in table[number]) >= rows for label, rows in told.items())
        for number, own in enumerate(table):
            for j in range(len(TREES)):
                found = collections.Counter(values[j] for values in own)
                least[number, j] = found if (number, j) not in least else least[number, j] & found
    more = sum(sum(found.values()) > sum(best.get(place, {}).values()) for place, found in least.items() if classes[place[0]][0][place[1]] > 0)
    return tables, right, more


def attack(suite, what, *arguments):
    done = suite.gauze("attack", "refinement", *arguments, "--json", "-q")
    if done.returncode != 0:
        suite.check(done.returncode == 2 and "nothing was recoded in passes" in done.stdout, f"{what}: exit {done.returncode}: {done.stdout}")
        return None
    return json.loads(done.stdout)["figures"]


def describe(folder):
    for name, tree in TREES.items():
        (folder / f"{name}.csv").write_text("".join(";".join((value, *above)) + "\n" for value, above in tree.items()))
    (folder / "labels.yaml").write_text(json.dumps({"quasi_identifying": {name: {"hierarchy": f"{name}.csv"} for name in TREES}, "sensitive": ["illness"]}))
    return folder / "labels.yaml"


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    k, l = rng.randint(2, 3), rng.choice([1, 1, 2])
    rows = [{**{name: rng.choice(list(tree)) for name, tree in TREES.items()}, "illness": rng.choice(any_tool.SENSITIVE[:2])} for _ in range(rng.randint(4, 9))]
    order = rng.sample(SHAPES[:-1], rng.randint(1, 4)) + [SHAPES[-1]]
    classes = recode(rows, order, k, l)
    shown = [{**dict(zip(TREES, labels)), "illness": row["illness"]} for _, labels, own in classes for row in own]
    names = [*TREES, "illness"]
    lib.write_csv(folder / "people.csv", names, rows)
    lib.write_csv(folder / "shown.csv", names, shown)
    what = f"{number}: {folder}, {order}, k = {k}, l = {l}"
    found = attack(suite, what, folder / "shown.csv", "--labels", describe(folder), "--source", folder / "people.csv")
    nested = any(finer(a, b) and all(set(values_of(name, x)) <= set(values_of(name, y)) for name, x, y in zip(TREES, labels, others))
                 for a, labels, _ in classes for b, others, _ in classes)
    suite.check((found is not None) == nested, f"{what}: {found}")
    if not found:
        return
    sizes = [len(own) for levels, _, own in classes if levels != (2, 1)]
    only_k = any(len({row["illness"] for row in own}) == 1 for levels, _, own in classes if levels != (2, 1))
    best, tuples = brute_force(classes, min(sizes), only_k)
    if not suite.check(best is not None and found["refuted"] == 0, f"{what}: refuted: {found}"):
        return
    counted = {"k": min(sizes), "only_k": only_k, "passes": len({levels for levels, _, _ in classes}), "tuples.narrowed": sum(tuples.values()),
               "cells.narrowed": sum(sum(told.values()) for told in best.values()), "classes.narrowed": len({place[0] for place in best}), "skipped": 0}
    for name, count in counted.items():
        suite.check(found.get(name) == count, f"{what}: {name} is {found.get(name)}, counted {count}")
    suite.check(not best or (found["success"] == 1 and 0 < found["guess"] <= 1), f"{what}: {found}")
    tables, right, more = is_true(classes, best, order, k, l)
    suite.check(right, f"{what}: a claim is not true in every table")
    seen += collections.Counter({"releases": 1, "narrowed": counted["cells.narrowed"], "tuples": counted["tuples.narrowed"], "tables": tables,
                                 "tried": tables > 0, "missed": more, "more than k": not only_k and counted["cells.narrowed"] > 0})


def other_tools(suite, number, seen):
    """Classes by chance, and those of `mondrian` with nodes: nothing in passes."""
    rng, folder = suite.random, suite.folder / f"other{number}"
    folder.mkdir()
    rows = [{**{name: rng.choice(list(tree)) for name, tree in TREES.items()}, "illness": rng.choice(any_tool.SENSITIVE)} for _ in range(60)]
    names = [*TREES, "illness"]
    lib.write_csv(folder / "people.csv", names, rows)
    labels = describe(folder)
    attributes = {name: {"role": "quasi_identifying", "hierarchy": f"{name}.csv"} for name in TREES} | {"illness": {"role": "sensitive"}}
    policy = lib.write_policy(folder / "policy.json", folder / "people.csv", attributes, [{"k_anonymity": {"k": 4}}], {})
    suite.expect(0, str(policy), "run", policy, "-q")
    found = attack(suite, str(folder), folder / "policy" / "data.csv", "--labels", labels, "--source", folder / "people.csv")
    seen["not in passes"] += found is None
    seen["refuted"] += found is not None and found["refuted"] == 1
    if found and found.get("claims"):
        seen["claimed"] += 1
        seen["wrong"] += found["success"] < 1


def main():
    suite = lib.Suite(__doc__, count=40)
    seen = collections.Counter()
    for number in range(suite.flags.count):
        one(suite, number, seen)
    for number in range(3 + suite.flags.count // 20):
        other_tools(suite, number, seen)
    suite.check(seen["narrowed"] > 0 and seen["tuples"] > 0 and seen["tried"] > 0, f"nothing was learned: {seen}")
    suite.check(suite.flags.count < 100 or (seen["more than k"] > 0 and seen["not in passes"] + seen["refuted"] > 0), f"not everything was tried: {seen}")
    print(f"{seen['releases']} releases with classes within others: something narrower is certain of {seen['narrowed']} cells and {seen['tuples']} rows, true in all of {seen['tables']} tables; "
          f"more is certain in {seen['missed']} columns of classes. Of other tools: {seen['refuted']} refuted, {seen['not in passes']} not in passes, {seen['claimed']} with claims, {seen['wrong']} of these wrong")
    suite.finish()


if __name__ == "__main__":
    main()
