"""What can be wrong with the inputs of canary.py: tables, hierarchies, policies. Every wrong thing is
full of canaries.
"""
import gzip
import io
import zipfile

import lib
import pyarrow
import pyarrow.parquet


def broken_tables(world):
    """Tables that cannot be read, or do not fit the policy: (name, file)."""
    text, names = world.table.read_bytes(), world.names
    lines = text.split(b"\n")
    at = 20 + world.suite.random.randrange(20)

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
    yield "mixed-ends", world.input("t.csv", b"\r\n".join(lines[:at]) + b"\r\n" + changed(2, b'"' + canary + b"\n" + canary + b'"').split(b"\n", at)[-1])
    yield "returns", world.input("t.csv", b"\n".join(lines[:at]) + b"\n" + b"\r".join(lines[at:]))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as workbook:
        workbook.writestr("xl/sharedStrings.xml", text)
    yield "workbook", world.input("t.csv", archive.getvalue())
    # Of the second file, and of both, the first line holds cells.
    for name, begin in (("second-without-header", 0), ("both-without-header", 1)):
        folder = world.inputs / name
        folder.mkdir(exist_ok=True)
        (folder / "a.csv").write_bytes(b"\n".join(lines[begin:at]))
        (folder / "b.csv").write_bytes(b"\n".join(lines[at:]))
        yield name, folder / "*.csv"


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
    yield world.policy("no-header", source=world.input("t.csv", world.table.read_bytes().split(b"\n", 1)[1]))
    yield world.policy("reject", source=world.input("t.csv", world.table.read_bytes().replace(
        world.rows[7]["city"].encode(), b"")), more={"missing": "reject"})
    long = [dict(row, city=row["city"] * 5) for row in world.rows]
    lib.write_csv(world.inputs / "long.csv", world.names, long)
    yield world.policy("mask-long", source=world.inputs / "long.csv", city={"hierarchy": {"mask": "right"}})
