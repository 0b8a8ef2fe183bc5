"""Which puzzle is a day's: for each year the puzzles of a game are put in an order of their own, by a hash.

Servers with the same puzzles therefore show the same one. What was shown is stored, so that a day's puzzle
stays even if puzzles are added in the middle of the year.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import date, timedelta

EASIEST, HARDEST = 900, 1900
"""The ratings that a puzzle for all players should have."""
_FIRST = date(1970, 1, 1)


def date_of(day: int) -> date:
    """The date of a day's number."""
    return _FIRST + timedelta(days=day)


def fit_for_all(puzzles: Sequence[tuple[str, float]]) -> list[str]:
    """Of puzzles with their shipped ratings: those neither very easy nor very hard, if there are any."""
    return [name for name, rating in puzzles if EASIEST <= rating <= HARDEST] or [name for name, _ in puzzles]


def choose(names: Sequence[str], day: int, shown: Collection[str] = ()) -> str:
    """The puzzle of a day; one that was shown this year already comes only when there is no other."""
    when = date_of(day)
    order = sorted(names, key=lambda name: hashlib.sha256(f"{when.year} {name}".encode()).digest())
    first = (when.timetuple().tm_yday - 1) % len(order)
    turned = order[first:] + order[:first]
    return next((name for name in turned if name not in shown), turned[0])


def days_of_year(day: int) -> range:
    """The days of the same year."""
    year = date_of(day).year
    return range((date(year, 1, 1) - _FIRST).days, (date(year + 1, 1, 1) - _FIRST).days)
