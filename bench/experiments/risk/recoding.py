"""Full-domain recoding, as the paper's baselines come from a tool that does it: one level for every column of the whole table. Of all choices of levels
that keep the promise the one that loses least is taken; it is found by trying, so no search can do better.

Sensitive columns are flags, so a class is known by its rows and by how many of them are set.
"""
import dataclasses
import itertools
import math

import duckdb
import numpy

STAR = math.inf


@dataclasses.dataclass
class Levels:
    """A column: the place of each value's label at every level, and what a level loses of a row on average."""
    labels: list
    loss: list


def levels_of(values, rows, groups):
    """`groups` are functions from a value to a label, or how many neighbours in order share one; the last level is `*`."""
    place = {value: number for number, value in enumerate(values)}
    found = Levels([], [])
    for group in (1, *groups, STAR):
        names = [0 if group is STAR else place[value] // group if isinstance(group, int) else group(value) for value in values]
        known = {name: number for number, name in enumerate(dict.fromkeys(names))}
        codes = numpy.array([known[name] for name in names])
        found.labels.append(codes)
        lost = (numpy.bincount(codes)[codes] - 1) / max(1, len(values) - 1)
        found.loss.append(float((lost * rows).sum() / rows.sum()))
    return found


class Recoding:
    def __init__(self, source, keys, groups, flags):
        """`flags` are names of columns, each with the value that counts as set."""
        named = ", ".join(f'"{name}"' for name in keys)
        sums = ", ".join(f"count(*) FILTER (\"{name}\" = '{value}')" for name, value in flags.items())
        lines = duckdb.sql(f"SELECT {named}, count(*), {sums} FROM read_csv('{source}', all_varchar = true) GROUP BY ALL").fetchall()
        self.rows = numpy.array([line[len(keys)] for line in lines])
        self.flags = list(flags)
        self.set = numpy.array([line[len(keys) + 1:] for line in lines])
        self.columns, self.codes = [], []
        for number, name in enumerate(keys):
            values = sorted({line[number] for line in lines}, key=lambda value: (value is not None, in_order(value)))
            place = {value: at for at, value in enumerate(values)}
            self.codes.append(numpy.array([place[line[number]] for line in lines]))
            self.columns.append(levels_of(values, numpy.bincount(self.codes[-1], self.rows), groups.get(name, ())))
        vectors = itertools.product(*(range(len(column.labels)) for column in self.columns))
        self.vectors = sorted((self.loss(vector), vector) for vector in vectors)
        self.tried = 0

    def loss(self, vector):
        return sum(column.loss[level] for column, level in zip(self.columns, vector)) / len(self.columns)

    def classes(self, vector, columns=None):
        """Rows of each class, and how many of them have each of the flags."""
        key, size = numpy.zeros(len(self.rows), numpy.int64), 1
        for column, codes, level in zip(self.columns, self.codes, vector):
            key = key * (int(column.labels[level].max()) + 1) + column.labels[level][codes]
            size *= int(column.labels[level].max()) + 1
        if size > 4_000_000:
            key = numpy.unique(key, return_inverse=True)[1]
        rows = numpy.bincount(key, self.rows)
        used = rows > 0
        return rows[used], [numpy.bincount(key, self.set[:, self.flags.index(name)])[used] for name in columns or ()]

    def search(self, holds, columns=(), bad=(), most_left_out=0.0):
        """The best levels, their loss, the share of rows left out (each costs 1), and the levels that were found not to do. A coarser table keeps what a
        finer one keeps, so what is finer than a bad one is bad."""
        bad, best = list(bad), (STAR, None, 0.0)
        top = tuple(len(column.labels) - 1 for column in self.columns)

        def left_out(vector):
            if any(all(own <= other for own, other in zip(vector, known)) for known in bad):
                return None
            self.tried += 1
            rows, flags = self.classes(vector, columns)
            share = float(rows[~holds(rows, flags)].sum() / rows.sum())
            if share <= most_left_out:
                return share
            bad.append(vector)
            return None

        for one, two in itertools.combinations(range(len(top)), 2):  # two columns alone rule out most of what is fine in both
            for pair in itertools.product(range(top[one], -1, -1), range(top[two], -1, -1)):
                left_out(tuple(pair[(one, two).index(at)] if at in (one, two) else top[at] for at in range(len(top))))
        for loss, vector in self.vectors:
            if loss >= best[0]:
                break
            share = left_out(vector)
            if share is not None and (1 - share) * loss + share < best[0]:
                best = ((1 - share) * loss + share, vector, share)
        return best, bad


def in_order(value):
    return (0, float(value), "") if value is not None and value.replace(".", "").isdigit() else (1, 0.0, value or "")


def k_holds(k):
    return lambda rows, flags: rows >= k


def diverse(k):
    """Two values of each flag."""
    return lambda rows, flags: (rows >= k) & numpy.all([(0 < some) & (some < rows) for some in flags], axis=0)


def close(k, t, shares):
    """Each flag's share within t of that in the table: the equal distance of two values."""
    return lambda rows, flags: (rows >= k) & numpy.all([numpy.abs(some / rows - share) <= t for some, share in zip(flags, shares)], axis=0)


def losses(recoding, one, quick):
    """A line for every promise of the paper's Figure 3, with the flag `one` alone or with all of them."""
    _, bad = recoding.search(k_holds(2))
    shares = dict(zip(recoding.flags, recoding.set.sum(0) / recoding.rows.sum()))
    asked = [("k-anonymity", f"k = {k}", (), k_holds(k), 0.0) for k in ((2, 10) if quick else (2, 5, 10, 20, 50, 100))]
    asked += [("k-anonymity", f"k = {k}, 5 % of the rows may be left out", (), k_holds(k), 0.05) for k in ((2,) if quick else (2, 10, 100))]
    for columns in ((one,), tuple(recoding.flags)):
        asked.append(("l-diversity", "distinct, l = 2", columns, diverse(2), 0.0))
        asked += [("t-closeness", f"t = {t:g}", columns, close(2, t, [shares[name] for name in columns]), 0.0)
                  for t in ((0.1,) if quick else (0.3, 0.2, 0.1, 0.05))]
    # What is bad for a weaker promise is bad for a stronger one: one flag and the same t, or the same flags and what was asked for before.
    for_one, before = {}, {}
    for model, setting, columns, holds, most in asked:
        known = [] if most else [*bad, *for_one.get(setting, ()), *before.get((model, columns), ())]
        (loss, vector, share), found = recoding.search(holds, columns, known, most)
        if most == 0:
            before[model, columns] = found
            if len(columns) == 1:
                for_one[setting] = found
        line = {"model": model, "setting": setting, "sensitive": len(columns), "ncp": round(loss, 6) if vector else "",
                "as_it_is": sum(level == 0 for level in vector) if vector else "", "left_out": round(share, 6)}
        print("  ".join(f"{name} {value}" for name, value in line.items()), flush=True)
        yield line
