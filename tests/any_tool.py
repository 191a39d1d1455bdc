"""Tiny releases as some other tool might have made them: classes by chance, labels as narrow as their rows allow, written in one of many ways.
Shared by the tests of attacks on files alone. Nothing here is taken from gauze."""
import itertools
import json

TREE = {"a": ("left", "top"), "b": ("left", "top"), "c": ("right", "top"), "d": ("right", "top"), "e": ("right", "top"), "f": ()}
TREES = [TREE,
         {"a": ("low", "high"), "b": ("low", "high"), "c": ("high",), "d": (), "e": ()},
         {"a": ("low", "middle", "high"), "b": ("low", "middle", "high"), "c": ("high",), "d": ()},
         {"a": ("left",), "b": ("left",), "c": ("right",), "d": ("right",), "e": ("right",)},
         {"a": ("one", "two"), "b": ("one", "two"), "c": ("two",)},
         {"a": ("alone",), "b": ("two",), "c": ("two",)},
         {"a": (), "b": ()}]
NUMBERS = [1, 2, 3, 4]
RANGES = ["[{}, {}]", "[{}-{}]", "{}-{}", "[{}; {}]", "{} to {}", "{}..{}"]
SETS = [("{", "|", "}"), ("{", ",", "}"), ("{", ", ", "}"), ("", ",", "")]
SENSITIVE = ["flu", "cold", "gout", "cough"]


class Numbers:
    """A column of numbers whose labels are ranges."""
    domain = NUMBERS

    def __init__(self, rng):
        self.form = rng.choice(RANGES)

    def label(self, values):
        low, high = min(values), max(values)
        return str(low) if low == high else self.form.format(low, high)

    def meant(self, label):
        for low, high in itertools.combinations_with_replacement(NUMBERS, 2):
            if self.label([low, high]) == label:
                return list(range(low, high + 1))
        return NUMBERS if label == "*" else []

    def description(self, folder):
        return {}


class Sets:
    """A column of names whose labels are lists."""
    domain = ["u", "v", "w"]

    def __init__(self, rng):
        self.form = rng.choice(SETS)

    def label(self, values):
        first, between, last = self.form
        names = sorted(set(values))
        return names[0] if len(names) == 1 else first + between.join(names) + last

    def meant(self, label):
        for count in range(1, len(self.domain) + 1):
            for some in itertools.combinations(self.domain, count):
                if self.label(some) == label:
                    return list(some)
        return self.domain if label == "*" else []

    def description(self, folder):
        (folder / "names.csv").write_text("".join(f"{name};*\n" for name in self.domain))
        return {"hierarchy": "names.csv"}


class Nodes:
    """A column of names whose labels are nodes of a tree."""
    domain = list(TREE)

    def __init__(self, rng):
        pass

    def label(self, values):
        names = set(values)
        if len(names) == 1:
            return names.pop()
        for node in ("left", "right", "top"):
            if all(node in TREE[name] for name in names):
                return node
        return "*"

    def meant(self, label):
        return [name for name in TREE if label in (name, "*", *TREE[name])]

    def description(self, folder):
        (folder / "tree.csv").write_text("".join(";".join((name, *above, "*")) + "\n" for name, above in TREE.items()))
        return {"hierarchy": "tree.csv"}


class Steps(Numbers):
    """A column of numbers whose ranges end at the lines of a public grid."""
    domain = list(range(6))

    def __init__(self, rng):
        super().__init__(rng)
        self.step = rng.choice([1, 2, 3])

    def label(self, values):
        low, high = min(values), max(values)
        if low == high:
            return str(low)
        return self.form.format(low // self.step * self.step, high // self.step * self.step + self.step - 1)

    def meant(self, label):
        for low, high in itertools.combinations_with_replacement(self.domain, 2):
            if self.label([low, high]) == label:
                return [low] if low == high else list(range(low // self.step * self.step, high // self.step * self.step + self.step))
        return self.domain if label == "*" else []

    def description(self, folder):
        return {"type": "integer", "step": self.step}


class Raised(Nodes):
    """A column of names whose labels are nodes of a tree, but none that gives a value away if there is another above it: every set of values moves up
    until the sets below a node have no value in common, lowest nodes first."""

    def __init__(self, rng):
        self.tree = rng.choice(TREES)
        self.domain = list(self.tree)
        sets = [set(some) for count in range(2, len(self.domain) + 1) for some in itertools.combinations(self.domain, count)]
        path = {name: (*above, "*") for name, above in self.tree.items()}
        lowest = [next(node for node in path[min(some)] if all(node in path[name] for name in some)) for some in sets]
        parent = {node: above for way in path.values() for node, above in zip(way, way[1:])}
        depth = {node: len(way) - at for way in path.values() for at, node in enumerate(way)}
        for node in sorted(parent, key=lambda node: -depth[node]):
            here = [at for at, label in enumerate(lowest) if label == node]
            if here and set.intersection(*(sets[at] for at in here)):
                for at in here:
                    lowest[at] = parent[node]
        self.labels = {frozenset(some): label for some, label in zip(sets, lowest)}

    def label(self, values):
        names = frozenset(values)
        return next(iter(names)) if len(names) == 1 else self.labels[names]

    def meant(self, label):
        return [name for name in self.tree if label in (name, "*", *self.tree[name])]

    def description(self, folder):
        (folder / "tree.csv").write_text("".join(";".join((name, *above, "*")) + "\n" for name, above in self.tree.items()))
        return {"hierarchy": "tree.csv"}


def columns(rng, most=2, kinds=(Numbers, Sets, Nodes)):
    return {kind.__name__.lower(): kind(rng) for kind in rng.sample(list(kinds), rng.randint(1, most))}


def open_columns(rng):
    """Columns whose labels are chosen so that they give little away."""
    return columns(rng, kinds=(Steps, Raised))


def people(rng, forms, count):
    return [{**{name: str(rng.choice(form.domain)) for name, form in forms.items()}, "illness": rng.choice(SENSITIVE)} for _ in range(count)]


def values_of(form, rows, name):
    return [int(row[name]) if isinstance(form, Numbers) else row[name] for row in rows]


def release(rng, forms, rows, least=1, most=3):
    """Rows in classes of `least` to `most`, each with the labels of its class."""
    rows, shown = list(rows), []
    rng.shuffle(rows)
    while rows:
        size = rng.randint(least, most)
        group = rows[:size] if len(rows) - size >= least else rows
        rows = rows[len(group):]
        labels = {name: form.label(values_of(form, group, name)) for name, form in forms.items()}
        shown += [{**labels, "illness": row["illness"]} for row in group]
    rng.shuffle(shown)
    return shown


def describe(folder, forms, tight=None, **more):
    described = {"quasi_identifying": {name: form.description(folder) for name, form in forms.items()}, "sensitive": ["illness"], **more}
    if tight is not None:
        described["tight"] = tight
    (folder / "labels.yaml").write_text(json.dumps(described))
    return folder / "labels.yaml"


def covers(forms, shown, person):
    """Whether a released row can be the person's."""
    return all(person[name] in map(str, form.meant(shown[name])) for name, form in forms.items())
