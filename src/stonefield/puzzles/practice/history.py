"""Whose attempts, votes and reports count for a puzzle: a profile costs nothing, a history does.

The rating of a profile moves from the first attempt on. What others see of a puzzle, its rating, votes and
reports, follows only the profiles that have

- tried ``LEAST_ATTEMPTS`` puzzles of the game before,
- the first of them at least a day ago, and
- a rating that has settled to a deviation of ``WIDEST`` or less.

For one puzzle only the first such profile at an address counts each day (`server/store/day_notes.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.puzzles.practice.streak import DAY_MS
from stonefield.ratings.glicko import Rating

LEAST_ATTEMPTS = 20
LEAST_MS = DAY_MS
WIDEST = 120.0
"""About ten rated attempts lead below it; a settled rating is still below it after a year's rest."""


def has_history(first: Sequence[int], rating: Rating, now: int) -> bool:
    """Whether a profile counts; ``first`` are the times of its first attempts, ``LEAST_ATTEMPTS`` at most."""
    return len(first) >= LEAST_ATTEMPTS and first[0] <= now - LEAST_MS and rating.deviation <= WIDEST
