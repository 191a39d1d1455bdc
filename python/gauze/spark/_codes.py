"""Rows as packed codes, without a row leaving Spark: values are counted, the library says which code each has, and rows look theirs up.

A row of codes has the columns `word(0)`, `word(1)`, …, those that are carried as they are, and ROWS if rows were counted (docs/adr/0039).
"""

from __future__ import annotations

import concurrent.futures
import functools
import os
import tempfile
from typing import Any, NamedTuple

import numpy
import pyarrow
from pyspark.sql import functions as F

from .._call import Call
from .._errors import PolicyError
from .._policy import Policy
from . import _worker
from ._counts import ROWS, column

#: Values up to which every executor gets all of a column; beyond, Spark decides.
_BROADCAST = 2_000_000


def word(number: int) -> str:
    return f"gauze word {number}"


class _Column(NamedTuple):
    """A column with a dictionary."""

    name: str
    place: int  # in the table
    #: "gauze value", "gauze code" and, if the column decides where tables are cut, "gauze hash"
    values: pyarrow.Table
    missing: int  # code of NULL


class Codes:
    """What the library knows of a table, and the table in its terms."""

    def __init__(self, policy: Policy, rows: Any, names: list[str], carried: list[str]):
        self._spark = rows.sparkSession
        self._rows = rows
        self._names = names
        self.carried = carried
        self.counted = ROWS in rows.columns
        coded = [name for name in names if name not in carried]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            tables = list(pool.map(self._count_values, coded))
        self.rows = int(numpy.sum(tables[0].column(1).to_numpy()))
        if self.rows == 0:
            raise PolicyError("the source has a header but no rows", "", "there is nothing to release; is this the right file?")
        self._open(policy, dict(zip(coded, tables)))

    def _count_values(self, name: str) -> pyarrow.Table:
        """Every value of a column, with the rows that have it."""
        rows = F.sum(column(ROWS)) if self.counted else F.count(F.lit(1))
        return self._rows.groupBy(column(name)).agg(rows.alias(ROWS)).toArrow().combine_chunks()

    def _open(self, policy: Policy, tables: dict[str, pyarrow.Table]) -> None:
        columns = []
        for name in self._names:
            about: dict[str, Any] = {"name": name, "values": [], "rows": [], "null_rows": 0, "carried": name in self.carried}
            if name in tables:
                table = tables[name]
                spelled = Call("cluster_spell", policy=policy.to_call(), column=name).table("source", table.select([0])).run()
                for value, rows in zip(spelled, table.column(1).to_pylist()):
                    if value is None:
                        about["null_rows"] += rows
                    else:
                        about["values"].append(value)
                        about["rows"].append(rows)
            columns.append(about)
        with tempfile.TemporaryDirectory(prefix="gauze-kit-") as folder:
            Call("cluster_kit", policy=policy.to_call(), columns=columns, folder=folder).run()
            self.kit = _worker.pack(folder)
        self.about = Call("cluster_schema", kit=_worker.unpack(self.kit)).run()
        with tempfile.TemporaryDirectory(prefix="gauze-codes-") as folder:
            path = os.path.join(folder, "codes")
            Call("cluster_codes", kit=_worker.unpack(self.kit), out=path).run()
            numbers = numpy.fromfile(path, numpy.int64)
        self._columns = []
        self._hash_of_all = {}  # of a column that says the same of all rows
        for place, name in enumerate(self._names):
            if name not in tables:
                continue
            values = tables[name].column(0).drop_null()
            size = len(values) + 1
            codes, hashes, numbers = numbers[:size], numbers[size : 2 * size], numbers[2 * size :]
            if self.about["fields"][place]["mask"]:
                lookup = {f"gauze value {place}": values, f"gauze code {place}": codes[:-1], f"gauze hash {place}": hashes[:-1]}
                self._columns.append(_Column(name, place, pyarrow.table(lookup), int(codes[-1])))
            else:
                self._hash_of_all[place] = int(hashes[0])

    def table(self) -> Any:
        """All rows as codes."""
        return self._look_up(self._columns).select(*self._words(self._columns), *map(column, self.carried), *self._counts())

    def hashed(self, deciding: list[int]) -> Any:
        """All rows as tuples of some columns: `hash` (ADR 38), words, and ROWS."""
        columns = [one for one in self._columns if one.place in deciding]
        missing = F.lit(42).cast("bigint")
        hashes = {one.place: F.coalesce(F.col(f"gauze hash {one.place}"), missing) for one in columns}
        every = [hashes[place] if place in hashes else F.lit(self._hash_of_all[place]).cast("bigint") for place in deciding]
        rows = column(ROWS) if self.counted else F.lit(1).cast("bigint")
        return self._look_up(columns).select(F.xxhash64(*every).alias("hash"), *self._words(columns), rows.alias(ROWS))

    def _counts(self) -> list[Any]:
        return [column(ROWS)] if self.counted else []

    def _look_up(self, columns: list[_Column]) -> Any:
        rows, types = self._rows, dict(self._rows.dtypes)
        for one in columns:
            values = self._spark.createDataFrame(one.values)
            key, value = column(one.name), F.col(f"gauze value {one.place}")
            if types[one.name] == "date":  # numbers are looked up several times faster
                key, values = F.unix_date(key), values.withColumn(f"gauze value {one.place}", F.unix_date(value))
            rows = rows.join(F.broadcast(values) if one.values.num_rows <= _BROADCAST else values, key == value, "left")
        return rows

    def _words(self, columns: list[_Column]) -> list[Any]:
        """The words of a row that has looked up these columns."""
        parts: list[list[Any]] = [[] for _ in range(self.about["words"])]
        changed = F.raise_error(F.lit("the table changed while it was read: start again, from a copy")).cast("bigint")
        for one in columns:
            field = self.about["fields"][one.place]
            code = F.when(column(one.name).isNull(), F.lit(one.missing).cast("bigint")).otherwise(
                F.coalesce(F.col(f"gauze code {one.place}"), changed))
            parts[field["word"]].append(F.shiftleft(code, field["shift"]))
        zero = F.lit(0).cast("bigint")
        return [functools.reduce(lambda a, b: a.bitwiseOR(b), part, zero).alias(word(number)) for number, part in enumerate(parts)]


