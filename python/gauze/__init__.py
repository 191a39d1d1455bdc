"""Gauze turns private tables into releases that can be shared, and proves what it did.

>>> policy = gauze.Policy.load("policy.yaml")
>>> release = gauze.run(policy, table)
>>> release.table, release.manifest, release.measures

The models (``gauze.k_anonymity`` and so on) are functions made from the library's descriptors.
"""

from __future__ import annotations

import importlib
from typing import Any

from . import attack, hierarchy, ledger, transform
from ._entry import Entry, add_functions
from ._errors import GauzeError, PolicyError, PromiseError, ResourceError
from ._functions import (
    bundle,
    bundle_keys,
    check,
    compare,
    explain,
    init,
    measure,
    models,
    plan,
    profile,
    propose,
    risk,
    run,
    schema,
    sweep,
    verify,
    verify_bundle,
)
from ._gauze import __version__
from ._ledger import Ledger
from ._policy import Policy
from ._progress import show_progress
from ._release import Release, Report, Risk
from ._table import Table

__all__ = [
    "Entry",
    "GauzeError",
    "Ledger",
    "Policy",
    "PolicyError",
    "PromiseError",
    "Release",
    "Report",
    "ResourceError",
    "Risk",
    "Server",
    "Table",
    "__version__",
    "attack",
    "bundle",
    "bundle_keys",
    "check",
    "compare",
    "explain",
    "hierarchy",
    "init",
    "ledger",
    "measure",
    "mining",
    "models",
    "plan",
    "profile",
    "propose",
    "risk",
    "run",
    "schema",
    "server",
    "show_progress",
    "sweep",
    "transform",
    "verify",
    "verify_bundle",
    *add_functions(globals(), "models"),
]


def __getattr__(name: str) -> Any:
    """What asks a server is loaded when it is first used: it takes nearly as long as all the rest."""
    if name in ("mining", "server"):
        return importlib.import_module(f".{name}", __name__)
    if name == "Server":
        return importlib.import_module(".server", __name__).Server
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
