"""Which presenter shows which game; a game without one of its own is shown by the plain one."""

from __future__ import annotations

from typing import Any

from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.games.registry import Registry
from stonefield.server.presenting.plain import PlainPresenter
from stonefield.server.presenting.presenter import Presenter
from stonefield.server.protocol.messages import Reason

_PRESENTERS: Registry[Presenter[Any]] = Registry(
    "stonefield.presenting",
    {
        "carnac": "stonefield.server.presenting.carnac.presenter:PRESENTER",
        "caminos": "stonefield.server.presenting.caminos.presenter:PRESENTER",
    },
)
_PLAIN = PlainPresenter()


def presenter_for(game: str) -> Presenter[Any]:
    """The presenter of a game."""
    return _PRESENTERS.get(game) or _PLAIN


MOST_REASONS = 3


def reasons(position: Position, candidate: Candidate) -> list[Reason]:
    """Why the engine's candidate is good, the weightiest reasons first."""
    text = candidate.moves[0]
    after = position.play(text)
    mover = after.colour_of(position.player)
    outcome = after.outcome
    if outcome is not None and outcome.winner == mover:
        return [_reason("wins", mover)]
    found = [_reason(f"proven_{candidate.proven}", mover)] if candidate.proven else []
    if text == "swap":
        found.append(_reason("takes_over", mover))
    elif after.may_swap:
        found.append(_reason("balances", mover))
    found += presenter_for(position.game.name).reasons(position, candidate.moves, after)
    return found[:MOST_REASONS]


def _reason(code: str, colour: str) -> Reason:
    return {"code": code, "colour": colour, "count": None, "squares": []}
