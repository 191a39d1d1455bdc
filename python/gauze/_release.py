"""What `run` and `risk` return."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import tempfile
from typing import Any

from . import _charts
from ._errors import PolicyError
from ._folder import PrivateFolder
from ._table import Table, is_address, table_of_release


class Release:
    """A release: its table, its manifest, its measures.

    Without `out` it is in a private temporary folder, which is removed with this object.
    """

    def __init__(self, directory: str, report: dict[str, Any], owner: PrivateFolder | None):
        self._directory = directory
        self._owner = owner
        #: What was done and what was proved (docs/manifest.md).
        self.manifest: dict[str, Any] = report["manifest"]
        #: How it was done: mode, route, seconds. Not part of the release.
        self.run: dict[str, Any] = report["run"]
        #: Where the files are, or the address of the table.
        self.directory: str = directory
        #: The released rows; read from the files when asked for.
        self.table: Table = table_of_release(directory, report["types"], owner)

    @property
    def measures(self) -> dict[str, float]:
        """Loss and risk of the release."""
        return self.manifest["measures"]

    def to_parquet(self, directory: str | os.PathLike[str]) -> str:
        """Copies the release, manifest included, to a new or empty folder, and returns its path."""
        if not any(self._files("*.parquet")):
            raise PolicyError("the release is not Parquet", self.directory, "run again without out=, or with format: parquet")
        return self.save(directory)

    def save(self, directory: str | os.PathLike[str]) -> str:
        """Copies the files of the release, in whatever format, to a new or empty folder."""
        if is_address(self.directory):
            raise PolicyError("the release is in a database", self.directory, "run again with a folder as out=, or copy the table out (docs/postgresql.md)")
        target = pathlib.Path(directory)
        if target.exists() and any(target.iterdir()):
            raise PolicyError("the folder is not empty", str(target), "choose a new one")
        # Beside it first: a release is there as a whole or not at all.
        target.parent.mkdir(parents=True, exist_ok=True)
        staged = tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            shutil.copytree(self.directory, staged, dirs_exist_ok=True)
            os.chmod(staged, 0o755)
            os.replace(staged, target)
        except BaseException:
            shutil.rmtree(staged, ignore_errors=True)
            raise
        return str(target)

    def _files(self, pattern: str) -> list[pathlib.Path]:
        return list(pathlib.Path(self.directory).rglob(pattern))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        claims = ", ".join(promise["claim"] for promise in self.manifest["promises"])
        return f"<gauze.Release {self.manifest['rows']} rows in {self.manifest['classes']} classes: {claims}>"

    def _repr_html_(self) -> str:
        return _charts.release(self.manifest)


class Report(dict):
    """Figures as the command line's --json prints them; a dictionary with a readable display."""

    def __repr__(self) -> str:
        return json.dumps(self, indent=2, ensure_ascii=False)


class Risk(Report):
    """The risk of a table, and with `table` that of each record: row, risk_from, risk_to, known_set."""

    def __init__(self, report: dict[str, Any], folder: PrivateFolder | None):
        super().__init__(report)
        self._table = None if folder is None else Table([os.path.join(folder.name, "records.parquet")], owner=folder)

    @property
    def table(self) -> Table:
        if self._table is None:
            raise PolicyError("the risk of each record was not computed", "", "call risk without decide")
        return self._table

    def _repr_html_(self) -> str:
        above = [(f"above {line['delta']:g}", float(line["rows"])) for line in self["above"]]
        return f"<div><b>{self['rows']:,} records</b><br>{_charts.bars('records', above, '{:,.0f}')}</div>"
