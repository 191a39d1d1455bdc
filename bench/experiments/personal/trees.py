"""Decision trees on T and T′: what they get right, and as JSON for the server."""
import collections

import numpy
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeClassifier

from experiments.personal import people

TARGETS = ["workclass", "education", "marital-status", "occupation"]
LEAF = 20  # rows of a leaf, at least


class Table:
    """Rows as numbers: age as it is, every other value a column of its own, the most frequent one first: so a value and its alias have
    the same place."""

    def __init__(self, rows, target):
        parts, self.tests = [], []
        for name in people.COLUMNS:
            if name == target:
                continue
            if name == "age":
                parts.append(numpy.array([[float(row[name])] for row in rows], dtype=numpy.float64))
                self.tests.append((name, None))
                continue
            counts = collections.Counter(row[name] for row in rows)
            codes = {value: place for place, value in enumerate(sorted(counts, key=lambda value: (-counts[value], value)))}
            part = numpy.zeros((len(rows), len(codes)))
            part[range(len(rows)), [codes[row[name]] for row in rows]] = 1
            parts.append(part)
            self.tests += [(name, value) for value in codes]
        self.cells, self.target = numpy.hstack(parts), numpy.array([row[target] for row in rows])

    def learn(self, rows=slice(None), **options):
        return DecisionTreeClassifier(min_samples_leaf=LEAF, random_state=1, **options).fit(self.cells[rows], self.target[rows])


def accuracy(rows, target, folds, repeats):
    """Share of rows that a tree learned from the other folds gets right."""
    table, right = Table(rows, target), 0
    for seed in range(repeats):
        for learn, test in KFold(folds, shuffle=True, random_state=seed).split(table.cells):
            right += int((table.learn(learn).predict(table.cells[test]) == table.target[test]).sum())
    return right / len(rows) / repeats


def compare(releases, folds, repeats):
    """Accuracy on T and on the T′ of each mode, attribute by attribute. T is the same for all modes."""
    for target in TARGETS:
        t = accuracy(releases[0].pairs()[0], target, folds, repeats)
        for release in releases:
            line = {"attribute": target, "mode": release.mode, "t": round(t, 6),
                    "t_prime": round(accuracy(release.pairs()[1], target, folds, repeats), 6)}
            print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
            yield line
