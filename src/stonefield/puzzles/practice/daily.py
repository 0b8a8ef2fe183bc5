"""Which puzzle is a day's: each year the most beautiful puzzles of a game are put in an order by a hash.

Servers with the same puzzles therefore show the same one. What was shown is stored, so that a day's puzzle
stays even if puzzles are added in the middle of the year.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

EASIEST, HARDEST = 850, 2050
"""The ratings that a puzzle for all players should have."""
POOL = 400
"""A year's puzzles are chosen from this many: a few more than it has days."""
GENTLEST, EASY = 600, 1050
"""The ratings of a newcomer's puzzle."""
APART = 7
"""Days between two puzzles of one family."""
_FIRST = date(1970, 1, 1)


class Candidate(NamedTuple):
    """What decides whether a puzzle may be a day's."""

    name: str
    rating: float
    """As it was shipped."""
    beauty: int
    family: str
    area: int = 0
    """Files by ranks of its board: how small its squares are on a screen."""
    length: int = 1
    """Decisions of its line, of both sides."""


def date_of(day: int) -> date:
    """The date of a day's number."""
    return _FIRST + timedelta(days=day)


def fit_for_all(puzzles: Sequence[Candidate]) -> list[str]:
    """The most beautiful of those neither very easy nor very hard, if there are any.

    Of each family only one, unless there are too few families.
    """
    return _ranked([one for one in puzzles if EASIEST <= one.rating <= HARDEST] or list(puzzles))


def _ranked(fit: list[Candidate]) -> list[str]:
    fit.sort(key=lambda one: (-one.beauty, one.name))
    first = {one.family: one.name for one in reversed(fit)}
    ranked = [one.name for one in fit if first[one.family] == one.name]
    ranked += [one.name for one in fit if first[one.family] != one.name]
    return ranked[:POOL]


def fit_for_newcomers(puzzles: Sequence[Candidate]) -> list[str]:
    """The most beautiful of the easy ones on the smallest board, with one decision to find, if there are any.

    Else the easiest on that board.
    """
    smallest = min(one.area for one in puzzles)
    small = [one for one in puzzles if one.area == smallest]
    easy = [one for one in small if GENTLEST <= one.rating <= EASY and one.length == 1]
    gentlest = min(small, key=lambda one: (one.rating, one.name))
    return _ranked(easy or [gentlest])


def choose(
    names: Sequence[str],
    day: int,
    shown: Collection[str] = (),
    families: Mapping[str, str] | None = None,
    resting: Collection[str] = (),
) -> str:
    """The puzzle of a day; one that was shown this year already comes only when there is no other.

    Puzzles of one family are ``APART``; those whose families are ``resting`` are passed over too.
    """
    when, family = date_of(day), families or {}
    order = sorted(names, key=lambda name: hashlib.sha256(f"{when.year} {name}".encode()).digest())
    order = _spaced(order, family)
    first = (when.timetuple().tm_yday - 1) % len(order)
    turned = order[first:] + order[:first]
    left = [name for name in turned if name not in shown] or turned[:1]
    return next((name for name in left if family.get(name, name) not in resting), left[0])


def _spaced(order: Sequence[str], family: Mapping[str, str]) -> list[str]:
    """The same order, but one that would come soon after its family's last comes as soon as it may."""
    found: list[str] = []
    left = list(order)
    latest: deque[str] = deque(maxlen=APART)
    while left:
        nth = next((nth for nth, name in enumerate(left) if family.get(name, name) not in latest), 0)
        found.append(left.pop(nth))
        latest.append(family.get(found[-1], found[-1]))
    return found


def days_of_year(day: int) -> range:
    """The days of the same year."""
    year = date_of(day).year
    return range((date(year, 1, 1) - _FIRST).days, (date(year + 1, 1, 1) - _FIRST).days)
