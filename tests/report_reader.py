"""Columns of a release as a person reads them who has docs/evidence-format.md and no code: bins, and where labels count.
"""
import datetime
import math
import re

MOST_BINS = 20
OTHER, MISSING = "other", "missing"
EPOCH = datetime.date(1970, 1, 1)


def number(kind, text):
    """A cell as a number; dates as days."""
    if kind == "date":
        return (datetime.date.fromisoformat(text) - EPOCH).days
    return int(text) if kind == "integer" else float(text)


def quantile(counted, share):
    total, below = sum(rows for _, rows in counted), 0
    for value, rows in counted:
        below += rows
        if below >= share * total:
            return value
    return counted[-1][0]


def unescaped(label):
    """The values of a list {a|b}, or the one value of any other label."""
    if not label.startswith(("{", "\\")):
        return [label]
    inner = label[1:-1] if label.startswith("{") else label
    parts = re.findall(r"((?:[^\\|]|\\.)*)(?:\||$)", inner) if label.startswith("{") else [inner]
    if label.startswith("{"):
        parts = parts[:-1]  # the empty match at the end
    return [re.sub(r"\\(.)", r"\1", part) for part in parts]


class Column:
    """`counted` is what occurs in the original, (text, rows); `tree` maps a node to the values below it."""

    def __init__(self, name, attribute, counted, tree=None, masked=False):
        self.name, self.masked, self.tree = name, masked, tree or {}
        self.kind = attribute.get("type", "text")
        self.role = attribute["role"]
        self.has_hierarchy = "hierarchy" in attribute
        self.numeric = self.kind in ("integer", "decimal", "date")
        self.whole = self.kind in ("integer", "date")
        self.values = [text for text, _ in counted]
        if self.numeric:
            self.make_edges(sorted((number(self.kind, text), rows) for text, rows in counted))
        else:
            ranked = sorted(counted, key=lambda one: (-one[1], one[0].encode()))
            self.shown = [text for text, _ in ranked[:MOST_BINS]]

    def make_edges(self, counted):
        end = 1 if self.whole else 0
        low, high = quantile(counted, 0.01), quantile(counted, 0.99) + end
        last = counted[-1][0] + end
        self.edges = [counted[0][0]]
        for i in range(1, MOST_BINS):
            edge = low + (high - low) * i / MOST_BINS
            edge = math.ceil(edge) if self.whole else edge
            if self.edges[-1] < edge < last:
                self.edges.append(edge)
        self.edges.append(last)

    def bins(self):
        """As the document should describe them."""
        if not self.numeric:
            return [{"label": text} for text in self.shown]
        spell = {"date": lambda days: str(EPOCH + datetime.timedelta(days)), "integer": int, "decimal": float}[self.kind]
        return [{"from": spell(low), "to": spell(high - 1 if self.whole else high)}
                for low, high in zip(self.edges, self.edges[1:])]

    def places(self):
        return [*range(len(self.bins())), OTHER, MISSING]

    def place_of_number(self, value):
        inside = [i for i, (low, high) in enumerate(zip(self.edges, self.edges[1:])) if low <= value < high]
        if not inside and value == self.edges[-1]:
            return len(self.edges) - 2
        return inside[0] if inside else OTHER

    def place(self, text):
        """Of a cell of the original."""
        if text is None:
            return MISSING
        if self.numeric:
            return self.place_of_number(number(self.kind, text))
        return self.shown.index(text) if text in self.shown else OTHER

    def covered(self, label):
        """Values of the original below a label."""
        if label == "*":
            return self.values
        found = set()
        for name in unescaped(label):
            if name in self.values:
                found.add(name)
            elif self.masked:
                found |= {text for text in self.values if len(text) == len(name) and
                          all(mask in ("*", letter) for mask, letter in zip(name, text))}
            else:
                found |= set(self.tree.get(name, ())) & set(self.values)
        return sorted(found)

    def range_of(self, label):
        """From and to, where the range ends before `to` if it has a width."""
        match = re.fullmatch(r"\[(.*), (.*)([\])])", label)
        low, high, close = match.groups() if match else (label, label, "]")
        return number(self.kind, low), number(self.kind, high) + (1 if self.whole and close == "]" else 0)

    def spread(self, label):
        """Place and share."""
        if label is None or label == "":
            return {MISSING: 1.0}
        shares = {}
        if self.numeric and not self.has_hierarchy and label != "*":
            low, high = self.range_of(label)
            if low == high:
                return {self.place_of_number(low): 1.0}
            for i, (begin, end) in enumerate(zip(self.edges, self.edges[1:])):
                if min(high, end) > max(low, begin):
                    shares[i] = (min(high, end) - max(low, begin)) / (high - low)
            outside = max(0, self.edges[0] - low) + max(0, high - self.edges[-1])
            if outside > 0:
                shares[OTHER] = min(outside, high - low) / (high - low)
            return shares
        values = self.covered(label)
        for text in values:
            place = self.place(text)
            shares[place] = shares.get(place, 0) + 1 / len(values)
        return shares or {OTHER: 1.0}

    def loss(self, label):
        """G / D of docs/measures.md."""
        if label is None or label == "":
            return 0.0
        if label == "*":
            return 1.0
        if self.numeric and not self.has_hierarchy:
            numbers = [number(self.kind, text) for text in self.values]
            low, high = self.range_of(label)
            return (high - low - (1 if self.whole else 0)) / ((max(numbers) - min(numbers)) or 1)
        return (len(self.covered(label)) - 1) / ((len(self.values) - 1) or 1)
