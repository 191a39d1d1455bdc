"""Equal rows as one, with how often they occur: all that leaves the cluster, and all that comes back."""

from __future__ import annotations

from typing import Any

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
