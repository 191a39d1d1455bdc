"""Functions made from descriptors: what the library can do is described there only, not in Python."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any, Callable, Optional

from ._call import Call

catalog: dict[str, list[dict[str, Any]]] = Call("catalog").run()

#: The Python type of a parameter, by the type in its descriptor.
TYPES = {
    "integer": "int",
    "number": "float",
    "choice": "str",
    "boolean": "bool",
    "attribute": "str",
    "file": "str | os.PathLike[str]",
    "names": "str | list[str]",
    "columns": "dict[str, Any]",
}


class Entry:
    """A model, a transform or a builder with its parameters, as a policy holds it."""

    def __init__(self, name: str, parameters: dict[str, Any]):
        self.name = name
        self.parameters = parameters

    def to_policy(self) -> dict[str, Any]:
        return {self.name: self.parameters}

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.parameters.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.to_policy() == other.to_policy()


def docstring(descriptor: dict[str, Any]) -> str:
    lines = [descriptor["summary"][:1].upper() + descriptor["summary"][1:] + ".", ""]
    for parameter in descriptor.get("parameters", []):
        text = parameter.get("description", "")
        if "enum" in parameter:
            text += f" (one of: {', '.join(map(str, parameter['enum']))})"
        if "default" in parameter:
            text += f" (default: {parameter['default']})"
        lines += textwrap.wrap(f"{parameter['name']}: {text}", 100, subsequent_indent="    ")
    for title, key in (("Means", "guarantees"), ("Does not cover", "not_covered"), ("Source", "reference")):
        if descriptor.get(key):
            lines += ["", *textwrap.wrap(f"{title}: {descriptor[key]}", 100)]
    return "\n".join(lines).rstrip()


def signature(descriptor: dict[str, Any]) -> inspect.Signature:
    """Parameters are given by name; those that may be left out are None."""
    parameters = [
        inspect.Parameter(
            parameter["name"],
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if parameter["required"] else None,
            annotation=TYPES[parameter["type"]] + ("" if parameter["required"] else " | None"),
        )
        for parameter in descriptor.get("parameters", [])
    ]
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    return inspect.Signature(parameters, return_annotation="Entry")


def make_function(descriptor: dict[str, Any], module: str) -> Callable[..., Entry]:
    wanted = signature(descriptor)

    def function(**parameters: Any) -> Entry:
        bound = wanted.bind(**parameters)
        return Entry(descriptor["name"], {key: value for key, value in bound.arguments.items() if value is not None})

    function.__name__ = function.__qualname__ = descriptor["name"]
    function.__module__ = module
    function.__doc__ = docstring(descriptor)
    function.__signature__ = wanted  # type: ignore[attr-defined]
    return function


def add_functions(namespace: dict[str, Any], *sections: str) -> list[str]:
    """Defines a function for every entry in these sections of the catalog; returns their names."""
    names = []
    for section in sections:
        for descriptor in catalog[section]:
            names.append(descriptor["name"])
            namespace[descriptor["name"]] = make_function(descriptor, namespace["__name__"])
    return names


def plain(value: Any) -> Optional[Any]:
    """Entries, paths, dates and collections of them as JSON values."""
    if isinstance(value, Entry):
        return plain(value.to_policy())
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)
