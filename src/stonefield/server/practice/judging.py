"""A try at a puzzle: its result, or a Refusal if it cannot be judged."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.game import IllegalMove, InvalidMove
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
