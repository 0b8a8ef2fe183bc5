"""Any game told: who decides, and how many points each colour has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stonefield.games.game import Position

if TYPE_CHECKING:
    from stonefield.cli.narrator import Narrator


class PlainNarration:
    """The narration of a game that has none of its own."""

    def introduction(self, narrator: Narrator) -> Iterator[str]:
        yield from ()

    def turn(self, narrator: Narrator, position: Position) -> Iterator[str]:
        yield narrator.text("turn.decide", **narrator.on_turn(position))

    def standing(self, narrator: Narrator, position: Position) -> Iterator[str]:
        for colour in position.game.colours:
            yield narrator.text("points", colour=narrator.colour(colour), count=position.score(colour))

    def legend(self, narrator: Narrator, position: Position) -> str:
        letters = position.game.letters.items()
        return "   ".join(f"{letter} {narrator.colour(colour)}" for colour, letter in letters)

    def help(self, narrator: Narrator, position: Position) -> str:
        return narrator.moves(position)

    def read(self, typed: str) -> str:
        return typed
