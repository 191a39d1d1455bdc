"""The world of canary.py: a table in which every cell is a canary, policies over it, and the search for
canaries in everything that gauze prints and leaves.
"""
import json
import os
import pathlib
import re
import string

import lib

ROWS = 60
PIECE = 8


class Canaries:
    """Makes canaries and finds them again."""

    def __init__(self, rng):
        self.rng = rng
        self.pieces = set()
        self.rounded = set()

    def word(self):
        word = "".join(self.rng.choices(string.ascii_letters, k=16))
        self.pieces |= {word[i:i + PIECE].lower() for i in range(len(word) - PIECE + 1)}
        return word

    def number(self):
        digits = str(self.rng.randint(100000000, 999999999))
        self.pieces |= {digits[i:i + PIECE] for i in range(len(digits) - PIECE + 1)}
        self.rounded.add(f"{int(digits):.6g}")
        return digits

    def found_in(self, text):
        """The pieces of canaries in a text, also where digits are grouped or rounded."""
        text = text.lower()
        runs = re.findall(r"[a-z]{8,}|[0-9]{8,}", text) + re.findall(r"[0-9]{8,}", text.replace(",", ""))
        found = {run[i:i + PIECE] for run in runs for i in range(len(run) - PIECE + 1)} & self.pieces
        return found | (self.rounded & set(re.findall(r"[0-9.]+e[+][0-9]+", text)))


class World:
    """The table, the folders, and a policy that works; failures change one thing of it."""

    def __init__(self, suite):
        self.suite, self.canaries = suite, Canaries(suite.random)
        for name in ("inputs", "policies", "out", "home", "cwd", "tmp"):
            (suite.folder / name).mkdir()
        self.inputs, self.out = suite.folder / "inputs", suite.folder / "out"
        word, number = self.canaries.word, self.canaries.number
        self.rows = [{"name": word(), "person": word(), "city": word(), "age": number(),
                      "weight": f"{number()}.5", "illness": word(), "income": number(), "note": word()}
                     for _ in range(ROWS)]
        self.names = list(self.rows[0])
        self.table = self.inputs / "table.csv"
        lib.write_csv(self.table, self.names, self.rows)
        self.trees = {column: self.tree(column) for column in ("city", "illness")}
        self.attributes = {"name": {"role": "identifying"}, "person": {"role": "entity"},
                           "city": {"role": "quasi_identifying", "hierarchy": str(self.trees["city"])},
                           "age": {"role": "quasi_identifying", "type": "integer"},
                           "weight": {"role": "quasi_identifying", "type": "decimal"},
                           "illness": {"role": "sensitive", "hierarchy": str(self.trees["illness"])},
                           "income": {"role": "sensitive", "type": "integer"}, "note": {"role": "insensitive"}}
        self.protect = [{"k_anonymity": {"k": 5}},
                        {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 3}},
                        {"t_closeness": {"attribute": "illness", "distance": "hierarchical", "t": 0.9}},
                        {"proximity": {"attribute": "income", "epsilon": 1, "m": 2}}]
        self.count = 0
        self.looked_at = {}  # a file as it was when it was last searched, and whether it held a canary

    def lines(self, column):
        """A hierarchy as lists of labels, leaf first."""
        groups = [self.canaries.word() for _ in range(8)]
        return [[row[column], groups[i % 8], "*"] for i, row in enumerate(self.rows)]

    def tree(self, column, lines=None):
        lines = self.lines(column) if lines is None else lines
        return self.input(f"{column}-tree.csv", "".join(";".join(line) + "\n" for line in lines).encode())

    def input(self, name, content):
        self.count = getattr(self, "count", 0) + 1
        path = self.inputs / f"{self.count}-{name}"
        path.write_bytes(content)
        return path

    def policy(self, name, source=None, protect=None, drop=(), more=None, transform=None, **changes):
        """A policy with a few attributes changed. Its release would go to out/NAME."""
        attributes = {key: {**value, **changes.get(key, {})} for key, value in self.attributes.items()}
        attributes = {key: {k: v for k, v in value.items() if (key, k) not in drop}
                      for key, value in attributes.items()}
        path = self.suite.folder / "policies" / f"{name}.json"
        lib.write_policy(path, source or self.table, attributes, protect or self.protect, transform,
                         {"directory": str(self.out / name)}, **(more or {}))
        return path

    def run(self, *arguments, codes=(0,), asked=False, **options):
        """Runs gauze and looks for canaries in what it prints and in what it leaves."""
        folder = self.suite.folder
        environment = {**os.environ, "HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp")}
        result = self.suite.gauze(*arguments, cwd=folder / "cwd", env=environment, **options)
        shown = " ".join(pathlib.Path(str(argument)).name for argument in arguments)
        self.suite.check(result.returncode in codes,
                           f"{shown}: exit {result.returncode}, not {codes}: {result.stderr[-300:]}")
        printed = (not asked and result.stdout) or ""
        self.suite.check(not self.canaries.found_in(printed + result.stderr),
                           f"{shown}: a value is printed: {printed[-300:]}{result.stderr[-300:]}")
        self.suite.check(not (left := self.leaks()), f"{shown}: values are left in {left}")
        return result

    def leaks(self):
        """Files that hold a canary and should not."""
        leaking = []
        for path in self.suite.folder.rglob("*"):
            inside = path.relative_to(self.suite.folder).parts
            data = inside[0] == "out" and len(inside) == 3 and path.name in ("data.csv", "data.parquet")
            if not path.is_file() or inside[0] == "inputs" or data:
                continue
            about = path.stat()
            state = (about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns, len(self.canaries.pieces))
            if self.looked_at.get(path, (None,))[0] != state:
                self.looked_at[path] = (state, self.holds_canary(path))
            if self.looked_at[path][1]:
                leaking.append("/".join(inside))
        return leaking

    def holds_canary(self, path):
        text = path.read_bytes().decode("latin-1")
        if path.name in ("manifest.json", "internal.json"):
            text = text_without_trees(text)
        return bool(self.canaries.found_in(text))


