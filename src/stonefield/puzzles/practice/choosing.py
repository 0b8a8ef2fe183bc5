"""Which puzzle comes next for a strength."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from stonefield.puzzles.practice.rating_index import RatingIndex

NEAREST = 12
"""The next puzzle is one of this many whose ratings are nearest."""
ENCOURAGEMENT = 60
"""How far below a player's rating the next puzzle is: six of ten are solved."""


def nearest(names: Iterable[str], chance: random.Random) -> str | None:
    """One of the first of these names, the nearest first; None if there are none."""
    near = list(islice(names, NEAREST))
    return chance.choice(near) if near else None


def fresh(
    ratings: RatingIndex,
    tried: Sequence[str],
    but: Collection[str],
    wanted: float,
    chance: random.Random,
) -> str | None:
    """One that was not tried yet; after all of them, one of the half that was tried longest ago.

    ``tried`` has the puzzles in the order of their attempts.
    """
    known = {*tried, *but}
    chosen = nearest((name for name in ratings.near(wanted) if name not in known), chance)
    if chosen is None:
        old = [name for name in tried if name in ratings and name not in but]
        half = old[: max(1, len(old) // 2)]
        chosen = nearest(sorted(half, key=lambda name: (abs(ratings[name] - wanted), name)), chance)
    return chosen
