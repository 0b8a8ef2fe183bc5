"""Which presenter shows which game; a game without one of its own is shown by the plain one."""

from __future__ import annotations

from typing import Any

from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.games.registry import Registry
from stonefield.server.presenting.plain import PlainPresenter
from stonefield.server.presenting.presenter import Presenter
from stonefield.server.protocol.messages import Reason
from stonefield.study.explain.expected import Prospects
from stonefield.study.explain.registry import reasons as reasons_for

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


def reasons(position: Position, candidate: Candidate, prospects: Prospects | None) -> list[Reason]:
    """Why the engine's candidate is good, the weightiest reasons first."""
    return [
        {"code": one.code, "colour": one.colour, "count": one.count, "squares": list(one.squares)}
        for one in reasons_for(position, candidate, prospects)
    ]
