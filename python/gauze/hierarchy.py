"""Hierarchies: builders for a policy (a function for each, made from its descriptor), and looking at files."""

from __future__ import annotations

from ._entry import add_functions
from ._hierarchy import build, check

__all__ = ["build", "check", *add_functions(globals(), "hierarchy builders")]
