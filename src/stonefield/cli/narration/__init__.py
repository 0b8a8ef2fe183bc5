"""How a game stands in words, one module a game: the protocol they follow, and which one tells which game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stonefield.cli.narration.plain import PlainNarration
from stonefield.games.game import Position
from stonefield.games.registry import Registry

if TYPE_CHECKING:
    from stonefield.cli.narrator import Narrator

Told = TypeVar("Told", bound=Position, contravariant=True)


class Narration(Protocol[Told]):
    """What the terminal says about the positions of one game, in the narrator's language."""

    def introduction(self, narrator: Narrator) -> Iterator[str]:
        """What to know before playing."""
        ...

    def turn(self, narrator: Narrator, position: Told) -> Iterator[str]:
        """Who decides what, and what is left to place."""
        ...

    def standing(self, narrator: Narrator, position: Told) -> Iterator[str]:
        """What each side has, and who is ahead by it."""
        ...

    def legend(self, narrator: Narrator, position: Told) -> str:
        """What the signs of the drawing mean."""
        ...

    def help(self, narrator: Narrator, position: Told) -> str:
        """How moves are typed."""
        ...

    def read(self, typed: str) -> str:
        """A move as the rules spell it, from what was typed."""
        ...


NARRATIONS: Registry[Narration[Any]] = Registry(
    "stonefield.narration",
    {
        "carnac": "stonefield.cli.narration.carnac:NARRATION",
        "caminos": "stonefield.cli.narration.caminos:NARRATION",
    },
)


def narration_of(game: str) -> Narration[Any]:
    """The narration of a game; one that knows only colours and points if it has none of its own."""
    return NARRATIONS.get(game) or PlainNarration()
