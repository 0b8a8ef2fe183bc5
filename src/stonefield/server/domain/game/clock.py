"""The clock of a game: time for everybody, an increment after each turn, the first decision free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace


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

    def __post_init__(self) -> None:
        self.remaining = [self.initial] * self.seats

    def copy(self) -> Clock:
        copied = replace(self)
        copied.remaining = list(self.remaining)
        return copied

    def charge(self, at: int) -> None:
        """Take off the running seat what it has used until ``at``."""
        if self.running is not None:
            self.remaining[self.running] = max(0, self.remaining[self.running] - max(0, at - self.since))
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

    def left(self, at: int) -> list[int]:
        """What everybody has left."""
        remaining = list(self.remaining)
        if self.running is not None:
            used = max(0, at - self.since - self.owed)
            remaining[self.running] = max(0, remaining[self.running] - used)
        return remaining

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        return None if self.running is None else self.since + self.owed + self.remaining[self.running]


def time_there(since: int, now: int, outages: Sequence[tuple[int, int]]) -> int:
    """How much of the time from ``since`` to ``now`` a server was there; outages are (since, until)."""
    there = 0
    for began, until in sorted(outages):
        there += max(0, min(began, now) - since)
        since = max(since, min(until, now))
    return there + max(0, now - since)
