"""Claims in the order of what they explain.

A claim's worth is in log odds: the odds of winning change by that much if the feature it names is taken away.
From the search's own value on, that is a win rate: the claim's weight. Claims that weigh nothing are left
out: they are not the reason.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from stonefield.study.explain.claims import Claim

MOST_CLAIMS = 3
DECISIVE = math.inf
"""The worth of what decides the game by itself."""
CERTAIN = 0.01
"""No search is surer than this: odds of certainties would be infinite."""


def ranked(claims: Iterable[Claim], rate: float, most: float, number: int = MOST_CLAIMS) -> tuple[Claim, ...]:
    """The weightiest claims first; equal ones keep their order.

    ``rate`` is the win rate of the side that would have more of it without what the claims say, and ``most``
    the win rate that is to be explained: no claim explains more.
    """
    weighed = [replace(one, weight=min(most, _regained(rate, one.worth))) for one in claims]
    return tuple(sorted((one for one in weighed if one.weight > 0), key=lambda one: -one.weight)[:number])


def _regained(rate: float, worth: float) -> float:
    """How much the win rate grows by a feature's worth."""
    if worth == DECISIVE:
        return 1.0
    sure = min(1 - CERTAIN, max(CERTAIN, rate))
    return 1 / (1 + math.exp(-math.log(sure / (1 - sure)) - worth)) - sure
