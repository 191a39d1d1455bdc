"""Verification on Spark: the classes are counted there, and judged as any file is."""

from __future__ import annotations

import os
from typing import Any

from .._functions import verify as verify_here
from .._policy import Policy, as_policy
from .._release import Report
from . import _counts


def verify(policy: Policy | str | os.PathLike[str], table: Any, *, threads: int | None = None) -> Report:
    """Checks whether a DataFrame keeps the promises of the policy. Its rows are those of a release, made by any program."""
    policy = as_policy(policy)
    return verify_here(_counts.count(table, table.columns).toArrow(), policy, threads=threads)
