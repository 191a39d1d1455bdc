"""What workers do with their tuples. A worker knows the table as a whole from a kit: the policy, the files that it names, and every
value with its count; made from the same kit, codes are the same everywhere."""

from __future__ import annotations

import hashlib
import os
import tempfile
from typing import Any, Iterator

import numpy
import pyarrow

from .._call import Call
from ._counts import ROWS

Kit = dict[str, bytes]
#: Tuples that are encoded at a time.
MOST = 1 << 20


def pack(folder: str) -> Kit:
    kit = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            kit[name] = file.read()
    return kit


_opened = ""


def unpack(kit: Kit) -> str:
    """The name of the kit, once this process has read it; its files hold values of the table, and stay only that long."""
    global _opened
    digest = hashlib.sha256()
    for name, content in sorted(kit.items()):
        digest.update(name.encode() + b"\0" + content)
    if _opened != digest.hexdigest():
        with tempfile.TemporaryDirectory(prefix="gauze-kit-") as folder:
            for name, content in kit.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            Call("cluster_open", folder=folder, kit=digest.hexdigest()).run()
        _opened = digest.hexdigest()
    return _opened


def pieces(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.Table]:
    """Joins batches into larger tables: each call of the library has a fixed cost."""
    held: list[pyarrow.RecordBatch] = []
    for batch in batches:
        if batch.num_rows:
            held.append(batch)
        if sum(piece.num_rows for piece in held) >= MOST:
            yield pyarrow.Table.from_batches(held)
            held = []
    if held:
        yield pyarrow.Table.from_batches(held)


def values(policy: dict[str, str]) -> Any:
    """Every value of every column, with the rows that have it."""

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for table in pieces(batches):
            found = Call("cluster_values", policy=policy, threads=1).table("source", table).run()
            for place, column in enumerate(found):
                spelled, rows = column["values"], column["rows"]
                if column["null_rows"]:
                    spelled, rows = [*spelled, None], [*rows, column["null_rows"]]
                yield pyarrow.record_batch(
                    [pyarrow.array([place] * len(rows), pyarrow.int32()), pyarrow.array(spelled, pyarrow.string()),
                     pyarrow.array(rows, pyarrow.int64())],
                    ["place", "value", "rows"])

    return work


def _records(table: pyarrow.Table, words: int) -> numpy.ndarray:
    names = [*(f"w{word}" for word in range(words)), ROWS]
    return numpy.stack([table.column(name).to_numpy() for name in names], axis=1)


def _columns(records: numpy.ndarray) -> dict[str, pyarrow.Array]:
    names = [*(f"w{word}" for word in range(records.shape[1] - 1)), ROWS]
    return {name: pyarrow.array(numpy.ascontiguousarray(records[:, i])) for i, name in enumerate(names)}


def _numbers(operation: str, records: numpy.ndarray, width: int, **arguments: Any) -> numpy.ndarray:
    """What the library makes of records, so many numbers to a row."""
    with tempfile.TemporaryDirectory(prefix="gauze-") as folder:
        given, path = os.path.join(folder, "records"), os.path.join(folder, "numbers")
        records.tofile(given)
        Call(operation, records=given, out=path, **arguments).run()
        return numpy.fromfile(path, numpy.int64).reshape(-1, width)


def encode(kit: Kit, words: int) -> Any:
    """Tuples as packed codes, in columns w0, w1, … and ROWS."""

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for table in pieces(batches):
            with tempfile.TemporaryDirectory(prefix="gauze-") as folder:
                path = os.path.join(folder, "records")
                Call("cluster_encode", kit=unpack(kit), out=path, threads=1).table("source", table).run()
                records = numpy.fromfile(path, numpy.int64).reshape(-1, words + 1)
            yield pyarrow.record_batch(_columns(records))

    return work


def sample(kit: Kit, words: int) -> Any:
    """The tuples with the smallest hashes, as far as they decide where tables are cut."""

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for table in pieces(batches):
            found = _numbers("cluster_sample", _records(table, words), words + 2, kit=unpack(kit))
            yield pyarrow.record_batch({"hash": pyarrow.array(numpy.ascontiguousarray(found[:, 0])), **_columns(found[:, 1:])})

    return work


def count(kit: Kit, words: int, cuts: str) -> Any:
    """Rows of each leaf, by column and code."""

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for table in pieces(batches):
            counts = _numbers("cluster_count", _records(table, words), 4, kit=unpack(kit), cuts=cuts)
            yield pyarrow.record_batch({name: pyarrow.array(numpy.ascontiguousarray(counts[:, i]))
                                        for i, name in enumerate(("leaf", "attribute", "code", "rows"))})

    return work


def place(kit: Kit, words: int, cuts: str) -> Any:
    """The region of each tuple."""

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for table in pieces(batches):
            records = _records(table, words)
            with tempfile.TemporaryDirectory(prefix="gauze-") as folder:
                records.tofile(os.path.join(folder, "records"))
                path = os.path.join(folder, "regions")
                Call("cluster_regions", kit=unpack(kit), cuts=cuts, records=os.path.join(folder, "records"), out=path).run()
                regions = numpy.fromfile(path, numpy.int32)
            yield pyarrow.record_batch({"region": pyarrow.array(regions), **_columns(records)})

    return work


def make(kit: Kit, words: int, schema: pyarrow.Schema) -> Any:
    """A region's piece of the release: groups of equal rows, and in the first one's row what is to be told of the region."""

    def work(table: pyarrow.Table) -> pyarrow.Table:
        region = table.column("region")[0].as_py()
        with tempfile.TemporaryDirectory(prefix="gauze-") as folder:
            _records(table, words).tofile(os.path.join(folder, "records"))
            made = Call("cluster_make", kit=unpack(kit), records=os.path.join(folder, "records"), folder=folder, threads=1).run()
            import pyarrow.parquet

            groups = pyarrow.concat_tables(pyarrow.parquet.read_table(path) for path in made["files"])
        size = groups.num_rows
        if ROWS not in groups.column_names:  # each row by itself, with its person
            groups = groups.append_column(ROWS, pyarrow.array(numpy.ones(size, numpy.int64)))
        report = pyarrow.array([made["report"]] + [None] * (size - 1), pyarrow.string())
        return pyarrow.table({**{name: groups.column(name) for name in groups.column_names},
                              "gauze region": pyarrow.array(numpy.full(size, region, numpy.int32)), "gauze report": report}).cast(schema)

    return work
