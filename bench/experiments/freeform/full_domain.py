"""One level for each column, as tools that recode whole columns do it: of all vectors of levels that are k-anonymous the one
that loses least, without suppressed rows. A vector that is coarser everywhere than a k-anonymous one is k-anonymous too, so
most are decided without counting.
"""
import collections
import csv
import itertools

from experiments.freeform import guards


class Levels:
    """A column's values at every level of its hierarchy, and what each level loses on this table."""

    def __init__(self, column, cells):
        counts = collections.Counter(cells)
        with open(guards.hierarchy(column), newline="") as file:
            paths = {line[0]: line for line in csv.reader(file, delimiter=";") if line[0] in counts}
        self.labels = [{leaf: path[level] for leaf, path in paths.items()} for level in range(len(next(iter(paths.values()))))]
        self.loss = [self.lost(labels, counts) for labels in self.labels]

    @staticmethod
    def lost(labels, counts):
        under = collections.Counter(labels.values())
        most = max(1, len(labels) - 1)
        return sum(count * (under[labels[leaf]] - 1) / most for leaf, count in counts.items()) / counts.total()


def search(table, sensitive, k):
    """Header, recoded rows with their numbers, the loss as a mean over all nine columns, and the levels."""
    with open(table, newline="") as file:
        reader = csv.reader(file)
        header, rows = next(reader), list(reader)
    keys = [place for place, name in enumerate(header) if name != sensitive]
    levels = [Levels(header[place], [row[place] for row in rows]) for place in keys]
    tuples = collections.Counter(tuple(row[place] for place in keys) for row in rows)
    top = tuple(len(column.labels) - 1 for column in levels)
    bad = []

    def anonymous(vector):
        if any(all(own <= other for own, other in zip(vector, known)) for known in bad):
            return False
        maps = [column.labels[level] for column, level in zip(levels, vector)]
        classes = collections.Counter()
        for cells, count in tuples.items():
            classes[tuple(labels[cell] for labels, cell in zip(maps, cells))] += count
        if min(classes.values()) >= k:
            return True
        bad.append(vector)
        return False

    # Two columns alone already rule out most of what is fine in both.
    for one, two in itertools.combinations(range(len(keys)), 2):
        for pair in itertools.product(range(top[one], -1, -1), range(top[two], -1, -1)):
            anonymous(tuple(pair[(one, two).index(at)] if at in (one, two) else top[at] for at in range(len(keys))))
    vectors = itertools.product(*(range(level + 1) for level in top))
    loss = {vector: sum(column.loss[level] for column, level in zip(levels, vector)) / len(header) for vector in vectors}
    best = next(vector for vector in sorted(loss, key=lambda vector: (loss[vector], vector)) if anonymous(vector))
    level_of = dict(zip(keys, best))
    recoded = [[levels[keys.index(place)].labels[level_of[place]][cell] if place in level_of else cell
                for place, cell in enumerate(row)] for row in rows]
    return header, recoded, loss[best], {header[place]: level for place, level in level_of.items()}
