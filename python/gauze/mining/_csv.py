"""Rules in a CSV file: as mlxtend's frame or R's arules write them, or as questions."""

from __future__ import annotations

import ast
import csv
import pathlib
import re
from typing import Iterable

from .._errors import PolicyError
from ._cells import cell
from ._rules import Rules, rule_of


def from_csv(path: str | pathlib.Path, rows: int, *, separator: str = "=", columns: Iterable[str] | None = None, binned: Iterable[str] = ()) -> Rules:
    """The rules of a file with a header: columns `antecedents` and `consequents` (mlxtend), or `rules` or `rule` with "{a=x,b=y} => {c=z}" (arules), and if they are there `support`,
    `count` and `confidence`.

    rows: of the table that was mined; a `support` is a share of them, a `count` a number.
    The other arguments are those of `from_mlxtend`.
    """
    columns, binned = None if columns is None else list(columns), set(binned)
    rules, skipped = [], []
    with open(path, newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), 1):
            sides = [[cell(item, separator, columns) for item in side] for side in _sides(row, number)]
            confidence = row.get("confidence")
            found = rule_of(*sides, binned, _support(row, rows), float(confidence) if confidence else None)
            if isinstance(found, str):
                skipped.append(f"row {number}: {found}")
            else:
                rules.append(found)
    return Rules(rules, skipped)


def _support(row: dict[str, str], rows: int) -> int | None:
    if row.get("count"):
        return round(float(row["count"]))
    return round(float(row["support"]) * rows) if row.get("support") else None


def _sides(row: dict[str, str], number: int) -> list[list[str]]:
    written = row.get("rules") or row.get("rule")
    if written is not None:
        sides = re.split(r"\s*=>\s*", written)
    else:
        sides = [row.get("antecedents") or "", row.get("consequents") or ""]
    if len(sides) != 2 or not sides[1]:
        raise PolicyError("this is not a rule", f"row {number}", "columns antecedents and consequents, or rules like {a=x,b=y} => {c=z}")
    return [_items(side, number) for side in sides]


def _items(text: str, number: int) -> list[str]:
    text = text.strip()
    if text.startswith("frozenset("):  # as pandas writes mlxtend's sets
        try:
            return sorted(ast.literal_eval(text.removeprefix("frozenset(").removesuffix(")") or "()"))
        except (SyntaxError, ValueError):
            raise PolicyError("a set of items cannot be read", f"row {number}", "write it as pandas does: frozenset({'education=~k3x9q2m7ta'})") from None
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    # A comma is part of an item unless another item follows it.
    return [item.strip() for item in re.split(r",(?=[^,=]+=)", text) if item.strip()]
