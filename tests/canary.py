"""No value of the data leaves Gauze except in the release itself.

Every cell of a table, and every label of its hierarchies, is a canary: a random word or number that
occurs nowhere else. The whole command line is run in success and in many kinds of failure, with
home, working and temporary directory inside one folder. Then no canary, nor eight characters of one,
may be in anything printed, in a manifest, or in any file of that folder, except: the inputs, the
data file of a release (without dropped columns), the tree of a sensitive column in a manifest (only
above values that were released), and what `hierarchy build` and `show` print because they are asked.
"""
import gzip
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import string
import subprocess

import lib
import pyarrow
import pyarrow.parquet

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

    def __init__(self, session):
        self.session, self.canaries = session, Canaries(session.random)
        for name in ("inputs", "policies", "out", "home", "cwd", "tmp"):
            (session.folder / name).mkdir()
        self.inputs, self.out = session.folder / "inputs", session.folder / "out"
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
        path = self.session.folder / "policies" / f"{name}.json"
        lib.write_policy(path, source or self.table, attributes, protect or self.protect, transform,
                         {"directory": str(self.out / name)}, **(more or {}))
        return path

    def run(self, *arguments, codes=(0,), asked=False, **options):
        """Runs gauze and looks for canaries in what it prints and in what it leaves."""
        folder = self.session.folder
        environment = {**os.environ, "HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp")}
        result = self.session.gauze(*arguments, cwd=folder / "cwd", env=environment, **options)
        shown = " ".join(pathlib.Path(str(argument)).name for argument in arguments)
        self.session.check(result.returncode in codes,
                           f"{shown}: exit {result.returncode}, not {codes}: {result.stderr[-300:]}")
        printed = (not asked and result.stdout) or ""
        self.session.check(not self.canaries.found_in(printed + result.stderr),
                           f"{shown}: a value is printed: {printed[-300:]}{result.stderr[-300:]}")
        self.session.check(not (left := self.leaks()), f"{shown}: values are left in {left}")
        return result

    def leaks(self):
        """Files that hold a canary and should not."""
        leaking = []
        for path in self.session.folder.rglob("*"):
            inside = path.relative_to(self.session.folder).parts
            data = inside[0] == "out" and len(inside) == 3 and path.name in ("data.csv", "data.parquet")
            if not path.is_file() or inside[0] == "inputs" or data:
                continue
            text = path.read_bytes().decode("latin-1")
            if path.name == "manifest.json" or path.name == "internal.json":
                text = text_without_trees(text)
            if self.canaries.found_in(text):
                leaking.append("/".join(inside))
        return leaking


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
    check = world.session.check
    manifest = json.loads((folder / "manifest.json").read_text())
    parquet = (folder / "data.parquet").exists()
    columns, rows = lib.read_parquet(folder / "data.parquet") if parquet else lib.read_csv(folder / "data.csv")
    check("name" not in columns and "person" not in columns, f"{folder.name}: a dropped column is released")
    everything = "".join(path.read_bytes().decode("latin-1") for path in folder.iterdir())
    everything += "".join("".join(row.values()) for row in rows)
    dropped = [row[name] for row in world.rows for name in ("name", "person")]
    check(not any(value in everything for value in dropped), f"{folder.name}: a dropped value is released")
    check(sorted(path.name for path in folder.iterdir()) == [manifest["data"], "manifest.json"],
          f"{folder.name}: there is more than data and manifest")
    for column in manifest["columns"]:
        nodes = column.get("tree", [])
        leaves = {node["label"] for node in nodes if node["leaf"]}
        check(not nodes or column["role"] == "sensitive", f"{folder.name}: {column['name']} has a tree")
        check(leaves <= {row.get(column["name"]) for row in rows}, f"{folder.name}: a tree has unreleased values")
        parents = {node["parent"] for node in nodes}
        check(all(node["leaf"] or i in parents for i, node in enumerate(nodes)), f"{folder.name}: an idle label")


