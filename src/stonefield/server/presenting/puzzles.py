"""How puzzles and what is tried in them look to a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from stonefield.games.game import Position
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.storm import Storm
from stonefield.puzzles.practice.streak import Streak
from stonefield.puzzles.practice.trying import TryResult
from stonefield.ratings.glicko import Rating
from stonefield.server.presenting.moment import moment_view
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.state import board_view
from stonefield.study.explain.lines import trail

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import (
        Judged,
        PlayedStep,
        PuzzleResult,
        PuzzleTried,
        PuzzleView,
        RatingView,
        Refutation,
        StormView,
        StreakView,
    )
    from stonefield.server.protocol.study_views import Moment


def step_views(position: Position, moves: Sequence[str], ply: int = 0) -> list[PlayedStep]:
    """Decisions from a position on, which is ``ply`` decisions after the start."""
    scene, reached = presenter_for(position.game.name).scene, trail(position, moves)
    return [
        {
            "move": move,
            "colour": before.turn,
            "scene": scene(before, after, number),
            "position": str(after),
        }
        for number, (move, (before, after)) in enumerate(zip(moves, pairwise(reached), strict=True), ply + 1)
    ]


def after_line(start: Position, moves: Sequence[str]) -> Moment:
    """The position after a line of decisions."""
    *earlier, position = trail(start, moves)
    return moment_view(position, earlier[-1] if earlier else None, len(moves))


def puzzle_view(puzzle: Puzzle, rating: Rating, tried: int, up: int, down: int) -> PuzzleView:
    start = puzzle.start
    return {
        "puzzle": puzzle.name,
        "game": puzzle.game,
        "board": board_view(start.board),
        "letters": start.game.letters,
        "colour": start.turn,
        "result": cast("PuzzleResult", puzzle.result),
        "decisions": sum(1 for _ in puzzle.decisions(start)),
        "themes": puzzle.themes,
        **rating_view(rating),
        "tried": tried,
        "up": up,
        "down": down,
        "moment": moment_view(start),
    }


def rating_view(rating: Rating) -> RatingView:
    return {"rating": round(rating.rating), "deviation": round(rating.deviation)}


def streak_view(streak: Streak, day: int) -> StreakView:
    return {"days": streak.on(day), "best": streak.best, "today": streak.last >= day}


def solution_views(puzzle: Puzzle) -> tuple[list[PlayedStep], Moment]:
    """The line of a puzzle, and the position after it."""
    start = puzzle.start
    return step_views(start, puzzle.line), after_line(start, puzzle.line)


def tried_view(
    puzzle: Puzzle,
    tried: TryResult,
    refutation: Refutation | None,
    judged: Judged | None,
    streak: StreakView | None,
) -> PuzzleTried:
    """What came of a try."""
    ply = len(tried.line) - len(tried.moves) if tried.right else len(tried.line)
    return {
        "right": tried.right,
        "done": tried.done,
        "moves": tried.line,
        "steps": step_views(tried.before, tried.moves, ply),
        "moment": after_line(puzzle.start, tried.line),
        "refutation": refutation,
        "judged": judged,
        "streak": streak,
    }


def storm_view(
    storm: Storm,
    now: int,
    best: int | None,
    right: bool | None,
    steps: list[PlayedStep],
    *,
    puzzle: PuzzleView | None,
    moment: Moment | None,
) -> StormView:
    """A storm after a try or (None) at its beginning; with a puzzle if that is a new one."""
    return {
        "storm": storm.id,
        "game": storm.game,
        "now": now,
        "ends": storm.ends,
        "over": storm.is_over(now),
        "solved": storm.solved,
        "missed": storm.missed,
        "combo": storm.combo,
        "best": best,
        "right": right,
        "steps": steps,
        "puzzle": puzzle,
        "moves": storm.line,
        "moment": moment,
    }
