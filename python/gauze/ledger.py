"""Ledgers, releases of a table that keeps growing; and their methods, one function each, made from its descriptor."""

from __future__ import annotations

from ._entry import add_functions
from ._ledger import Ledger

__all__ = ["Ledger", *add_functions(globals(), "methods of ledgers")]
