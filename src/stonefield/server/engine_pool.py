"""A small pool of UGI engines: a queue, limits for each person, cancelling, a restart after a crash."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from stonefield.engine.client import Engine, own_command
from stonefield.engine.thinker import Limits, Thought
from stonefield.games.game import Position
from stonefield.server.protocol.problems import Refusal

MOVE, HINT, OPINION = 0, 1, 2
"""Priorities: a player's move before a hint before a win rate."""
ATTEMPTS = 3
LONGEST = 120.0
HASH_MB = 64
FULL_STRENGTH = 0
logger = logging.getLogger(__name__)


@dataclass(order=True, slots=True)
class Job:
    """Something to think about."""

    priority: int
    number: int
    start: Position = field(compare=False)
    moves: Sequence[str] = field(compare=False)
    limits: Limits = field(compare=False)
    level: int = field(compare=False)
    heard: Callable[[str], None] | None = field(compare=False)
    answer: asyncio.Future[Thought] = field(compare=False)


class Pool:
    """As many engines as there are to be, each started when it is first needed."""

    def __init__(self, size: int, command: Sequence[str] = (), *, waiting_limit: int = 2) -> None:
        self._command = tuple(command) or own_command()
        self._size = size
        self._waiting_limit = waiting_limit
        self._queue: asyncio.PriorityQueue[Job] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._asking: Counter[str] = Counter()
        self._workers: list[asyncio.Task[None]] = []
        self._idle = 0
        self.prepared = asyncio.Event()
        """Set once an engine has been ready to think."""

    def warm_up(self) -> None:
        """Start the first engine, so that it is compiled before anybody needs it."""
        if not self._workers:
            self._hire()

    async def close(self) -> None:
        """End all engines."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def think(
        self,
        start: Position,
        moves: Sequence[str],
        limits: Limits,
        *,
        priority: int,
        level: int = FULL_STRENGTH,
        person: str | None = None,
        heard: Callable[[str], None] | None = None,
    ) -> Thought:
        """Think about the position after ``moves``; cancelling this ends the search.

        ``person`` is whoever asks for advice: only so many of their questions wait at once. ``heard`` gets
        what the engine says while it gets ready, which on a first start takes a while.
        """
        if person is not None and self._asking[person] >= self._waiting_limit:
            raise Refusal("engine_busy", "your earlier questions are not answered yet", retry_after=1)
        loop = asyncio.get_running_loop()
        job = Job(priority, next(self._numbers), start, moves, limits, level, heard, loop.create_future())
        if person is not None:
            self._asking[person] += 1
        try:
            self._queue.put_nowait(job)
            if not self._idle and len(self._workers) < self._size:
                self._hire()
            return await job.answer
        finally:
            if person is not None:
                self._asking[person] -= 1
                if not self._asking[person]:
                    del self._asking[person]

    def _hire(self) -> None:
        name = f"engine {len(self._workers) + 1}"
        self._workers.append(asyncio.create_task(self._work(name), name=name))

    async def _work(self, name: str) -> None:
        engine: Engine | None = None
        try:
            with contextlib.suppress(Exception):
                engine = await self._started(name)
            while True:
                self._idle += 1
                try:
                    job = await self._queue.get()
                finally:
                    self._idle -= 1
                if not job.answer.done():
                    engine = await self._attempt(job, engine, name)
        finally:
            if engine is not None:
                await engine.close()

    async def _started(self, name: str) -> Engine:
        engine = await Engine.start(self._command)
        try:
            for option, value in (("Threads", 1), ("Hash", HASH_MB)):
                await engine.set_option(option, value)
            await engine.ready()
        except BaseException:
            await engine.close()
            raise
        self.prepared.set()
        logger.info("%s is ready", name)
        return engine

    async def _attempt(self, job: Job, engine: Engine | None, name: str) -> Engine | None:
        """Answer a job; whatever happens to the engine, the job gets an answer."""
        for attempt in range(ATTEMPTS):
            try:
                if engine is None or not engine.is_alive:
                    engine = await self._started(name)
                thought = await _until_cancelled(_search(engine, job), job.answer)
            except Exception as error:
                # Whatever it was: without this worker, those who wait would wait for ever.
                logger.warning("%s failed (attempt %d): %s", name, attempt + 1, error)
                if engine is not None:
                    await engine.close()
                engine = None
                continue
            if thought is not None and not job.answer.done():
                job.answer.set_result(thought)
            return engine
        if not job.answer.done():
            job.answer.set_exception(Refusal("engine_failed", "the engine could not be started"))
        return engine


async def _search(engine: Engine, job: Job) -> Thought:
    await engine.set_option("Level", job.level)
    await engine.set_position(job.start, job.moves)
    await engine.ready(heard=job.heard)
    return await engine.go(job.limits, timeout=LONGEST)


async def _until_cancelled(
    search: Coroutine[Any, Any, Thought], wanted: asyncio.Future[Thought]
) -> Thought | None:
    """The thought, or None if nobody waits for it any more."""
    task = asyncio.create_task(search)
    try:
        await asyncio.wait({task, wanted}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        return None
    finally:
        if not task.done():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
