"""Counts the attacks on a file again from the definitions, in whole numbers, sharing nothing with gauze."""
import collections
import csv
import dataclasses
import itertools
from fractions import Fraction

from experiments.freeform import guards

ROOT = "*"


@dataclasses.dataclass
class Findings:
    attacks: int = 0
    breaches: int = 0
    people: int = 0  # rows whose guarded value a breach tells
    worst: Fraction = Fraction(0)


class Tree:
    """A guarded column: what is above each value, how sensitive and how observable each node is."""

    def __init__(self, column, reading, occurring):
        with open(guards.hierarchy(column), newline="") as file:
            lines = [line for line in csv.reader(file, delimiter=";") if line[0] in occurring]
        self.above = {}  # node: itself and all above it, the root last
        self.leaves = collections.defaultdict(set)
        for line in lines:
            path = list(dict.fromkeys(line))
            for place, node in enumerate(path):
                if self.above.setdefault(node, path[place:]) != path[place:]:
                    raise ValueError(f"{column}: two nodes of one name")
                self.leaves[node].add(line[0])
        guarded = set(guards.GUARDS[column])
        power = 2 if reading.sensitivity == "non_aggregate" else 1
        self.sensitivity = {node: Fraction(len(leaves & guarded), len(leaves) ** power) for node, leaves in self.leaves.items()}
        observed = self.by_belief(column) if reading.observability == "belief" else {
            node: Fraction(bool(leaves - guarded)) for node, leaves in self.leaves.items()}
        self.observable = {node for node in self.leaves if node == ROOT or observed[node] >= Fraction(guards.OBSERVABLE_FROM)}

    def by_belief(self, column):
        with open(guards.BELIEFS / f"{column}.csv", newline="") as file:
            said = {line[0]: Fraction(line[1]) for line in list(csv.reader(file))[1:]}
        observed = {}
        for leaf in self.leaves[ROOT]:
            own = next(said[node] for node in self.above[leaf] if node in said)
            for steps, node in enumerate(self.above[leaf]):
                observed[node] = max(observed.get(node, 0), min(1, own + steps * Fraction(guards.BOOST)))
        return observed

    def critical(self, shown):
        """For each node that a file shows, those at or above it from which an adversary has to start: they are observable, and
        are shown or have a child that occurs and is not observable."""
        present = {node for label in shown for node in self.above[label]}
        blind = {self.above[node][1] for node in present if node not in self.observable}
        chosen = (present & self.observable) & (set(shown) | blind)
        return {label: [node for node in self.above[label] if node in chosen] for label in shown}

    def targets(self, label):
        return [node for node in self.above[label] if node not in self.observable and self.sensitivity[node] > 0]


class Judge:
    """Of one table: which values occur is taken from it, also when a release of it is judged."""

    def __init__(self, table):
        self.header, self.rows = read(table)
        self.occurring = {name: {row[place] for row in self.rows} for place, name in enumerate(self.header)}

    def trees(self, guarded, reading):
        return {column: Tree(column, reading, self.occurring[column]) for column in guarded}

    def look(self, file, guarded, reading, threat):
        """Every attack through critical nodes, each threat compared in whole numbers."""
        header, rows = read(file)
        if sum(rows.values()) != sum(self.rows.values()):
            raise ValueError("rows are missing")
        trees, limit = self.trees(guarded, reading), Fraction(str(threat))
        places = [header.index(column) for column in guarded]
        rest = [place for place in range(len(header)) if place not in places]
        shown = collections.Counter()
        for row, count in rows.items():
            shown[tuple(row[place] for place in rest), tuple(row[place] for place in places)] += count
        critical = [trees[column].critical({cells[at] for _, cells in shown}) for at, column in enumerate(guarded)]
        findings, told = Findings(), set()
        for target, column in enumerate(guarded):
            self.attack(shown, critical, trees[column], target, limit, findings, told)
        findings.people = sum(shown[row] for row in told)
        return findings

    @staticmethod
    def attack(shown, critical, tree, target, limit, findings, told):
        """Everything that is known, as far as it matters, against one column."""
        support, hits, behind = collections.Counter(), collections.Counter(), collections.defaultdict(list)
        for row, count in shown.items():
            others = [critical[at][cell] if at != target else [None] for at, cell in enumerate(row[1])]
            aims = tree.targets(row[1][target])
            for known in itertools.product([row[0]], *others):
                support[known] += count
                for aim in aims:
                    hits[known, aim] += count
                    behind[known, aim].append(row)
        findings.attacks += len(hits)
        for (known, aim), count in hits.items():
            share = tree.sensitivity[aim]
            if count * share.numerator * limit.denominator > support[known] * share.denominator * limit.numerator:
                findings.breaches += 1
                told.update(behind[known, aim])
            if count * share.numerator * findings.worst.denominator > support[known] * share.denominator * findings.worst.numerator:
                findings.worst = Fraction(count, support[known]) * share


def read(path):
    """Header, and different rows with their numbers."""
    with open(path, newline="") as file:
        reader = csv.reader(file)
        return next(reader), collections.Counter(map(tuple, reader))
