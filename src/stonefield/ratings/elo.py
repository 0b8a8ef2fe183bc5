"""Elo's scale: a difference of 400 is a factor of ten in the odds."""

from __future__ import annotations

import math

CONFIDENT = 1.959964
"""Standard deviations on either side that hold 95 %."""


def elo_difference(score: float) -> float:
    """The difference in Elo at which this share of the points is expected."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


def expected_score(difference: float) -> float:
    """The share of the points expected at a difference in Elo."""
    return float(1.0 / (1.0 + 10.0 ** (-difference / 400.0)))
