"""Threads for what takes a few milliseconds too long for the event loop: few of them, and shared fairly.

They are the default executor of the loop, so that `asyncio.to_thread` runs in them.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

from stonefield.server.jobs.fair_queue import FairQueue, Work
from stonefield.server.protocol.problems import Refusal

THREADS = 2
"""Python computes in one thread at a time: each more would only hold up the event loop the longer."""
MOST_WAITING, MOST_WAITING_OF_ONE = 1_000, 100
RETRY = 2.0
P = ParamSpec("P")
T = TypeVar("T")

asking: ContextVar[str] = ContextVar("asking", default="")
"""The person whose request is being answered; empty for what the server does by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class _Work(Work):
    """Something to be worked out for a person."""

    function: Callable[[], Any]
    answer: Future[Any]


class FairThreads(ThreadPoolExecutor):
    """Runs what people ask for: the person who has had the least processor time is next.

    One thread at most works for a person at any time. Work is dropped if its asker is cancelled before it
    begins. Refusal: too much of that person, or of all, waits already.
    """

    def __init__(self, size: int = THREADS) -> None:
        super().__init__(size, thread_name_prefix="beside")
        self._size, self._serving = size, 0
        self._lock = threading.RLock()
        self._queue: FairQueue[_Work] = FairQueue()
        self._waiting: Counter[str] = Counter()
        self._served: set[str] = set()

    def submit(self, function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        answer: Future[T] = Future()
        person = asking.get()
        with self._lock:
            self._admit(person)
            if self._serving < self._size:
                super().submit(self._serve)
                self._serving += 1
            work = _Work(partial(function, *args, **options), answer, for_whom=person)
            self._queue.put(work)
            self._waiting[person] += 1
        answer.add_done_callback(lambda _: self._leave(work))
        return answer

    def _admit(self, person: str) -> None:
        # The server's own work is limited where it begins.
        if person and self._waiting[person] >= MOST_WAITING_OF_ONE:
            raise Refusal("too_many", "your earlier requests are not answered yet", retry_after=RETRY)
        if person and self._waiting.total() >= MOST_WAITING:
            raise Refusal("busy", "too many requests wait already", retry_after=RETRY)

    def _leave(self, work: _Work) -> None:
        with self._lock:
            self._queue.drop(work)
            self._waiting[work.for_whom] -= 1
            if not self._waiting[work.for_whom]:
                del self._waiting[work.for_whom]

    def _serve(self) -> None:
        """Work until nothing is left that may be begun; a person's next work is begun where the last ends."""
        while (work := self._next()) is not None:
            began = time.thread_time()
            try:
                if work.answer.set_running_or_notify_cancel():
                    _answer(work)
            finally:
                with self._lock:
                    self._queue.spend(work, time.thread_time() - began)
                    self._served.discard(work.for_whom)
            # Nothing of the last work stays alive while the next is waited for.
            del work

    def _next(self) -> _Work | None:
        with self._lock:
            work = self._queue.take(lambda work: work.for_whom not in self._served)
            if work is None:
                self._serving -= 1
            else:
                self._served.add(work.for_whom)
            return work


def _answer(work: _Work) -> None:
    try:
        result = work.function()
    except BaseException as error:
        work.answer.set_exception(error)
    else:
        work.answer.set_result(result)
