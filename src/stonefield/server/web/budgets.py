"""What one person may ask for in a while, over all their connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas

MOST_PEOPLE = 20_000
KNOCK, SOCKET = 0.5, 2.0
"""Points of any request, and of a socket that is opened."""
WORKER = 0.1
"""Points for a millisecond of a worker, which keeps no one else waiting."""
REFUSALS, PAUSE = 20.0, 1.0
"""Requests too many of a person that are refused at once each second; the others after so many seconds."""
HOUSEHOLD = 4.0
"""So many times the points of one person are there for all accounts that sign in from one address."""
PATIENCE = 2.0
"""Seconds whose points may be taken in advance for something large."""


class Rates:
    """Buckets that fill again with time, one for each key."""

    def __init__(self, per_second: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self.burst, self._now = per_second, max(1.0, burst), now
        self._buckets: dict[str, tuple[float, float]] = {}
        self.spent: Callable[[str, float], None] = lambda key, points: None
        """Hears of all points that are taken here."""

    def take(self, key: str, points: float = 1.0, *, patience: float = 0.0) -> float:
        """Take points from a bucket, those of the next seconds too: how long to wait for them.

        More than ``patience``: nothing was taken.
        """
        now = self._now()
        left = self._left(key, now)
        # What costs more than a bucket holds can be had from a full one, and is paid for afterwards.
        wait = max(0.0, (min(points, self.burst) - left) / self._per_second)
        if wait <= patience:
            self._set(key, left - points, now)
            self.spent(key, points)
        return wait

    def spend(self, key: str, points: float) -> None:
        """Take points for what was done already; a caller without points waits the longer next time."""
        self.count(key, points)
        self.spent(key, points)

    def count(self, key: str, points: float) -> None:
        """Take points that were spent at another server."""
        now = self._now()
        self._set(key, self._left(key, now) - points, now)

    def charge(self, key: str, points: float) -> None:
        """Take points before something large is done, of the next seconds too; Refusal if of later ones."""
        wait = self.take(key, points, patience=PATIENCE)
        if wait > PATIENCE:
            raise Refusal("too_many", f"too much from your address; wait {wait:.0f} s", retry_after=wait)

    def _left(self, key: str, now: float) -> float:
        left, at = self._buckets.get(key, (self.burst, now))
        return min(self.burst, left + (now - at) * self._per_second)

    def _set(self, key: str, left: float, now: float) -> None:
        if len(self._buckets) >= MOST_PEOPLE and key not in self._buckets:
            self._forget_the_quiet(now)
        self._buckets[key] = (left, now)

    def _forget_the_quiet(self, now: float) -> None:
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if self._left(key, now) < self.burst
        }
        if len(self._buckets) >= MOST_PEOPLE:
            # No one is quiet: the half that was heard last stays.
            latest = sorted(self._buckets.items(), key=lambda bucket: bucket[1][1])[MOST_PEOPLE // 2 :]
            self._buckets = dict(latest)


class Purses:
    """The points that people have for their requests."""

    def __init__(self, quotas: Quotas, now: Callable[[], float] = time.monotonic) -> None:
        rate = quotas.requests_per_second
        self._requests = Rates(rate, rate * quotas.burst_seconds, now)
        self._households = Rates(HOUSEHOLD * rate, HOUSEHOLD * rate * quotas.burst_seconds, now)
        self._refusals = Rates(REFUSALS, 2 * REFUSALS, now)
        self._made = Rates(quotas.games_per_minute / 60, quotas.games_per_minute / 2, now)
        self.shared = {"requests": self._requests, "made": self._made}
        """What holds over all servers together."""

    def bill(self, key: str, milliseconds: float) -> None:
        """Let a caller, named by its key, pay for what a worker did."""
        self._requests.spend(key, WORKER * milliseconds)

    def of(self, caller: Caller) -> Purse:
        """The purse of a caller."""
        purse = Purse(self._requests, self._made, self._refusals, caller.key)
        if caller.account is not None:
            purse.household = partial(self._households.take, caller.address)
        return purse


class Purse:
    """The points of one caller."""

    def __init__(self, requests: Rates, made: Rates, refusals: Rates, key: str) -> None:
        self._requests, self._made, self._refusals, self._key = requests, made, refusals, key
        self.household: Callable[[float], float] = lambda points: 0.0
        """Takes points from all accounts of an address together; how long to wait for them."""

    async def pay(self, points: float, *, makes: bool = False) -> None:
        """Pay for a request before it is answered; Refusal if there are too few points.

        ``makes``: it makes something that is kept, and so many can be made in a minute.
        """
        wait = self.household(points) or self._requests.take(self._key, points)
        if not wait and makes:
            wait = self._made.take(self._key)
        if wait:
            # Refusing costs time as well: a client that goes on regardless is kept waiting.
            if self._refusals.take(self._key):
                await asyncio.sleep(PAUSE)
            raise Refusal("too_many", "too many requests from your address", retry_after=wait)

    def spend(self, points: float) -> None:
        """Pay for what is done already, or is known only now; the next request waits the longer."""
        self._requests.spend(self._key, points)

    def charge(self, points: float) -> None:
        """Pay for something large before it is done; Refusal if there are far too few points."""
        self._requests.charge(self._key, points)
