"""The paper's method to the letter (its sections 4.2 and 4.3), in its order: add, insert, split. Gauze's `paper` inserts first, adds by clustering and
generalises by hierarchies; this one is here to see what that changes. Unsecured (4.2) it looks at no earlier release.
"""
import dataclasses

import numpy

from experiments.continuing.partition import distinct, halves, median_cuts


@dataclasses.dataclass
class Earlier:
    """A released state of a class: what Figure 6 calls e_i."""
    low: numpy.ndarray
    high: numpy.ndarray
    counts: numpy.ndarray

    def touches(self, low, high):
        return bool(((self.low <= high) & (low <= self.high)).all())


@dataclasses.dataclass
class Class:
    rows: numpy.ndarray
    waiting: list = dataclasses.field(default_factory=list)
    earlier: list = dataclasses.field(default_factory=list)


class Dynamic:
    def __init__(self, table, l, secured):
        self.table, self.l, self.secured = table, l, secured
        self.classes, self.added = [], 0

    def append(self, batch):
        if not self.classes:
            self.classes = [Class(rows) for rows in median_cuts(self.table, batch, self.l)]
        else:
            rest = self.add(batch)
            self.insert(rest)
            for one in list(self.classes):
                self.split(one)
        if self.secured:
            self.remember()

    @property
    def waiting(self):
        return sum(len(one.waiting) for one in self.classes)

    def shown(self):
        return [one.rows for one in self.classes]

    def boxes(self):
        return tuple(numpy.array(side) for side in zip(*(self.table.box(one.rows) for one in self.classes)))

    def add(self, batch):
        """New classes apart from all others; who waits may be among them. Returns who of the batch is in none."""
        listed = [row for one in self.classes for row in one.waiting]
        low, high = self.boxes()
        earlier = [state for one in self.classes for state in one.earlier]
        taken = set()
        for rows in median_cuts(self.table, numpy.array([*listed, *batch]), self.l):
            at_least, at_most = self.table.box(rows)
            if ((low <= at_most) & (at_least <= high)).all(1).any() or any(state.touches(at_least, at_most) for state in earlier):
                continue
            self.classes.append(Class(rows))
            self.added += len(rows)
            taken.update(rows.tolist())
            low, high = numpy.vstack([low, at_least]), numpy.vstack([high, at_most])
        for one in self.classes:
            one.waiting = [row for row in one.waiting if row not in taken]
        return [row for row in batch if row not in taken]

    def insert(self, rest):
        """Each into the class that grows least by it: at once, or (secured) into its waiting list, which follows when it is diverse itself."""
        low, high = self.boxes()
        sizes = numpy.array([len(one.rows) for one in self.classes])
        now = sizes * self.table.loss(low, high)
        joined = {}
        for row in rest:
            cells = self.table.cells[row]
            place = int(numpy.argmin((sizes + 1) * self.table.loss(numpy.minimum(low, cells), numpy.maximum(high, cells)) - now))
            if self.secured:
                self.classes[place].waiting.append(row)
                continue
            joined.setdefault(place, []).append(row)
            low[place], high[place], sizes[place] = numpy.minimum(low[place], cells), numpy.maximum(high[place], cells), sizes[place] + 1
            now[place] = sizes[place] * self.table.loss(low[place], high[place])
        if self.secured:
            joined = {place: one.waiting for place, one in enumerate(self.classes)
                      if one.waiting and distinct(self.table.count(one.waiting)) >= self.l}
        for place, rows in joined.items():
            self.classes[place].rows = numpy.concatenate([self.classes[place].rows, rows])
            self.classes[place].waiting = []

    def split(self, one):
        """In two at a median and on, if it has more than 2l values and, secured, every set of Figure 6 with its earlier states is diverse."""
        if distinct(self.table.count(one.rows)) <= 2 * self.l:
            return
        for sides in halves(self.table, one.rows):
            if all(distinct(self.table.count(side)) >= self.l for side in sides) and self.allowed(one, sides):
                other = Class(sides[1], [], list(one.earlier))
                stay, go = self.divide(one.waiting, sides)
                one.rows, one.waiting, other.waiting = sides[0], stay, go
                self.classes.append(other)
                self.split(one)
                self.split(other)
                return

    def divide(self, waiting, sides):
        """Who waits goes to the side that would grow less."""
        lists = [], []
        for row in waiting:
            cells, growth = self.table.cells[row], []
            for side in sides:
                low, high = self.table.box(side)
                wider = self.table.loss(numpy.minimum(low, cells), numpy.maximum(high, cells))
                growth.append((len(side) + 1) * wider - len(side) * self.table.loss(low, high))
            lists[int(growth[1] < growth[0])].append(row)
        return lists

    def allowed(self, one, sides):
        """Figure 6, last column, over today's classes that came from the earlier one and touch it."""
        for state in one.earlier:
            today = [*sides, *(other.rows for other in self.classes if other is not one and any(state is own for own in other.earlier))]
            counts = [self.table.count(rows) for rows in today if state.touches(*self.table.box(rows))]
            fresh = numpy.maximum(sum(counts) - state.counts, 0)
            for own in counts:
                new = distinct(numpy.minimum(fresh, own))
                if distinct(numpy.minimum(state.counts, own)) < self.l or 0 < new < self.l:
                    return False
        return True

    def remember(self):
        """What was just released, for each class, while it is compatible."""
        for one in self.classes:
            low, high = self.table.box(one.rows)
            counts = self.table.count(one.rows)
            one.earlier = [state for state in one.earlier if state.touches(low, high)]
            last = one.earlier[-1] if one.earlier else None
            if last is None or not (numpy.array_equal(last.counts, counts) and numpy.array_equal(last.low, low) and numpy.array_equal(last.high, high)):
                one.earlier.append(Earlier(low, high, counts))
