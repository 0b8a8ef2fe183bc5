"""Processor time of a server in a thread of this process, on any machine."""

from __future__ import annotations

import json
import threading
import time
from statistics import median

YARDSTICK_MS = 9.0
"""What `yardstick` takes where a point is a millisecond."""


_watchers: dict[int, float] = {}
"""Seconds of processor that threads have taken which only watch: the longer something waits, the more."""


def note_watcher() -> None:
    """The calling thread belongs to the test; what it has taken so far is not the server's."""
    _watchers[threading.get_ident()] = time.thread_time()


def yardstick() -> float:
    """Milliseconds of processor that some plain Python takes here and now, the median of a few."""
    table = {f"square {number}": [number, number * 2, {"top": "red"}] for number in range(400)}
    taken = []
    for _ in range(5):
        began = time.thread_time()
        for _ in range(12):
            json.loads(json.dumps(table))
            sorted(table, key=lambda name: table[name][1] % 7)
        taken.append(1_000 * (time.thread_time() - began))
    return median(taken)


class Meter:
    """Milliseconds of processor, as they would be on the yardstick's machine, of what is measured.

    That is all threads but this one and those that watch.
    """

    def __init__(self) -> None:
        self._scale = YARDSTICK_MS / yardstick()
        self.begin()

    def begin(self) -> None:
        """What was taken so far does not count."""
        self._others = self._read()

    def _read(self) -> float:
        return time.process_time() - time.thread_time() - sum(_watchers.values())

    def taken(self) -> float:
        """What was taken since then."""
        return 1_000 * self._scale * (self._read() - self._others)
