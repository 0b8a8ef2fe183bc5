"""The clock of a game: time for everybody, an increment after each turn, the first decision free, and a grace
for players whose connection breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

MOST_GRACE, LEAST_GRACE, GRACE_SHARE = 30_000, 10_000, 10
"""For how many milliseconds of a game the clock of a player without a connection waits: this part of the time
that each has, within these limits."""


@dataclass(slots=True)
class Clock:
    """Times in milliseconds; ``running`` is the seat that has been losing time since ``since``."""

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
        self.grace = [allowed] * self.seats

    def copy(self) -> Clock:
        copied = replace(self)
        copied.remaining, copied.grace, copied.away = list(self.remaining), list(self.grace), set(self.away)
        return copied

    def _used(self, at: int) -> tuple[int, int]:
        """What the running seat has used since ``since``: of its grace, and of its time."""
        used = max(0, at - self.since)
        assert self.running is not None
        waited = min(used, self.grace[self.running]) if self.running in self.away else 0
        return waited, used - waited

    def charge(self, at: int) -> None:
        """Take off the running seat what it has used until ``at``."""
        if self.running is not None:
            waited, used = self._used(at)
            self.grace[self.running] -= waited
            self.remaining[self.running] = max(0, self.remaining[self.running] - used)
        self.since = max(at, self.since)
        self.owed = 0

    def decided(self, mover: int, following: int | None, at: int) -> None:
        """A decision was made: the next seat runs (None: the game is over)."""
        was_running = self.running is not None
        self.charge(at)
        if was_running and following != mover:
            self.remaining[mover] += self.increment
        self.running = following
        self.since = at

    def turn_to(self, seat: int | None, at: int) -> None:
        """Another player's time runs, without a decision: after a takeback, or none at the end."""
        self.charge(at)
        self.running = seat
        self.since = at

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
            used = self._used(at - self.owed)[1]
            remaining[self.running] = max(0, remaining[self.running] - used)
        return remaining

    def grace_left(self, at: int) -> list[int]:
        """For how long everybody's clock would still wait."""
        grace = list(self.grace)
        if self.running is not None:
            grace[self.running] -= self._used(at - self.owed)[0]
        return grace

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        if self.running is None:
            return None
        waits = self.grace[self.running] if self.running in self.away else 0
        return self.since + self.owed + waits + self.remaining[self.running]


def time_there(since: int, now: int, outages: Sequence[tuple[int, int]]) -> int:
    """How much of the time from ``since`` to ``now`` a server was there; outages are (since, until)."""
    there = 0
    for began, until in sorted(outages):
        there += max(0, min(began, now) - since)
        since = max(since, min(until, now))
    return there + max(0, now - since)
