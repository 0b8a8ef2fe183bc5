"""Carnac's explainer."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.carnac import Position
from stonefield.study.explain.carnac.costs import costs
from stonefield.study.explain.carnac.expecting import expects
from stonefield.study.explain.carnac.reasons import reasons
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.leads import Leads


class CarnacExplainer:
    """What a decision does to dolmens and to the turn."""

    def reasons(
        self, position: Position, line: Sequence[str], after: Position, played: Sequence[str] = ()
    ) -> list[Claim]:
        return reasons(position, line, after, played)

    def costs(self, position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
        return costs(position, played, better)

    def expects(
        self, position: Position, played: Sequence[str], better: Sequence[str], leads: Leads
    ) -> list[Claim]:
        return expects(position, played, better, leads)


EXPLAINER = CarnacExplainer()
