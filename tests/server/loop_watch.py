"""Watches the event loop of a server in a thread: nothing may keep it busy for long.

A callback may take 50 ms of the loop thread's own processor time, on the machine whose yardstick is
`REFERENCE`; on a slower one it may take longer in proportion. Not counted are the start and the stop of the
server, the share of a callback in which something is imported, and the collecting of garbage, of which a
process full of tests has much more than a server.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from types import FrameType

from stonefield.server.stalls import running

from .measuring import note_watcher, yardstick

LIMIT = 0.05
REFERENCE = 13.0
"""Milliseconds of processor that `yardstick` took where the limit was set."""
SAMPLE = 0.01


@dataclass(frozen=True)
class Stall:
    """A callback that took too long: its processor time, what it was, and what it did most of the time."""

    seconds: float
    callback: str
    inside: tuple[str, ...]

    def __str__(self) -> str:
        return f"{1000 * self.seconds:.0f} ms in {self.callback}: {' < '.join(self.inside) or 'not seen'}"


class LoopWatch:
    """What took the loop of one server too long."""

    def __init__(self) -> None:
        self.stalls: list[Stall] = []
        self.is_on = False
        self.thread = 0
        self._began: float | None = None
        self._inside: Counter[tuple[str, ...]] = Counter()
        self._looks, self._imports = 0, 0
        self._collecting = 0.0
        self._over = threading.Event()

    def begin(self) -> None:
        """The server is ready: from here on its loop is watched."""
        gc.callbacks.append(self._collects)
        threading.Thread(target=self._sample, daemon=True).start()
        self.is_on = True

    def end(self) -> None:
        """The server stops."""
        if self.is_on:
            self.is_on = False
            self._over.set()
            gc.callbacks.remove(self._collects)

    def too_long(self) -> list[Stall]:
        """What took too long, even if the machine has become slower meanwhile."""
        limit = _limit() if self.stalls else LIMIT
        return [stall for stall in self.stalls if stall.seconds > limit]

    def run(self, handle: asyncio.Handle) -> None:
        """Run a callback of the loop, and note it if it takes too long."""
        self.thread = threading.get_ident()
        self._inside, self._collecting, self._looks, self._imports = Counter(), 0.0, 0, 0
        began = time.thread_time()
        self._began = time.monotonic()
        _RUN(handle)
        self._began = None
        taken = time.thread_time() - began - self._collecting
        if taken > LIMIT and self._looks:
            taken *= 1 - self._imports / self._looks
        # How slow the machine is matters only now.
        if taken > LIMIT and self.is_on and taken > _limit():
            most = max(self._inside, key=self._inside.__getitem__, default=())
            self.stalls.append(Stall(taken, _told(handle), most))

    def _collects(self, phase: str, _: object) -> None:
        if threading.get_ident() == self.thread:
            self._collecting += time.thread_time() * (1 if phase == "stop" else -1)

    def _sample(self) -> None:
        while not self._over.wait(SAMPLE):
            began = self._began
            # Hardly anything takes that long, and Python 3.11 may crash where frames end while they are read
            # (https://github.com/python/cpython/issues/111363).
            takes_long = began is not None and time.monotonic() - began >= SAMPLE
            frame = sys._current_frames().get(self.thread) if takes_long else None
            if frame is not None:
                self._looks += 1
                self._imports += _imports(frame)
                self._inside[tuple(running(frame, 6))] += 1
            note_watcher()


def _limit() -> float:
    """How long a callback may take, here and now."""
    return LIMIT * max(1.0, yardstick() / REFERENCE)


def _imports(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


def _told(handle: asyncio.Handle) -> str:
    callback = handle._callback
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return f"{task.get_name()} ({getattr(task.get_coro(), '__qualname__', task.get_coro())})"
    return getattr(callback, "__qualname__", repr(callback))


_RUN = asyncio.Handle._run


def _watched(handle: asyncio.Handle) -> None:
    watch = getattr(handle._loop, "watch", None)
    if watch is None:
        _RUN(handle)
    else:
        watch.run(handle)


asyncio.Handle._run = _watched
