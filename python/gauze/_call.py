"""The way into the extension module: options as JSON, tables as Arrow streams."""

from __future__ import annotations

import json
import os
from typing import Any, Optional

from . import _gauze
from ._errors import PolicyError
from ._progress import bar


class Call:
    """Collects the arguments of an operation, and runs it. Arguments that are None are left out."""

    def __init__(self, name: str, /, **options: Any):
        self._name = name
        self._tables: list[Any] = []
        self._options: dict[str, Any] = {}
        for key, value in options.items():
            if value is not None:
                self._options[key] = value

    def table(self, name: str, table: Any) -> "Call":
        """A path, or anything with __arrow_c_stream__; None leaves it out."""
        if table is None:
            return self
        if isinstance(table, (str, os.PathLike)):
            self._options[name] = {"path": os.fspath(table)}
            return self
        if not hasattr(table, "__arrow_c_stream__"):
            raise PolicyError(
                f"a {type(table).__name__} is not a table",
                name,
                "give a path, or something with __arrow_c_stream__: pandas (with pyarrow), polars, pyarrow, a DuckDB relation",
            )
        self._options[name] = {"stream": len(self._tables)}
        self._tables.append(table.__arrow_c_stream__())
        return self

    def run(self) -> Any:
        shown = bar()
        try:
            return json.loads(_gauze.call(self._name, json.dumps(self._options), self._tables, shown))
        finally:
            if shown is not None:
                shown.close()


def path_text(path: Optional[Any]) -> Optional[str]:
    return None if path is None else os.fspath(path)
