"""Private temporary folders."""

from __future__ import annotations

import shutil
import tempfile
import weakref


class PrivateFolder:
    """A folder that nobody else can read; it is removed with this object, or when the interpreter exits."""

    def __init__(self, parent: str | None = None):
        self.name = tempfile.mkdtemp(prefix="gauze-", dir=parent)
        weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)
