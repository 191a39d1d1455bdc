"""What workers do with regions. A worker knows the table as a whole from a kit: the policy, the files that it names, and every
value with its count; made from the same kit, codes are the same everywhere."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import uuid
from typing import Any, Iterator

import numpy
import pyarrow
import pyarrow.parquet

from .._call import Call
from .._errors import GauzeError
from ._counts import ROWS

Kit = dict[str, bytes]
#: Which leaf of the cuts a row is in, and what a worker tells the driver.
LEAF, TOLD = "gauze leaf", "gauze told"
#: For sorting a part, and reading it back; what does not fit lies in files meanwhile.
_PART_MEMORY = "1GiB"


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


def _given(table: pyarrow.Table) -> pyarrow.Table:
    """Words are unsigned for the library."""
    columns = {name: table.column(name) for name in table.column_names if name != LEAF}
    for name in columns:
        if name.startswith("gauze word "):
            columns[name] = pyarrow.chunked_array([chunk.view(pyarrow.uint64()) for chunk in columns[name].chunks])
    return pyarrow.table(columns)


def _made(kit: Kit, alone: bool, table: pyarrow.Table, folder: str) -> tuple[list[str], dict[str, Any]]:
    """The files of a region's piece, none if it keeps no model, and what is to be told of it."""
    about: dict[str, Any] = {"leaf": table.column(LEAF)[0].as_py()}
    try:
        call = Call("cluster_make", kit=unpack(kit), folder=folder, alone=alone, threads=1)
        made = call.table("source", _given(table)).run()
    except GauzeError as wrong:  # for the driver, who says it as if it had happened there
        return [], {**about, "error": [type(wrong).__name__, *wrong.args]}
    return made.pop("files"), {**about, **made}


def make_files(kit: Kit, alone: bool, pieces: str) -> Any:
    """Region by region into files of a folder that everybody shares; of each, what is to be told."""

    def work(table: pyarrow.Table) -> pyarrow.Table:
        # Made under a name of its own: a task that is done twice has no part in the files of the other.
        folder = os.path.join(pieces, uuid.uuid4().hex)
        os.mkdir(folder)
        files, told = _made(kit, alone, table, folder)
        return pyarrow.table({"told": [json.dumps({**told, "files": files})]})

    return work


def make(kit: Kit, alone: bool, schema: pyarrow.Schema) -> Any:
    """A region's piece of the release: groups of equal rows, and in a row of its own what is to be told of the region."""

    def work(table: pyarrow.Table) -> pyarrow.Table:
        with tempfile.TemporaryDirectory(prefix="gauze-") as folder:
            files, told = _made(kit, alone, table, folder)
            told.pop("samples", None)
            groups = pyarrow.concat_tables(pyarrow.parquet.read_table(path) for path in files) if files else None
        empty = schema.empty_table()
        rows = empty
        if groups is not None:
            if ROWS not in groups.column_names:  # each row by itself, with its person or what it carries
                groups = groups.append_column(ROWS, pyarrow.array(numpy.ones(groups.num_rows, numpy.int64)))
            leaf = pyarrow.array(numpy.full(groups.num_rows, told["leaf"], numpy.int32))
            columns = {name: groups.column(name) for name in groups.column_names}
            rows = pyarrow.table({**columns, LEAF: leaf, TOLD: pyarrow.nulls(groups.num_rows, pyarrow.string())}).cast(schema)
        one = {name: pyarrow.nulls(1, schema.field(name).type) for name in schema.names}
        last = pyarrow.table({**one, LEAF: pyarrow.array([told["leaf"]], pyarrow.int32()), TOLD: [json.dumps(told)]}).cast(schema)
        return pyarrow.concat_tables([rows, last])

    return work


def write_parts(kit: Kit, pieces: list[str], bounds: list[Any], target: str) -> Any:
    """Parts of the release, by number: `from` and `to` are bounds. Of each, what was found when it was read back."""

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for part in batch.column(0).to_pylist():
                name = f"{uuid.uuid4().hex}.parquet"
                with tempfile.TemporaryDirectory(prefix="gauze-") as temp:
                    found = Call("cluster_part", kit=unpack(kit), pieces=pieces, path=os.path.join(target, name), temp=temp, threads=1, memory=_PART_MEMORY,
                                 **{"from": bounds[part - 1] if part else None, "to": bounds[part] if part < len(bounds) else None}).run()
                told = json.dumps({"part": part, "file": name, "found": found})
                yield pyarrow.record_batch([pyarrow.array([told])], ["told"])

    return work
