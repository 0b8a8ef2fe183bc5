"""How a game stands: drawn, and in words of the reader's language."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator

import typer

from stonefield import draw
from stonefield.cli.inputs import uses_colour
from stonefield.games import caminos, carnac
from stonefield.games.game import Position
from stonefield.locales import LANGUAGES, Catalogue, best_language
from stonefield.records import Record


def catalogue(language: str | None) -> Catalogue:
    """The words of a language, or of the one the environment asks for."""
    if language is None:
        wanted = next(
            (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
        )
        language = best_language(wanted)
    if language not in LANGUAGES:
        raise typer.BadParameter(f"`{language}`: the languages are {', '.join(LANGUAGES)}")
    return Catalogue(language)


def drawing(position: Position, colour: bool | None) -> str:
    """A position drawn for the terminal we have."""
    width = shutil.get_terminal_size().columns
    return draw.text(position, colour=uses_colour(colour), width=width)


def tell(text: str) -> None:
    """Print a text; on a terminal, broken between words where a line ends."""
    for line in text.splitlines():
        if sys.stdout.isatty():
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            line = textwrap.fill(line, shutil.get_terminal_size().columns - 1, subsequent_indent=indent)
        print(line)


class Teller:
    """Says things about positions and records in one language."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"terminal.{key}", **values)

    def colour(self, name: str) -> str:
        return self.text(f"colour.{name}")

    def who(self, position: Position, player: int) -> str:
        """A player's number, or seat."""
        return self.text("seat" if 0 in position.players else "player", number=player)

    def turn(self, position: Position) -> Iterator[str]:
        """Who decides what."""
        colour, who = self.colour(position.turn), self.who(position, position.player)
        if isinstance(position, carnac.Position):
            if position.pending is None:
                yield self.text("turn.place_megalith", colour=colour, who=who)
            else:
                axis = position.pending.axis
                shown = {"east_west": axis, "north_south": position.game.other(axis)}
                yield self.text("turn.answer", colour=colour, who=who, square=position.pending.square)
                yield self.text("falls", **{side: self.colour(name) for side, name in shown.items()})
            yield self.text("stock", count=position.stock)
        elif isinstance(position, caminos.Position):
            what = "neutral" if position.places_neutral else "piece"
            yield self.text(f"turn.place_{what}", colour=colour, who=who)
            for player in position.players:
                yield self._supply(position, player)
        if any(str(move) == "swap" for move in position.legal_moves()):
            yield self.text("turn.may_swap", who=who)

    def standing(self, position: Position) -> Iterator[str]:
        """What each side has, and what that means by the rules."""
        if isinstance(position, carnac.Position):
            yield from self._dolmens(position)
        elif isinstance(position, caminos.Position):
            yield from self._paths(position)
        yield from self._verdict(position)

    def result(self, record: Record) -> Iterator[str]:
        """How a game ended that was ended by its players."""
        reason = record.tags.get("Reason", "")
        if f"terminal.reason.{reason}" in self.words.texts:
            reason = self.text(f"reason.{reason}")
        if record.winner is None:
            yield self.text("draw_because", reason=reason) if reason else self.text("draw")
        else:
            colour = self.colour(record.winner)
            yield (
                self.text("wins_because", colour=colour, reason=reason)
                if reason
                else self.text("wins", colour=colour)
            )

    def legend(self, position: Position) -> str:
        return self.text(f"legend.{position.game.name}")

    def _supply(self, position: caminos.Position, player: int) -> str:
        supply = position.supply(player).items()
        pieces = " ".join(f"{shape}×{count}" for shape, count in supply if count) or "–"
        colour = self.colour(position.colour_of(player))
        return self.text("supply", colour=colour, who=self.who(position, player), pieces=pieces)

    def _dolmens(self, position: carnac.Position) -> Iterator[str]:
        sizes = {}
        for name in position.game.colours:
            groups = position.dolmen_groups(name)
            sizes[name] = [len(group) for group in groups]
            yield self.text("dolmens", colour=self.colour(name), count=len(groups))
            for group in groups:
                yield "  " + self.text("dolmen", count=len(group), squares=" ".join(group))
        one, other = sizes.values()
        if len(one) != len(other):
            more, fewer = max(len(one), len(other)), min(len(one), len(other))
            yield self.text("compare.count", more=more, fewer=fewer)
        elif one != other:
            place = next(
                index for index, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]
            )
            larger, smaller = sorted((one[place], other[place]), reverse=True)
            yield self.text("compare.size", place=place + 1, larger=larger, smaller=smaller)
        else:
            yield self.text("compare.equal")

    def _paths(self, position: caminos.Position) -> Iterator[str]:
        outcome = position.outcome
        for name in position.game.colours:
            path = position.path(name)
            if path:
                squares = " ".join(path)
                yield self.text("path", colour=self.colour(name), count=len(path), squares=squares)
            else:
                yield self.text("no_path", colour=self.colour(name))
        if outcome is None:
            return
        if outcome.reason == "path":
            yield self.text("compare.path")
        elif outcome.reason == "no path":
            yield self.text("compare.no_path")
        else:
            for name in position.game.colours:
                yield self.text("border", colour=self.colour(name), count=position.border_pieces(name))
            yield self.text("compare.border")
        if outcome.winner and position.options["points"]:
            points = position.score(outcome.winner)
            yield self.text("points", colour=self.colour(outcome.winner), count=points)

    def _verdict(self, position: Position) -> Iterator[str]:
        outcome = position.outcome
        if outcome is not None:
            yield (
                self.text("wins", colour=self.colour(outcome.winner)) if outcome.winner else self.text("draw")
            )
        elif isinstance(position, carnac.Position):
            red, white = ((len(position.dolmens(c)), position.dolmens(c)) for c in position.game.colours)
            ahead = position.game.colours[red < white]
            yield self.text("level") if red == white else self.text("ahead", colour=self.colour(ahead))
