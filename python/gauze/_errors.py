"""Exceptions of the package; they mirror the exit codes of the command line."""

from __future__ import annotations


class GauzeError(Exception):
    """What is wrong, where, and what to do about it. Never holds a cell of a table."""

    def __init__(self, message: str, where: str = "", hint: str = ""):
        super().__init__(message, where, hint)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class PromiseError(GauzeError):
    """A promise does not hold (exit code 1)."""


class PolicyError(GauzeError):
    """The policy, a hierarchy or the data is wrong (exit code 2)."""


class ResourceError(GauzeError):
    """The work could not be done: memory, disk, permission (exit code 3)."""
