"""`attack refinement` finds exactly what follows, for each finer pass by itself, from rows that it has left over: on tiny releases by an invented tool that recodes in
passes, against all ways to spread the rows of the coarser classes. What it claims is true in every table that this tool would have released so, tried one by one. Releases
by a tool that works otherwise are refused or refuted; where they are not, it is counted how often claims are wrong.

--count N makes N releases.
"""
import collections
import itertools
import json
import math

import any_tool
import lib

# Of each value the labels above it, up to the root. What is missing stays so on every level but the highest. "alone" has no sister and one value.
TREES = {"place": {"a": ("left", "*"), "b": ("left", "*"), "c": ("right", "*"), "d": ("right", "*"), "e": ("right", "*"), "f": ("alone", "*")},
         "kind": {"u": ("*",), "v": ("*",), "w": ("*",)}}
TOP = (2, 1)
SHAPES = list(itertools.product(range(3), range(2)))
MOST_TABLES = 30_000


def at(name, value, level):
    if value == "":
        return "*" if level == TOP[list(TREES).index(name)] else ""
    return value if level == 0 else TREES[name][value][level - 1]


def lifted(name, label, level):
    """A label as a higher level shows it."""
    value = next((value for value in TREES[name] if label in (value, *TREES[name][value])), "")
    return at(name, value, level) if label != value or level else label


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
    return classes + ([(TOP, ("*", "*"), left)] if left else [])


class Reading:
    """Classes as somebody reads them who has the hierarchies: the lowest level that a label may be of, and whether it is certain."""

    def __init__(self, classes, blank, root):
        # With `blank`, rows that were given up show nothing at all.
        self.shown = [("", "") if blank and labels == ("*", "*") else labels for _, labels, _ in classes]
        self.rows = [rows for _, _, rows in classes]
        self.missing = {name for labels in self.shown for name, label in zip(TREES, labels) if label == ""}
        self.levels = [tuple(map(self.level, TREES, labels)) for labels in self.shown]
        # A root with a name may be a level below that of the star, on which what is missing is still told apart.
        either = self.missing if root != "*" else set()
        self.certain = [not {"", "f", "alone"} & set(labels) and not any(label == "*" and name in either for name, label in zip(TREES, labels)) for labels in self.shown]

    def level(self, name, label):
        depths = {own: depth + 1 for above in TREES[name].values() for depth, own in enumerate(above)}
        return 0 if label == "alone" else depths.get(label, 0)

    def values(self, name, label):
        """What may lie behind a label: what is missing only where the release shows it."""
        if label == "":
            return [""]
        return [value for value in TREES[name] if label in (value, *TREES[name][value])] + ([""] if label == "*" and name in self.missing else [])

    def cells(self, number, levels):
        return [[at(name, value, level) for value in self.values(name, label)] for name, label, level in zip(TREES, self.shown[number], levels)]

    def groups(self):
        """Classes that are the same, however they are spelled, without those that show nothing."""
        found = collections.defaultdict(list)
        for number, labels in enumerate(self.shown):
            if set(labels) - {"", "*"}:
                found[self.levels[number], tuple("f" if label == "alone" else label for label in labels)] += self.rows[number]
        return list(found.values())

    def released(self, levels):
        return {labels for own, labels, certain in zip(self.levels, self.shown, self.certain) if own == levels and certain}


def finer(one, other):
    return one != other and all(a <= b for a, b in zip(one, other))


def spreads(rows, room):
    """All ways to put so many rows into cells with this room."""
    if not room:
        yield from [()] if rows == 0 else []
        return
    for first in range(min(rows, room[0]) + 1):
        for others in spreads(rows - first, room[1:]):
            yield (first, *others)


def least_by_pass(reading, levels, room):
    """Of every class of a coarser pass: the fewest rows by cell, and by label of each column on each level up to below its own. Nothing if the rows cannot be spread."""
    released = reading.released(levels)
    left = [(number, len(rows)) for number, rows in enumerate(reading.rows) if finer(levels, reading.levels[number])]
    cells = {number: sorted(set(itertools.product(*reading.cells(number, levels))) - released) for number, _ in left}
    least = {number: None for number, _ in left}

    def go(position, used):
        if position == len(left):
            yield {}
            return
        number, rows = left[position]
        for way in spreads(rows, [room - used[cell] for cell in cells[number]]):
            for others in go(position + 1, used + collections.Counter(dict(zip(cells[number], way)))):
                yield {number: way, **others}

    for ways in go(0, collections.Counter()):
        for number, way in ways.items():
            found = collections.Counter()
            for cell, rows in zip(cells[number], way):
                found["cell", cell] += rows
                for (j, name), level in itertools.product(enumerate(TREES), range(max(TOP))):
                    if levels[j] <= level < reading.levels[number][j]:
                        found[j, level, lifted(name, cell[j], level)] += rows
            least[number] = found if least[number] is None else least[number] & found
    return least if all(found is not None for found in least.values()) else None


