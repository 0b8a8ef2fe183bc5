"""A position by itself, to draw and to decide in: of a study, a puzzle or an endgame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.games.game import Position
from stonefield.server.presenting.presenter import presenter_for

if TYPE_CHECKING:
    from stonefield.server.protocol.study_views import Moment


def moment_view(position: Position, before: Position | None = None, ply: int = 0) -> Moment:
    """A position to decide in; ``before`` is the one it came from, so many decisions after the start."""
    presenter = presenter_for(position.game.name)
    outcome = position.outcome
    return {
        "position": str(position),
        "scene": presenter.scene(before, position, ply),
        "turn": None
        if outcome
        else {
            "colour": position.turn,
            "seat": position.players.index(position.player),
            "player": position.player,
            "players": position.players,
            "phase": position.phase,
        },
        "legal": None if outcome else presenter.legal(position),
        "winner": outcome.winner if outcome else None,
        "score": presenter.score(position, outcome.reason) if outcome else None,
    }
