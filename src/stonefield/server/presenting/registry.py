"""Which presenter shows which game; a game without one of its own is shown by the plain one."""

from __future__ import annotations

from typing import Any

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


def reasons(position: Position, text: str) -> list[Reason]:
    """Why a move is good; empty where there is nothing simple to say."""
    after = position.play(text)
    mover = after.colour_of(position.player)
    outcome = after.outcome
    if outcome is not None and outcome.winner == mover:
        return [{"code": "wins", "colour": mover, "count": None, "squares": []}]
    return presenter_for(position.game.name).reasons(position, text, after)
