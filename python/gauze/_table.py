"""Tables in files, read as Arrow streams."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from . import _gauze


class Table:
    """Rows of a release, read from its files each time they are asked for.

    Anything that supports Arrow's PyCapsule protocol can read it: ``pyarrow.table(t)``, ``polars.DataFrame(t)``,
    ``duckdb.sql("FROM t")`` (through pyarrow), ``pandas`` through :meth:`to_pandas`.
    """

    def __init__(self, paths: list[str], csv: bool = False, types: list[dict[str, Any]] | None = None, owner: Any = None):
        self._options = json.dumps({"paths": paths, "csv": csv, "types": types or []})
        self._owner = owner  # of the files

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _gauze.read(self._options)

    def to_arrow(self) -> Any:
        """A pyarrow.Table."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all().combine_chunks()

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; integers with missing cells stay integers (Int64)."""
        import pandas
        import pyarrow

        table = self.to_arrow()
        for place, field in enumerate(table.schema):
            if pyarrow.types.is_dictionary(field.type):  # pyarrow hands pandas signed indices only
                signed = pyarrow.dictionary(pyarrow.int32(), field.type.value_type)
                table = table.set_column(place, field.name, table.column(place).cast(signed))
        missing = {column.type for column in table.columns if column.null_count}
        nullable = {
            getattr(pyarrow, name)(): getattr(pandas, f"{stem}{bits}Dtype")()
            for stem, short in (("Int", "int"), ("UInt", "uint"))
            for bits in (8, 16, 32, 64)
            for name in (f"{short}{bits}",)
        }
        nullable[pyarrow.bool_()] = pandas.BooleanDtype()
        return table.to_pandas(types_mapper=lambda kind: nullable.get(kind) if kind in missing else None)

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        import polars

        return polars.DataFrame(self)


def is_address(place: str) -> bool:
    """Of a table of a database; no path."""
    return place.startswith(("postgresql://", "postgres://"))


def table_of_release(directory: str, types: list[dict[str, Any]] | None = None, owner: Any = None) -> Table:
    if is_address(directory):
        return Table([directory], types=types, owner=owner)
    folder = pathlib.Path(directory)
    parts = sorted(str(part) for part in (folder / "data").glob("*.parquet"))
    if (folder / "data.parquet").exists():
        parts = [str(folder / "data.parquet")]
    if parts:
        return Table(parts, types=types, owner=owner)
    return Table([str(folder / "data.csv")], csv=True, owner=owner)
