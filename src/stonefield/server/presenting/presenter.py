"""What a page is shown of a game's positions: the protocol, and which presenter shows which game.

A game without a presenter of its own is shown by the plain one.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from stonefield.games.game import Position
from stonefield.games.registry import Registry
from stonefield.server.presenting.plain import PlainPresenter
from stonefield.server.protocol.messages import Reason
from stonefield.server.protocol.scenes import Legal, Scene
from stonefield.server.protocol.views import MoveDescription, ScoreView

P = TypeVar("P", bound=Position, contravariant=True)


class Presenter(Protocol[P]):
    """What is special to one game; everything else in the server is common to all."""

    def scene(self, before: P | None, position: P, ply: int) -> Scene:
        """A position to draw; ``before`` is the one it came from."""

    def legal(self, position: P) -> Legal:
        """What may be decided."""

    def describe_move(self, before: P, text: str, after: P, ply: int) -> MoveDescription:
        """What a move list shows of a decision, the first of which leads to ply 1."""

    def score(self, position: P, reason: str) -> ScoreView:
        """The end explained; ``reason`` is the ending's."""

    def reasons(self, position: P, text: str, after: P) -> list[Reason]:
        """Why a move is good, weightiest first; a win at once needs no other reason."""


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