def code_of(field: dict[str, int]) -> Any:
    """The code of a column in a row of codes."""
    held = F.col(f"`{word(field['word'])}`")
    return F.shiftrightunsigned(held, field["shift"]).bitwiseAND(F.lit(field["mask"]).cast("bigint"))


def place(rows: Any, fields: list[dict[str, int]], nodes: list[list[int]], name: str) -> Any:
    """Adds the leaf of each row of codes: down the tree of cuts (attribute, code, left, right, number), one step of all rows at a time."""
    depth, level = 0, [0]
    while level := [child for node in level if nodes[node][2] for child in nodes[node][2:4]]:
        depth += 1
    if depth == 0:
        return rows.withColumn(name, F.lit(nodes[0][4]).cast("int"))
    # In every step a leaf leads to itself.
    lying = [fields[node[0]] if node[2] else {"word": 0, "shift": 0, "mask": 0} for node in nodes]
    words, shifts, masks = (_numbers([field[part] for field in lying]) for part in ("word", "shift", "mask"))
    codes = _numbers([node[1] if node[2] else 0 for node in nodes])
    left, right = (_numbers([node[side] if node[2] else at for at, node in enumerate(nodes)]) for side in (2, 3))
    for step in range(depth):
        here = F.lit(0) if step == 0 else column(name).cast("int")
        held = F.col(f"`{word(0)}`")
        for number in range(1, 1 + max(field["word"] for field in lying)):
            held = F.when(F.get(words, here) == number, F.col(f"`{word(number)}`")).otherwise(held)
        code = F.call_function("shiftrightunsigned", held, F.get(shifts, here).cast("int")).bitwiseAND(F.get(masks, here))
        rows = rows.withColumn(name, F.when(code <= F.get(codes, here), F.get(left, here)).otherwise(F.get(right, here)))
    return rows.withColumn(name, F.get(_numbers([node[4] for node in nodes]), column(name).cast("int")).cast("int"))


def _numbers(values: list[int]) -> Any:
    """An array that Spark makes once."""
    return F.split(F.lit(",".join(map(str, values))), ",").cast("array<bigint>")
