"""What a page is shown of a game's positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stonefield.games.game import Position
from stonefield.games.plugin import part_of
from stonefield.server.presenting.plain import PlainPresenter

if TYPE_CHECKING:
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


_PLAIN = PlainPresenter()


def presenter_for(game: str) -> Presenter[Any]:
    """The presenter of a game, the plain one if it has none of its own."""
    return part_of(game, "presenter", _PLAIN)
