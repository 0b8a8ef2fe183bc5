"""Why a decision is good, for a page."""

from __future__ import annotations

from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.server.protocol.messages import Reason
from stonefield.study.explain.expected import Prospects
from stonefield.study.explain.explainer import reasons as reasons_for


def reasons(position: Position, candidate: Candidate, prospects: Prospects | None) -> list[Reason]:
    """Why the engine's candidate is good, the weightiest reasons first."""
    return [
        {"code": one.code, "colour": one.colour, "count": one.count, "squares": list(one.squares)}
        for one in reasons_for(position, candidate, prospects)
    ]
