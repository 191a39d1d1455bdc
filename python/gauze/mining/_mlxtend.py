"""Rules of mlxtend's association_rules, from apriori or fpgrowth."""

from __future__ import annotations

from typing import Any, Iterable

from .._errors import PolicyError
from ._cells import cell
from ._rules import Rules, rule_of


def from_mlxtend(frame: Any, rows: int, *, separator: str = "=", columns: Iterable[str] | None = None, binned: Iterable[str] = ()) -> Rules:
    """The rules of a data frame with `antecedents` and `consequents`, sets of items.

    rows: of the table that was mined; the frame's `support` is a share of them.
    separator, columns: items are pairs of column and value, or texts with the separator in between; where it may be part of a column's name, `columns` lists these.
    binned: columns of numbers that were cut into ranges for mining; their values are written like "(2.1, 2.6]".
    """
    lacking = {"antecedents", "consequents"} - set(frame.columns)
    if lacking:
        raise PolicyError("the frame has no rules", "", "give what association_rules returned, with antecedents and consequents")
    columns, binned = None if columns is None else list(columns), set(binned)
    rules, skipped, kept = [], [], []
    for place, row in enumerate(frame.to_dict("records")):
        sides = [[cell(item, separator, columns) for item in row[side]] for side in ("antecedents", "consequents")]
        support = None if "support" not in row else round(row["support"] * rows)
        found = rule_of(*sides, binned, support, row.get("confidence"))
        if isinstance(found, str):
            skipped.append(found)
        else:
            rules.append(found)
            kept.append(place)
    return Rules(rules, skipped, frame.iloc[kept])
