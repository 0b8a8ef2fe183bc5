"""Whose work is next: people have equal shares of the machine, and so have the games of each."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

MOST_PEOPLE = 10_000
BACKGROUND = 3
"""Work of this priority or a higher number is done when nothing else waits."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Work:
    """Something to be done for a person."""

    kind: str = ""
    """The class of work it belongs to."""
    for_whom: str = ""
    """The caller's key; empty for what the server does by itself."""
    key: str = ""
    """What it is about: a game, a review, the lines of a study. Those of one person take turns."""
    priority: int = 0
    """The lowest is done first."""


W = TypeVar("W", bound=Work)


class FairQueue(Generic[W]):
    """The person who has had the least time is next; of their work the most urgent, its keys in turn.

    What runs in the background comes after all else, and among itself by the same rule.

    Start-time fair queueing in each class of work: a person who comes, or comes again, begins level with
    those who are served now. So no one saves up time by being away, and no one pays for what was used while
    no one else waited. Time in one class also counts in each other class for which other people wait.
    """

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], list[W]] = {}
        self._spent: dict[tuple[str, str], float] = {}
        self._levels: defaultdict[str, float] = defaultdict(float)
        self._served: dict[tuple[str, str], dict[str, int]] = {}
        self._turns = itertools.count(1)

    @property
    def waiting(self) -> list[W]:
        """All that waits."""
        return [work for works in self._waiting.values() for work in works]

    def put(self, work: W, *, first: bool = False) -> None:
        """Let work wait: behind all that is like it, or before that."""
        share = work.kind, work.for_whom
        self._spent[share] = self._had(*share)
        works = self._waiting.setdefault(share, [])
        works.insert(0 if first else len(works), work)

    def drop(self, work: W) -> None:
        """Forget work that is no longer wanted, if it has not been taken."""
        share = work.kind, work.for_whom
        works = self._waiting.get(share, [])
        if work in works:
            works.remove(work)
            if not works:
                del self._waiting[share]
                self._served.pop(share, None)

    def take(self, accepts: Callable[[W], bool]) -> W | None:
        """The next work of that which is accepted, if there is any."""
        places: list[tuple[bool, float]] = []
        found: list[W] = []
        for share, works in self._waiting.items():
            served = self._served.get(share, {})
            if ready := [work for work in works if accepts(work)]:
                found.append(min(ready, key=lambda work: (work.priority, served.get(work.key, 0))))
                had = self._spent[share] - self._levels[share[0]]
                places.append((found[-1].priority >= BACKGROUND, had))
        if not found:
            return None
        best = found[places.index(min(places))]
        share = best.kind, best.for_whom
        self._levels[best.kind] = max(self._levels[best.kind], self._spent[share])
        self._served.setdefault(share, {})[best.key] = next(self._turns)
        self.drop(best)
        return best

    def spend(self, work: W, seconds: float) -> None:
        """Count the time that work has taken."""
        person = work.for_whom
        for kind in {work.kind, *(kind for kind, other in self._waiting if other != person)}:
            self._spent[kind, person] = self._had(kind, person) + seconds
        if len(self._spent) > MOST_PEOPLE:
            self._spent = {
                share: spent
                for share, spent in self._spent.items()
                if spent > self._levels[share[0]] or share in self._waiting
            }

    def _had(self, kind: str, person: str) -> float:
        return max(self._spent.get((kind, person), 0.0), self._levels[kind])
