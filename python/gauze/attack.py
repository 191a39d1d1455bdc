"""Attacks: what an adversary would try on a release.

One function per attack, made from its descriptor; ``help(gauze.attack)`` lists them.
"""

from __future__ import annotations

import inspect
import os
from typing import Any, Callable

from ._call import Call
from ._entry import catalog, docstring
from ._errors import PolicyError
from ._policy import Policy, as_policy
from ._release import Release, Report


def _path(release: Any) -> str:
    if isinstance(release, Release):
        return release.directory
    if isinstance(release, (str, os.PathLike)):
        return os.fspath(release)
    raise PolicyError(
        f"a {type(release).__name__} is not a release", "release", "give what gauze.run returned, or the path of a release"
    )


def _call(name: str, releases: list[Any], policy: Any, source: Any, **options: Any) -> Report:
    call = Call("attack", attack=name, policy=as_policy(policy).to_call(), releases=[_path(r) for r in releases], **options)
    return Report(call.table("source", source).run())


def _on_one(name: str) -> Callable[..., Report]:
    def attack(
        release: Release | str | os.PathLike[str],
        policy: Policy | str | os.PathLike[str],
        source: Any = None,
        *,
        victims: int = 10_000,
        threads: int | None = None,
    ) -> Report:
        return _call(name, [release], policy, source, victims=victims, threads=threads)

    return attack


def _with_known(name: str) -> Callable[..., Report]:
    def attack(
        release: Release | str | os.PathLike[str],
        policy: Policy | str | os.PathLike[str],
        source: Any = None,
        *,
        known: str | os.PathLike[str] | None = None,
        victims: int = 10_000,
        threads: int | None = None,
    ) -> Report:
        tables = None if known is None else [os.fspath(known)]
        return _call(name, [release], policy, source, known=tables, victims=victims, threads=threads)

    return attack


def _on_several(name: str) -> Callable[..., Report]:
    def attack(
        releases: list[Release | str | os.PathLike[str]],
        policy: Policy | str | os.PathLike[str],
        newcomers: list[str | os.PathLike[str]] | None = None,
        *,
        threads: int | None = None,
    ) -> Report:
        known = None if newcomers is None else [os.fspath(file) for file in newcomers]
        return _call(name, list(releases), policy, known[0] if known else None, newcomers=known, threads=threads)

    return attack


_ON_ONE = """

release: what gauze.run returned, or a release directory or data file
policy: roles, types and hierarchies, which are public
source: the original that victims are taken from (default: the policy's)
victims: different victims to try, a sample; 0 for all"""
_WITH_KNOWN = """
known: a table of other people from which the adversary knows how values are distributed (default: the original)"""
_ON_SEVERAL = """

releases: in the order of publication
policy: roles, types and hierarchies, which are public
newcomers: originals as files, one per release, with the people who first appear in it (default: not known)"""


def _function(descriptor: dict[str, Any]) -> tuple[Callable[..., Report], str]:
    """What is called, and how its arguments are explained."""
    name = descriptor["name"]
    if descriptor["several"]:
        return _on_several(name), _ON_SEVERAL
    if descriptor["knows"]:
        return _with_known(name), _ON_ONE + _WITH_KNOWN
    return _on_one(name), _ON_ONE


def _add_functions() -> list[str]:
    for descriptor in catalog["attacks"]:
        function, arguments = _function(descriptor)
        function.__name__ = function.__qualname__ = descriptor["name"]
        function.__module__ = __name__
        function.__doc__ = docstring(descriptor) + arguments
        function.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        globals()[descriptor["name"]] = function
    return [descriptor["name"] for descriptor in catalog["attacks"]]


__all__ = _add_functions()
