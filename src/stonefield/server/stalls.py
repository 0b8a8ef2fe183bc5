"""Stalls of the event loop: how many there are, how long they last, and what the loop was doing."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import threading
import time
from types import CodeType, FrameType

from stonefield.server import metrics

BEAT_SECONDS = 0.05
STALL_SECONDS = 0.05
"""A beat that comes later than this is a stall: people who wait for their moves notice more than that."""
LOOK_SECONDS = 0.1
LATE_SECONDS = 0.25
"""From this on it is looked up what the loop is doing, and told."""
TELL_SECONDS = 60.0
"""At most one line in this time."""
DEPTH = 4
"""Functions that a line names, the innermost first."""
logger = logging.getLogger(__name__)


class Watchdog:
    """A heart in the event loop, and a thread of its own that looks at the loop when it does not beat."""

    def __init__(self) -> None:
        self._loop_thread = threading.get_ident()
        self._beaten = math.inf
        self._over = threading.Event()
        self._longest = 0.0
        self._told = -math.inf
        self._thread = threading.Thread(target=self._watch_thread, name="watchdog", daemon=True)

    async def watch(self) -> None:
        """Beat until cancelled."""
        self._thread.start()
        try:
            while True:
                self.beat(time.monotonic())
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            self._over.set()

    def beat(self, now: float) -> None:
        """Note a stall if this beat comes late."""
        late, self._beaten = now - self._beaten - BEAT_SECONDS, now
        if late > STALL_SECONDS:
            metrics.loop_stalls.inc()
            self._longest = max(self._longest, late)
            metrics.longest_stall.set(self._longest)

    def _watch_thread(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """From another thread: tell what the loop runs if its beat is late."""
        late = now - self._beaten - BEAT_SECONDS
        if late < LATE_SECONDS or now - self._told < TELL_SECONDS:
            return
        frame = sys._current_frames().get(self._loop_thread)
        if frame is not None:
            self._told = now
            logger.warning("the event loop is held up for %.2f s by %s", late, " < ".join(running(frame)))


def running(frame: FrameType | None, depth: int = DEPTH) -> list[str]:
    """What runs there, from the inside out: functions of ours, and the innermost whosever it is."""
    found: list[str] = []
    while frame is not None and len(found) < depth:
        module = str(frame.f_globals.get("__name__", "?"))
        if not found or module.startswith("stonefield"):
            found.append(_name(module, frame.f_code))
        frame = frame.f_back
    return found


def _name(module: str, code: CodeType) -> str:
    return f"{module}.{code.co_qualname}"
