"""Caminos's explainer."""

from __future__ import annotations

from stonefield.study.explain.caminos.costs import costs
from stonefield.study.explain.caminos.reasons import reasons
from stonefield.study.explain.claims import Claim


class CaminosExplainer:
    """What a placement does to the ways across."""

    reasons, costs = staticmethod(reasons), staticmethod(costs)

    def expects(self, *_: object) -> list[Claim]:
        """Nothing: a path wins by itself, and there is no margin to expect."""
        return []


EXPLAINER = CaminosExplainer()
