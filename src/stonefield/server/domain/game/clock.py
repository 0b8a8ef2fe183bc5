"""The clock of a game: time for everybody, an increment after each turn, the first decision free, and a grace
for players whose connection breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

MOST_GRACE, LEAST_GRACE, GRACE_SHARE = 30_000, 10_000, 10
"""For how many milliseconds of a game the clock of a player without a connection waits: this part of the time
that each has, within these limits."""


@dataclass(slots=True)
class Clock:
    """Times in milliseconds; ``running`` is the seat that has been losing time since ``since``."""

    is_live: ClassVar[bool] = True
    """Whether the players are there at the same time, so that seconds and lost connections matter."""
    least_credit: ClassVar[int] = 0
    """Time that the server has taken is made good from here on."""
    initial: int
    increment: int
    seats: int
    remaining: list[int] = field(init=False)
    running: int | None = None
    since: int = 0
    owed: int = 0
    """Time the server itself has taken from the running seat since then; a `stall` makes it good."""
    grace: list[int] = field(init=False)
    """For how long each seat's clock still waits for its player's connection, over the whole game."""
    away: set[int] = field(init=False, default_factory=set)
    """Seats whose players lost the connection in their own turn: their grace is used before their time."""

    def __post_init__(self) -> None:
        self.remaining = [self.initial] * self.seats
        allowed = min(MOST_GRACE, max(LEAST_GRACE, self.initial // GRACE_SHARE), self.initial)
        self.grace = [allowed if self.is_live else 0] * self.seats

    def copy(self) -> Clock:
        copied = replace(self)
        copied.remaining, copied.grace, copied.away = list(self.remaining), list(self.grace), set(self.away)
        return copied

    def passed(self, since: int, until: int) -> int:
        """The time that counts between two moments."""
        return max(0, until - since)

    def after(self, moment: int, time: int) -> int:
        """When so much time that counts has passed since a moment."""
        return moment + time

    def _with_increment(self, remaining: int) -> int:
        return remaining + self.increment

    def _used(self, since: int, at: int) -> tuple[int, int]:
        """What the running seat has used since then: of its grace, and of its time."""
        used = self.passed(since, at)
        assert self.running is not None
        waited = min(used, self.grace[self.running]) if self.running in self.away else 0
        return waited, used - waited

    def charge(self, at: int) -> None:
        """Take off the running seat what it has used until ``at``."""
        if self.running is not None:
            waited, used = self._used(self.since, at)
            self.grace[self.running] -= waited
            self.remaining[self.running] = max(0, self.remaining[self.running] - used)
        self.since = max(at, self.since)
        self.owed = 0

    def decided(self, mover: int, following: int | None, at: int) -> None:
        """A decision was made: the next seat runs (None: the game is over)."""
        was_running = self.running is not None
        self.charge(at)
        if was_running and following != mover:
            self.remaining[mover] = self._with_increment(self.remaining[mover])
        self.running = following
        self.since = at

    def turn_to(self, seat: int | None, at: int) -> None:
        """Another player's time runs, without a decision: after a takeback, or none at the end."""
        self.charge(at)
        self.running = seat
        self.since = at

    def credit(self, since: int, until: int) -> None:
        """The server itself has taken the time between two moments from the running seat."""
        begun = self.since + self.owed
        self.owed = self.after(begun, self.passed(since, until)) - self.since

    def last_there(self, now: int, outages: Sequence[tuple[int, int]]) -> int:
        """Until when the running seat's time counts, if what it lost in outages is put at the end."""
        return self.since + max(0, time_there(self.since, now, outages) - self.owed)

    def slept(self, until_stopped: int, at: int) -> None:
        """The server was away; only what passed before it stopped is counted."""
        self.charge(max(self.since, until_stopped))
        self.since = at

    def stalled(self, time: int, at: int) -> None:
        """The server has kept the running seat waiting for so long; that is not counted."""
        self.since = max(self.since, min(at, self.since + time))
        self.owed = 0

    def lost(self, seat: int, since: int) -> None:
        """The player of a seat has had no connection since then."""
        if self.running == seat:
            self.charge(max(self.since, since))
        self.away.add(seat)

    def back(self, seats: Iterable[int], at: int) -> None:
        """The player of these seats has a connection again."""
        self.charge(at)
        self.away.difference_update(seats)

    def left(self, at: int) -> list[int]:
        """What everybody has left."""
        remaining = list(self.remaining)
        if self.running is not None:
            used = self._used(self.since + self.owed, at)[1]
            remaining[self.running] = max(0, remaining[self.running] - used)
        return remaining

    def grace_left(self, at: int) -> list[int]:
        """For how long everybody's clock would still wait."""
        grace = list(self.grace)
        if self.running is not None:
            grace[self.running] -= self._used(self.since + self.owed, at)[0]
        return grace

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        if self.running is None:
            return None
        waits = self.grace[self.running] if self.running in self.away else 0
        return self.after(self.since + self.owed, waits + self.remaining[self.running])


def time_there(since: int, now: int, outages: Sequence[tuple[int, int]]) -> int:
    """How much of the time from ``since`` to ``now`` a server was there; outages are (since, until)."""
    there = 0
    for began, until in sorted(outages):
        there += max(0, min(began, now) - since)
        since = max(since, min(until, now))
    return there + max(0, now - since)
