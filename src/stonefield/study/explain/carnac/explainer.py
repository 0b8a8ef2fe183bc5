"""Carnac's explainer."""

from __future__ import annotations

from stonefield.study.explain.carnac.costs import costs
from stonefield.study.explain.carnac.expecting import expects
from stonefield.study.explain.carnac.reasons import reasons


class CarnacExplainer:
    """What a decision does to dolmens and to the turn."""

    reasons, costs, expects = staticmethod(reasons), staticmethod(costs), staticmethod(expects)


EXPLAINER = CarnacExplainer()