def brute_force(reading, k, only_k):
    """Of each class and column what the pass that tells most tells, as the fewest rows by label; and of each class the same by tuple, with the levels of these."""
    best, tuples, total = {}, {}, sum(map(len, reading.rows))
    for levels in sorted(set(itertools.compress(reading.levels, reading.certain))):
        least = least_by_pass(reading, levels, k - 1 if only_k else total)
        if least is None:
            return None, None
        for number, found in least.items():
            open_columns = [len(set(labels)) > 1 for labels in reading.cells(number, levels)]
            told = {key[1]: rows for key, rows in found.items() if key[0] == "cell" and rows > 0 and any(open_columns)}
            if sum(told.values()) > sum(tuples.get(number, (levels, {}))[1].values()):
                tuples[number] = (levels, told)
            for j, level in itertools.product(itertools.compress(range(len(TREES)), open_columns), range(max(TOP))):
                told = {key[2]: rows for key, rows in found.items() if key[:2] == (j, level) and rows > 0}
                one_cell = len(set(reading.cells(number, [level] * len(TREES))[j])) == 1 if level < TOP[j] else True
                if not one_cell and sum(told.values()) > sum(best.get((number, j), {}).values()):
                    best[number, j] = told
    return best, tuples


def is_true(classes, reading, best, tuples, order, k, l):
    """How many tables this tool would have released so, and whether each of them bears out what is claimed; and how many more rows are certain in all of them."""
    columns = []
    for _, labels, rows in classes:
        choices = list(itertools.product(*map(reading.values, TREES, labels)))
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
            name = list(TREES)[j]
            right = right and all(sum(label in (values[j], *TREES[name].get(values[j], ())) for values in table[number]) >= rows for label, rows in told.items())
        for number, (levels, told) in tuples.items():
            cells = [recoded(dict(zip(TREES, values)), levels) for values in table[number]]
            right = right and all(cells.count(cell) >= rows for cell, rows in told.items())
        for number, own in enumerate(table):
            for j in range(len(TREES)):
                found = collections.Counter(values[j] for values in own)
                least[number, j] = found if (number, j) not in least else least[number, j] & found
    more = sum(sum(found.values()) > sum(best.get(place, {}).values()) for place, found in least.items() if classes[place[0]][0][place[1]] > 0)
    return tables, right, more


def attack(suite, what, *arguments):
    done = suite.gauze("attack", "refinement", *arguments, "--json", "-q")
    if done.returncode != 0:
        suite.check(done.returncode == 2 and "nothing shows that passes were made" in done.stdout, f"{what}: exit {done.returncode}: {done.stdout}")
        return None
    return json.loads(done.stdout)["figures"]


def describe(folder, names=tuple(TREES), root="*"):
    for name in names:
        (folder / f"{name}.csv").write_text("".join(";".join((value, *above[:-1], root)) + "\n" for value, above in TREES[name].items()))
    file = folder / f"labels{len(names)}.yaml"
    file.write_text(json.dumps({"quasi_identifying": {name: {"hierarchy": f"{name}.csv"} if name in names else {} for name in TREES}, "sensitive": ["illness"]}))
    return file


