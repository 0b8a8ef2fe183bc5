"""The server's time: from the time of day at the start it runs evenly, whatever happens to the latter.

It is the time of the event loop, by which sleeps, timers and time-outs go too. So a test moves the whole
server in time by running it in a loop with a clock of its own (`tests/server/serverprocess.py: LaterLoop`):
`jump` makes it later all at once, as if the server had stood still, `hurrying` lets time pass quickly and
evenly. Besides this, only how long something took is measured, for metrics, budgets and the watchdog.
"""

from __future__ import annotations

import asyncio
import time

_BEGAN = time.time() - time.monotonic()
TICK_SECONDS = 0.25
WORTH_CREDITING_MS = 50
"""Delays shorter than this are as good as none."""


def now_ms() -> int:
    """Milliseconds since 1970, as the clock of this machine said at the start. Needs a running event loop."""
    return round((_BEGAN + asyncio.get_running_loop().time()) * 1000)


class StallWatch:
    """Notices when the server did nothing for a while: asked every tick, it knows when it was not."""

    def __init__(self) -> None:
        self._asked = now_ms()

    def lost(self) -> int:
        """The milliseconds in which everything stood still since it was last asked."""
        now = now_ms()
        late, self._asked = now - self._asked - round(TICK_SECONDS * 1000), now
        return late if late >= WORTH_CREDITING_MS else 0
