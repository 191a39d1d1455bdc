"""Freeform attacks by their definition: small random tables with hierarchies and guards, and every attack on what a file
shows of them, one by one and in exact fractions. Nothing is pruned and nothing is shared with the program.

A node is known by its label; `*` is the root and None the leaf of missing cells.
"""
import itertools
import json
import random
from fractions import Fraction

import lib

ROOT = "*"
ODD = ["{}", "{}, or so", 'the "{}"', "{}|x"]


class Column:
    """A hierarchy, the cells of a table, and what the policy says of them."""

    def __init__(self, rng, name, rows, guarded):
        self.name = name
        self.integer = rng.random() < 0.3
        self.parent = {}
        names = [ROOT]
        spelling = rng.choice(ODD)
        above = [0] + [rng.randrange(node) for node in range(1, rng.randint(2, 7))]
        for node, up in enumerate(above[1:], 1):
            leaf = node not in above
            names.append(str(node) if leaf and self.integer else spelling.format(f"n{node}"))
            self.parent[names[node]] = names[up]
        self.listed = [node for node in self.parent if node not in self.parent.values()]
        missing = 0.3 if rng.random() < 0.3 else 0
        self.cells = [None if rng.random() < missing else rng.choice(self.listed) for _ in range(rows)]
        if all(cell is None for cell in self.cells):
            self.cells[0] = self.listed[0]  # a column of nothing has no hierarchy
        self.heights = {node: self.height(node) for node in [ROOT, *self.parent]}
        if None in self.cells:
            self.parent[None] = ROOT
            self.heights[None] = 0
        self.rules = self.make_rules(rng) if guarded else {}

    def height(self, node):
        return max((1 + self.height(child) for child in self.parent if self.parent[child] == node), default=0)

    def make_rules(self, rng):
        nodes = [node for node in [ROOT, *self.parent] if node is not None]
        guard = rng.sample(nodes[1:], rng.randint(1, min(3, len(nodes) - 1))) if rng.random() < 0.85 else [ROOT]
        rules = {"guard": guard, "sensitivity": rng.choice(["aggregate", "non_aggregate"])}
        if rng.random() < 0.5:
            named = [ROOT, *(node for node in nodes[1:] if rng.random() < 0.4)]
            self.beliefs = {node: f"0.{rng.randint(0, 9)}" for node in named}
            rules |= {"observability": "belief", "boost": rng.choice([0, 0.1, 0.3, 1])}
        return rules

    def write(self, folder):
        """The hierarchy as a tree or as lines; what a policy says of the column, and of its guard."""
        attribute = {"role": "quasi_identifying", "hierarchy": str(folder / f"{self.name}.json")}
        if self.integer:
            attribute["type"] = "integer"
        tree = lambda node: {child: tree(child) for child, up in self.parent.items() if up == node and child is not None} or []
        (folder / f"{self.name}.json").write_text(json.dumps({ROOT: tree(ROOT)}))
        rules = dict(self.rules)
        if "boost" in rules:
            rules["belief"] = str(folder / f"{self.name}-belief.csv")
            lib.write_csv(rules["belief"], ["value", "belief"],
                          [{"value": node, "belief": belief} for node, belief in self.beliefs.items()])
        return attribute, rules

    def path(self, node):
        """A node and all above it, the root last."""
        while node != ROOT:
            yield node
            node = self.parent[node]
        yield ROOT

    def settle(self, leaves, observable_from):
        """Sensitivity of every node, and which can be observed."""
        counted = set(self.cells) if leaves == "occurring" else {*self.listed, *self.cells}
        self.present = {node for cell in set(self.cells) for node in self.path(cell)}
        below = {node: {leaf for leaf in counted if node in self.path(leaf)} for node in [ROOT, *self.parent]}
        sensitive = {leaf for leaf in counted if set(self.path(leaf)) & set(self.rules.get("guard", []))}
        self.sensitivity, self.observable = {}, {ROOT}
        for node in self.present:
            share = Fraction(len(below[node] & sensitive), len(below[node]))
            self.sensitivity[node] = share / len(below[node]) if self.rules.get("sensitivity") == "non_aggregate" else share
            if self.observability(node, below, sensitive) >= Fraction(str(observable_from)):
                self.observable.add(node)

    def observability(self, node, below, sensitive):
        if "boost" not in self.rules:
            return 0 if below[node] <= sensitive else 1
        children = [child for child in below if child != ROOT and self.parent[child] == node and below[child]]
        if not children:
            return Fraction(next(self.beliefs[up] for up in self.path(node) if up in self.beliefs))
        boost = Fraction(str(self.rules["boost"]))
        return min(Fraction(1), boost + max(self.observability(child, below, sensitive) for child in children))

    def children(self, node):
        return [child for child in self.present if child != ROOT and self.parent[child] == node]


