"""A try at a puzzle, or a decision in an endgame: what came of it, or a Refusal if it cannot be judged."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.game import IllegalMove, InvalidMove, Position
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.trying import DefenceDecides, OffTheLine, TryResult, judge
from stonefield.server.protocol.problems import Refusal, refused_move


def judge_try(puzzle: Puzzle, moves: Sequence[str]) -> TryResult:
    """What came of the last of these decisions."""
    try:
        return judge(puzzle, moves)
    except OffTheLine as error:
        raise Refusal("stale_move", str(error)) from None
    except DefenceDecides as error:
        raise Refusal("not_your_turn", str(error)) from None
    except (InvalidMove, IllegalMove) as error:
        raise refused_move(error) from None


def played_so_far(puzzle: Puzzle, moves: Sequence[str]) -> tuple[Position, str]:
    """The position of an endgame before the last of these decisions, and that one as the rules write it."""
    position = start = puzzle.start
    try:
        for move in moves[:-1]:
            position = position.play(move)
        if position.is_over:
            raise Refusal("game_over", "the game is over before this decision")
        if position.turn != start.turn:
            raise Refusal("not_your_turn", "the defence decides here; its reply was sent")
        move = str(position.read(moves[-1]))
        position.play(move)
    except (InvalidMove, IllegalMove) as error:
        raise refused_move(error) from None
    return position, move
