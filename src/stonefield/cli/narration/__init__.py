"""What the terminal says of a game, one module per game: the protocol they follow, and how one is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from stonefield.cli.phrases import Phrases
from stonefield.games.game import Position
from stonefield.games.plugin import part_of

P = TypeVar("P", bound=Position, contravariant=True)


class Narration(Protocol[P]):
    """What the terminal says about the positions of one game, in the language of the phrases.

    What a game does not say itself is said plainly: whose turn it is, and how many points each colour has.
    """

    def introduction(self, phrases: Phrases) -> Iterator[str]:
        """What to know before playing."""
        yield from ()

    def turn(self, phrases: Phrases, position: P) -> Iterator[str]:
        """Who decides what, and what is left to place."""
        yield phrases.text("turn.decide", **phrases.on_turn(position))

    def standing(self, phrases: Phrases, position: P) -> Iterator[str]:
        """What each side has, and who is ahead by it."""
        for colour in position.game.colours:
            yield phrases.text("points", colour=phrases.side(colour), count=position.score(colour))

    def legend(self, phrases: Phrases, position: P) -> str:
        """What the signs of the drawing mean."""
        letters = position.game.letters.items()
        return "   ".join(f"{letter} {phrases.colour(colour)}" for colour, letter in letters)

    def help(self, phrases: Phrases, position: P) -> str:
        """How moves are typed."""
        return phrases.moves(position)

    def read(self, typed: str) -> str:
        """A move as the rules spell it, from what was typed."""
        return typed


class PlainNarration(Narration[Position]):
    """The narration of a game that has none of its own."""


def narration_of(game: str) -> Narration[Any]:
    """The narration of a game, the plain one if it has none of its own."""
    return part_of(game, "narration", PlainNarration())