class Flat:
    """What a file shows of a column that nothing guards, each label for itself."""

    def __init__(self, labels):
        self.observable = {ROOT, *labels}
        self.sensitivity = dict.fromkeys(self.observable, 0)

    def path(self, node):
        return [node, ROOT] if node != ROOT else [ROOT]

    def children(self, node):
        return self.observable - {ROOT} if node == ROOT else []


class World:
    """A random table and what is promised of it."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        rows = rng.randint(1, 8)
        guarded = rng.sample(range(3), rng.choice([1, 2, 2, 3]))
        self.columns = [Column(rng, f"c{i}", rows, i in guarded) for i in range(3)]
        self.rows = [dict(zip(("c0", "c1", "c2"), cells)) for cells in zip(*(column.cells for column in self.columns))]
        self.threat = rng.choice([0, 0.1, 0.2, 0.3, 0.5, 0.5, 0.5, 0.6, 0.75, 0.9])
        self.observable_from = rng.choice([0.3, 0.5, 0.5, 1])
        self.own, self.any = rng.random() < 0.4, rng.random() < 0.4
        self.leaves = "taxonomy" if rng.random() < 0.25 else "occurring"
        for column in self.columns:
            column.settle(self.leaves, self.observable_from)

    def promise(self, rules):
        return {"freeform": {"threat": self.threat, "observable_from": self.observable_from, "attributes": rules,
                             "own": self.own, "targets": "any" if self.any else "each", "leaves": self.leaves}}


class View:
    """What a file shows, a node a cell. `flat`: of columns that nothing guards only whole labels are known, which must be so
    where some cells are coarser than others, and changes neither the verdict nor the worst threat where none is."""

    def __init__(self, world, rows, flat=False):
        self.world = world
        self.columns = list(world.columns)
        self.shown = [[row[column.name] for column in world.columns] for row in rows]
        for i, column in enumerate(world.columns):
            if flat and not column.rules:
                for row in self.shown:
                    row[i] = ("label", row[i])
                self.columns[i] = Flat({row[i] for row in self.shown})
        self.attacks = list(self.find())
        self.worst = max((threat for *_, threat, _ in self.attacks), default=0)

    def matches(self, row, known):
        return all(node in column.path(cell) for column, cell, node in zip(self.columns, row, known))

    def find(self):
        """Every attack with a threat above 0: X, the target's column and nodes, the threat, and how many rows match X. X is a
        node a column; at the target's it is what is known of that column, too."""
        levels = [set().union(*(column.path(row[i]) for row in self.shown)) for i, column in enumerate(self.columns)]
        for target, column in enumerate(self.columns):
            hidden = levels[target] - column.observable
            choices = [level & self.columns[i].observable if i != target or self.world.own else {ROOT}
                       for i, level in enumerate(levels)]
            for known in itertools.product(*choices) if hidden else []:
                having = [row[target] for row in self.shown if self.matches(row, known)]
                for nodes, threat in self.threats(column, having, hidden, known[target]) if having else []:
                    if threat > 0:
                        yield known, target, nodes, threat, len(having)

    def threats(self, column, having, hidden, scope):
        """Of each hidden node; or of several together of which none is above another, the largest there is."""
        def value(node):
            return Fraction(sum(node in column.path(cell) for cell in having), len(having)) * column.sensitivity[node]

        def most(node):
            return max(value(node) if node in hidden else 0, sum(map(most, column.children(node))))

        if self.world.any:
            return [({node for node in hidden if column.sensitivity[node] > 0}, most(scope))]
        # Whoever may know something of the target's own column knows what is just above the target.
        above = lambda node: next(up for up in column.path(node) if up in column.observable) if self.world.own else ROOT
        return [({node}, value(node)) for node in hidden if above(node) == scope]
