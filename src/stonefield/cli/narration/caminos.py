"""Caminos told: who places what, the paths, and the points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stonefield.cli.narration import Narration
from stonefield.games.caminos import Position

if TYPE_CHECKING:
    from stonefield.cli.narrator import Narrator


class CaminosNarration(Narration[Position]):
    """What the terminal says about Caminos."""

    def introduction(self, narrator: Narrator) -> Iterator[str]:
        yield narrator.text("reconstructed")

    def turn(self, narrator: Narrator, position: Position) -> Iterator[str]:
        what = "neutral" if position.places_neutral else "piece"
        yield narrator.text(f"turn.place_{what}", **narrator.on_turn(position))
        for player in position.players:
            supply = position.supply(player).items()
            yield narrator.text(
                "supply",
                colour=narrator.side(position.colour_of(player)),
                who=narrator.who(position, player),
                pieces=" ".join(f"{shape}×{count}" for shape, count in supply if count) or "–",
            )

    def standing(self, narrator: Narrator, position: Position) -> Iterator[str]:
        for name in position.game.colours:
            path, colour = position.path(name), narrator.colour(name)
            if path:
                yield narrator.text("path", colour=colour, count=len(path), squares=" ".join(path))
            else:
                yield narrator.text("no_path", colour=colour)
        outcome = position.outcome
        if outcome is None:
            return
        if outcome.reason == "path":
            yield narrator.text("compare.path")
        elif outcome.reason == "no path":
            yield narrator.text("compare.no_path")
        else:
            for name in position.game.colours:
                count = position.border_pieces(name)
                yield narrator.text("border", colour=narrator.colour(name), count=count)
            yield narrator.text("compare.border")
        if outcome.winner and position.setup.points:
            points = position.score(outcome.winner)
            yield narrator.text("points", colour=narrator.side(outcome.winner), count=points)

    def legend(self, narrator: Narrator, position: Position) -> str:
        return narrator.text("legend.caminos")

    def help(self, narrator: Narrator, position: Position) -> str:
        return narrator.text("play.help.caminos")


NARRATION = CaminosNarration()
