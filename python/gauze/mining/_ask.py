"""Many questions to a server: what they would cost, and what they come to."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Iterator

from .._errors import PolicyError
from ..server import Server

_MOST_ITEMS = 1024
_MOST_BYTES = 900_000  # of a request; a server takes a MiB unless it is set otherwise
_TOO_LONG = "too_long"

Item = dict[str, Any]


@dataclasses.dataclass(frozen=True, repr=False)
class Plan:
    """What asking would come to, as the server says it now. It holds as long as nobody else asks about the release."""

    #: questions and nodes that would be answered and that the project has to pay for
    cost: int
    #: what the project would have left
    questions_left: int
    #: as many as were asked: {"cost", "repeat", "left", "refused_nodes"}, or {"refused": rule}
    items: list[Item]

    @property
    def complete(self) -> bool:
        """The server had time for all of it. If not, what is refused as "too_long" is not in the cost, and asking goes on to it."""
        return _TOO_LONG not in self.refused.values()

    @property
    def refused(self) -> dict[int, str]:
        """Rules and trees that would be refused as a whole, with the rule that forbids them."""
        return {place: item["refused"] for place, item in enumerate(self.items) if "refused" in item}

    @property
    def refused_nodes(self) -> dict[tuple[int, int], str]:
        """Nodes of trees that would be refused: (tree, node) -> rule. Nodes are counted from the root, each "yes" and all below it before its "no"."""
        return {(place, node["node"]): node["refused"] for place, item in enumerate(self.items) for node in item.get("refused_nodes", [])}

    def __str__(self) -> str:
        by_rule: dict[str, int] = {}
        for rule in [*self.refused.values(), *self.refused_nodes.values()]:
            by_rule[rule] = by_rule.get(rule, 0) + 1
        lines = [f"costs {self.cost:,} questions, leaves {self.questions_left:,}"]
        lines += [f"refused by {rule}: {count:,}" for rule, count in sorted(by_rule.items())]
        left = {text for item in self.items for text in item.get("left", [])}
        lines += [f"not interpreted: {len(left):,} aliases, grades or thresholds"] if left else []
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<gauze.mining.Plan, costs {self.cost}>"


def plan(server: Server, project: str, release: str, items: list[Item]) -> Plan:
    parts = list(_parts(items))
    if len(parts) != 1:
        raise PolicyError("this is too much for one dry run, which is one batch", "", f"at most {_MOST_ITEMS} rules or trees; raise the floors with at_least")
    reply = server.interpret_batch(project, release, items, dry_run=True)
    return Plan(reply["cost"], reply["questions_left"], reply["items"])


def ask(server: Server, project: str, release: str, items: list[Item]) -> list[Item]:
    """The outcome of each, in order. What a server has no time for in one batch is asked for in the next."""
    outcomes: list[Item] = []
    for part in _parts(items):
        said = _outcomes(server, project, release, part)
        while late := [place for place, outcome in enumerate(said) if outcome.get("refused") == _TOO_LONG]:
            again = _outcomes(server, project, release, [part[place] for place in late])
            if all(outcome.get("refused") == _TOO_LONG for outcome in again):
                break  # its first one alone takes too long
            for place, outcome in zip(late, again):
                said[place] = outcome
        outcomes += said
    return outcomes


def _outcomes(server: Server, project: str, release: str, items: list[Item]) -> list[Item]:
    return server.interpret_batch(project, release, items)["items"]


def _parts(items: list[Item]) -> Iterator[list[Item]]:
    """Runs of items that fit into one request each."""
    part: list[Item] = []
    size = 0
    for item in items:
        length = len(json.dumps(item)) + 2
        if part and (len(part) == _MOST_ITEMS or size + length > _MOST_BYTES):
            yield part
            part, size = [], 0
        part.append(item)
        size += length
    yield part
