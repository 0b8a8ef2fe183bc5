"""The correspondence clock: bank, increment, weekends, pauses and vacations, by exact arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from quick import few
from stonefield.server.domain.game.correspondence import DAY, CorrespondenceClock

from .slow_clock import HOUR, live_through


def at(text: str) -> int:
    """A moment such as `2026-11-20 23:30`, a Friday."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def clock(days: int = 10, hours: int = 36, **more) -> CorrespondenceClock:
    return CorrespondenceClock(days * DAY, hours * HOUR, 2, **more)


def test_nobody_ever_has_more_than_the_bank():
    one = clock(days=10, hours=36)
    one.turn_to(0, 0)
    one.decided(0, 1, DAY)
    assert one.left(DAY) == [10 * DAY, 10 * DAY]
    one.decided(1, 0, 4 * DAY)
    assert one.left(4 * DAY) == [10 * DAY, 8 * DAY + 12 * HOUR]


def test_no_time_runs_from_saturday_to_monday():
    one = clock(days=1, weekends_free=True)
    one.turn_to(0, at("2026-11-20 23:00"))
    assert one.left(at("2026-11-22 12:00"))[0] == 23 * HOUR
    assert one.deadline == at("2026-11-23 23:00")
    assert clock(days=1).after(at("2026-11-20 23:00"), DAY) == at("2026-11-21 23:00")


def test_a_week_ends_with_the_last_moment_of_friday():
    one = clock(days=1, weekends_free=True)
    one.turn_to(0, at("2026-11-20 00:00"))
    assert one.deadline == at("2026-11-21 00:00")
    one.turn_to(1, at("2026-11-21 09:00"))
    assert one.deadline == at("2026-11-24 00:00"), "whose turn begins at the weekend begins on Monday"


def test_after_a_pause_there_is_an_increment_at_least():
    one = clock(days=10, hours=36)
    one.turn_to(0, 0)
    one.turn_to(None, 10 * DAY - HOUR)
    assert one.left(90 * DAY)[0] == HOUR
    assert one.deadline is None
    one.resume(0, 90 * DAY)
    assert one.deadline == 91 * DAY + 12 * HOUR
    tight = clock(days=10, hours=1)
    tight.resume(1, 0)
    assert tight.left(0)[1] == 10 * DAY, "what is more stays"


def test_on_vacation_no_time_is_lost():
    one = clock(days=2, hours=0)
    one.turn_to(0, 0)
    one.wait(3 * DAY, 2 * DAY)
    assert one.deadline == 3 * DAY
    assert one.left(3 * DAY - 1) == [0, 2 * DAY]
    one.decided(0, 1, 2 * DAY + HOUR)
    assert one.deadline == 4 * DAY + HOUR, "it was only the mover's vacation"


def test_an_outage_at_the_weekend_costs_nothing_and_gives_nothing():
    one = clock(days=2, weekends_free=True)
    one.turn_to(0, at("2026-11-20 23:00"))
    now = at("2026-11-23 12:00")
    outage = at("2026-11-20 23:30"), at("2026-11-23 00:30")
    one.slept(one.last_there(now, [outage]), now)
    # Half an hour on Friday, and eleven and a half on Monday.
    assert one.left(now)[0] == 36 * HOUR


def test_a_credit_is_of_time_that_would_have_counted():
    one = clock(days=2, weekends_free=True)
    one.turn_to(0, at("2026-11-20 23:00"))
    one.credit(at("2026-11-21 08:00"), at("2026-11-23 02:00"))
    now = at("2026-11-23 02:00")
    assert one.left(now)[0] == 47 * HOUR
    one.stalled(one.owed, now)
    assert one.left(now)[0] == 47 * HOUR


@pytest.mark.parametrize("seed", few(range(4)))
def test_no_flag_falls_wrongly(seed):
    assert live_through(50, seed) > 50


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 120))
def test_no_flag_falls_wrongly_in_ten_thousand_years(seed):
    assert live_through(500, seed) > 500
