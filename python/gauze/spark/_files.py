"""Where a release goes: written beside its name, read back, and renamed when it has been verified."""

from __future__ import annotations

import os
import shutil
import urllib.parse
import uuid
from typing import Any

import pyarrow

from .._errors import PolicyError
from . import _counts


class _Local:
    """A folder that driver and workers share."""

    def __init__(self, path: str):
        self.path = os.path.abspath(path)

    def exists(self, path: str) -> bool:
        return os.path.exists(path)

    def list(self, path: str) -> list[str]:
        return os.listdir(path)

    def upload(self, path: str, to: str) -> None:
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(path, "rb") as source, open(to, "wb") as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())

    def rename(self, path: str, to: str) -> bool:
        os.rename(path, to)
        return True

    def remove(self, path: str) -> None:
        if os.path.isdir(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.remove(path)


class _Hadoop:
    """Any storage that Spark supports, through the file system API of its JVM."""

    def __init__(self, spark: Any, path: str):
        self.path = path.rstrip("/")
        self._path = spark._jvm.org.apache.hadoop.fs.Path
        self._files = self._path(path).getFileSystem(spark._jsc.hadoopConfiguration())

    def exists(self, path: str) -> bool:
        return self._files.exists(self._path(path))

    def list(self, path: str) -> list[str]:
        return [status.getPath().getName() for status in self._files.listStatus(self._path(path))]

    def rename(self, path: str, to: str) -> bool:
        return self._files.rename(self._path(path), self._path(to))

    def upload(self, path: str, to: str) -> None:
        self._files.copyFromLocalFile(self._path(f"file:{path}"), self._path(to))

    def remove(self, path: str) -> None:
        self._files.delete(self._path(path), True)


def _place(spark: Any, out: str) -> _Local | _Hadoop:
    parts = urllib.parse.urlsplit(out)
    if parts.scheme in ("", "file"):
        return _Local(urllib.parse.unquote(parts.path) if parts.scheme else out)
    if not hasattr(spark, "_jvm"):
        raise PolicyError("Spark Connect has no way to rename on this storage", out, "use a session of Spark itself, or a shared folder")
    return _Hadoop(spark, out)


class Target:
    def __init__(self, spark: Any, out: str):
        self.spark = spark
        self._files: Any = _place(spark, os.fspath(out))
        self._out = self._files.path
        if self._files.exists(self._out):
            raise PolicyError("the folder already exists", self._out, "choose a new one: a release is never overwritten")
        parent, name = self._out.rsplit("/", 1)
        self._staged = f"{parent}/.{name}.{uuid.uuid4().hex}"
        self._data = f"{self._staged}/data"
        self._pieces = f"{self._staged}/pieces"
        #: The folder, if the driver can write there by itself.
        self.here = self._out if isinstance(self._files, _Local) else None
        self.files: list[str] = []

    def write(self, rows: Any) -> None:
        rows.write.parquet(self._data)
        names = self._files.list(self._data)
        parts = sorted(name for name in names if name.endswith(".parquet"))
        for name in set(names) - set(parts):  # checksums and Spark's own mark
            self._files.remove(f"{self._data}/{name}")
        self._name(parts)

    def folders(self) -> tuple[str, str]:
        """For pieces that are not published, and for the files of a release: where driver and workers share a folder."""
        for folder in (self._pieces, self._data):
            os.makedirs(folder, exist_ok=True)
        return self._pieces, self._data

    def adopt(self, parts: list[str]) -> None:
        """Files that workers have written, in order. A task that was done twice has left more."""
        for name in set(self._files.list(self._data)) - set(parts):
            self._files.remove(f"{self._data}/{name}")
        self._files.remove(self._pieces)
        self._name(parts)

    def _name(self, parts: list[str]) -> None:
        """As in any release."""
        for number, name in enumerate(parts):
            self._files.rename(f"{self._data}/{name}", f"{self._data}/part-{number:05}.parquet")
        self.files = [f"data/part-{number:05}.parquet" for number in range(len(parts))]
        if len(parts) == 1:
            self.files = ["data.parquet"]
            self._files.rename(f"{self._data}/part-00000.parquet", f"{self._staged}/data.parquet")
            self._files.remove(self._data)
            self._data = f"{self._staged}/data.parquet"

    def counted(self, names: list[str]) -> pyarrow.Table:
        """These columns of what was written, read back."""
        return _counts.count(self.spark.read.parquet(self._data), names).toArrow()

    def upload(self, release: str) -> None:
        """Publishes a release from the driver: files are copied one by one, then all appear at once."""
        for folder, _, names in os.walk(release):
            for name in names:
                path = os.path.join(folder, name)
                self._files.upload(path, f"{self._staged}/{os.path.relpath(path, release)}")
        self._rename()

    def publish(self, folder: str, names: list[str]) -> None:
        """What was written, with these files of a folder on the driver."""
        for name in names:
            self._files.upload(f"{folder}/{name}", f"{self._staged}/{name}")
        self._rename()

    def _rename(self) -> None:
        if self._files.exists(self._out) or not self._files.rename(self._staged, self._out):
            raise PolicyError("somebody else created the folder meanwhile", self._out, "choose another")

    def close(self) -> None:
        """Removes what was not published."""
        if self._files.exists(self._staged):
            self._files.remove(self._staged)

    def read(self, manifest: dict[str, Any]) -> Any:
        return self.spark.read.parquet(f"{self._out}/{manifest['data'] if isinstance(manifest['data'], str) else 'data'}")
