"""An oracle that judges class models from their definitions.

It shares nothing with the program. It takes rows as dictionaries of text (missing is ""), and decides
in fractions; only entropy needs logarithms, and there a near tie is nobody's verdict.
"""
import collections
import csv
import math
from fractions import Fraction


def classes_of(rows, keys):
    """Classes as lists of row numbers (from 1), by the number of their first row."""
    groups = {}
    for number, row in enumerate(rows, 1):
        groups.setdefault(tuple(row[key] for key in keys), []).append(number)
    return {numbers[0]: numbers for numbers in groups.values()}


def _diverse(kind, l, c, counts):
    """None where doubles cannot tell."""
    shares, total = sorted(counts.values(), reverse=True), sum(counts.values())
    if total == 0:
        return l == 1
    if kind == "distinct":
        return len(shares) >= l
    if kind == "frequency":
        return shares[0] * l <= total
    if kind == "recursive":
        return shares[0] < c * sum(shares[int(l) - 1:])
    excess = -sum(n / total * math.log(n / total) for n in shares) - math.log(l)
    return None if abs(excess) < 1e-8 and len(set(shares)) > 1 else excess > -1e-8


def read_tree(path):
    """A hierarchy file as {leaf: [parent, ..., "*"]}, leaves depth first."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file, delimiter=";"))
    seen = {}  # label -> when it came first
    for line in lines:
        for label in reversed(line):
            seen.setdefault(label, len(seen))
    lines.sort(key=lambda line: [seen[label] for label in reversed(line)])
    return {line[0]: [label for i, label in enumerate(line[1:], 1) if label != line[i - 1]]
            for line in lines}


def _moved_in_tree(tree, difference):
    """Earth mover's distance: what children of a node exchange, weighted with the node's height."""
    height = collections.Counter()
    for path in tree.values():
        for up, node in enumerate(path, 1):
            height[node] = max(height[node], up)
    inner = collections.defaultdict(list)  # node -> what each of its children has too much of
    above = {}
    for leaf, extra in difference.items():
        path = tree.get(leaf, ["*"]) if leaf else ["*"]
        for node, parent in zip(path, path[1:]):
            above[node] = parent
        inner[path[0]].append(extra)
    moved = Fraction(0)
    for node in sorted(height, key=lambda node: height[node]):
        surplus = sum(x for x in inner[node] if x > 0)
        deficit = -sum(x for x in inner[node] if x < 0)
        moved += min(surplus, deficit) * height[node]
        if node != "*":
            inner[above.get(node, "*")].append(surplus - deficit)
    return moved / height["*"]


def _distance(kind, order, tree, counts, totals):
    rows, total = sum(counts.values()), sum(totals.values())
    difference = {value: Fraction(counts[value], rows) - Fraction(totals[value], total)
                  for value in sorted(totals, key=order)}
    if kind == "equal":
        return sum(map(abs, difference.values())) / 2
    if kind == "hierarchical":
        return _moved_in_tree(tree, difference)
    reached, moved = Fraction(0), Fraction(0)
    for extra in difference.values():
        reached += extra
        moved += abs(reached)
    return moved / max(len(difference) - 1, 1)


def _spread(epsilon, m, counts, rows):
    numbers = sorted(Fraction(value) for value in counts.elements() if value)
    return all(sum(abs(x - y) <= epsilon for y in numbers) * m <= rows for x in set(numbers))


def broken_classes(entry, attributes, rows, keys):
    """First rows of the classes that break a promise of a policy, and of those that nobody can judge."""
    (model, given), = entry.items()
    groups = classes_of(rows, keys)
    exact = {key: Fraction(str(given[key])) for key in ("l", "c", "t", "epsilon", "m") if key in given}
    if model == "k_anonymity":
        return {first for first, numbers in groups.items() if len(numbers) < given["k"]}, set()
    column = given["attribute"]
    totals = collections.Counter(row[column] for row in rows)
    tree_file = attributes[column].get("hierarchy")
    tree = read_tree(tree_file) if tree_file else {}
    places = {leaf: place for place, leaf in enumerate(tree)}
    number = attributes[column].get("type") in ("integer", "decimal")

    def order(value):  # missing last; a value that the hierarchy lacks just before it
        return (value == "", Fraction(value or 0) if number else places.get(value, math.inf), value)

    broken, open_ = set(), set()
    for first, numbers in groups.items():
        counts = collections.Counter(rows[number_ - 1][column] for number_ in numbers)
        if model == "l_diversity":
            if not given.get("count_missing"):
                del counts[""]
            holds = _diverse(given["kind"], exact["l"], exact.get("c"), counts)
        elif model == "t_closeness":
            outside = given["distance"] == "hierarchical" and any(v and v not in tree for v in counts)
            holds = not outside and _distance(given["distance"], order, tree, counts, totals) <= exact["t"]
        else:
            holds = _spread(exact["epsilon"], exact["m"], counts, len(numbers))
        if holds is None:
            open_.add(first)
        elif not holds:
            broken.add(first)
    return broken, open_
