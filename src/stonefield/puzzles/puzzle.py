"""A puzzle as a value, and files of puzzles: JSON lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, TypeVar

from stonefield.games.game import Position, StonefieldError, parse
from stonefield.puzzles.difficulty import Facts, deviation_of, rating_of

P = TypeVar("P", bound=Position)
TASKS = ("win", "draw", "hold")
"""What a puzzle asks for: to win, to keep the draw that is all there is, or not to lose at once."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one decision keeps the proven result, and the line while that stays so."""

    position: str
    result: str
    """One of ``TASKS``, for the player who decides"""
    line: tuple[str, ...]
    """Decisions of both sides; the first and the last are those to be found"""
    themes: tuple[str, ...]
    difficulty: int
    """The percentage of tries by levels 3 to 6 that failed"""
    novices: int | None = None
    """The same of levels 1 and 2; None if that was never measured"""
    choices: tuple[int, ...] = ()
    """How many different decisions there are each time something is to be found"""
    near: int = 0
    """How many decisions look much like the right first one, and fail"""
    obstacles: int = 0
    """What makes the position hard to see through, as the game's prover counts it"""
    beauty: int = 0
    """How much there is to enjoy, 0 to 100, by rule"""

    @property
    def name(self) -> str:
        """Short, and the same for the same position."""
        return hashlib.sha256(self.position.encode()).hexdigest()[:8]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.split(maxsplit=1)[0]

    @property
    def board(self) -> str:
        """The name of the board: the second word of every position's text."""
        return self.position.split(maxsplit=2)[1]

    @property
    def facts(self) -> Facts:
        """What was measured of its difficulty."""
        return Facts(self.difficulty, self.novices, self.choices, self.near, self.obstacles)

    @property
    def rating(self) -> int:
        """Where a Glicko-2 rating of the puzzle begins."""
        return rating_of(self.facts)

    @property
    def deviation(self) -> float:
        """How uncertain that is."""
        return deviation_of(self.facts)

    @property
    def guess(self) -> float:
        """The chance to solve it by choosing blindly; 0 if that was never measured."""
        return 1 / prod(self.choices) if self.choices else 0.0

    @property
    def pieces(self) -> frozenset[str]:
        """What is on the board: the last word of every position's text lists it."""
        listed = self.position.rsplit(maxsplit=1)[1].replace("?", "")
        return frozenset(listed.split(";" if ";" in listed else ","))

    @property
    def start(self) -> Position:
        """The position to solve."""
        return parse(self.position)

    def decisions(self, start: Position | None = None) -> Iterator[tuple[Position, str]]:
        """Each position in which something is to be found, with the decision that solves it.

        ``start`` is the position to solve, for a caller who has read it already.
        """
        return own_decisions(self.start if start is None else start, self.line)

    def to_json(self) -> str:
        """One line of a file."""
        fields = asdict(self) | {"line": " ".join(self.line), "themes": list(self.themes)}
        return json.dumps({"id": self.name, **fields}, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def from_json(line: str) -> Puzzle:
        """Read what ``to_json`` wrote."""
        fields: dict[str, Any] = json.loads(line)
        puzzle = Puzzle(
            fields["position"],
            fields["result"],
            tuple(fields["line"].split()),
            tuple(fields["themes"]),
            int(fields["difficulty"]),
            fields.get("novices"),
            tuple(map(int, fields.get("choices", ()))),
            int(fields.get("near", 0)),
            int(fields.get("obstacles", 0)),
            int(fields.get("beauty", 0)),
        )
        if puzzle.result not in TASKS or not puzzle.line:
            raise ValueError(f"it asks for one of {', '.join(TASKS)} and has a solution")
        return puzzle


def own_decisions(start: P, line: Iterable[str]) -> Iterator[tuple[P, str]]:
    """Of a line the decisions of the side that decides first, each with its position."""
    position = start
    for move in line:
        if position.turn == start.turn:
            yield position, move
        position = position.play(move)


def read_puzzles(text: str, source: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file; ``source`` names it in errors."""
    return tuple(_read(text.splitlines(), source))


def _read(lines: Iterable[str], source: str) -> Iterator[Puzzle]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield Puzzle.from_json(line)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise StonefieldError(f"`{source}` line {number}: is no puzzle ({error})") from None


@cache
def shipped() -> tuple[Puzzle, ...]:
    """All puzzles that come with Stonefield: each game's lie in its folder here."""
    found: list[Puzzle] = []
    for folder in sorted(files(__package__).iterdir(), key=lambda folder: folder.name):
        file = folder.joinpath("shipped.jsonl")
        if file.is_file():
            found += read_puzzles(file.read_text("utf-8"), f"{folder.name}/{file.name}")
    return tuple(found)


def by_name(name: str) -> Puzzle:
    """One of the shipped puzzles."""
    found = _names().get(name)
    if found is None:
        raise StonefieldError(f"`{name}`: there is no such puzzle")
    return found


@cache
def _names() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for puzzle in shipped()}
