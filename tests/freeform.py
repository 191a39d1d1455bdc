"""Freeform attacks on releases: `specialize` leaves no breach and could not be finer, counted here by the definition; `verify`
(SQL) and `attack freeform` find the same verdict and the same worst threat as the count, in releases, in the source, and in
files whose cuts were moved up or down by hand or that show single cells coarser than others; each breach that the attack
lists is one. Of every third table without withheld cells k-anonymity is promised, too. Threads make no difference.

--count N makes N random tables.
"""
import collections
import json
import re
from fractions import Fraction

import lib
from freeform_world import ROOT, View, World

LEVEL = r"(c\d)(?: \((\d+) levels? up\))?"
FINDING = re.compile(rf"(.*) -> {LEVEL}: threat ([\d.e-]+), (\d+) rows?, right at row (\d+)")


def same(found, counted):
    return abs(found - float(counted)) <= 1e-9


def breaks(world, view):
    return view.worst > Fraction(str(world.threat))


def small(world, rows):
    """A class of these rows has fewer than k; nothing is asked of classes where k is 1."""
    return min(collections.Counter(tuple(row[column.name] for column in world.columns) for row in rows).values()) < world.k


def judge(suite, what, world, policy, rows, file=None, mixed=False):
    """A file with these rows: by count, by SQL and by the attack. Returns whether there is a breach."""
    if file is None:
        file = world.folder / "changed.csv"
        lib.write_csv(file, list(rows[0]), [{name: "" if cell is None else cell for name, cell in row.items()} for row in rows])
    what = f"{what}: {file}"
    view = View(world, rows, mixed)
    breached = breaks(world, view)
    result = suite.gauze("verify", file, "--policy", policy, "--json", "-q")
    if suite.check(result.returncode == int(breached or small(world, rows)), f"{what}: verify: exit {result.returncode}: {result.stderr}"):
        verdict, *others = json.loads(result.stdout)["verdicts"]
        suite.check([other["holds"] for other in others] == [not small(world, rows)] * (world.k > 1), f"{what}: {others}")
        suite.check(same(verdict["worst_class"]["value"], view.worst), f"{what}: {verdict}, counted {view.worst}")
    result = suite.expect(0, what, "attack", "freeform", file, "--policy", policy, "--json", "-q")
    if result.returncode == 0:
        found = json.loads(result.stdout)
        figures = found["figures"]
        fewest = min((support for *_, threat, support in view.attacks if threat == view.worst), default=0)
        suite.check(figures["rows"] == len(rows) and same(figures["threat.highest"], view.worst)
                    and figures["threat.highest.rows"] == fewest, f"{what}: {figures}, counted {view.worst}, {fewest} rows")
        breaches = figures["attacks.above_promise"]
        suite.check(found["holds"] is not breached and (breaches > 0) is breached and breaches <= figures["attacks"],
                    f"{what}: {found}, counted {view.worst}")
        suite.check(len(found["findings"]) == min(10, breaches), f"{what}: {found}")
        listed(suite, what, world, View(world, rows, True), found["findings"])
    return breached


def listed(suite, what, world, view, findings):
    """Every finding is a breach of the count, from the worst down; what is known is read off the row that it names."""
    before = 1
    for finding in findings:
        match = FINDING.fullmatch(finding)
        if not suite.check(match, f"{what}: {finding}"):
            return
        target, level = int(match[2][1]), int(match[3] or 0)
        threat, support, right = float(match[4]), int(match[5]), int(match[6]) - 1
        suite.check(threat <= before, f"{what}: out of order: {finding}")
        before = threat
        levels = {name: int(up or 0) for name, up in re.findall(LEVEL, match[1])}
        known = []
        for column, cell in zip(world.columns, view.shown[right]):
            if not column.rules:
                suite.check((cell[1] == ROOT) is (column.name not in levels), f"{what}: {finding}")
                known.append(cell)
            elif column.name in levels:
                known.append(next((node for node in column.path(cell) if column.heights[node] == levels[column.name]), "none"))
            else:
                known.append(ROOT)
        counted = [nodes for x, at, nodes, count, matching in view.attacks if (x, at) == (tuple(known), target)
                   and abs(float(count) - threat) < 1e-5 and matching == support and count > Fraction(str(world.threat))]
        counted = [nodes for nodes in counted if world.any or {world.columns[target].heights[node] for node in nodes} == {level}]
        hits = [next((i for i, row in enumerate(view.shown) if view.matches(row, known) and
                      nodes & set(world.columns[target].path(row[target]))), None) for nodes in counted]
        suite.check(right in hits, f"{what}: counted otherwise: {finding}, right at {hits}")


def finer(world, rows, column, node):
    """These rows with a shown node replaced by its children."""
    originals = {row["who"]: row[column.name] for row in world.rows}
    step = lambda cell: next(child for child in column.children(node) if child in column.path(cell))
    return [{**row, column.name: step(originals[row["who"]])} if row[column.name] == node else row for row in rows]


def coarser(rows, column, node):
    """These rows with every cell at or below a node replaced by it."""
    return [{**row, column.name: node} if node in column.path(row[column.name]) else row for row in rows]


def minimal(suite, what, world, rows, seen):
    """All single specialisations of a release, each of which must have a breach, or a class that is too small."""
    steps = []
    for column in world.columns:
        for node in {row[column.name] for row in rows}:
            if node is None or not column.children(node):
                continue
            step = finer(world, rows, column, node)
            breached = breaks(world, View(world, step))
            suite.check(breached or small(world, step), f"{what}: a node of {column.name} could be specialised")
            seen["stopped by k alone"] += not breached
            steps.append(step)
    return steps


