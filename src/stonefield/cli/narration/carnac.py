"""Carnac told: who places or answers, and every dolmen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stonefield.cli.narration import Narration
from stonefield.games.carnac import Position

if TYPE_CHECKING:
    from stonefield.cli.narrator import Narrator


class CarnacNarration(Narration[Position]):
    """What the terminal says about Carnac."""

    def turn(self, narrator: Narrator, position: Position) -> Iterator[str]:
        on_turn = narrator.on_turn(position)
        if position.pending is None:
            yield narrator.text("turn.place_megalith", **on_turn)
        else:
            axis = position.pending.axis
            yield narrator.text("turn.answer", **on_turn, square=position.pending.square)
            yield narrator.text(
                "falls",
                east_west=narrator.shade(axis),
                north_south=narrator.shade(position.game.other(axis)),
            )
        yield narrator.text("stock", count=position.stock)

    def standing(self, narrator: Narrator, position: Position) -> Iterator[str]:
        for name in position.game.colours:
            groups = position.dolmen_groups(name)
            yield narrator.text("dolmens", colour=narrator.colour(name), count=len(groups))
            for group in groups:
                yield "  " + narrator.text("dolmen", count=len(group), squares=" ".join(group))
        yield self._comparison(narrator, position)
        if not position.is_over:
            one, other = (self._rank(position, name) for name in position.game.colours)
            ahead = position.game.colours[one < other]
            yield (
                narrator.text("level")
                if one == other
                else narrator.text("ahead", colour=narrator.side(ahead))
            )

    def legend(self, narrator: Narrator, position: Position) -> str:
        return narrator.text("legend.carnac")

    def help(self, narrator: Narrator, position: Position) -> str:
        return narrator.text("play.help.carnac")

    def read(self, typed: str) -> str:
        """The directions of a tilt may be typed small."""
        return typed.upper() if typed in tuple("nesw") else typed

    def _rank(self, position: Position, colour: str) -> tuple[int, tuple[int, ...]]:
        """What the rules compare: the number of dolmens first, then their sizes."""
        sizes = position.dolmens(colour)
        return len(sizes), sizes

    def _comparison(self, narrator: Narrator, position: Position) -> str:
        """What the rules look at to tell the sides apart."""
        one, other = (position.dolmens(name) for name in position.game.colours)
        if len(one) != len(other):
            more, fewer = max(len(one), len(other)), min(len(one), len(other))
            return narrator.text("compare.count", more=more, fewer=fewer)
        for place, pair in enumerate(zip(one, other, strict=True), 1):
            if pair[0] != pair[1]:
                return narrator.text("compare.size", place=place, larger=max(pair), smaller=min(pair))
        return narrator.text("compare.equal")


NARRATION = CarnacNarration()
