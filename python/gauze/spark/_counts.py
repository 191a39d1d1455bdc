"""Equal rows counted once: only these counts leave the cluster and come back."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

from pyspark.sql import functions as F

#: A table with this column says how often each row occurs; the library knows it.
ROWS = "gauze rows"
#: Who a row is about, as a number, where persons have several rows. Never written.
PERSON = "gauze person"


def column(name: str) -> Any:
    """The column of exactly this name, whatever characters it contains."""
    return F.col("`" + name.replace("`", "``") + "`")


def count(table: Any, names: list[str]) -> Any:
    return table.groupBy(*map(column, names)).agg(F.count(F.lit(1)).alias(ROWS))


class Sample:
    """What the first rows tell about a table. The release does not depend on it, only how it is made."""

    ROWS = 20_000

    def __init__(self, rows: Any, free: list[str]):
        taken = [tuple(tuple(value) if isinstance(value, list) else value for value in row) for row in rows.take(self.ROWS)]
        sizes = sum(len(value) + 4 if isinstance(value, (str, tuple)) else 8 for row in taken for value in row)
        #: Of a row that travels to the driver, about.
        self.row_bytes = 8 + sizes // max(1, len(taken))
        #: Columns that nothing protects (`free`) and whose values hardly repeat: they need not be known.
        self.carried = [name for at, name in enumerate(rows.columns)
                        if name in free and len(taken) == self.ROWS and len({row[at] for row in taken}) > self.ROWS / 2]
        #: Counting equal rows would be a shuffle of nearly all of them, for nothing.
        self.hardly_repeats = bool(self.carried) or len(set(taken)) > 0.95 * len(taken)


@contextlib.contextmanager
def kept(table: Any) -> Iterator[tuple[Any, int]]:
    """The table in Spark's cache, and its rows; in as few partitions as its size needs: by default a cached table keeps the 200 partitions of a shuffle."""
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


def repeat(table: Any) -> Any:
    """Every row of a counted table as often as it occurs, in the same order."""
    names = [column(name) for name in table.columns if name != ROWS]
    return table.select(*names, F.explode(F.array_repeat(F.lit(0), column(ROWS).cast("int"))).alias(ROWS)).drop(ROWS)
