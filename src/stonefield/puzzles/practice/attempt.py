"""What an attempt does to the ratings of solver and puzzle."""

from __future__ import annotations

from stonefield.puzzles.difficulty import KNOWN, UNKNOWN
from stonefield.ratings.glicko import Rating, aged, bounded, expected, rated

BEGINNER = Rating(1200.0)
"""The rating of a player who has tried nothing yet."""


def unrated(shipped: float, deviation: float = KNOWN) -> Rating:
    """The rating of a puzzle that people have not tried yet: it comes from our levels."""
    return Rating(shipped, deviation)


def has_moved(puzzle: Rating) -> bool:
    """Whether people have moved a puzzle's rating; else it is where some version of Stonefield began."""
    return puzzle.volatility != BEGINNER.volatility or puzzle.deviation not in (KNOWN, UNKNOWN)


def decided(
    solver: Rating, puzzle: Rating, *, right: bool, days: float, guess: float = 0.0
) -> tuple[Rating, Rating]:
    """Both ratings after an attempt, ``days`` after the solver's last one.

    ``guess`` is the chance to be right by choosing blindly, as in item response theory. A player who would
    solve the puzzle with chance e is right with chance e + guess (1 - e): what luck adds on average is taken
    from the score, so that no rating grows by guessing.
    """
    fresh = aged(solver, days)
    solved = 1.0 if right else 0.0
    own = solved - guess * (1 - expected(fresh, puzzle))
    theirs = 1 - solved + guess * expected(puzzle, fresh)
    return bounded(rated(fresh, [(puzzle, own)])), bounded(rated(puzzle, [(fresh, theirs)]))
