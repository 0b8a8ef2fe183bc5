"""What an attempt does to the ratings of learner and puzzle."""

from __future__ import annotations

from stonefield.ratings.glicko import Rating, aged, bounded, rated

BEGINNER = Rating(1200.0)
"""Somebody who has tried nothing yet."""
SHIPPED_DEVIATION = 150.0
"""How uncertain a puzzle's rating is at first: it comes from what our levels find, not from people."""


def unrated(shipped: float) -> Rating:
    """A puzzle that nobody has tried yet."""
    return Rating(shipped, SHIPPED_DEVIATION)


def decided(learner: Rating, puzzle: Rating, *, right: bool, days: float) -> tuple[Rating, Rating]:
    """Both ratings after an attempt, so many days after the learner's last one."""
    fresh = aged(learner, days)
    score = 1.0 if right else 0.0
    return bounded(rated(fresh, [(puzzle, score)])), bounded(rated(puzzle, [(fresh, 1 - score)]))
