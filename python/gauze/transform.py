"""Transforms, and the steps that may follow one: what makes the classes of a release.

One function each, made from its descriptor; ``help(gauze.transform)`` lists them.
"""

from __future__ import annotations

from ._entry import add_functions

__all__ = add_functions(globals(), "transforms", "steps")
