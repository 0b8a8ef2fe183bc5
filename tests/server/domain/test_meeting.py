"""The weekly meeting: when it is next, and what an operator may write."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from stonefield.server.domain.lobby.meeting import as_calendar, read_meeting

BERLIN = ZoneInfo("Europe/Berlin")


def at(*moment: int) -> int:
    """A moment in Berlin, in milliseconds since 1970."""
    return int(datetime(*moment, tzinfo=BERLIN).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "begins"),
    [
        (at(2026, 11, 17, 12, 0), at(2026, 11, 19, 19, 0)),
        (at(2026, 11, 19, 18, 59), at(2026, 11, 19, 19, 0)),
        (at(2026, 11, 19, 19, 59), at(2026, 11, 19, 19, 0)),
        (at(2026, 11, 19, 20, 0), at(2026, 11, 26, 19, 0)),
    ],
    ids=["later this week", "in a minute", "while it is on", "once it is over"],
)
def test_the_next_meeting_is_the_one_that_is_on_or_comes(now, begins):
    hour = read_meeting("Thu 19:00 Europe/Berlin").next(now)
    assert (hour.begins, hour.ends) == (begins, begins + 3_600_000)


def test_it_stays_at_the_same_time_of_day_in_summer_and_winter():
    hours = read_meeting("sun 19:30 Europe/Berlin").following(at(2026, 10, 20, 0, 0), 3)
    assert [hour.begins for hour in hours] == [
        at(2026, 10, 25, 19, 30),
        at(2026, 11, 1, 19, 30),
        at(2026, 11, 8, 19, 30),
    ]
    assert hours[1].begins - hours[0].begins == 7 * 86_400_000
    before = read_meeting("Sat 19:30 Europe/Berlin").following(at(2026, 10, 20, 0, 0), 2)
    assert before[1].begins - before[0].begins == 7 * 86_400_000 + 3_600_000


def test_one_that_begins_before_midnight_is_still_on_after_it():
    meeting = read_meeting("Thu 23:30 Europe/Berlin")
    assert meeting.next(at(2026, 11, 20, 0, 15)).begins == at(2026, 11, 19, 23, 30)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Thursday 19:00",
        "Thu 25:00 Europe/Berlin",
        "Xyz 19:00 Europe/Berlin",
        "Thu 19:00 Europe/Nowhere",
        "Thu 19:00 ../../etc/passwd",
        "Thu 19:00 Europe",
    ],
)
def test_what_cannot_be_read_says_how_it_is_written(text):
    with pytest.raises(ValueError, match="Thu 19:00 Europe/Berlin"):
        read_meeting(text)


def test_a_calendar_has_each_meeting_in_universal_time():
    hours = read_meeting("Thu 19:00 Europe/Berlin").following(at(2026, 11, 17, 12, 0), 2)
    lines = as_calendar(hours, "Stonefield", "https://stones.example.org/lobby").split("\r\n")
    assert [line for line in lines if line.startswith("DTSTART")] == [
        "DTSTART:20261119T180000Z",
        "DTSTART:20261126T180000Z",
    ]
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
