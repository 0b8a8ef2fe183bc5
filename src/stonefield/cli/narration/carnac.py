"""Carnac in words: who places or answers, and every dolmen."""

from __future__ import annotations

from collections.abc import Iterator

from stonefield.cli.narration import Narration
from stonefield.cli.phrases import Phrases
from stonefield.games.carnac import Position


class CarnacNarration(Narration[Position]):
    """What the terminal says about Carnac."""

    def turn(self, phrases: Phrases, position: Position) -> Iterator[str]:
        on_turn = phrases.on_turn(position)
        if position.pending is None:
            yield phrases.text("turn.place_megalith", **on_turn)
        else:
            axis = position.pending.axis
            yield phrases.text("turn.answer", **on_turn, square=position.pending.square)
            yield phrases.text(
                "falls",
                east_west=phrases.shade(axis),
                north_south=phrases.shade(position.game.other(axis)),
            )
        yield phrases.text("stock", count=position.stock)

    def standing(self, phrases: Phrases, position: Position) -> Iterator[str]:
        for name in position.game.colours:
            groups = position.dolmen_groups(name)
            yield phrases.text("dolmens", colour=phrases.colour(name), count=len(groups))
            for group in groups:
                yield "  " + phrases.text("dolmen", count=len(group), squares=" ".join(group))
        yield self._comparison(phrases, position)
        if not position.is_over:
            one, other = (self._rank(position, name) for name in position.game.colours)
            ahead = position.game.colours[one < other]
            yield (
                phrases.text("level") if one == other else phrases.text("ahead", colour=phrases.side(ahead))
            )

    def legend(self, phrases: Phrases, position: Position) -> str:
        return phrases.text("legend.carnac")

    def help(self, phrases: Phrases, position: Position) -> str:
        return phrases.text("play.help.carnac")

    def read(self, typed: str) -> str:
        """The directions of a tilt may be typed small."""
        return typed.upper() if typed in tuple("nesw") else typed

    def _rank(self, position: Position, colour: str) -> tuple[int, tuple[int, ...]]:
        """What the rules compare: the number of dolmens first, then their sizes."""
        sizes = position.dolmens(colour)
        return len(sizes), sizes

    def _comparison(self, phrases: Phrases, position: Position) -> str:
        """What the rules look at to tell the sides apart."""
        one, other = (position.dolmens(name) for name in position.game.colours)
        if len(one) != len(other):
            more, fewer = max(len(one), len(other)), min(len(one), len(other))
            return phrases.text("compare.count", more=more, fewer=fewer)
        for place, pair in enumerate(zip(one, other, strict=True), 1):
            if pair[0] != pair[1]:
                return phrases.text("compare.size", place=place, larger=max(pair), smaller=min(pair))
        return phrases.text("compare.equal")


NARRATION = CarnacNarration()
