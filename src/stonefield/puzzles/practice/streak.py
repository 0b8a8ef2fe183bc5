"""Days in a row on which a daily puzzle was solved."""

from __future__ import annotations

from dataclasses import dataclass

DAY_MS = 24 * 3600 * 1000


def day_of(now: int) -> int:
    """The number of a day in UTC, from 1 January 1970."""
    return now // DAY_MS


@dataclass(frozen=True, slots=True)
class Streak:
    """How long a streak is, and the day that was added to it last."""

    days: int = 0
    best: int = 0
    last: int = -1

    def solved(self, day: int) -> Streak:
        """The streak once a day's puzzle is solved; a day counts once."""
        if day <= self.last:
            return self
        days = self.days + 1 if day == self.last + 1 else 1
        return Streak(days, max(self.best, days), day)

    def on(self, day: int) -> int:
        """Its length on a day: it lasts until a whole day was missed."""
        return self.days if self.last >= day - 1 else 0
