"""Names that miners give to cells, as columns and values of a release."""

from __future__ import annotations

import json
import re
from typing import Any, Iterable, Union

from .._errors import PolicyError

#: A feature of a model: a column of numbers, one value of a column (1 where it is shown), or all values in the order of their codes.
Feature = Union[str, tuple[str, str], tuple[str, list[str]]]

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?inf"
# pandas.cut writes (2.1, 2.6], Weka '(2.1-2.6]'.
_RANGE = re.compile(rf"'?([\[(])\s*({_NUMBER})\s*[,-]\s*({_NUMBER})\s*([\])])'?")


def features(names: Iterable[str], columns: Iterable[str], separator: str = "_") -> list[Feature]:
    """Features by the names that pandas.get_dummies and scikit-learn's encoders give them: "education_~k3x9q2m7ta" is a value of the column `education`, "age" a column of numbers.

    columns: the columns of the release.
    """
    known = sorted(columns, key=len, reverse=True)
    found: list[Feature] = []
    for name in map(str, names):
        # A ColumnTransformer puts its step's name in front.
        for text in (name, name.partition("__")[2]):
            column = next((column for column in known if text == column or text.startswith(column + separator)), None)
            if column is not None:
                found.append(column if text == column else (column, text[len(column) + len(separator):]))
                break
        else:
            raise PolicyError("a feature belongs to no column of the release", "", "columns names the columns; separator is what stands between a column and a value")
    return found


def cell(item: Any, separator: str = "=", columns: Iterable[str] | None = None) -> tuple[str, str]:
    """An item of a rule: a pair, or "column=value"."""
    if isinstance(item, tuple) and len(item) == 2:
        return str(item[0]), str(item[1])
    if isinstance(item, str):
        for column in sorted(columns or (), key=len, reverse=True):
            if item.startswith(column + separator):
                return column, item[len(column) + len(separator):]
        column, found, value = item.partition(separator)
        if found and column and columns is None:
            return column.strip(), value.strip()
    raise PolicyError("an item of a rule is not a column and a value", "", 'items are pairs, or texts like "education=~k3x9q2m7ta"; with mlxtend, use_colnames=True')


def condition(column: str, value: str, binned: Iterable[str] = ()) -> dict[str, Any]:
    """A condition in the server's form. The value of a column that was binned for mining is a range."""
    if column not in binned:
        return {"column": column, "values": [value]}
    bounds = _RANGE.fullmatch(value.strip())
    if bounds is None:
        raise PolicyError("a value of a binned column is not a range", column, 'ranges are written like "(2.1, 2.6]"')
    opening, low, high, closing = bounds.groups()
    found: dict[str, Any] = {"column": column}
    if "inf" not in low:
        found |= {"from": float(low), "from_open": opening == "("}
    if "inf" not in high:
        found |= {"to": float(high), "to_open": closing == ")"}
    return found


def word(value: str) -> str:
    """A value as questions write it."""
    plain = value and not re.search(r'[\s"&=<>{}\[\](),\x00-\x1f]', value)
    return value if plain else json.dumps(value, ensure_ascii=False)


def text_of(condition: dict[str, Any]) -> str:
    """A condition as questions write it."""
    column = word(condition["column"])
    if "values" in condition:
        values = [word(value) for value in condition["values"]]
        return f"{column} = {values[0]}" if len(values) == 1 else f"{column} in {{{', '.join(values)}}}"
    low, high = condition.get("from"), condition.get("to")
    opening = "(" if condition.get("from_open") else "["
    closing = ")" if condition.get("to_open") else "]"
    if low is None:
        return f"{column} {'<' if closing == ')' else '<='} {high:g}"
    if high is None:
        return f"{column} {'>' if opening == '(' else '>='} {low:g}"
    return f"{column} in {opening}{low:g}, {high:g}{closing}"
