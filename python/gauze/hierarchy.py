"""Hierarchies: builders for a policy (one function each, made from its descriptor), and functions that check files and suggest what fits."""

from __future__ import annotations

from ._entry import add_functions
from ._hierarchy import build, check, suggest

__all__ = ["build", "check", "suggest", *add_functions(globals(), "hierarchy builders")]
