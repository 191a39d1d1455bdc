"""Hierarchies: builders for a policy (one function each, made from its descriptor), and functions that check files."""

from __future__ import annotations

from ._entry import add_functions
from ._hierarchy import build, check

__all__ = ["build", "check", *add_functions(globals(), "hierarchy builders")]
