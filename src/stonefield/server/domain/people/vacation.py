"""Vacation of an account: days in which none of its flags falls, so many in a year."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from stonefield.server.domain.people.account import DAY
from stonefield.server.protocol.problems import Refusal

DAYS_A_YEAR = 30
"""Years are those of the calendar, in UTC. What is left of one is not kept for the next."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """What an account has used of a year, and until when it is away."""

    year: int = 0
    used: int = 0
    until: int = 0

    def left(self, at: int) -> int:
        """The days that are left of the year of a moment."""
        return DAYS_A_YEAR - (self.used if self.year == year_of(at) else 0)

    def _using(self, days: int, at: int, until: int) -> Vacation | None:
        left = self.left(at)
        if days > left:
            return None
        return Vacation(year_of(at), DAYS_A_YEAR - left + days, until)

    def covering(self, due: int, now: int) -> Vacation | None:
        """What is used so that a flag that is due does not fall: as few days as it takes; None if it must."""
        if self.until > now:
            return self
        begins = max(due, self.until)
        days = (now - begins) // DAY + 1
        return self._using(days, begins, begins + days * DAY)

    def away_until(self, until: int, now: int) -> Vacation:
        """Away from now on, by whole days; Refusal if there are not so many left. Before now: back again."""
        if until <= now:
            return Vacation(self.year, self.used, min(self.until, now))
        begins = max(now, self.until)
        days = -(-(until - begins) // DAY)
        if days <= 0:
            return Vacation(self.year, self.used, until)
        taken = self._using(days, begins, until)
        if taken is None:
            raise Refusal(
                "no_vacation", f"that takes {days} days, and {self.left(begins)} are left this year"
            )
        return taken


def year_of(moment: int) -> int:
    return datetime.fromtimestamp(moment / 1000, UTC).year