def successes(world):
    good = world.policy("good")
    world.run("init", world.table)
    world.run("init", world.table, "-o", world.session.folder / "cwd" / "first.yaml")
    world.run("check", good)
    world.run("check", good, "--json")
    world.run("run", good, "--internal", world.session.folder / "cwd" / "internal.json")
    for name, transform in (("sets", {"labels": "set"}), ("fewer", {"boxes": "cells", "suppress_rows": 0.3})):
        policy = world.policy(name, transform=transform)
        world.run("run", policy)
        check_release(world, world.out / policy.stem)
    target = world.out / "good"
    check_release(world, target)
    world.run("verify", target)
    world.run("verify", target, "--json")
    world.run("verify", target / "data.csv", "--policy", good)
    world.run("verify", target / "data.csv", "--qi", "city,age,weight", "--claim", "k_anonymity(k=5)")
    world.run("measure", target)
    world.run("measure", world.table, "--qi", "age", "--json")
    for row in (1, ROWS):
        world.run("explain", good, "--row", row)
    world.run("hierarchy", "check", world.trees["city"], "--data", world.table, "--column", "city")
    world.run("hierarchy", "build", good, "city", asked=True)
    world.run("hierarchy", "show", world.trees["city"], asked=True)
    for words in (["models"], ["schema"], ["schema", "--manifest"], ["version"], ["completion", "bash"]):
        world.run(*words)
    text = good.read_text().replace('"release": {', '"release": {"format": "parquet",')
    parquet = good.with_name("parquet.json")
    parquet.write_text(text.replace("out/good", "out/parquet"))
    world.run("run", parquet)
    check_release(world, world.out / "parquet")


