"""Association rules, as they were mined and as the server reads them."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any, Iterable, Iterator

from .. import _charts
from .._errors import PolicyError
from ..server import Server
from . import _ask
from ._cells import condition, text_of


@dataclasses.dataclass(repr=False)
class Rule:
    """`when` -> `target`. Numbers are the miner's; once it was asked about, those of the server are in `answer`."""

    when: list[dict[str, Any]]
    target: dict[str, Any]
    #: people for whom all of it holds
    support: int | None = None
    #: their share of those for whom `when` holds
    confidence: float | None = None
    #: what the server said (docs/interpretation.md), or None
    answer: dict[str, Any] | None = None
    #: the rule by which the server refused
    refused: str | None = None

    @property
    def shown(self) -> str:
        """As it was mined."""
        conclusion = {"column": self.target["column"], "values": [self.target["value"]]}
        return f"{' & '.join(map(text_of, self.when))} -> {text_of(conclusion)}".strip()

    @property
    def means(self) -> str | None:
        """In own values; None if it was refused or not asked about."""
        return None if self.answer is None else self.answer["means"]

    @property
    def told_support(self) -> int | None:
        """As `support`, by the server's count of own values; None if that was not told."""
        return None if self.answer is None else self.answer["target"].get("persons")

    @property
    def told_confidence(self) -> float | None:
        return None if self.answer is None else self.answer["target"].get("confidence")

    def question(self) -> dict[str, Any]:
        return {"when": self.when, "target": self.target}

    def __str__(self) -> str:
        if self.answer is None:
            return self.shown + (f"  refused ({self.refused})" if self.refused else "")
        if self.told_support is None:
            return f"{self.means}  (numbers are withheld)"
        return f"{self.means}  ({self.told_support:,} people, {100 * self.told_confidence:.1f} %)"

    def __repr__(self) -> str:
        return "<gauze.mining.Rule>"  # notebooks are shared


def rule_of(antecedents: Iterable[tuple[str, str]], consequents: Iterable[tuple[str, str]], binned: Iterable[str], support: int | None,
            confidence: float | None) -> Rule | str:
    """A rule that can be asked about, or why it can't."""
    conclusions = list(consequents)
    if len(conclusions) != 1:
        return "a rule with several conclusions: ask about each alone"
    column, value = conclusions[0]
    if column in binned:
        return "its conclusion is a range: ask for the distribution of the column instead"
    when = [condition(*pair, binned=binned) for pair in sorted(antecedents)]
    return Rule(when, {"column": column, "value": value}, support, confidence)


class Rules:
    """Rules in the miner's order."""

    def __init__(self, rules: Iterable[Rule], skipped: Iterable[str] = (), frame: Any = None):
        self.rules = list(rules)
        #: rules that can't be asked about, each with why
        self.skipped = list(skipped)
        self._frame = frame

    def at_least(self, support: int = 0, confidence: float = 0.0) -> Rules:
        """Those with so many people and so high a confidence: by the server's numbers where it told them, by the miner's otherwise.

        Rules below the floors cost nothing if they are left out before asking.
        """

        def passes(rule: Rule) -> bool:
            people = rule.told_support if rule.told_support is not None else rule.support
            share = rule.told_confidence if rule.told_confidence is not None else rule.confidence
            return (people is None or people >= support) and (share is None or share >= confidence)

        kept = [place for place, rule in enumerate(self.rules) if passes(rule)]
        frame = None if self._frame is None else self._frame.iloc[kept]
        return Rules([self.rules[place] for place in kept], self.skipped, frame)

    def plan(self, server: Server, project: str, release: str) -> _ask.Plan:
        """A dry run: what asking would cost, and which rules would be refused. Nothing is asked and nothing is paid."""
        return _ask.plan(server, project, release, [rule.question() for rule in self.rules])

    def ask(self, server: Server, project: str, release: str) -> Rules:
        """The same rules, with what the server says to each."""
        asked = copy.deepcopy(self.rules)
        for rule, outcome in zip(asked, _ask.ask(server, project, release, [rule.question() for rule in asked])):
            rule.answer, rule.refused = outcome.get("answer"), outcome.get("refused")
        return Rules(asked, self.skipped, self._frame)

    def frame(self) -> Any:
        """The data frame that the rules came from, with `means`, `told_support`, `told_confidence` and `refused` beside each rule that can be asked about."""
        if self._frame is None:
            raise PolicyError("these rules did not come from a data frame", "", "from_mlxtend takes one")
        return self._frame.assign(**{name: [getattr(rule, name) for rule in self.rules] for name in ("means", "told_support", "told_confidence", "refused")})

    def draw(self) -> str:
        """The confidence of each rule as a bar, as SVG."""
        values = [(str(rule.means or rule.shown), share) for rule in self.rules
                  if (share := rule.told_confidence if rule.told_confidence is not None else rule.confidence) is not None]
        return _charts.bars("confidence", values, "{:.3f}")

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __getitem__(self, place: int) -> Rule:
        return self.rules[place]

    def __str__(self) -> str:
        return "\n".join(map(str, self.rules))

    def __repr__(self) -> str:
        return f"<gauze.mining.Rules, {len(self.rules)}>"
