"""The paper's own classes (its section 4.1): no hierarchies. Values of a category are in the order of their hierarchy's leaves, a class claims the
interval from its least to its largest value in every column, and is cut at the median of its widest column while both sides are l-diverse.
"""
import csv

import numpy

import policies
from experiments.continuing import batches


class Table:
    """All records in the order of their arrival, as numbers: `cells` of the quasi-identifiers, `values` of the sensitive column."""

    def __init__(self, cells, values, nodes=()):
        self.cells, self.values, self.nodes = numpy.array(cells, numpy.int32), numpy.array(values), nodes
        self.kinds = int(self.values.max()) + 1
        self.width = numpy.maximum(1, self.cells.max(0) - self.cells.min(0))

    def count(self, rows):
        return numpy.bincount(self.values[rows], minlength=self.kinds)

    def box(self, rows):
        return self.cells[rows].min(0), self.cells[rows].max(0)

    def raised(self, low, high):
        """The same boxes as labels of hierarchies would have them: the lowest node above all values of a category."""
        low, high = low.copy(), high.copy()
        for column, spans in enumerate(self.nodes):
            for number in range(len(low)) if spans else ():
                covering = (span for span in spans if span[0] <= low[number, column] and high[number, column] <= span[1])
                low[number, column], high[number, column] = min(covering, key=lambda span: span[1] - span[0])
        return low, high

    def loss(self, low, high):
        """Of a record in such boxes: from 0 to the number of columns."""
        return ((high - low) / self.width).sum(-1)


def read(files):
    rows = []
    for path in files:
        with open(path, newline="") as file:
            rows += list(csv.DictReader(file))
    known = {value: place for place, value in enumerate(sorted({row[batches.SENSITIVE] for row in rows}))}
    columns = [[row[name] for row in rows] for name in batches.KEYS]
    return Table(numpy.column_stack([codes(name, cells) for name, cells in zip(batches.KEYS, columns)]), [known[row[batches.SENSITIVE]] for row in rows],
                 [nodes(name, set(cells)) for name, cells in zip(batches.KEYS, columns)])


def paths_of(name, values):
    """Leaf first, `*` last, in the order of the leaves."""
    with open(policies.DATA / "adult" / f"adult_hierarchy_{name}.csv", newline="") as file:
        return sorted((line for line in csv.reader(file, delimiter=";") if line[0] in values), key=lambda path: path[::-1])


def codes(name, cells):
    if name == "age":
        return [int(cell) for cell in cells]
    place = {path[0]: number for number, path in enumerate(paths_of(name, set(cells)))}
    return [place[cell] for cell in cells]


def nodes(name, values):
    """From the first to the last leaf of every node. Ages have no nodes."""
    spans = {}
    for number, path in enumerate(paths_of(name, values) if name != "age" else ()):
        for level, label in enumerate(path):
            spans.setdefault((level, label), []).append(number)
    return sorted({(min(span), max(span)) for span in spans.values()})


def distinct(counts):
    return (counts > 0).sum(-1)


def halves(table, rows):
    """Both sides of the median cut, widest column first."""
    low, high = table.box(rows)
    for column in numpy.argsort(-(high - low) / table.width, kind="stable"):
        cells = table.cells[rows, column]
        median = numpy.sort(cells)[(len(rows) - 1) // 2]
        if median == cells.max():
            median -= 1  # the upper half is one value
        left = cells <= median
        if 0 < left.sum() < len(rows):
            yield rows[left], rows[~left]


def median_cuts(table, rows, l):
    """The classes, as arrays of row numbers; nothing, if all rows together are not diverse."""
    if distinct(table.count(rows)) < l:
        return []
    done, todo = [], [rows]
    while todo:
        part = todo.pop()
        sides = next((sides for sides in halves(table, part) if all(distinct(table.count(side)) >= l for side in sides)), None)
        todo += sides or []
        done += [] if sides else [part]
    return done
