"""How puzzles and what is tried in them look to a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from stonefield.games.game import Position
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.streak import Streak
from stonefield.ratings.glicko import Rating
from stonefield.server.presenting.moment import moment_view
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.state import board_view
from stonefield.server.protocol.practice import (
    PlayedStep,
    PuzzleResult,
    PuzzleView,
    RatingView,
    StreakView,
)
from stonefield.server.protocol.study_views import Moment


def step_views(position: Position, moves: Iterable[str], ply: int = 0) -> list[PlayedStep]:
    """Decisions from a position on, which is ``ply`` decisions after the start."""
    presenter = presenter_for(position.game.name)
    found: list[PlayedStep] = []
    for number, move in enumerate(moves, ply + 1):
        after = position.play(move)
        found.append(
            {
                "move": move,
                "colour": position.turn,
                "scene": presenter.scene(position, after, number),
                "position": str(after),
            }
        )
        position = after
    return found


def after_line(start: Position, moves: Sequence[str]) -> Moment:
    """The position after a line of decisions."""
    before: Position | None = None
    position = start
    for move in moves:
        before, position = position, position.play(move)
    return moment_view(position, before, len(moves))


def puzzle_view(puzzle: Puzzle, rating: Rating, tried: int, up: int, down: int) -> PuzzleView:
    start = puzzle.start
    return {
        "puzzle": puzzle.name,
        "game": puzzle.game,
        "board": board_view(start.board),
        "letters": start.game.letters,
        "colour": start.turn,
        "result": cast(PuzzleResult, puzzle.result),
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
