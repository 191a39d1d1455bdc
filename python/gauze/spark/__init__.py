"""Gauze on Spark: rows stay where they are; only distinct tuples with counts reach the library.

>>> release = gauze.spark.run(policy, spark.read.parquet("lake/patients"), "lake/patients-release")
>>> release.table, release.manifest

The release is the same that ``gauze.run`` makes from these rows. See docs/spark.md.
"""

from __future__ import annotations

from ._run import SparkRelease, run
from ._verify import verify

__all__ = ["SparkRelease", "run", "verify"]
