"""Records that the paper calls vulnerable (its Figure 8): for the newest release, every inference-enabling set of its Figure 6 with every earlier
release, where the adversary knows in which class of each release a person is. Without hierarchies a person's values tell that, as classes do not overlap.
"""
import numpy

from experiments.continuing.partition import distinct


class Shown:
    """A release as its reader sees it, and in which class each record is, or -1."""

    def __init__(self, table, classes, raised=False):
        boxes = [table.box(rows) for rows in classes]
        self.low, self.high = (numpy.array([box[side] for box in boxes]) for side in (0, 1))
        if raised:
            self.low, self.high = table.raised(self.low, self.high)
        self.counts = numpy.array([table.count(rows) for rows in classes])
        self.place = numpy.full(len(table.values), -1)
        for number, rows in enumerate(classes):
            self.place[rows] = number
        sizes = self.counts.sum(1)
        self.loss = float((sizes * table.loss(self.low, self.high)).sum() / sizes.sum())


def touch(earlier, later):
    """Pairs of classes that have a value in common in every column."""
    found = numpy.ones((len(earlier.low), len(later.low)), bool)
    for column in range(earlier.low.shape[1]):
        found &= (earlier.low[:, column, None] <= later.high[None, :, column]) & (later.low[None, :, column] <= earlier.high[:, column, None])
    return found


def vulnerable(table, earlier, later, l):
    """Of two releases: a mask of the records that fall to the difference, and of those that fall to the intersection. A set that is empty is
    about nobody."""
    together = touch(earlier, later)
    first, second = numpy.nonzero(together)
    fresh = numpy.maximum(together @ later.counts - earlier.counts, 0)
    few = {"difference": distinct(numpy.minimum(fresh[first], later.counts[second])),
           "intersection": distinct(numpy.minimum(earlier.counts[first], later.counts[second]))}
    bad = {kind: numpy.zeros_like(together) for kind in few}
    for kind, left in few.items():
        bad[kind][first, second] = (left > 0) & (left < l)
    old = (earlier.place >= 0) & (later.place >= 0)
    intersection = numpy.zeros(len(table.values), bool)
    intersection[old] = bad["intersection"][earlier.place[old], later.place[old]]
    # Who came between the two need not lie in the earlier class: nor does Alice in the paper's Example 1.
    new = (earlier.place < 0) & (later.place >= 0)
    difference = numpy.zeros(len(table.values), bool)
    difference[new] = bad["difference"].any(0)[later.place[new]]
    return difference, intersection


def count(table, releases, l):
    """In the newest release: how many records fall to some pair with an earlier one, and to which kind."""
    masks = [vulnerable(table, earlier, releases[-1], l) for earlier in releases[:-1]]
    difference, intersection = (numpy.any([pair[kind] for pair in masks], axis=0) for kind in (0, 1))
    return {"vulnerable": int((difference | intersection).sum()), "difference": int(difference.sum()), "intersection": int(intersection.sum())}
