"""How a game stands in words, one module a game: the protocol they follow, and which one tells which game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stonefield.games.game import Position
from stonefield.games.registry import Registry

if TYPE_CHECKING:
    from stonefield.cli.narrator import Narrator

Told = TypeVar("Told", bound=Position, contravariant=True)


class Narration(Protocol[Told]):
    """What the terminal says about the positions of one game, in the narrator's language.

    What a game does not say itself is said plainly: whose turn it is, and how many points each colour has.
    """

    def introduction(self, narrator: Narrator) -> Iterator[str]:
        """What to know before playing."""
        yield from ()

    def turn(self, narrator: Narrator, position: Told) -> Iterator[str]:
        """Who decides what, and what is left to place."""
        yield narrator.text("turn.decide", **narrator.on_turn(position))

    def standing(self, narrator: Narrator, position: Told) -> Iterator[str]:
        """What each side has, and who is ahead by it."""
        for colour in position.game.colours:
            yield narrator.text("points", colour=narrator.side(colour), count=position.score(colour))

    def legend(self, narrator: Narrator, position: Told) -> str:
        """What the signs of the drawing mean."""
        letters = position.game.letters.items()
        return "   ".join(f"{letter} {narrator.colour(colour)}" for colour, letter in letters)

    def help(self, narrator: Narrator, position: Told) -> str:
        """How moves are typed."""
        return narrator.moves(position)

    def read(self, typed: str) -> str:
        """A move as the rules spell it, from what was typed."""
        return typed


class PlainNarration(Narration[Position]):
    """The narration of a game that has none of its own."""


NARRATIONS: Registry[Narration[Any]] = Registry(
    "stonefield.narration",
    {
        "carnac": "stonefield.cli.narration.carnac:NARRATION",
        "caminos": "stonefield.cli.narration.caminos:NARRATION",
    },
)


def narration_of(game: str) -> Narration[Any]:
    """The narration of a game, the plain one if it has none of its own."""
    return NARRATIONS.get(game) or PlainNarration()
