"""How hard a puzzle is before people have tried it: a rule over what was measured of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

EASIEST, HARDEST = 600, 2400
"""The ratings at which puzzles begin"""
WEIGHTS = {"levels": 0.45, "novices": 0.2, "choices": 0.15, "near": 0.12, "obstacles": 0.08}
FEWEST_BITS, MOST_BITS = 1.5, 18.0
"""The choices of a whole solution as a number of yes-or-no questions: three answers, and two placements among
five hundred each."""
MANY_NEAR, MANY_OBSTACLES = 12, 40
"""With this many near misses, or obstacles, half of the weight is reached."""
KNOWN, UNKNOWN = 150.0, 250.0
"""Deviations: where levels 3 to 6 sometimes find the solution and sometimes do not, and where all of them do
or none, so that they say little."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is measured of a puzzle; see ``Puzzle`` for each."""

    difficulty: int
    novices: int | None
    choices: tuple[int, ...]
    near: int
    obstacles: int


def rating_of(facts: Facts) -> int:
    """The rating of a puzzle that has not been tried; of one that was never measured, by the levels alone."""
    if facts.novices is None:
        return EASIEST + (HARDEST - EASIEST) * facts.difficulty // 100
    hard = sum(WEIGHTS[name] * share for name, share in shares(facts).items())
    return EASIEST + round((HARDEST - EASIEST) * hard)


def deviation_of(facts: Facts) -> float:
    """How uncertain that rating is."""
    return KNOWN if 0 < facts.difficulty < 100 else UNKNOWN


def shares(facts: Facts) -> dict[str, float]:
    """Each part of the difficulty, from 0 for the easiest to 1.

    What a beginner finds in half of the tries is no puzzle, so ``novices`` counts from there on.
    """
    bits = sum(map(log2, facts.choices))
    return {
        "levels": facts.difficulty / 100,
        "novices": max(0.0, (facts.novices or 0) / 50 - 1),
        "choices": min(1.0, max(0.0, (bits - FEWEST_BITS) / (MOST_BITS - FEWEST_BITS))),
        "near": facts.near / (facts.near + MANY_NEAR),
        "obstacles": facts.obstacles / (facts.obstacles + MANY_OBSTACLES),
    }
