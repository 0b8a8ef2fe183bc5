"""Claims in the order of what they explain.

A claim's worth is in log odds: the odds of winning change by that much if the feature it names is taken away.
Its share of the log odds that a decision lost, by the search's own values before and after it, is the share
of the loss that it explains. Claims that explain next to nothing are left out: they are not the reason.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from stonefield.study.explain.claims import Claim

MOST_CLAIMS = 3
DECISIVE = math.inf
"""The worth of what decides the game by itself."""
LEAST_SHARE = 0.05
"""Of the loss; a claim that explains less is no reason."""
MUCH = 0.25
"""Of the loss; what is expected of the end is a reason only if it explains this much."""
LEAST_BESIDE = 0.1
"""Of what the weightiest claim explains; one that explains less only distracts from it."""
CERTAIN = 0.02
"""No search is surer than this: odds of certainties would be infinite."""
SMALLEST_LOSS = 0.01
"""In log odds: the difference of two certainties is not nothing."""


def ranked_by_loss(
    claims: Iterable[Claim], before: float, after: float, least: float = LEAST_SHARE
) -> tuple[Claim, ...]:
    """The claims that explain most of a loss of win rate; equal ones keep their order."""
    odds = max(_odds(before) - _odds(after), SMALLEST_LOSS)
    shares = [(min(1.0, one.worth / odds), one) for one in claims]
    # What decides the game is no measure for what can be seen on the board.
    most = max((share for share, one in shares if one.worth < DECISIVE), default=0.0)
    told = [(share, one) for share, one in shares if share >= max(least, LEAST_BESIDE * most)]
    return _first(replace(one, weight=share * (before - after)) for share, one in told)


def ranked_by_worth(claims: Iterable[Claim], win_rate: float, number: int = MOST_CLAIMS) -> tuple[Claim, ...]:
    """The claims without which most of a win rate would be missing; equal ones keep their order."""
    odds = _odds(win_rate)
    worthy = (one for one in claims if one.worth > 0)
    return _first((replace(one, weight=_rate(odds) - _rate(odds - one.worth)) for one in worthy), number)


def _first(claims: Iterable[Claim], number: int = MOST_CLAIMS) -> tuple[Claim, ...]:
    return tuple(sorted(claims, key=lambda one: -one.weight)[:number])


def _odds(rate: float) -> float:
    sure = min(1 - CERTAIN, max(CERTAIN, rate))
    return math.log(sure / (1 - sure))


def _rate(odds: float) -> float:
    return 0.0 if odds == -DECISIVE else 1 / (1 + math.exp(-odds))
