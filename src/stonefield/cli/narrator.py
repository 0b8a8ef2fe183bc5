"""Positions and results for the terminal: drawn, and in words of the reader's language."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator

import typer

from stonefield import draw
from stonefield.cli.inputs import uses_colour
from stonefield.cli.narration import narration_of
from stonefield.games.game import Position
from stonefield.locales import LANGUAGES, Catalogue, best_language
from stonefield.records import Record

MOST_MOVES = 40
"""At most so many moves are listed."""


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


class Narrator:
    """Describes positions and records in one language; what belongs to one game is in its narration."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"terminal.{key}", **values)

    def colour(self, name: str) -> str:
        """The word for a colour; its name where the language has none."""
        return self._name("terminal.colour", name)

    def side(self, name: str) -> str:
        """A colour as whoever plays it, at the head of a sentence: "Red", "Il Rosso"."""
        return self._name("side", name)

    def shade(self, name: str) -> str:
        """A colour as something seen: "red"."""
        return self._name("shade", name)

    def game(self, name: str) -> str:
        """What a game is called."""
        return self._name("game", name)

    def proven(self, result: str) -> str:
        """What is proven for the side that decides: "wins"."""
        return self._name("study.proven", result)

    def percent(self, share: float) -> str:
        """A share of 1 in per cent: "14%", "14 %"."""
        return self.text("percent", number=f"{100 * share:.0f}")

    def _name(self, family: str, name: str) -> str:
        key = f"{family}.{name}"
        return self.words.text(key) if key in self.words.texts else name

    def who(self, position: Position, player: int) -> str:
        """A player's number, or seat."""
        return self.text("seat" if 0 in position.players else "player", number=player)

    def on_turn(self, position: Position) -> dict[str, str]:
        """The colour and the player that decide now, as texts about a turn want them."""
        return {"colour": self.side(position.turn), "who": self.who(position, position.player)}

    def introduction(self, position: Position) -> Iterator[str]:
        """What to know about the game before playing."""
        return narration_of(position.game.name).introduction(self)

    def turn(self, position: Position) -> Iterator[str]:
        """Who decides what."""
        yield from narration_of(position.game.name).turn(self, position)
        if position.may_swap:
            yield self.text("turn.may_swap", who=self.who(position, position.player))

    def standing(self, position: Position) -> Iterator[str]:
        """What each side has, and what that means by the rules."""
        yield from narration_of(position.game.name).standing(self, position)
        outcome = position.outcome
        if outcome is not None:
            winner = outcome.winner
            yield self.text("wins", colour=self.side(winner)) if winner else self.text("draw")

    def result(self, record: Record) -> Iterator[str]:
        """How a game ended that was ended by its players."""
        reason = record.tags.get("Reason", "")
        if f"terminal.reason.{reason}" in self.words.texts:
            reason = self.text(f"reason.{reason}")
        if record.winner is None:
            yield self.text("draw_because", reason=reason) if reason else self.text("draw")
        else:
            colour = self.side(record.winner)
            yield (
                self.text("wins_because", colour=colour, reason=reason)
                if reason
                else self.text("wins", colour=colour)
            )

    def legend(self, position: Position) -> str:
        """What the signs of the drawing mean."""
        return narration_of(position.game.name).legend(self, position)

    def help(self, position: Position) -> str:
        """How moves are typed."""
        return narration_of(position.game.name).help(self, position)

    def moves(self, position: Position) -> str:
        """What may be played now, the first of them if they are many."""
        moves = [str(move) for move in position.legal_moves()]
        listed = moves if len(moves) <= MOST_MOVES else [*moves[:MOST_MOVES], "…"]
        return self.text("play.legal", count=len(moves), moves=" ".join(listed))
