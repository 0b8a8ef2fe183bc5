"""Caminos in words: who places what, the paths, and the points."""

from __future__ import annotations

from collections.abc import Iterator

from stonefield.cli.narration import Narration
from stonefield.cli.phrases import Phrases
from stonefield.games.caminos import Position


class CaminosNarration(Narration[Position]):
    """What the terminal says about Caminos."""

    def introduction(self, phrases: Phrases) -> Iterator[str]:
        yield phrases.text("reconstructed")

    def turn(self, phrases: Phrases, position: Position) -> Iterator[str]:
        what = "neutral" if position.places_neutral else "piece"
        yield phrases.text(f"turn.place_{what}", **phrases.on_turn(position))
        for player in position.players:
            supply = position.supply(player).items()
            yield phrases.text(
                "supply",
                colour=phrases.side(position.colour_of(player)),
                who=phrases.who(position, player),
                pieces=" ".join(f"{shape}×{count}" for shape, count in supply if count) or "–",
            )

    def standing(self, phrases: Phrases, position: Position) -> Iterator[str]:
        for name in position.game.colours:
            path, colour = position.path(name), phrases.colour(name)
            if path:
                yield phrases.text("path", colour=colour, count=len(path), squares=" ".join(path))
            else:
                yield phrases.text("no_path", colour=colour)
        outcome = position.outcome
        if outcome is None:
            return
        if outcome.reason == "path":
            yield phrases.text("compare.path")
        elif outcome.reason == "no path":
            yield phrases.text("compare.no_path")
        else:
            for name in position.game.colours:
                count = position.border_pieces(name)
                yield phrases.text("border", colour=phrases.colour(name), count=count)
            yield phrases.text("compare.border")
        if outcome.winner and position.setup.points:
            points = position.score(outcome.winner)
            yield phrases.text("points", colour=phrases.side(outcome.winner), count=points)

    def legend(self, phrases: Phrases, position: Position) -> str:
        return phrases.text("legend.caminos")

    def help(self, phrases: Phrases, position: Position) -> str:
        return phrases.text("play.help.caminos")


NARRATION = CaminosNarration()