def text_without_trees(text):
    try:
        manifest = json.loads(text)
        for column in manifest["columns"]:
            column.pop("tree", None)
        return json.dumps(manifest)
    except (ValueError, KeyError, TypeError):
        return text


def check_release(world, folder):
    """Dropped columns are nowhere in the release; trees stand above released values only."""
    check = world.suite.check
    manifest = json.loads((folder / "manifest.json").read_text())
    parquet = (folder / "data.parquet").exists()
    columns, rows = lib.read_parquet(folder / "data.parquet") if parquet else lib.read_csv(folder / "data.csv")
    check("name" not in columns and "person" not in columns, f"{folder.name}: a dropped column is released")
    everything = "".join(content.decode("latin-1") for content in lib.contents(folder).values())
    everything += "".join("".join(row.values()) for row in rows)
    dropped = [row[name] for row in world.rows for name in ("name", "person")]
    check(not any(value in everything for value in dropped), f"{folder.name}: a dropped value is released")
    check(sorted(path.name for path in folder.iterdir()) == [manifest["data"], "manifest.json", "report"],
          f"{folder.name}: there is more than data, manifest and report")
    for column in manifest["columns"]:
        nodes = column.get("tree", [])
        leaves = {node["label"] for node in nodes if node["leaf"]}
        check(not nodes or column["role"] == "sensitive", f"{folder.name}: {column['name']} has a tree")
        check(leaves <= {row.get(column["name"]) for row in rows}, f"{folder.name}: a tree has unreleased values")
        parents = {node["parent"] for node in nodes}
        check(all(node["leaf"] or i in parents for i, node in enumerate(nodes)), f"{folder.name}: an idle label")
