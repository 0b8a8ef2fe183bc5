"""Which puzzle comes next for a strength."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

NEAREST = 12
"""The next puzzle is one of so many whose ratings are nearest."""
ENCOURAGEMENT = 60
"""So much below a learner's rating is aimed: six of ten are solved."""


def nearest(ratings: Mapping[str, float], wanted: float, chance: random.Random) -> str | None:
    """One of the puzzles near a rating; None where there is none at all."""
    near = sorted(ratings, key=lambda name: (abs(ratings[name] - wanted), name))[:NEAREST]
    return chance.choice(near) if near else None


def fresh(
    ratings: Mapping[str, float],
    tried: Sequence[str],
    but: Collection[str],
    wanted: float,
    chance: random.Random,
) -> str | None:
    """One that was not tried yet; after all of them, one of the half that was tried longest ago.

    ``tried`` has the puzzles in the order of their attempts.
    """
    known = set(tried)
    new = {name: rating for name, rating in ratings.items() if name not in known and name not in but}
    if not new:
        old = [name for name in tried if name in ratings and name not in but]
        new = {name: ratings[name] for name in old[: max(1, len(old) // 2)]}
    return nearest(new, wanted, chance)
