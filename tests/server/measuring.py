"""Processor time of a server in a thread of this process, on any machine."""

from __future__ import annotations

import json
import time

YARDSTICK_MS = 9.0
"""What `yardstick` takes where a point is a millisecond."""


def yardstick() -> float:
    """Milliseconds of processor that some plain Python takes here and now, the best of a few."""
    table = {f"square {number}": [number, number * 2, {"top": "red"}] for number in range(400)}
    taken = []
    for _ in range(5):
        began = time.thread_time()
        for _ in range(12):
            json.loads(json.dumps(table))
            sorted(table, key=lambda name: table[name][1] % 7)
        taken.append(1_000 * (time.thread_time() - began))
    return min(taken)


class Meter:
    """Milliseconds of processor of all threads but this one, as they would be on the yardstick's machine."""

    def __init__(self) -> None:
        self._scale = YARDSTICK_MS / yardstick()
        self.begin()

    def begin(self) -> None:
        """What was taken so far does not count."""
        self._others = self._read()

    def _read(self) -> float:
        return time.process_time() - time.thread_time()

    def taken(self) -> float:
        """What was taken since then."""
        return 1_000 * self._scale * (self._read() - self._others)
