"""Policies: what each column is, what is promised, and how to get there."""

from __future__ import annotations

import inspect
import json
import os
import pathlib
from typing import Any

from ._call import Call, path_text
from ._entry import plain

_SECTIONS: list[str] = list(Call("schema").run()["properties"])


class Policy:
    """A policy, from a file or built here. An invalid policy raises an error.

    The arguments are the sections of a policy file (docs/policy.md): attributes, protect, transform and so on, as
    dictionaries and lists, with entries such as ``gauze.k_anonymity(k=5)`` in them. Paths in it are relative to the
    current folder. ``print(policy)`` shows the text that places in error messages refer to.
    """

    __signature__ = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _SECTIONS]
    )

    def __init__(self, **sections: Any):
        given = {"version": 1, **{name: plain(value) for name, value in sections.items() if value is not None}}
        self._set(json.dumps(given, indent=2, ensure_ascii=False), os.path.abspath("<policy>"))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Policy:
        """Reads a policy file. Paths in it are relative to its folder."""
        return cls.parse(pathlib.Path(path).read_text(encoding="utf-8"), path)

    @classmethod
    def parse(cls, text: str, file: str | os.PathLike[str] = "<policy>") -> Policy:
        """A policy from the text of a file; `file` names it in messages, and is where paths start from."""
        policy = cls.__new__(cls)
        policy._set(text, os.fspath(file))
        return policy

    def _set(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        checked = Call("policy", policy=self.to_call()).run()
        self._roles = checked["attributes"]
        self._sources = checked["sources"]

    @property
    def text(self) -> str:
        """As written in a file."""
        return self._text

    @property
    def file(self) -> str:
        return self._file

    @property
    def roles(self) -> dict[str, str]:
        """The role of each column."""
        return dict(self._roles)

    @property
    def source(self) -> str | None:
        """Path of the policy's own table; the first of several files."""
        return self._sources[0] if self._sources else None

    def save(self, path: str | os.PathLike[str]) -> Policy:
        """Writes the policy to a file and returns the policy of that file. Paths in it are kept as they are written."""
        target = pathlib.Path(path)
        self.parse(self._text, target)  # says at once what would be wrong there
        target.write_text(self._text, encoding="utf-8")
        return Policy.load(target)

    def to_call(self) -> dict[str, str]:
        return {"file": self._file, "text": self._text}

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gauze.Policy {self._file}: {len(self._roles)} columns>"


def as_policy(policy: Policy | str | os.PathLike[str]) -> Policy:
    """A policy, or the path of one."""
    return policy if isinstance(policy, Policy) else Policy.load(path_text(policy) or "")
