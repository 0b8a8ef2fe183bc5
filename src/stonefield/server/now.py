"""The server's time: the database's, as far as this machine's clock can tell; it runs evenly.

It goes by the time of the event loop, as sleeps, timers and time-outs do. So a test moves the whole server
in time by running it in a loop with a clock of its own (`tests/server/serverprocess.py: LaterLoop`): `jump`
makes it later all at once, as if the server had stood still, `hurrying` lets time pass quickly and evenly.
Besides this, only how long something took is measured, for metrics, budgets and the watchdog.

Servers on several machines write into the same games, so all of them go by the clock of the database
(`store/database_clock.py`). What happens to this machine's time of day after the start changes nothing.
"""

from __future__ import annotations

import asyncio
import time

_BEGAN = time.time() - time.monotonic()
TICK_SECONDS = 0.25
WORTH_CREDITING_MS = 50
"""Delays shorter than this are as good as none."""
SLEWING = 0.05
"""The part of the time that passes by which the clock is put right while the server runs."""


class Correction:
    """What is added to this machine's clock, in seconds. It changes so slowly that time never goes back."""

    def __init__(self) -> None:
        self._was = self._will_be = self._since = 0.0

    def at(self, now: float) -> float:
        """The correction at a moment of the event loop."""
        if self._was == self._will_be:
            return self._was
        most = SLEWING * max(0.0, now - self._since)
        return self._was + max(-most, min(most, self._will_be - self._was))

    def set(self, seconds: float) -> None:
        """Before the server begins to write times: from now on."""
        self._was = self._will_be = seconds

    def approach(self, seconds: float, now: float) -> None:
        """While it runs: bit by bit."""
        self._was, self._will_be, self._since = self.at(now), seconds, now


correction = Correction()


def machine_time() -> float:
    """Seconds since 1970 by the clock of this machine at the start, without any correction."""
    return _BEGAN + time.monotonic()


def now_ms(loop: asyncio.AbstractEventLoop | None = None) -> int:
    """Milliseconds since 1970. Needs a running event loop; a thread beside one names it."""
    now = (loop or asyncio.get_running_loop()).time()
    return round((_BEGAN + now + correction.at(now)) * 1000)


class StallWatch:
    """Notices when the server did nothing for a while: asked every tick, it knows when it was not."""

    def __init__(self) -> None:
        self._asked = now_ms()

    def lost(self) -> int:
        """The milliseconds in which everything stood still since it was last asked."""
        now = now_ms()
        late, self._asked = now - self._asked - round(TICK_SECONDS * 1000), now
        return late if late >= WORTH_CREDITING_MS else 0
