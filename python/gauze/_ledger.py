"""Ledgers: releases of a table that keeps growing."""

from __future__ import annotations

import os
from typing import Any

from ._call import Call
from ._errors import PolicyError
from ._policy import Policy, as_policy
from ._release import Report


class Ledger:
    """Records that keep arriving, and a release after each batch of them (docs/ledger.md)."""

    def __init__(self, folder: str | os.PathLike[str]):
        self.folder = os.fspath(folder)

    @classmethod
    def init(cls, policy: Policy | str | os.PathLike[str], folder: str | os.PathLike[str]) -> Ledger:
        """Makes an empty ledger in a new or empty folder. The policy must be a file, which stays where it is."""
        checked = as_policy(policy)
        if not os.path.isfile(checked.file):
            raise PolicyError(
                "a ledger needs its policy as a file", checked.file, "save it first: policy = policy.save('policy.yaml')"
            )
        Call("ledger_init", policy=checked.to_call(), ledger=os.fspath(folder)).run()
        return cls(folder)

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Ledger:
        """Opens an existing ledger."""
        ledger = cls(folder)
        ledger.log()
        return ledger

    def append(
        self, batch: Any = None, *, seal: bool = False, memory: int | str | None = None, threads: int | None = None
    ) -> Report:
        """Adds a table of new records, and publishes what can be. `seal`: make this the last release."""
        call = Call("ledger_append", ledger=self.folder, seal=seal, memory=memory, threads=threads)
        return Report(call.table("batch", batch).run())

    def status(self) -> Report:
        """What was released, who waits, since when and why."""
        return Report(Call("ledger_status", ledger=self.folder).run())

    def log(self) -> list[dict[str, Any]]:
        """One entry per release."""
        return Call("ledger_log", ledger=self.folder).run()

    def verify(self, *, threads: int | None = None) -> Report:
        """Checks that everything is as it was committed and that promises hold: see ["holds"]."""
        return Report(Call("ledger_verify", ledger=self.folder, threads=threads).run())

    def __repr__(self) -> str:
        return f"<gauze.Ledger {self.folder}>"