def broken_tables(world):
    """Tables that cannot be read, or do not fit the policy: (name, file)."""
    text, names = world.table.read_bytes(), world.names
    lines = text.split(b"\n")
    at = 20 + world.session.random.randrange(20)

    def changed(row, field):
        return b"\n".join(lines[:at] + [b",".join([*lines[at].split(b",")[:row], field,
                                                   *lines[at].split(b",")[row + 1:]])] + lines[at + 1:])

    canary = world.canaries.word().encode()
    yield "not-utf8", world.input("t.csv", changed(2, canary + b"\xff\xfe" + canary))
    yield "unclosed", world.input("t.csv", changed(2, b'"' + canary))
    yield "after-quote", world.input("t.csv", changed(2, b'"' + canary + b'"' + canary))
    yield "long-unclosed", world.input("t.csv", changed(2, b'"' + canary * 200000))
    yield "more-fields", world.input("t.csv", changed(2, canary + b"," + canary))
    yield "fewer-fields", world.input("t.csv", b"\n".join(lines[:at] + [canary + b"," + canary] + lines[at:]))
    yield "new-value", world.input("t.csv", changed(2, canary))
    yield "star", world.input("t.csv", changed(2, b"*"))
    yield "age-word", world.input("t.csv", changed(3, canary))
    yield "age-huge", world.input("t.csv", changed(3, world.canaries.number().encode() * 4))
    yield "weight-word", world.input("t.csv", changed(4, b"12" + canary))
    yield "income-word", world.input("t.csv", changed(6, canary))
    yield "no-person", world.input("t.csv", changed(1, b""))
    yield "zero-byte", world.input("t.csv", changed(3, canary + b"\0" + canary))
    yield "empty", world.input("t.csv", b"")
    yield "no-rows", world.input("t.csv", lines[0] + b"\n")
    yield "two-names", world.input("t.csv", text.replace(b"city", b"name", 1))
    yield "no-name", world.input("t.csv", text.replace(b"city", b"", 1))
    yield "one-more-column", world.input("t.csv", text.replace(b"city", b"city2", 1))
    yield "utf16", world.input("t.csv", text.decode().encode("utf-16"))
    squeezed = gzip.compress(text)
    yield "half-gzip", world.input("t.csv.gz", squeezed[:len(squeezed) // 2])
    yield "bad-gzip", world.input("t.csv.gz", squeezed[:200] + b"canary" + squeezed[206:])
    yield "no-gzip", world.input("t.csv.gz", text)
    path = world.inputs / "whole.parquet"
    pyarrow.parquet.write_table(pyarrow.table({name: [row[name] for row in world.rows] for name in names}), path,
                                compression="none")
    whole = path.read_bytes()
    yield "half-parquet", world.input("t.parquet", whole[:len(whole) // 2])
    yield "bad-parquet", world.input("t.parquet", whole[:3000] + b"\xff" * 500 + whole[3500:])
    yield "no-parquet", world.input("t.parquet", text)
    yield "parquet-as-csv", world.input("t.csv", whole)
    yield "absent", world.inputs / "absent.csv"
    yield "folder", world.inputs


def broken_trees(world):
    """Hierarchy files with a mistake: (name, file)."""
    lines, word = world.lines("city"), world.canaries.word
    csv = lambda changed: world.tree("city", changed)
    yield "tree-lacks", csv(lines[:-3])
    yield "tree-twice", csv(lines + lines[:1])
    yield "tree-two-parents", csv([[a, b, f"{word()}", c] for a, b, c in lines])
    yield "tree-two-things", csv(lines + [[lines[0][1], word(), "*"]])
    yield "tree-two-roots", csv(lines + [[word(), word()]])
    yield "tree-star", csv(lines + [[word(), "*", word(), "*"]])
    yield "tree-gap", csv(lines + [[word(), "", word(), "*"]])
    yield "tree-deep", csv(lines + [[word() for _ in range(70)] + ["*"]])
    yield "tree-quote", csv(lines + [['"' + word(), word(), "*"]])
    yield "tree-after-quote", csv(lines + [[f'"{word()}"{word()}', "*"]])
    yield "tree-not-utf8", world.input("t.csv", (word() + ";").encode() + b"\xff;*\n")
    yield "tree-empty", world.input("t.csv", b"")
    yield "tree-half-json", world.input("t.json", f'{{"*": {{"{word()}": ["{word()}", "{word()}'.encode())
    yield "tree-number", world.input("t.json", f'{{"*": {{"{word()}": [{world.canaries.number()}]}}}}'.encode())
    key = word()
    yield "tree-key", world.input("t.json", f'{{"*": {{"{key}": ["{word()}"], "{key}": []}}}}'.encode())
    yield "tree-text", world.input("t.json", f'"{word()}"'.encode())
    yield "tree-absent", world.inputs / "absent.csv"


def broken_policies(world):
    """Policies that do not fit the table, or ask too much: policies."""
    income, illness = {"attribute": "income"}, {"attribute": "illness"}
    for name, entry in {
            "k": {"k_anonymity": {"k": 1000}},
            "distinct": {"l_diversity": {**illness, "kind": "distinct", "l": 1000}},
            "frequency": {"l_diversity": {**illness, "kind": "frequency", "l": 1000}},
            "entropy": {"l_diversity": {**illness, "kind": "entropy", "l": 1000}},
            "recursive": {"l_diversity": {**illness, "kind": "recursive", "l": 60, "c": 0.5}},
            "proximity": {"proximity": {**income, "epsilon": 1000000000, "m": 2}},
            "not-a-number": {"proximity": {**illness, "epsilon": 1, "m": 2}},
            "no-tree": {"t_closeness": {**income, "distance": "hierarchical", "t": 0.5}}}.items():
        yield world.policy(f"infeasible-{name}", protect=[entry])
    yield world.policy("no-order", drop=[("illness", "hierarchy")],
                       protect=[{"t_closeness": {**illness, "distance": "ordered", "t": 0.5}}])
    for kind in ("integer", "decimal", "date", "timestamp", "boolean"):
        yield world.policy(f"type-{kind}", city={"type": kind}, drop=[("city", "hierarchy")])
        yield world.policy(f"type-note-{kind}", note={"type": kind})
    yield world.policy("format", age={"type": "date", "format": "%d.%m.%Y"})
    yield world.policy("interval-text", city={"hierarchy": {"interval": {"width": 5}}})
    yield world.policy("date-number", age={"hierarchy": {"date": {}}})
    yield world.policy("quasi-sensitive", note={"role": "quasi_sensitive"})
    yield world.policy("delimiter", more={"csv": {"delimiter": ";"}})
    yield world.policy("encoding", more={"csv": {"encoding": "utf-16"}})
    yield world.policy("reject", source=world.input("t.csv", world.table.read_bytes().replace(
        world.rows[7]["city"].encode(), b"")), more={"missing": "reject"})
    long = [dict(row, city=row["city"] * 5) for row in world.rows]
    lib.write_csv(world.inputs / "long.csv", world.names, long)
    yield world.policy("mask-long", source=world.inputs / "long.csv", city={"hierarchy": {"mask": "right"}})


def failures(world):
    wrong = [world.policy(name, source=path) for name, path in broken_tables(world)]
    wrong += [world.policy(name, city={"hierarchy": str(path)}) for name, path in broken_trees(world)]
    wrong += list(broken_policies(world))
    for policy in wrong:
        world.run("run", policy, codes=(1, 2, 3))
        world.run("run", policy, "--json", codes=(1, 2, 3))
        world.run("check", policy, codes=(1, 2, 3))
        world.run("explain", policy, "--row", 1, codes=(1, 2, 3))
        world.session.check(not (world.out / policy.stem).exists(), f"{policy.stem}: something was released")
    for name, path in broken_trees(world):
        world.run("hierarchy", "check", path, "--data", world.table, "--column", "city", codes=(2, 3))
        world.run("hierarchy", "show", path, codes=(0, 2, 3), asked=name in ("tree-lacks",))
    for name, path in broken_tables(world):
        world.run("init", path, codes=(0, 2, 3))
        world.run("measure", path, "--qi", "city,age", codes=(0, 2, 3))
        world.run("verify", path, "--qi", "city,age", "--claim", "k_anonymity(k=5)", codes=(1, 2, 3))
        world.run("hierarchy", "check", world.trees["city"], "--data", path, "--column", "city", codes=(0, 2, 3))
    return len(wrong)


def broken_releases(world):
    """A release that somebody changed: broken data, broken manifests."""
    good = world.out / "good"
    data, manifest = (good / "data.csv").read_bytes(), (good / "manifest.json").read_text()
    target = world.out / "changed"
    word = world.canaries.word()
    swaps = [(data[:-300], manifest), (data.replace(b"\n", b"\n" + word.encode() + b"\xff,", 2), manifest),
             (data + b'"' + word.encode(), manifest), (data.replace(b"city", b"town", 1), manifest), (b"", manifest),
             (data, manifest[:200]), (data, "[]"), (data, manifest.replace('"rows"', '"rowz"')),
             (data, manifest.replace('"parent": 0', '"parent": 999999')), (data, manifest.replace("k=5", "k=500")),
             (data, manifest.replace("data.csv", "../good/data.csv")),
             (data, manifest.replace("k_anonymity(", "l_anonymity(")), (data, manifest.replace('"claim"', '"c"'))]
    for changed, text in swaps:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        (target / "data.csv").write_bytes(changed)
        (target / "manifest.json").write_text(text)
        world.run("verify", target, codes=(1, 2))
        world.run("verify", target, "--policy", world.policy("good"), codes=(0, 1, 2))
        world.run("measure", target, codes=(0, 1, 2))
    shutil.rmtree(target)


def wrong_files(world):
    """Data where something else is expected, and places that cannot be written."""
    good, folder = world.policy("good"), world.session.folder
    for path in (world.table, world.trees["city"], world.inputs / "whole.parquet"):
        world.run("check", path, codes=(2, 3))
        world.run("verify", world.table, "--policy", path, codes=(2, 3))
    world.run("explain", good, "--row", 1000, codes=(2,))
    world.run("run", good, "--out", world.table, codes=(2, 3))
    world.run("run", good, "--out", world.table / "below", codes=(2, 3))
    world.run("run", good, "--out", world.inputs, codes=(2, 3))
    world.run("run", good, "--out", "/proc/gauze", codes=(2, 3))
    world.run("run", good, "--out", world.out / "never", "--internal", "/proc/gauze.json", codes=(2, 3))
    world.session.check(not (world.out / "never").exists(), "released although its internal manifest failed")
    (folder / "cwd" / "taken").mkdir()
    (folder / "cwd" / "taken" / "file").write_text("mine")
    world.run("run", good, "--out", folder / "cwd" / "taken", codes=(2,))


def short_of(world):
    """Too little disk and too little memory: an error of its own, and nothing left."""
    good = world.policy("good")

    def limit(what, amount):
        return lambda: resource.setrlimit(what, (amount, amount))

    for amount in (0, 1000, 4000):  # the write fails, as on a full disk
        world.run("run", good, "--out", world.out / "small", codes=(3,), restore_signals=False,
                  preexec_fn=limit(resource.RLIMIT_FSIZE, amount))
    world.session.check(not (world.out / "small").exists(), "a release on a full disk")
    world.run("run", good, "--out", world.out / "small", codes=(0, 2, 3),
              preexec_fn=limit(resource.RLIMIT_NOFILE, 8))
    shutil.rmtree(world.out / "small", ignore_errors=True)


def stopped(world):
    """A run that is killed leaves a folder that only its owner can read, and the next removes it."""
    lib.write_csv(world.inputs / "many.csv", world.names, [
        {**row, "age": str(int(row["age"]) + i), "person": f"{row['person']}{i}"}
        for i in range(500) for row in world.rows])
    policy = world.policy("many", source=world.inputs / "many.csv", transform={"choose": "span"})
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        process = subprocess.Popen(world.session.command("run", policy), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        while process.poll() is None and not list(world.out.glob(".many.gauze-*/release/data.csv")):
            pass
        process.send_signal(number)
        printed = process.communicate()[0]
        world.session.check(not world.canaries.found_in(printed), f"a run stopped by {number} prints a value")
        for left in world.out.glob(".many.gauze-*"):
            world.session.check(left.stat().st_mode & 0o777 == 0o700, "others can read what a killed run left")
    world.run("run", policy)
    check_release(world, world.out / "many")


def main():
    session = lib.Session(__doc__)
    world = World(session)
    successes(world)
    print(f"{failures(world)} kinds of wrong tables, hierarchies and policies")
    broken_releases(world)
    wrong_files(world)
    short_of(world)
    stopped(world)
    session.finish()


if __name__ == "__main__":
    main()
