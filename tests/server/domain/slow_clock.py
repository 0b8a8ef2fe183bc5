"""Correspondence clocks against an oracle that counts hour by hour and knows nothing of their arithmetic."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from stonefield.server.domain.game.correspondence import CorrespondenceClock

HOUR = 3_600_000
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
AT_BEGIN = round(BEGAN.timestamp()) * 1000
WEEKDAYS = [(BEGAN + timedelta(hours=hour)).weekday() for hour in range(7 * 24)]
"""The days of the week repeat; 0 is Monday."""


class SlowClock:
    """Hours as a person would count them with a calendar and a pencil."""

    def __init__(self, bank: int, increment: int, weekends_free: bool) -> None:
        self.bank, self.increment, self.weekends_free = bank, increment, weekends_free
        self.left = [bank, bank]
        self.running: int | None = 0
        self.days_off = 0
        """Days of vacation that are left to the two."""
        self.day_off = 0
        """When the day of vacation of the player who decides is over."""

    def has_fallen(self, hour: int) -> bool:
        return self.running is not None and not self.left[self.running] and hour >= self.day_off

    def pass_hour(self, hour: int) -> None:
        """The hour that begins now passes."""
        if self.running is None or hour < self.day_off:
            return
        if not self.weekends_free or WEEKDAYS[hour % len(WEEKDAYS)] < 5:
            self.left[self.running] = max(0, self.left[self.running] - 1)


class Game:
    """A clock and its oracle, which live through the same hours."""

    def __init__(self, chance: random.Random, hour: int) -> None:
        self.chance = chance
        bank = chance.randint(1, chance.choice((12, 48, 20 * 24)))
        increment, free = chance.choice((0, chance.randint(1, bank), 36)), chance.random() < 0.5
        self.slow = SlowClock(bank, increment, free)
        self.clock = CorrespondenceClock(bank * HOUR, increment * HOUR, 2, weekends_free=free)
        self.clock.turn_to(0, moment(hour))
        self.slow.days_off = chance.choice((0, 0, 1, 4))
        self.outages: list[tuple[int, int]] = []
        self.patience = chance.choice((bank / 8, bank / 2, bank))
        """About how many hours a player takes."""
        self.ends = hour + chance.randint(24, 120 * 24)
        self.paused: int | None = None
        """The player who decides when the game goes on."""
        self._set_next(hour)

    def _set_next(self, hour: int) -> None:
        self.acts = hour + 1 + round(self.chance.expovariate(1 / self.patience))
        self.looked_at = hour + 1 + round(self.chance.expovariate(0.01))

    def read(self, now: int) -> None:
        """The game comes into memory again: what was lost in outages is given back."""
        if self.clock.running is not None and any(until > self.clock.since for _, until in self.outages):
            self.clock.slept(self.clock.last_there(now, self.outages), now)

    def live(self, hour: int) -> bool:
        """What happens at the beginning of an hour while the server is there; whether the flag falls."""
        now, slow, clock = moment(hour), self.slow, self.clock
        fallen, written = slow.has_fallen(hour), clock.deadline
        is_due = written is not None and written <= now
        if not (fallen or is_due or hour >= self.acts or hour >= self.looked_at):
            return False
        self.read(now)
        assert clock.left(now) == [HOUR * left for left in slow.left], (vars(slow), clock)
        assert (clock.deadline is not None and clock.deadline <= now) == fallen, (vars(slow), clock)
        if fallen:
            if not slow.days_off:
                return True
            slow.days_off -= 1
            slow.day_off = hour + 24
            clock.wait(moment(hour + 24), now)
        elif hour >= self.acts:
            self._act(now)
        self._set_next(hour)
        return False

    def _act(self, now: int) -> None:
        slow, clock, act = self.slow, self.clock, self.chance.random()
        if self.paused is not None:
            seat, self.paused = self.paused, None
            slow.running = seat
            slow.left[seat] = max(slow.left[seat], min(slow.bank, max(24, slow.increment)))
            clock.resume(seat, now)
            return
        mover = clock.running
        assert mover is not None
        if 0.1 <= act < 0.2:
            # The first of two decisions in a turn.
            clock.decided(mover, mover, now)
            return
        slow.day_off = 0
        if act < 0.05:
            self.paused, slow.running = mover, None
            clock.turn_to(None, now)
        elif act < 0.1:
            # A takeback: no time is given.
            slow.running = 1 - mover
            clock.turn_to(1 - mover, now)
        else:
            slow.left[mover] = min(slow.bank, slow.left[mover] + slow.increment)
            slow.running = 1 - mover
            clock.decided(mover, 1 - mover, now)


def moment(hour: int) -> int:
    return AT_BEGIN + hour * HOUR


def live_through(years: int, seed: int) -> int:
    """So many years of games one after the other; how many flags have fallen."""
    chance = random.Random(seed)
    game, flags, down, fails = Game(chance, 0), 0, 0, 500
    for hour in range(years * 8_766):
        if hour == fails:
            down = hour + chance.choice((1, 5, 60, 200))
            game.outages.append((moment(hour), moment(down)))
            fails = down + 1 + round(chance.expovariate(0.001))
        if hour < down:
            continue
        fallen = game.live(hour)
        flags += fallen
        if fallen or hour >= game.ends:
            game = Game(chance, hour)
        game.slow.pass_hour(hour)
    return flags
