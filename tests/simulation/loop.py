"""An event loop in which time is virtual and chance is seeded.

It runs several simulated processes. What a process has to do next is in its own queue, in the order that
asyncio promises; which of the processes goes on next is decided by chance. Where all of them wait, it is the
next timer's time at once. A process can be paused, which lets its queue grow, and killed, after which nothing
of it ever runs again, not even a ``finally``. Both happen between two callbacks of it, that is, at an await.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextvars import Context
from functools import partial
from random import Random
from typing import Any

MOST_STEPS = 500_000
"""A simulation that takes more callbacks than this goes round in circles."""
THREAD_SECONDS = 0.0005
"""About how long something takes in a thread."""


class Process:
    """What belongs together: it is paused and killed together."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number
        self.ready: deque[asyncio.Handle] = deque()
        self.is_alive, self.is_paused = True, False
        self.is_cut_short = False
        """Whether it was killed while it still had something to do at that moment."""
        self.fuse: tuple[int, Callable[[], None]] | None = None
        """After how many more callbacks something happens to it, and what."""
        self.commit_fuse: tuple[int, Callable[[], None]] | None = None
        """The same for commits: it happens before the process hears that they are done."""
        self.skew = 0.0
        """By how many seconds its machine's clock is ahead."""

    def __repr__(self) -> str:
        return self.name

    def has_committed(self) -> None:
        """The database has something of this process for good."""
        if self.commit_fuse is not None:
            left, blow = self.commit_fuse
            self.commit_fuse = (left - 1, blow) if left else None
            if not left:
                blow()


class Loop(asyncio.BaseEventLoop):
    """Runs all processes of a simulation."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance, self._now = chance, 0.0
        self._timers: list[tuple[float, int, asyncio.TimerHandle, Process]] = []
        self._order = itertools.count()
        self._processes: list[Process] = []
        self._numbers = itertools.count()
        self.outside = self.process("outside")
        """The world around: the network, the database, and all who use the service."""
        self.current = self.outside
        self.steps = self.digest = 0
        """How many callbacks have run, and a number that tells two runs apart."""
        self._context = Context()
        self.tasks: list[asyncio.Task[Any]] = []
        self._owners: dict[asyncio.Task[Any], Process] = {}
        self.set_task_factory(self._task)

    # Processes

    def process(self, name: str) -> Process:
        """A new process."""
        process = Process(name, next(self._numbers))
        self._processes.append(process)
        return process

    @contextlib.contextmanager
    def within(self, process: Process) -> Iterator[None]:
        """What is begun in this belongs to a process."""
        before, self.current = self.current, process
        try:
            yield
        finally:
            self.current = before

    def start(self, process: Process, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Let a process do some work."""
        with self.within(process):
            return self.create_task(work, name=name)

    def after(self, seconds: float, process: Process, callback: Callable[..., object], *args: Any) -> None:
        """Let something happen in a process later."""
        due = self._now + seconds
        timer = asyncio.TimerHandle(due, callback, args, self, self._context)
        heapq.heappush(self._timers, (due, next(self._order), timer, process))

    def kill(self, process: Process) -> None:
        """End a process, which does not notice it."""
        process.is_alive = False
        process.is_cut_short = bool(process.ready)
        process.ready.clear()
        self._processes.remove(process)

    def _task(self, loop: Any, work: Any, **options: Any) -> asyncio.Task[Any]:
        # Held until the end: what a killed process was doing must not be garbage before, whose collection
        # would run its `finally`.
        task = asyncio.Task(work, loop=loop, **options)
        self.tasks.append(task)
        self._owners[task] = self.current
        return task

    # What asyncio asks of a loop

    @property
    def now(self) -> float:
        """The true time, in seconds."""
        return self._now

    def time(self) -> float:
        """The virtual time in seconds, as the clock of a process shows it."""
        return self._now + self.current.skew

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if self.current.is_alive:
            self.current.ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        due = max(when - self.current.skew, self._now)
        heapq.heappush(self._timers, (due, next(self._order), timer, self.current))
        return timer

    def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def run_in_executor(self, executor: Any, function: Any, *args: Any) -> asyncio.Future[Any]:
        """What would be done in a thread is done at once, at some moment soon."""
        future = self.create_future()

        def work() -> None:
            try:
                settle = partial(future.set_result, function(*args))
            except Exception as error:
                settle = partial(future.set_exception, error)
            self.call_later(self.chance.expovariate(1 / THREAD_SECONDS), lambda: future.done() or settle())

        self.call_later(self.chance.expovariate(1 / THREAD_SECONDS), work)
        return future

    # One callback after the other

    def _run_once(self) -> None:
        while not self._stopping:
            runnable = [one for one in self._processes if one.ready and not one.is_paused]
            if runnable:
                self._step(runnable[0] if len(runnable) == 1 else self.chance.choice(runnable))
            elif self._timers:
                self._next_timers()
            else:
                raise RuntimeError("nothing is left to happen")

    def _step(self, process: Process) -> None:
        if process.fuse is not None:
            left, blow = process.fuse
            process.fuse = (left - 1, blow) if left else None
            if not left:
                blow()
                return
        handle = process.ready.popleft()
        if handle._cancelled:
            return
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise RuntimeError(f"after {MOST_STEPS} steps it is still {self._now}, {handle!r} is next")
        self.digest = hash((self.digest, process.number, self._now))
        self.current = process
        handle._run()
        self.current = self.outside

    def _next_timers(self) -> None:
        """Go to the time of the next timer, and let all of that moment be due."""
        self._now = max(self._now, self._timers[0][0])
        while self._timers and self._timers[0][0] <= self._now:
            _, _, timer, process = heapq.heappop(self._timers)
            if process.is_alive and not timer._cancelled:
                process.ready.append(timer)

    # The end

    def unhandled(self) -> Iterator[tuple[str, BaseException]]:
        """The tasks that failed, and were asked by no one how they ended; SQLAlchemy's own aside.

        What failed in a process that was killed in the middle of its work may have had no time left to be
        asked. Where it had nothing more to do at that moment, all who waited for a task had been woken.
        """
        for task in self.tasks:
            if self._owners[task].is_cut_short:
                continue
            name = getattr(task.get_coro(), "__qualname__", "")
            if task.done() and not task.cancelled() and task._log_traceback:
                error = task.exception()
                assert error is not None
                if name != "AsyncConnection.close":
                    yield name, error

    def close(self) -> None:
        """Forget everything that has not ended; whatever that still does goes nowhere."""
        self.current = Process("nowhere", -1)
        self.current.is_alive = False
        asyncio._set_running_loop(self)
        try:
            # What is left may begin new tasks, which are forgotten too.
            for task in self.tasks:
                task._log_destroy_pending = False
                if not task.done():
                    with contextlib.suppress(BaseException):
                        task.get_coro().close()
        finally:
            asyncio._set_running_loop(None)
        self.tasks.clear()
        self._owners.clear()
        self._timers.clear()
        super().close()
