"""Whose attempts, votes and reports count for a puzzle: learners are made for nothing, a history is not.

A learner's own rating moves from the first attempt on. What others see of a puzzle, its rating, its votes and
reports, follows only those who have

- tried ``LEAST_ATTEMPTS`` puzzles of the game before,
- the first of them at least a day ago, and
- a rating that has settled to a deviation of ``WIDEST`` or less.

For one puzzle only the first such learner at an address counts each day (`live.day_memory`).
"""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.puzzles.practice.streak import DAY_MS
from stonefield.ratings.glicko import Rating

LEAST_ATTEMPTS = 20
LEAST_MS = DAY_MS
WIDEST = 120.0
"""About ten rated attempts lead below it; somebody known who has rested for a year is still below it."""


def has_history(first: Sequence[int], rating: Rating, now: int) -> bool:
    """Whether a learner counts; ``first`` are the times of the first attempts, ``LEAST_ATTEMPTS`` at most."""
    return len(first) >= LEAST_ATTEMPTS and first[0] <= now - LEAST_MS and rating.deviation <= WIDEST
