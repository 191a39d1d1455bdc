"""Counts a release again from the definitions, in whole numbers, sharing nothing with gauze: does every class keep its
promise, and what did it cost.
"""
import collections
import csv
import math
from fractions import Fraction


class Judge:
    def __init__(self, labels, originals):
        """`labels`: the terms of each label; `originals`: the sets of the table."""
        self.everything = (1 << len(labels)) - 1
        self.labels_of = collections.defaultdict(int)  # a bit for each label that has the term
        for number, terms in enumerate(labels):
            for term in terms:
                self.labels_of[term] |= 1 << number
        self.originals = originals
        self.prior, self.prior_unit = self.posterior(originals)
        self.prior_squared = sum(share**2 for share in self.prior.values())

    def linked(self, terms):
        found = self.everything
        for term in terms:
            found &= self.labels_of[term]
        labels = []
        while found:
            last = found & -found
            labels.append(last.bit_length() - 1)
            found ^= last
        return labels

    def posterior(self, rows):
        """Shares of the labels that have one, as whole numbers of 1/unit."""
        links = [self.linked(terms) for terms in rows]
        unit = math.lcm(*(len(labels) for labels in links if labels))
        shares = collections.Counter()
        for labels in links:
            for label in labels:
                shares[label] += unit // len(labels)
        return shares, unit * len(rows)

    def diverse(self, rows, c, l):
        shares, _ = self.posterior(rows)
        ordered = sorted(shares.values(), reverse=True)
        return not ordered or ordered[0] <= Fraction(str(c)) * sum(ordered[l - 1:])

    def close(self, rows, t):
        """The labels of the class are put in the place of those of the prior, which has many more."""
        shares, unit = self.posterior(rows)
        far = unit**2 * self.prior_squared
        for label, share in shares.items():
            before = self.prior[label] * unit
            far += (share * self.prior_unit - before) ** 2 - before**2
        return far <= (Fraction(str(t)) * unit * self.prior_unit) ** 2

    def holds(self, rows, promise):
        (model, parameters), = promise.items()
        return (self.diverse if model == "qs_diversity" else self.close)(rows, **parameters)

    def read(self, path, promise):
        """The removal cost of a released file. ValueError if a class breaks its promise, or if rows are missing."""
        with open(path, newline="") as file:
            classes = collections.defaultdict(list)
            for row in csv.DictReader(file):
                terms = row.pop("terms")
                classes[tuple(row.values())].append(frozenset(terms.split(";")) if terms else frozenset())
        rows = [terms for members in classes.values() for terms in members]
        if len(rows) != len(self.originals):
            raise ValueError(f"{len(rows)} rows of {len(self.originals)}")
        broken = sum(not self.holds(members, promise) for members in classes.values())
        if broken:
            raise ValueError(f"{broken} of {len(classes)} classes do not keep {promise}")
        kept, all_terms = (sum(map(price, sets)) for sets in (rows, self.originals))
        return float(1 - kept / all_terms)


def price(terms):
    """What it costs to remove all of a row's terms, one after another."""
    return sum(Fraction(1, left) for left in range(1, len(terms) + 1))
