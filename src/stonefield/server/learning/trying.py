"""A try at a puzzle, judged by its proven line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stonefield.games.game import IllegalMove, InvalidMove, Position
from stonefield.puzzles import Puzzle
from stonefield.puzzles.sameness import is_same
from stonefield.server.protocol.problems import Refusal, refused_move


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a try."""

    right: bool
    done: bool
    """The line is at its end."""
    before: Position
    """Where the learner decided."""
    moves: tuple[str, ...]
    """The decision and, if it is right, the defence's reply."""
    line: tuple[str, ...]
    """All decisions since the puzzle's position that are right, the reply among them."""


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Tried:
    """Judge the last of these decisions; Refusal if it is none, or if those before are not the line's."""
    position = puzzle.start
    side = position.turn
    if len(moves) > len(puzzle.line):
        raise Refusal("stale_move", "the puzzle is solved before this decision")
    *earlier, last = moves
    for played, right in zip(earlier, puzzle.line, strict=False):
        text = _read(position, played)
        if text != right and not (position.turn == side and is_same(position, text, right)):
            raise Refusal("stale_move", f"`{text}`: the line goes on otherwise")
        position = position.play(text)
    if position.turn != side:
        raise Refusal("not_your_turn", "the defence decides here; its reply was sent")
    text, right = _read(position, last), puzzle.line[len(earlier)]
    if text != right and not is_same(position, text, right):
        return Tried(False, False, position, (text,), tuple(earlier))
    reply = _reply(position.play(text), side, puzzle.line[len(moves) :])
    line = (*earlier, text, *reply)
    return Tried(True, len(line) == len(puzzle.line), position, (text, *reply), line)


def _read(position: Position, played: str) -> str:
    """A decision as the rules write it; Refusal if it is none here."""
    try:
        text = str(position.read(played))
        position.play(text)
    except (InvalidMove, IllegalMove) as error:
        raise refused_move(error) from None
    return text


def _reply(position: Position, side: str, rest: Sequence[str]) -> tuple[str, ...]:
    """The defence's decisions until the learner is to decide again."""
    found = []
    for move in rest:
        if position.turn == side:
            break
        found.append(move)
        position = position.play(move)
    return tuple(found)
