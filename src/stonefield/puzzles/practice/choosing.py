"""Which puzzle comes next for a strength."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from stonefield.puzzles.practice.rating_index import RatingIndex
from stonefield.puzzles.practice.streak import DAY_MS

NEAREST = 12
"""The next puzzle is one of this many whose ratings are nearest."""
ENCOURAGEMENT = 60
"""How far below a player's rating the next puzzle is: six of ten are solved."""

REST_MS = 7 * DAY_MS
"""How long a family of puzzles rests for a player who was offered one of it."""


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
    rests: Callable[[str], bool] = lambda name: False,
) -> str | None:
    """One that was not tried yet; after all of them, one of the half that was tried longest ago.

    ``tried`` has the puzzles in the order of their attempts. One that ``rests``, because another one of its
    family was offered, comes only where nothing else is left.
    """
    known = {*tried, *but}

    def new() -> Iterator[str]:
        return (name for name in ratings.near(wanted) if name not in known)

    chosen = nearest((name for name in new() if not rests(name)), chance) or nearest(new(), chance)
    if chosen is None:
        old = [name for name in tried if name in ratings and name not in but]
        half = old[: max(1, len(old) // 2)]
        chosen = nearest(sorted(half, key=lambda name: (abs(ratings[name] - wanted), name)), chance)
    return chosen
