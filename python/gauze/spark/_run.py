"""The run on Spark."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from pyspark.sql import functions as F

from .._call import Call
from .._errors import PolicyError
from .._functions import run as run_here
from .._policy import Policy, as_policy
from . import _counts
from ._files import Target
from ._regions import Regions


class SparkRelease(NamedTuple):
    """What `run` returns."""

    #: The released rows, a DataFrame in canonical order.
    table: Any
    #: What was done and what was proved (docs/manifest.md).
    manifest: dict[str, Any]
    #: "driver" or "regions".
    route: str


def run(
    policy: Policy | str | os.PathLike[str],
    table: Any,
    out: str,
    *,
    route: str = "auto",
    driver_bytes: int = 900_000_000,
    memory: int | str | None = None,
    threads: int | None = None,
) -> SparkRelease:
    """Makes a release of a DataFrame: counts in Spark, transforms, writes Parquet, reads back, verifies, publishes.

    out: a folder for the release, on storage that driver and workers share; it must not exist
    route: "driver" collects the distinct tuples; "regions" cuts them into regions that workers make; "auto" uses the driver if
        the tuples take at most about `driver_bytes` (default: what Spark allows for a result, spark.driver.maxResultSize)
    memory, threads: what the library may take on the driver
    """
    if route not in ("auto", "driver", "regions"):
        raise PolicyError(f'unknown route "{route}"', "route", "auto, driver or regions")
    policy = as_policy(policy)
    names, free = read_columns(policy, table)
    target = Target(table.sparkSession, out)
    # The library wants to see every column of the policy; what it does not read need not travel.
    unread = [F.lit(None).cast("string").alias(name) for name in table.columns if name not in names]
    rows = table.select(*map(_counts.column, names))
    tuples = _counts.count(table, names)
    sample = _counts.Sample(rows, free)
    try:
        if sample.hardly_repeats and (route == "driver" or route == "auto" and rows.count() * sample.row_bytes <= driver_bytes):
            route, manifest = "driver", _by_driver(policy, rows.select("*", *unread), target, memory, threads)
        elif sample.hardly_repeats:
            route, manifest = "regions", _by_regions(policy, rows, names, sample.carried, target, memory)
        elif route == "driver":
            manifest = _by_driver(policy, tuples, target, memory, threads)
        else:
            with _counts.kept(tuples) as (tuples, size):
                route = "driver" if route == "auto" and size * sample.row_bytes <= driver_bytes else "regions"
                if route == "driver":
                    manifest = _by_driver(policy, tuples, target, memory, threads)
                else:
                    manifest = _by_regions(policy, tuples, names, [], target, memory)
    finally:
        target.close()
    return SparkRelease(target.read(manifest), manifest, route)


def read_columns(policy: Policy, table: Any) -> tuple[list[str], list[str]]:
    """Columns that a release needs, in the table's order, and those of them that nothing protects. Fails if the policy and the table do not agree."""
    columns = Call("cluster_columns", policy=policy.to_call(), columns=table.columns).run()
    return [column["name"] for column in columns], [column["name"] for column in columns if column["free"]]


def _by_driver(policy: Policy, rows: Any, target: Target, memory: Any, threads: Any) -> dict[str, Any]:
    """Makes the release on the driver, from rows as they are or from tuples with counts."""
    table = rows.toArrow()
    if target.here:  # what the library writes itself, it writes sooner than Spark, and reads back
        call = Call("run", policy=policy.to_call(), out=target.here, parquet=True, memory=memory, threads=threads)
        return call.table("source", table).run()["manifest"]
    release = run_here(policy, table, memory=memory, threads=threads)
    target.upload(release.directory)
    return release.manifest


def _by_regions(policy: Policy, rows: Any, names: list[str], carried: list[str], target: Target, memory: Any) -> dict[str, Any]:
    regions = Regions(policy, rows, names, carried, target)
    try:
        return regions.run(memory)
    finally:
        regions.close()
