"""The weekly hour at which people meet in the lobby: when the operator says it is, and when it is next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LASTS = timedelta(hours=1)
_WRITTEN = re.compile(r"([A-Za-z]{3}) +(\d{1,2}):(\d{2}) +([A-Za-z0-9_+/-]+)")


class Hour(NamedTuple):
    """One meeting, in milliseconds since 1970."""

    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """A day of the week and a time, as clocks show it somewhere."""

    weekday: int
    """Monday is 0."""
    hour: int
    minute: int
    zone: ZoneInfo

    def next(self, now: int) -> Hour:
        """The meeting that is on, or else the next one."""
        return next(self._from(now))

    def following(self, now: int, count: int) -> list[Hour]:
        """That one and those after it."""
        return list(islice(self._from(now), count))

    def _from(self, now: int) -> Iterator[Hour]:
        moment = datetime.fromtimestamp(now / 1000, self.zone)
        # One that began just before midnight may still be on.
        day = moment.date() - timedelta(days=1)
        day += timedelta(days=(self.weekday - day.weekday()) % 7)
        while True:
            # The wall clock is what stays the same from week to week, in summer and in winter.
            begins = datetime(day.year, day.month, day.day, self.hour, self.minute, tzinfo=self.zone)
            hour = Hour(*(int(at.timestamp() * 1000) for at in (begins, begins.astimezone(UTC) + LASTS)))
            if hour.ends > now:
                yield hour
            day += timedelta(days=7)


def read_meeting(text: str) -> Meeting:
    """A meeting as an operator writes it, e.g. `Thu 19:00 Europe/Berlin`; ValueError with the way out."""
    form = f"`{text}`: a meeting reads like `Thu 19:00 Europe/Berlin`"
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError(form)
    day, hour, minute, zone = found.groups()
    if day.title() not in DAYS:
        raise ValueError(f"{form}, and the days are {', '.join(DAYS)}")
    if int(hour) > 23 or int(minute) > 59:
        raise ValueError(f"{form}, and the time is one from 00:00 to 23:59")
    try:
        return Meeting(DAYS.index(day.title()), int(hour), int(minute), ZoneInfo(zone))
    except (KeyError, OSError, ValueError):
        # What is no file, a folder, or leads elsewhere.
        raise ValueError(f"{form}, and `{zone}` is no time zone that is known here") from None


def as_calendar(hours: list[Hour], title: str, address: str) -> str:
    """Meetings as a calendar (RFC 5545), which other programs can subscribe to."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Stonefield//Meetings//EN"]
    for hour in hours:
        begins, ends = (datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ") for at in hour)
        lines += [
            "BEGIN:VEVENT",
            f"UID:meeting-{begins}@stonefield",
            f"DTSTAMP:{begins}",
            f"DTSTART:{begins}",
            f"DTEND:{ends}",
            f"SUMMARY:{title}",
            f"URL:{address}",
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])