def read(suite, what, world, folder):
    """The released rows; every cell shows a node above the original, and a column shows one cut."""
    _, rows = lib.read_csv(folder / "data.csv")
    rows = [{name: cell or None for name, cell in row.items()} for row in rows]
    originals = {row.get("who"): row for row in world.rows}
    suite.check(len(rows) == len(world.rows), f"{what}: rows were lost")
    for column in world.columns:
        for row in rows if "who" in rows[0] else []:
            suite.check(row[column.name] in column.path(originals[row["who"]][column.name]),
                        f"{what}: a cell of {column.name} is not above the original")
        shown = {row[column.name] for row in rows}
        cut = all(not (set(column.path(node)) - {node}) & shown for node in shown)
        suite.check(cut or world.withhold, f"{what}: {column.name} does not show one cut")
    return rows


def one(suite, number, seen):
    world = World(f"{suite.flags.seed} {number}")
    rng = world.rng
    world.folder = suite.folder / str(number)
    world.folder.mkdir()
    world.withhold = rng.choice([0.2, 0.5, 1]) if number % 4 == 1 else 0
    world.k = rng.choice([2, 3]) if number % 3 == 0 and not world.withhold and len(world.rows) > 2 else 1
    if not world.withhold:  # rows of the release can be told apart
        world.rows = [{**row, "who": f"w{i}"} for i, row in enumerate(world.rows)]
    lib.write_csv(world.folder / "table.csv", list(world.rows[0]),
                  [{name: "" if cell is None else cell for name, cell in row.items()} for row in world.rows])
    written = {column.name: column.write(world.folder) for column in world.columns}
    attributes = {name: attribute for name, (attribute, _) in written.items()}
    attributes |= {} if world.withhold else {"who": {"role": "insensitive"}}
    promise = world.promise({name: rules for name, (_, rules) in written.items() if rules})
    first = rng.choice(["guarded", "observable", rng.sample(["c0", "c1", "c2"], rng.randint(1, 3))])
    transform = {"first": first, "choose": rng.choice(["fall", "ratio"]), "portfolio": rng.choice([1, 1, 4]),
                 "withhold": world.withhold}
    policy = lib.write_policy(world.folder / "policy.json", world.folder / "table.csv", attributes,
                              [promise, *([{"k_anonymity": {"k": world.k}}] if world.k > 1 else [])], transform,
                              method="specialize")
    what = f"{number}: {policy}"
    run = suite.expect(0, what, "run", policy, "-q", "--threads", 2)
    if run.returncode != 0:
        return
    folder = policy.with_suffix("")
    rows = read(suite, what, world, folder)
    suite.check(not judge(suite, f"{what}, release", world, policy, rows, folder / "data.csv", bool(world.withhold)),
                f"{what}: the release has a breach")
    suite.check(not small(world, rows), f"{what}: a class is too small")
    worst = View(world, rows, bool(world.withhold)).worst
    manifest = json.loads((folder / "manifest.json").read_text())
    suite.check(same(manifest["transform_figures"]["worst_threat"], worst)
                and same(manifest["promises"][0]["worst_class"]["value"], worst), f"{what}: manifest, counted {worst}")
    suite.expect(0, what, "verify", folder, "-q")
    seen["with withheld cells"] += manifest["transform_figures"].get("cells_withheld", 0) > 0
    if number % 4 == 0:
        before = (folder / "data.csv").read_bytes()
        suite.expect(0, what, "run", policy, "-q", "--threads", 1)
        suite.check((folder / "data.csv").read_bytes() == before, f"{what}: one thread gives another release")
    seen["broken before"] += judge(suite, f"{what}, source", world, policy, world.rows, world.folder / "table.csv")
    if world.withhold:
        return
    seen["not as it was"] += any(row[name] != original[name] for row in rows for original in world.rows
                                 if original["who"] == row["who"] for name in ("c0", "c1", "c2"))
    changed(suite, what, world, policy, rows, minimal(suite, what, world, rows, seen), seen)


def changed(suite, what, world, policy, rows, steps, seen):
    rng = world.rng
    for step in rng.sample(steps, min(2, len(steps))):
        judge(suite, f"{what}, finer", world, policy, step)
        seen["finer by hand"] += 1
    column = rng.choice(world.columns)
    above = [column.parent[node] for node in sorted({row[column.name] for row in rows} - {ROOT}, key=str)]
    for base, name in ((rows, "coarser"), (world.rows, "source with a coarser column")):
        if above:
            node = rng.choice(above)
            seen["coarser by hand"] += 1
            judge(suite, f"{what}, {name}", world, policy, coarser(base, column, node))
    mixed = [dict(row) for row in world.rows]
    for column in world.columns:
        row = rng.choice(mixed)
        row[column.name] = rng.choice(list(column.path(row[column.name])))
    seen["mixed and broken"] += judge(suite, f"{what}, mixed levels", world, policy, mixed, mixed=True)


def main():
    suite = lib.Suite(__doc__, count=12)
    seen = dict.fromkeys(("with withheld cells", "broken before", "not as it was", "finer by hand", "coarser by hand",
                          "mixed and broken", "stopped by k alone"), 0)
    for number in range(suite.flags.count):
        one(suite, number, seen)
    print(", ".join(f"{times} {name}" for name, times in seen.items()))
    for name, times in seen.items():  # a test in which it never happens shows nothing
        suite.check(times > 0 or suite.flags.count < 24, f"there is no table {name}")
    suite.finish()


if __name__ == "__main__":
    main()
