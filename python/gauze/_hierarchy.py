"""Checks, prints and suggests hierarchies."""

from __future__ import annotations

import os
from typing import Any

from ._call import Call, path_text
from ._policy import Policy, as_policy
from ._release import Report


def check(file: str | os.PathLike[str] | None = None, table: Any = None, column: str | None = None, *, library: str | None = None,
          markers: list[str] | None = None, missing: str | os.PathLike[str] | None = None) -> Report:
    """Checks a hierarchy file, and whether it or a library covers a column.

    library: the name of a library instead of a file; needs table and column
    markers: spellings that stand for a missing value
    missing: gets the values that are not covered, one per line, in a file that only you can read
    """
    call = Call("hierarchy_check", file=path_text(file), column=column, library=library, markers=markers, missing=path_text(missing))
    return Report(call.table("source", table).run())


def build(policy: Policy | str | os.PathLike[str], column: str, table: Any = None) -> str:
    """The hierarchy that a policy gives a column, as CSV to edit and keep."""
    call = Call("hierarchy_build", policy=as_policy(policy).to_call(), column=column)
    return call.table("source", table).run()["csv"]


def suggest(table: Any, column: str, *, markers: list[str] | None = None, show: bool = False) -> Report:
    """Hierarchies that would fit a column, with the rows of each level.

    markers: spellings that stand for a missing value
    show: also the trees, which hold values of the column
    """
    return Report(Call("hierarchy_suggest", column=column, markers=markers, show=show).table("source", table).run())
