"""Trees in PMML: a TreeModel, or a MiningModel of several (a forest)."""

from __future__ import annotations

import pathlib
import shlex
import xml.etree.ElementTree as ElementTree
from typing import Any

from .._errors import PolicyError
from ._trees import Forest, Node, Tree

_OPERATORS = {"lessOrEqual": (False, True), "lessThan": (True, True), "greaterThan": (False, False), "greaterOrEqual": (True, False)}


def from_pmml(path: str | pathlib.Path) -> Forest:
    """The trees of a PMML file that predict a category.

    Nodes with more than two branches become several with two; the last branch takes all other rows. Of a surrogate predicate its first is taken, because that is the one that the learner chose; other combinations of
    predicates are refused.
    """
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise _wrong("it has a document type", "PMML needs none: remove it")
    try:
        document = ElementTree.fromstring(text)
    except ElementTree.ParseError as fault:
        raise _wrong("it is not XML", "", f"line {fault.position[0]}") from None
    for element in document.iter():
        element.tag = element.tag.rpartition("}")[2]  # versions of PMML differ in their namespace
    models = list(document.iter("TreeModel"))
    if not models:
        raise _wrong("it has no TreeModel", "export a decision tree or a random forest")
    if any(model.get("functionName") == "regression" for model in models):
        raise _wrong("its trees predict numbers", "export a classification tree")
    target = _target(document)
    return Forest(Tree(target, _tree(model.find("Node"), _has_counts(model))) for model in models)


def _wrong(what: str, hint: str, where: str = "") -> PolicyError:
    return PolicyError(f"this PMML cannot be read: {what}", where, hint)


def _target(document: Any) -> str:
    for field in document.iter("MiningField"):
        if field.get("usageType") in ("target", "predicted"):
            return str(field.get("name"))
    raise _wrong("it does not say what is predicted", "a MiningField with usageType target names the column")


def _tree(node: Any, counted: bool) -> Node:
    if node is None:
        raise _wrong("a tree has no node", "")
    figures: Node = _figures(node) if counted else {"rows": None, "counts": {}}
    branches = node.findall("Node")
    if not branches:
        if node.get("score") is None:
            raise _wrong("a leaf has no score", "")
        return figures | {"predicts": node.get("score")}
    return figures | _split(branches, counted)


def _counts(node: Any) -> dict[str, float]:
    return {found.get("value"): float(found.get("recordCount") or 0) for found in node.findall("ScoreDistribution")}


def _has_counts(tree: Any) -> bool:
    """Some exporters write shares of one row, as scikit-learn keeps them. A pure leaf alone does not tell: one row of one class looks the same."""
    leaves = [counts for node in tree.iter("Node") if (counts := _counts(node))]
    whole = all(count == round(count) for counts in leaves for count in counts.values())
    return whole and any(sum(counts.values()) > 1 for counts in leaves) or not leaves


def _figures(node: Any) -> Node:
    """How many rows reached a node, and of which classes."""
    counts = {value: round(count) for value, count in _counts(node).items()}
    rows = round(float(node.get("recordCount") or sum(counts.values())))
    return {"rows": rows, "counts": counts} if rows else {"rows": None, "counts": {}}


def _split(branches: list[Any], counted: bool) -> Node:
    """The first branch against all others, which are the rest of the rows."""
    first, *others = branches
    if not others:
        raise _wrong("a node has a single branch", "")
    test, positive = _test(first)
    if len(others) == 1 and others[0].find("True") is None:
        _test(others[0])  # it is the rest, whatever it asks, but must be understood
    below = _tree(others[0], counted) if len(others) == 1 else {"rows": None, "counts": {}} | _split(others, counted)
    own = _tree(first, counted)
    yes, no = (own, below) if positive else (below, own)
    return test | {"yes": yes, "no": no}


def _test(node: Any) -> tuple[Node, bool]:
    """What a branch asks, and whether it is for rows that pass (or for those that do not)."""
    predicate = next((child for child in node if child.tag.endswith("Predicate")), None)
    if predicate is not None and predicate.tag == "CompoundPredicate" and predicate.get("booleanOperator") == "surrogate":
        predicate = predicate[0]
    if predicate is not None and predicate.tag == "SimpleSetPredicate":
        values = shlex.split(predicate.findtext("Array") or "")
        return {"column": predicate.get("field"), "values": values}, predicate.get("booleanOperator") == "isIn"
    if predicate is None or predicate.tag != "SimplePredicate":
        raise _wrong("a node combines predicates", "export one test for each node")
    column, operator, value = predicate.get("field"), predicate.get("operator"), predicate.get("value")
    if operator in ("equal", "notEqual"):
        return {"column": column, "values": [value]}, operator == "equal"
    if operator not in _OPERATORS:
        raise _wrong(f"the operator {operator} is not known", "fill missing cells before learning")
    is_open, positive = _OPERATORS[operator]
    return {"column": column, "threshold": float(value)} | ({"threshold_open": True} if is_open else {}), positive
