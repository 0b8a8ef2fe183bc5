"""What an attempt does to the ratings of solver and puzzle."""

from __future__ import annotations

from stonefield.ratings.glicko import Rating, aged, bounded, rated

BEGINNER = Rating(1200.0)
"""The rating of a player who has tried nothing yet."""
SHIPPED_DEVIATION = 150.0
"""How uncertain a puzzle's rating is at first: it comes from what our levels find, not from people."""


def unrated(shipped: float) -> Rating:
    """The rating of a puzzle that has not been tried yet."""
    return Rating(shipped, SHIPPED_DEVIATION)


def decided(solver: Rating, puzzle: Rating, *, right: bool, days: float) -> tuple[Rating, Rating]:
    """Both ratings after an attempt, ``days`` after the solver's last one."""
    fresh = aged(solver, days)
    score = 1.0 if right else 0.0
    return bounded(rated(fresh, [(puzzle, score)])), bounded(rated(puzzle, [(fresh, 1 - score)]))
