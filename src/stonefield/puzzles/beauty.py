"""How much there is to enjoy in a puzzle: points by rule, which choose the daily ones."""

from __future__ import annotations

from stonefield.puzzles.puzzle import Puzzle

COMMON = 30
"""What every puzzle has: it is proven to have one solution"""
OVERLOOKED = 16
"""Level 5, which looks further than most players, does not see it"""
FEW_PIECES, NEARLY_EMPTY = (12, 8), (8, 16)
"""An uncrowded board: at most this many pieces on it, and the points"""
LONGER, LONGEST = 4, 12
"""For each decision more that is to be found, and at most"""
GUESSED, GUESS = -12, 0.3
"""Where a blind guess is as likely as this to be right"""


def beauty_of(puzzle: Puzzle, charm: int, overlooked: float) -> int:
    """From 0 to 100; ``charm`` is what the game's prover finds, ``overlooked`` how often level 5 fails."""
    points = COMMON + charm + round(OVERLOOKED * overlooked)
    points += next((bonus for most, bonus in (NEARLY_EMPTY, FEW_PIECES) if len(puzzle.pieces) <= most), 0)
    points += min(LONGEST, LONGER * (len(puzzle.choices) - 1))
    if puzzle.guess >= GUESS:
        points += GUESSED
    return min(100, max(0, points))
