"""Caminos's explainer."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.caminos import Position
from stonefield.study.explain.caminos.costs import costs
from stonefield.study.explain.caminos.reasons import reasons
from stonefield.study.explain.claims import Claim
from stonefield.study.explain.leads import Leads


class CaminosExplainer:
    """What a placement does to the ways across."""

    def reasons(
        self, position: Position, line: Sequence[str], after: Position, played: Sequence[str] = ()
    ) -> list[Claim]:
        return reasons(position, line, after, played)

    def costs(self, position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
        return costs(position, played, better)

    def expects(
        self, position: Position, played: Sequence[str], better: Sequence[str], leads: Leads
    ) -> list[Claim]:
        # A path wins by itself: there is no margin to expect.
        return []


EXPLAINER = CaminosExplainer()
