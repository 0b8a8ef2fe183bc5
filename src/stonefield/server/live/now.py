"""The server's time: it begins with the time of day and goes on evenly, whatever happens to the latter."""

from __future__ import annotations

import time

_BEGAN = time.time_ns() - time.monotonic_ns()
TICK_SECONDS = 0.25
WORTH_CREDITING_MS = 50
"""Delays shorter than this are as good as none."""


def now_ms() -> int:
    """Milliseconds since 1970, as the clock of this machine said when the server started."""
    return (_BEGAN + time.monotonic_ns()) // 1_000_000


class StallWatch:
    """Notices when the server did nothing for a while: asked every tick, it knows when it was not."""

    def __init__(self) -> None:
        self._asked = now_ms()

    def lost(self) -> int:
        """The milliseconds in which everything stood still since it was last asked."""
        now = now_ms()
        late, self._asked = now - self._asked - round(TICK_SECONDS * 1000), now
        return late if late >= WORTH_CREDITING_MS else 0