def invented(rng, count, missing):
    """People who live in a few places, so that some are alike."""
    few = {name: rng.sample(list(tree), min(len(tree), rng.randint(2, 3))) for name, tree in TREES.items()}
    return [{name: "" if name in missing and rng.random() < 0.3 else rng.choice(values) for name, values in few.items()} | {"illness": rng.choice(any_tool.SENSITIVE[:2])} for _ in range(count)]


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    k, l, blank = rng.randint(2, 3), rng.choice([1, 1, 2]), rng.random() < 0.2
    missing = rng.choice([[], [], [], list(TREES), ["kind"]]) if not blank else []
    rows = invented(rng, rng.randint(6, 10), missing)
    order = rng.sample(SHAPES[:-1], rng.randint(1, 4)) + [SHAPES[-1]]
    classes = recode(rows, order, k, l)
    root = rng.choice(["*", "any"])
    reading = Reading(classes, blank, root)
    if any(row[name] == "" and name not in reading.missing for row in rows for name in TREES):
        seen["hides what is missing"] += 1  # not promised: nothing in the file or in the hierarchies says so
        return
    shown = [{name: root if label == "*" else label for name, label in zip(TREES, labels)} | {"illness": row["illness"]} for labels, own in zip(reading.shown, reading.rows) for row in own]
    names = [*TREES, "illness"]
    lib.write_csv(folder / "people.csv", names, rows)
    lib.write_csv(folder / "shown.csv", names, shown)
    what = f"{number}: {folder}, {order}, k = {k}, l = {l}"
    found = attack(suite, what, folder / "shown.csv", "--labels", describe(folder, root=root), "--source", folder / "people.csv")
    released = [(own, labels) for own, labels, certain in zip(reading.levels, reading.shown, reading.certain) if certain]
    nested = any(finer(a, own) and labels in itertools.product(*reading.cells(number, a)) for a, labels in released for number, own in enumerate(reading.levels))
    suite.check((found is not None) == nested, f"{what}: {found}")
    if not found:
        return
    groups = reading.groups()
    k_shown = min(map(len, groups))
    only_k = any(len({row["illness"] for row in own}) == 1 for own in groups)
    best, tuples = brute_force(reading, k_shown, only_k)
    if not suite.check(best is not None and found["refuted"] == 0, f"{what}: refuted: {found}"):
        return
    by_column = {f"column.{name}.narrowed": sum(sum(told.values()) for (_, column), told in best.items() if column == j) for j, name in enumerate(TREES)}
    counted = {"k": k_shown, "only_k": only_k, "passes": len({own for own, _ in released}), "passes.tried": len({own for own, _ in released}), "skipped": 0, **by_column,
               "tuples.narrowed": sum(sum(told.values()) for _, told in tuples.values()),
               "cells.narrowed": sum(sum(told.values()) for told in best.values()), "classes.narrowed": len({place[0] for place in best})}
    for name, count in counted.items():
        suite.check(found.get(name) == count, f"{what}: {name} is {found.get(name)}, counted {count}")
    suite.check(not best or (found["success"] == 1 and 0 < found["guess"] <= 1), f"{what}: {found}")
    alone = attack(suite, what, folder / "shown.csv", "--labels", describe(folder, root=root))
    suite.check(alone is not None and all(alone[name] == found[name] for name in [*counted, "cells.hidden"]), f"{what}: something else is certain without people: {alone}")
    tables, right, more = is_true(classes, reading, best, tuples, order, k, l)
    suite.check(right, f"{what}: a claim is not true in every table")
    if root == "*":
        hides = any(label == "*" for _, label in reading.shown)
        done = suite.gauze("attack", "refinement", folder / "shown.csv", "--labels", describe(folder, ("place",)), "-q")
        suite.check(("without a hierarchy" in done.stderr) == hides, f"{what}: without the hierarchy of one column: exit {done.returncode}: {done.stderr}")
    seen += collections.Counter({"releases": 1, "narrowed": counted["cells.narrowed"], "tuples": counted["tuples.narrowed"], "tables": tables,
                                 "tried": tables > 0, "missed": more, "more than k": not only_k and counted["cells.narrowed"] > 0,
                                 "blank": blank and ("", "") in reading.shown, "missing": bool(missing), "alone": not all(reading.certain) and not missing and not blank})


def other_tools(suite, number, seen):
    """Classes of `mondrian` with nodes: nothing in passes."""
    rng, folder = suite.random, suite.folder / f"other{number}"
    folder.mkdir()
    rows = [{**{name: rng.choice(list(tree)) for name, tree in TREES.items()}, "illness": rng.choice(any_tool.SENSITIVE)} for _ in range(60)]
    names = [*TREES, "illness"]
    lib.write_csv(folder / "people.csv", names, rows)
    labels = describe(folder)
    attributes = {name: {"role": "quasi_identifying", "hierarchy": f"{name}.csv"} for name in TREES} | {"illness": {"role": "sensitive"}}
    policy = lib.write_policy(folder / "policy.json", folder / "people.csv", attributes, [{"k_anonymity": {"k": 4}}], {})
    suite.expect(0, str(policy), "run", policy, "-q")
    done = suite.gauze("attack", "refinement", folder / "policy", "-q")
    suite.check(done.returncode == 2 and "made by Gauze" in done.stderr, f"{folder}: exit {done.returncode}: {done.stderr}")
    found = attack(suite, str(folder), folder / "policy" / "data.csv", "--labels", labels, "--source", folder / "people.csv")
    seen["refused or refuted"] += found is None or found["refuted"] == 1
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
    suite.check(suite.flags.count < 100 or all(seen[what] > 0 for what in ("more than k", "blank", "missing", "alone", "refused or refuted")), f"not everything was tried: {seen}")
    print(f"{seen['releases']} releases with classes within others: something narrower is certain of {seen['narrowed']} cells and {seen['tuples']} rows, true in all of {seen['tables']} tables; "
          f"more is certain in {seen['missed']} columns of classes. Of another tool: {seen['refused or refuted']} refused or refuted, {seen['claimed']} with claims, {seen['wrong']} of these wrong")
    suite.finish()


if __name__ == "__main__":
    main()
