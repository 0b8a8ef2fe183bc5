"""Which puzzle comes next for a strength, or for a profile."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from stonefield.puzzles.practice.progress import History
from stonefield.puzzles.practice.rating_index import RatingIndex
from stonefield.puzzles.practice.streak import DAY_MS

NEAREST = 12
"""The next puzzle is one of this many whose ratings are nearest."""
ENCOURAGEMENT = 60
"""How far below a player's rating the next puzzle is: six of ten are solved."""
PLAIN_RATING = 1200.0
"""The strength of a player of whom nothing is known."""
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


def due_or_fresh(
    history: History,
    ratings: RatingIndex,
    but: Collection[str],
    wanted: float | None,
    now: int,
    chance: random.Random,
    rests: Callable[[Collection[str]], Callable[[str], bool]],
) -> tuple[bool, str | None]:
    """Whether one is due, and that one or a new one near a strength, that of the profile if None is given.

    ``rests`` makes of what was offered lately which puzzles rest.
    """
    due = (name for name in history.due(now) if name in ratings and name not in but)
    if (first := next(due, None)) is not None:
        return True, first
    near = history.rating().rating - ENCOURAGEMENT if wanted is None else wanted
    tired = rests({*but, *history.tried_since(now - REST_MS)})
    return False, _untried(history, ratings, but, near, chance, tired)


def _untried(
    history: History,
    ratings: RatingIndex,
    but: Collection[str],
    wanted: float,
    chance: random.Random,
    rests: Callable[[str], bool],
) -> str | None:
    """A puzzle that was not tried, or not for long; only those near the strength are looked up."""
    near, few = (name for name in ratings.near(wanted) if not rests(name)), 2 * NEAREST
    found: list[str] = []
    while len(found) < NEAREST and (some := list(islice(near, few))):
        tried = history.tried_among(some)
        found += [name for name in some if name not in tried and name not in but]
        few *= 2
    if found:
        return nearest(found, chance)
    return fresh(ratings, [one.puzzle for one in history.tried()], but, wanted, chance, rests)
