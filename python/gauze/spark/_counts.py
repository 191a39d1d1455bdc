"""Equal rows as one, with how often they occur: all that leaves the cluster, and all that comes back."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from pyspark.sql import functions as F

#: A table with this column says how often each row occurs; the library knows it.
ROWS = "gauze rows"
#: Rows that a task makes of one row of a counted table; a group of more is several.
MOST = 1 << 16


def column(name: str) -> Any:
    """By its name, whatever is in it."""
    return F.col("`" + name.replace("`", "``") + "`")


def count(table: Any, names: list[str]) -> Any:
    return table.groupBy(*map(column, names)).agg(F.count(F.lit(1)).alias(ROWS))


@contextlib.contextmanager
def kept(table: Any) -> Iterator[tuple[Any, int]]:
    """The table in Spark's cache, and its rows; in as few partitions as its size asks for: by default a cached table keeps all that a shuffle made, 200 of them."""
    name = "spark.sql.optimizer.canChangeCachedPlanOutputPartitioning"
    before = table.sparkSession.conf.get(name)
    table.sparkSession.conf.set(name, "true")
    try:
        table = table.persist()
        rows = table.count()
    finally:
        table.sparkSession.conf.set(name, before)
    try:
        yield table, rows
    finally:
        table.unpersist()


def prints(table: Any, names: list[str]) -> tuple[int, ...]:
    """Rows of a counted table, or of one that has no counts, and sums over their hashes: the same for the same rows in any order. Hashes are summed in
    pieces of 20 bits, which do not overflow; whether a cell is missing is hashed too, for Spark's hash passes over those."""
    hashed = F.xxhash64(*(each for name in names for each in (column(name), column(name).isNull())))
    rows = column(ROWS) if ROWS in table.columns else F.lit(1)
    pieces = [F.shiftrightunsigned(hashed, 20 * i).bitwiseAND(F.lit((1 << 20) - 1)) for i in range(3)]
    found = table.agg(F.sum(rows), *(F.sum(piece * rows) for piece in pieces)).collect()[0]
    return tuple(found)


def split(table: Any) -> Any:
    """A counted Arrow table without groups of more than MOST rows: no task has to make more of one."""
    import numpy
    import pyarrow

    rows = table.column(ROWS).to_numpy()
    times = (rows + MOST - 1) // MOST
    if (times == 1).all():
        return table
    places = numpy.repeat(numpy.arange(len(rows)), times)
    first = numpy.cumsum(times) - times
    nth = numpy.arange(len(places)) - first[places]
    made = numpy.minimum(MOST, rows[places] - nth * MOST)
    names = [name for name in table.column_names if name != ROWS]
    return table.select(names).take(pyarrow.array(places)).append_column(ROWS, pyarrow.array(made, pyarrow.int64()))


def repeat(table: Any) -> Any:
    """Every row of a counted table as often as it occurs, in the same order."""
    names = [column(name) for name in table.columns if name != ROWS]
    return table.select(*names, F.explode(F.array_repeat(F.lit(0), column(ROWS).cast("int"))).alias(ROWS)).drop(ROWS)
