"""Rows of a release are in the order of what is printed, and of nothing else: the quasi-identifying columns from left to
right, then the others, numbers and dates by value, everything else by its bytes, a missing cell last. Every release that a
whole-program test makes is looked at (lib.Suite); nothing of the program is used here.
"""
import csv
import json
import pathlib

MOST = 60_000  # rows; larger releases are looked at by the tests that are about size


def paths(folder, names):
    return [folder / name for name in ([names] if isinstance(names, str) else names or [])]


def sorted_files(folder, manifest):
    """Files that are in order as a whole. A ledger that never touches what was released appends: each delta is."""
    data, ledger = paths(folder, manifest.get("data")), manifest.get("ledger", {})
    deltas = [[path] for path in paths(folder, ledger.get("delta"))]
    return deltas if str(ledger.get("method", "")).startswith(("pool", "apart")) else [data, *deltas]


def cells(path):
    """Names and rows; a missing cell is None."""
    if path.suffix == ".parquet":
        import pyarrow.parquet
        table = pyarrow.parquet.read_table(path)
        return table.column_names, [tuple(row) for row in zip(*(column.to_pylist() for column in table.columns))]
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        return next(lines), [tuple(cell or None for cell in line) for line in lines]


def key_of(column, typed):
    """What a column is sorted by, from its cells."""
    if typed:
        try:
            return [(cell is None, 0 if cell is None else float(cell) if isinstance(cell, str) else cell) for cell in column]
        except ValueError:
            pass  # dates, and aliases among numbers
    return [(cell is None, b"" if cell is None else str(cell).encode()) for cell in column]


def misplaced(folder):
    """Nothing, or what is wrong with the order of a release's rows; and how many releases were looked at."""
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    if manifest.get("rows", 0) > MOST:
        return None, 0
    looked = 0
    for files in sorted_files(folder, manifest):
        names, rows = [], []
        for path in files:
            if not path.is_file():
                return None, 0
            names, more = cells(path)
            rows += more
        if not rows:
            continue
        first = [name for column in manifest["columns"] if column["role"] == "quasi_identifying" for name in column["released_as"]]
        typed = {name for column in manifest["columns"] if column["type"] in ("integer", "decimal")
                 and (column["role"] != "quasi_identifying" or len(column["released_as"]) == 2) for name in column["released_as"]}
        order = [name for name in names if name in first] + [name for name in names if name not in first]
        columns = dict(zip(names, zip(*rows)))
        keys = list(zip(*(key_of(columns[name], name in typed) for name in order)))
        looked += 1
        for number, (before, after) in enumerate(zip(keys, keys[1:])):
            if after < before:
                return f"{folder}: row {number + 2} of {len(rows)} comes before row {number + 1}", looked
    return None, looked
