"""What Weka prints: trees of J48, rules of Apriori."""

from __future__ import annotations

import itertools
import re
from typing import Any, Iterable

from .._errors import PolicyError
from ._rules import Rules, rule_of
from ._trees import Forest, Node, Tree

_RULE = re.compile(r"^\s*\d+\.\s+(?P<when>.*?)\s+(?P<covered>\d+)\s+==>\s+(?P<then>.*?)\s+(?P<support>\d+)\s+<?conf:\((?P<confidence>[\d.]+)\)")
_NAME = r"(?:'(?:[^'\\]|\\.)*'|[^=\s]+)"
# Values may have blanks that nothing marks: one ends where the next column begins.
_ITEM = re.compile(rf"\s*(?P<column>{_NAME})=(?P<value>'(?:[^'\\]|\\.)*'|.+?)(?=\s+{_NAME}=|$)")
_BRANCH = re.compile(r"^(?P<bars>(?:\|\s{3})*)(?P<column>.+?) (?P<operator>=|<=|<|>|>=) (?P<rest>.+)$")
_LEAF = re.compile(r"^(?P<test>.*): (?P<predicts>.*?) \((?P<rows>[\d.]+)(?:/(?P<wrong>[\d.]+))?\)\s*$")


def from_weka(text: str, target: str | None = None, *, binned: Iterable[str] = ()) -> Forest | Rules:
    """A tree of J48 or the rules of Apriori, from the text that Weka shows. What stands around them may be there.

    target: the column that a tree predicts, which Weka does not print. Rules need none.
    binned: columns that Weka's Discretize cut into ranges.
    """
    rules = [found for line in text.splitlines() if (found := _RULE.match(line))]
    if rules:
        return _rules(rules, set(binned))
    branches = _tree_of(text)
    if not branches:
        raise PolicyError("there is no tree with a branch of J48 and no rule of Apriori", "", "give the text of Weka's result, with the tree or the list of rules")
    if target is None:
        raise PolicyError("which column does the tree predict?", "", "Weka does not print it: give target")
    return Forest([Tree(target, _split(_Lines(branches), 0))])


def _tree_of(text: str) -> list[str]:
    """The lines of the tree. What follows it may look alike: the confusion matrix has `a = yes`."""
    lines = [line.rstrip() for line in text.splitlines()]
    rest = itertools.dropwhile(lambda line: not _BRANCH.match(line), lines)
    return list(itertools.takewhile(_BRANCH.match, rest))


def _plain(text: str) -> str:
    """Some versions of Weka put names with blanks into quotes."""
    text = text.strip()
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if len(text) > 1 and text[0] == text[-1] == "'" else text


def _rules(lines: list[Any], binned: set[str]) -> Rules:
    rules, skipped = [], []
    for line in lines:
        sides = [_items(line[side]) for side in ("when", "then")]
        found = rule_of(*sides, binned, int(line["support"]), float(line["confidence"]))
        if isinstance(found, str):
            skipped.append(found)
        else:
            rules.append(found)
    return Rules(rules, skipped)


def _items(side: str) -> list[tuple[str, str]]:
    """Columns and their values. Nothing may be left: blanks in the name of the first column would cut it off."""
    if _ITEM.sub("", side).strip():
        raise PolicyError("a rule cannot be read: the name of a column has blanks", "", "rename the column before learning: Weka does not mark where a name begins")
    return [(_plain(item["column"]), _plain(item["value"])) for item in _ITEM.finditer(side)]


class _Lines:
    """Lines of a tree, read one after another."""

    def __init__(self, lines: list[str]):
        self.lines, self.at = lines, 0

    def depth(self) -> int:
        return -1 if self.at == len(self.lines) else self.lines[self.at].count("|   ")

    def take(self) -> str:
        self.at += 1
        return self.lines[self.at - 1]


def _split(lines: _Lines, depth: int) -> Node:
    """All branches of a node: J48 has one line for each, and what is below it."""
    branches = []
    while lines.depth() == depth:
        line = lines.take()
        leaf = _LEAF.match(line)
        branch = _BRANCH.match(leaf["test"] if leaf else line.removesuffix(":"))
        if branch is None:
            raise PolicyError("a line of the tree cannot be read", f"line {lines.at} of the tree")
        branches.append((branch, _leaf(leaf) if leaf else _split(lines, depth + 1)))
    if len(branches) < 2:
        raise PolicyError("a node of the tree has a single branch", f"line {lines.at} of the tree", "give the whole tree")
    return _joined(branches)


def _leaf(leaf: Any) -> Node:
    rows, wrong = float(leaf["rows"]), float(leaf["wrong"] or 0)
    return {"predicts": _plain(leaf["predicts"]), "rows": round(rows), "counts": {_plain(leaf["predicts"]): round(rows - wrong)}}


def _joined(branches: list[Any]) -> Node:
    """The first branch against the rest."""
    (branch, below), *others = branches
    rest = others[0][1] if len(others) == 1 else _joined(others)
    column, operator, value = _plain(branch["column"]), branch["operator"], _plain(branch["rest"])
    if operator == "=":
        test: Node = {"column": column, "values": [value]}
    else:
        test = {"column": column, "threshold": float(value)} | ({"threshold_open": True} if operator in ("<", ">=") else {})
    yes, no = (rest, below) if operator.startswith(">") else (below, rest)
    rows = None if yes["rows"] is None or no["rows"] is None else yes["rows"] + no["rows"]
    return test | {"yes": yes, "no": no, "rows": rows, "counts": {}}
