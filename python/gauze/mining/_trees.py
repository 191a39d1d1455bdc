"""Decision trees, as they were learned and as the server reads them."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from .._errors import PolicyError
from ..server import Server
from . import _ask, _draw
from ._cells import text_of

Node = dict[str, Any]
_TEST = ("column", "threshold", "threshold_open", "values")


class Tree:
    """A tree in the form of docs/interpretation.md; nodes also have `rows`, where the learner says how many reached them.

    `root` is as it was learned, `meaning` as the server reads it (None if it was refused or not asked about).
    """

    def __init__(self, target: str, root: Node):
        self.target = target
        self.root = root
        self.meaning: Node | None = None
        #: the rule by which the server refused all of it
        self.refused: str | None = None

    def question(self) -> dict[str, Any]:
        return {"target": self.target, "root": _for_server(self.root)}

    def at_least(self, support: int) -> Tree:
        """The tree without branches that fewer rows reached: the node above becomes a leaf, with what most of its rows have.

        Refused where the learner did not say how many rows of each value reached a node (Weka, PMML of scikit-learn).
        """
        return Tree(self.target, _cut(self.root, support))

    def nodes(self) -> Iterator[Node]:
        """Nodes in the order in which the server decides them, each "yes" and all below it before its "no"."""
        return _walk(self.meaning or self.root)

    def draw(self) -> str:
        """A picture, as SVG."""
        return _draw.tree(self.target, self.meaning or self.root)

    def __str__(self) -> str:
        lines = [f"refused ({self.refused})"] if self.refused else []
        return "\n".join([*lines, *_lines(self.meaning or self.root, "")])

    def __repr__(self) -> str:
        return f"<gauze.mining.Tree, {sum(1 for _ in self.nodes())} nodes>"  # notebooks are shared


class Forest:
    """Trees in the learner's order; one tree is a forest of one."""

    def __init__(self, trees: Iterable[Tree]):
        self.trees = list(trees)

    def at_least(self, support: int) -> Forest:
        return Forest(tree.at_least(support) for tree in self.trees)

    def plan(self, server: Server, project: str, release: str) -> _ask.Plan:
        """A dry run: what asking would cost, and which nodes would be refused. Nothing is asked and nothing is paid."""
        return _ask.plan(server, project, release, [tree.question() for tree in self.trees])

    def ask(self, server: Server, project: str, release: str) -> Forest:
        """The same trees, with what the server says to each."""
        asked = Forest(Tree(tree.target, tree.root) for tree in self.trees)
        for tree, outcome in zip(asked, _ask.ask(server, project, release, [tree.question() for tree in self.trees])):
            tree.meaning, tree.refused = outcome.get("answer", {}).get("root"), outcome.get("refused")
        return asked

    def __iter__(self) -> Iterator[Tree]:
        return iter(self.trees)

    def __len__(self) -> int:
        return len(self.trees)

    def __getitem__(self, place: int) -> Tree:
        return self.trees[place]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.trees))

    def __repr__(self) -> str:
        return f"<gauze.mining.Forest, {len(self.trees)} trees>"


def test_of(node: Node) -> str:
    """What a node tests, as a question writes it."""
    if "threshold" in node:
        return text_of({"column": node["column"], "to": node["threshold"], "to_open": node.get("threshold_open", False)})
    return text_of({"column": node["column"], "values": node["values"]})


def figures(node: Node) -> str:
    """Who reached a node: by the server if it told, otherwise by the learner."""
    if "refused" in node:
        return f"refused ({node['refused']})"
    if "withheld" in node:
        return "numbers are withheld"
    if "support" in node:
        return f"{node['support']:,} people"
    return "" if node.get("rows") is None else f"{node['rows']:,} row{'s' if node['rows'] != 1 else ''}"


def _lines(node: Node, indent: str) -> Iterator[str]:
    says = f"predicts {node['predicts']}" if "predicts" in node else test_of(node)
    about = figures(node)
    yield says + (f"  ({about})" if about else "")
    if "predicts" in node:
        shares = node.get("distribution", {}).get("values", [])
        yield from (f"{indent}  {value['value']}: {value['persons']:,}" for value in shares)
        return
    for side in ("yes", "no"):
        first, *others = _lines(node[side], indent + "  ")
        yield f"{indent}  {side}: {first}"
        yield from others


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for side in ("yes", "no"):
        if side in node:
            yield from _walk(node[side])


def _for_server(node: Node) -> Node:
    if "predicts" in node:
        return {key: node[key] for key in ("predicts", "counts") if key in node}
    test = {key: node[key] for key in _TEST if key in node}
    return test | {side: _for_server(node[side]) for side in ("yes", "no")}


def _cut(node: Node, support: int) -> Node:
    if "predicts" in node:
        return node
    rows, counts = [node[side].get("rows") for side in ("yes", "no")], node.get("counts")
    if None in rows or (min(rows) < support and not counts):
        raise PolicyError("the tree does not say how many rows of each value reached its nodes, so no floor can be applied", "",
                          "ask without at_least: the server withholds what too few people stand behind anyway")  # fmt: skip
    if min(rows) < support:
        return {"predicts": max(counts, key=lambda value: counts[value]), "counts": counts, "rows": node.get("rows")}
    return node | {side: _cut(node[side], support) for side in ("yes", "no")}
