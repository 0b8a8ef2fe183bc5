"""A try at a puzzle, judged by its proven line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stonefield.games.game import Position, StonefieldError
from stonefield.puzzles import Puzzle
from stonefield.puzzles.sameness import is_same


class OffTheLine(StonefieldError):
    """The decisions before the last one are not those of the puzzle's line."""


class DefenceDecides(StonefieldError):
    """It is not the solver's turn."""


@dataclass(frozen=True, slots=True)
class TryResult:
    """What came of a try."""

    right: bool
    done: bool
    """The line is at its end."""
    before: Position
    """Where the solver decided."""
    moves: tuple[str, ...]
    """The decision and, if it is right, the defence's reply."""
    line: tuple[str, ...]
    """All decisions since the puzzle's position that are right, the reply among them."""


def judge(puzzle: Puzzle, moves: Sequence[str]) -> TryResult:
    """Judge the last of these decisions; a StonefieldError if it cannot be one."""
    position = puzzle.start
    side = position.turn
    if len(moves) > len(puzzle.line):
        raise OffTheLine("the puzzle is solved before this decision")
    *earlier, last = moves
    for played, right in zip(earlier, puzzle.line, strict=False):
        text = _read(position, played)
        if text != right and not (position.turn == side and is_same(position, text, right)):
            raise OffTheLine(f"`{text}`: the line continues otherwise")
        position = position.play(text)
    if position.turn != side:
        raise DefenceDecides("the defence decides here; its reply was sent")
    text, right = _read(position, last), puzzle.line[len(earlier)]
    if text != right and not is_same(position, text, right):
        return TryResult(False, False, position, (text,), tuple(earlier))
    reply = _reply(position.play(text), side, puzzle.line[len(moves) :])
    line = (*earlier, text, *reply)
    return TryResult(True, len(line) == len(puzzle.line), position, (text, *reply), line)


def _read(position: Position, played: str) -> str:
    """A decision as the rules write it; InvalidMove or IllegalMove if it is none here."""
    text = str(position.read(played))
    position.play(text)
    return text


def _reply(position: Position, side: str, rest: Sequence[str]) -> tuple[str, ...]:
    """The defence's decisions until the solver is to decide again."""
    found = []
    for move in rest:
        if position.turn == side:
            break
        found.append(move)
        position = position.play(move)
    return tuple(found)
