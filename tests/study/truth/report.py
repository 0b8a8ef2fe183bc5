"""Sentences checked one by one, and what is said of a decision together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .caminos_truth import CaminosTruth
from .carnac_truth import CarnacTruth
from .reading import OF_LEADS, faults_of_wording, is_concrete, misreadings
from .told import Said, Told
from .truth import Truth

TRUTHS: Mapping[str, type[Truth]] = {"carnac": CarnacTruth, "caminos": CaminosTruth}
MOST_CLAIMS = 3
VAGUE = {"no_single_reason", "had_win", "can_force"}
"""What says that a decision is costly, and not why."""


@dataclass
class Report:
    """What was checked, and what was found."""

    sentences: int = 0
    proofs: int = 0
    """Sentences about forced results that brute force could not try again."""
    costly: int = 0
    concrete: int = 0
    """Costly decisions with a reason that names squares or counts."""
    expected: int = 0
    """Those of them whose only such reason is what is expected of the end."""
    kinds: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)
    misleading: list[str] = field(default_factory=list)

    def take(self, said: Said) -> None:
        """Take in all that is said of a game."""
        for decision, told in said.decisions:
            self.check_decision(decision, told)
        for one in said.hints:
            self.check(one)

    def add(self, other: Report) -> None:
        """Take in what was found elsewhere."""
        for name in ("sentences", "proofs", "costly", "concrete", "expected"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.kinds += other.kinds
        self.false += other.false
        self.misleading += other.misleading

    def check(self, told: Told) -> None:
        """Take in one sentence."""
        self.sentences += 1
        self.kinds[f"{told.where} {told.claim.code}"] += 1
        truth = TRUTHS[told.position.game.name](told)
        if told.claim.code not in truth.kinds():
            self.false.append(f"cannot be checked: {told}")
            return
        if not truth.is_true():
            self.false.append(f"not so: {told}")
        self.proofs += truth.beyond_proof
        self.false += [f"{why}: {told}" for why in misreadings(told)]
        self.misleading += [f"{why}: {told}" for why in (*faults_of_wording(told), *truth.faults())]

    def check_decision(self, decision: str, told: Sequence[Told]) -> None:
        """Take in all that is said of a costly decision."""
        self.costly += 1
        cost = [one for one in told if one.where == "cost"]
        named = [one.claim.code for one in cost if is_concrete(one) and one.claim.code not in VAGUE]
        self.concrete += bool(named)
        self.expected += bool(named) and OF_LEADS.issuperset(named)
        for one in told:
            self.check(one)
        all_of_it = "\n  ".join(one.text for one in told)
        faults = _faults_together(told, cost)
        self.misleading += [f"{why}: {decision}\n  {all_of_it}" for why in faults]


def _faults_together(told: Sequence[Told], cost: Sequence[Told]) -> Iterator[str]:
    """What is wrong with several sentences that are right one by one."""
    codes = [one.claim.code for one in cost]
    if not cost:
        yield "no reason at all"
    if max(len(cost), len(told) - len(cost)) > MOST_CLAIMS:
        yield "too many reasons"
    if len({one.text for one in told}) < len(told):
        yield "the same sentence twice"
    if "no_single_reason" in codes and len(codes) > 1:
        yield "no single reason, and then one"
