"""The clock of a correspondence game, for people who are never there at the same time.

Each has a bank of time and gets an increment after each turn, but never more than the bank. The first
decision counts too. Time does not run while the game is paused and, where that was agreed on, at weekends:
from Saturday 0:00 to Monday 0:00 UTC, wherever the players live. Lost connections change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.clock import Clock

DAY = 86_400_000
WEEK, WORKWEEK = 7 * DAY, 5 * DAY
_MONDAY = -3 * DAY
"""A Monday, 0:00 UTC: 1 January 1970 was a Thursday."""


@dataclass(slots=True)
class CorrespondenceClock(Clock):
    """A clock of days. Time that is credited or waited for moves the moment from which time counts."""

    is_live: ClassVar[bool] = False
    least_credit: ClassVar[int] = 60_000
    weekends_free: bool = False
    waits_until: int = 0
    """The running seat loses no time before this: its player is on vacation."""

    def passed(self, since: int, until: int) -> int:
        """The time that counts between two moments."""
        since = max(since, self.waits_until)
        if until <= since:
            return 0
        return _worked(until) - _worked(since) if self.weekends_free else until - since

    def after(self, moment: int, time: int) -> int:
        """The first moment at which so much time that counts has passed since a moment."""
        moment = max(moment, self.waits_until)
        if not self.weekends_free or not time:
            return moment + time
        weeks, rest = divmod(_worked(moment) + time, WORKWEEK)
        # Friday's last moment is the end of that week, not the beginning of the next one.
        return _MONDAY + (weeks * WEEK + rest if rest else weeks * WEEK - (WEEK - WORKWEEK))

    def _with_increment(self, remaining: int) -> int:
        return min(self.initial, remaining + self.increment)

    def decided(self, mover: int, following: int | None, at: int) -> None:
        """A decision was made: the next seat runs (None: the game is over)."""
        Clock.decided(self, mover, following, at)
        self._turned(mover != following)

    def turn_to(self, seat: int | None, at: int) -> None:
        """Another player's time runs, without a decision: after a takeback or a pause, or none at the end."""
        running = self.running
        Clock.turn_to(self, seat, at)
        self._turned(running != seat)

    def _turned(self, to_another: bool) -> None:
        if to_another:
            self.waits_until = 0

    def wait(self, until: int, at: int) -> None:
        """The player whose time runs is on vacation: no time is lost before then."""
        self.charge(at)
        self.waits_until = until

    @property
    def notice(self) -> int:
        """What a player who decides has at least when the game goes on after a pause."""
        return min(self.initial, max(self.increment, DAY))

    def resume(self, seat: int, at: int) -> None:
        """The game goes on after a pause."""
        self.turn_to(seat, at)
        self.remaining[seat] = max(self.remaining[seat], self.notice)

    def last_there(self, now: int, outages: Sequence[tuple[int, int]]) -> int:
        """Until when the running seat's time counts, if what it lost in outages is put at the end."""
        begun = self.since + self.owed
        there, since = 0, begun
        for began, until in sorted(outages):
            there += self.passed(since, min(began, now))
            since = max(since, min(until, now))
        return self.after(begun, there + self.passed(since, now))


def _worked(moment: int) -> int:
    """The time on weekdays between a Monday long ago and a moment."""
    weeks, rest = divmod(moment - _MONDAY, WEEK)
    return weeks * WORKWEEK + min(rest, WORKWEEK)


def clock_for(agreement: Agreement) -> Clock | None:
    """The clock that was agreed on, before the game begins."""
    if agreement.clock_seconds is None:
        return None
    times = 1000 * agreement.clock_seconds, 1000 * (agreement.clock_increment or 0), len(agreement.seats)
    if agreement.correspondence:
        return CorrespondenceClock(*times, weekends_free=agreement.weekends_free)
    return Clock(*times)
