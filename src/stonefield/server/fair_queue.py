"""Whose work is next: people have equal shares of what belongs to all, and so have the games of each."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from typing import Generic, Protocol, TypeVar

MOST_PEOPLE = 10_000
BACKGROUND = 3
"""Work of this priority or a higher number is done when nobody waits for anything else."""


class Awaited(Protocol):
    """What somebody waits for, in this loop or in another thread."""

    def done(self) -> bool:
        """Whether nobody waits for it any more."""


class Work(Protocol):
    """Something to be done for a person, in a game of theirs."""

    @property
    def priority(self) -> int:
        """The lowest is done first."""

    @property
    def number(self) -> int:
        """Of two alike, the one that came first."""

    @property
    def person(self) -> str: ...

    @property
    def game(self) -> str: ...

    @property
    def is_short(self) -> bool:
        """Whether it is soon done."""

    @property
    def answer(self) -> Awaited:
        """Done: nobody waits for it any more."""


W = TypeVar("W", bound=Work)


class FairQueue(Generic[W]):
    """Whoever has had the least time is next; of their jobs the most urgent, their games in turn.

    What runs in the background comes after all else, and among itself by the same rule.

    Start-time fair queueing: a person who comes, or comes again, begins level with those who are served now,
    so nobody saves up time by being away, and nobody pays for what was used while nobody else waited.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, list[W]] = {}
        self._spent: dict[str, float] = {}
        self._level = 0.0
        self._served: dict[tuple[str, str], int] = {}
        self._turns = itertools.count(1)

    @property
    def jobs(self) -> list[W]:
        """All that waits."""
        return [job for jobs in self._waiting.values() for job in jobs if not job.answer.done()]

    def put(self, job: W) -> None:
        self._spent[job.person] = max(self._spent.get(job.person, 0.0), self._level)
        self._waiting.setdefault(job.person, []).append(job)

    def drop(self, job: W) -> None:
        """Forget a job for which nobody waits any more, if it has not been taken."""
        jobs = self._waiting.get(job.person, [])
        if job in jobs:
            jobs.remove(job)

    def take(self, *, short: bool, but: Collection[str] = ()) -> W | None:
        """The next job, if there is one: with ``short`` of those soon done, and of nobody in ``but``."""
        ready: dict[str, list[W]] = {}
        for person, jobs in list(self._waiting.items()):
            jobs[:] = [job for job in jobs if not job.answer.done()]
            if not jobs:
                self._forget(person)
                continue
            if person not in but:
                ready[person] = [job for job in jobs if job.is_short] if short else jobs
        best = self._best(ready, background=False) or self._best(ready, background=True)
        if best is not None:
            self._level = max(self._level, self._spent[best.person])
            self._served[best.person, best.game] = next(self._turns)
            self._waiting[best.person].remove(best)
        return best

    def _best(self, ready: Mapping[str, list[W]], *, background: bool) -> W | None:
        best: W | None = None
        for person, jobs in ready.items():
            wanted = [job for job in jobs if (job.priority >= BACKGROUND) == background]
            if wanted and (best is None or self._spent[person] < self._spent[best.person]):
                best = min(wanted, key=self._place)
        return best

    def spend(self, person: str, seconds: float) -> None:
        """Count time that somebody has had."""
        self._spent[person] = max(self._spent.get(person, 0.0), self._level) + seconds
        if len(self._spent) > MOST_PEOPLE:
            self._spent = {
                one: spent
                for one, spent in self._spent.items()
                if spent > self._level or one in self._waiting
            }

    def _place(self, job: W) -> tuple[int, int, int]:
        return job.priority, self._served.get((job.person, job.game), 0), job.number

    def _forget(self, person: str) -> None:
        del self._waiting[person]
        for key in [key for key in self._served if key[0] == person]:
            del self._served[key]
