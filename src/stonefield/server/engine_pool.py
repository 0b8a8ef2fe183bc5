"""A small pool of UGI engines: a fair queue, limits for each person, cancelling, a restart after a crash."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stonefield.engine.client import Engine, own_command
from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Limits, Report, Thought
from stonefield.engine.ugi_text import seconds_of_compiling
from stonefield.games.game import Position
from stonefield.server import metrics
from stonefield.server.background import background
from stonefield.server.fair_queue import BACKGROUND, FairQueue
from stonefield.server.protocol.problems import Refusal

MOVE, HINT, OPINION, REVIEW = 0, 1, 2, BACKGROUND
"""Priorities: a player's move before a hint before a win rate, and reviews when nobody waits for those."""
ATTEMPTS = 3
LONGEST = 120.0
HASH_MB = 64
NICENESS = 5
"""Thinking gives way to the server itself: whoever only moves never waits for a search."""
FULL_STRENGTH = 0
FIRST_LEVEL = 3
"""A new engine gets ready for newcomers first: on a very first start low levels need the least."""
SHORT_LEVEL, SHORT_SECONDS = 4, 1.0
"""Up to this level, or with these seconds, work is soon done."""
SHORT_NODES = 300
"""A review's first look at a position; with all engines at work on it, it is there soonest."""
T = TypeVar("T")
logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Job:
    """Something to think about, for a person and in a game of theirs."""

    priority: int
    number: int
    person: str
    game: str
    start: Position
    moves: Sequence[str]
    limits: Limits
    level: float
    waits: Callable[[int], None] | None
    begun: Callable[[], None] | None
    answer: asyncio.Future[Any]
    lines: int = 1
    report: Report | None = None
    goes_on: bool = False
    """Whether more of the same follows, which goes on best where this one was."""
    wants_outlook: bool = False
    since: float = field(default_factory=time.monotonic)

    @property
    def is_short(self) -> bool:
        """Whether it is soon done on any machine: a low level, or a question with its seconds."""
        if self.goes_on:
            return False
        if self.wants_outlook:
            return True
        if self.priority == REVIEW:
            return (self.limits.nodes or 0) <= SHORT_NODES
        if self.limits.movetime is not None:
            return self.limits.movetime <= SHORT_SECONDS
        return FULL_STRENGTH < self.level <= SHORT_LEVEL


class Pool:
    """As many engines as there are to be, each started when it is first needed.

    One more serves only what is soon done, once all others are busy: a beginner's game never waits for
    somebody else's long search.
    """

    def __init__(self, size: int, command: Sequence[str] = (), *, waiting_limit: int = 2) -> None:
        self._command = tuple(command) or own_command()
        self._size = size
        self._waiting_limit = waiting_limit
        self._queue: FairQueue[Job] = FairQueue()
        self._news = asyncio.Event()
        self._numbers = itertools.count()
        self._asking: Counter[tuple[str, str]] = Counter()
        self._workers: list[asyncio.Task[None]] = []
        self._short_worker = False
        self._idle = 0
        self._answered: float | None = None
        self.busy = 0
        """How many engines are at work."""
        self.prepared = asyncio.Event()
        """Set once an engine has been ready to think."""

    def warm_up(self) -> None:
        """Start the first engine, so that it is compiled before anybody needs it."""
        if not self._workers:
            self._hire()

    @property
    def waiting(self) -> int:
        """How much work waits for an engine."""
        return len(self._queue.jobs)

    def answered_within(self, seconds: float) -> bool:
        """Whether an engine has given an answer in the last seconds."""
        return self._answered is not None and time.monotonic() - self._answered <= seconds

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
        level: float = FULL_STRENGTH,
        person: str = "",
        game: str = "",
        waits: Callable[[int], None] | None = None,
        begun: Callable[[], None] | None = None,
        lines: int = 1,
        report: Report | None = None,
        goes_on: bool = False,
    ) -> Thought:
        """Think about the position after ``moves``; cancelling this ends the search.

        ``person`` is for whom it is done, and ``game`` where: people have equal shares, and so have the games
        of one of them. Only so many questions of a person about a game wait at once. ``waits`` hears
        about how many seconds the engine still compiles, which it does on a first start; ``begun`` is called
        when it begins to think. ``lines`` are as many as are wanted, ``report`` hears of them meanwhile, and
        with ``goes_on`` the next question is about the same position.
        """
        job = self._job(start, moves, limits, priority, person, game, level=level)
        job.waits, job.begun, job.lines, job.report, job.goes_on = waits, begun, lines, report, goes_on
        thought: Thought = await self._answered_job(job)
        return thought

    async def outlook(
        self, start: Position, moves: Sequence[str], *, person: str, game: str
    ) -> Outlook | None:
        """What the engine expects of the end from the position after ``moves``, if it knows."""
        job = self._job(start, moves, Limits(), OPINION, person, game)
        job.wants_outlook = True
        outlook: Outlook | None = await self._answered_job(job)
        return outlook

    def _job(
        self,
        start: Position,
        moves: Sequence[str],
        limits: Limits,
        priority: int,
        person: str,
        game: str,
        *,
        level: float = FULL_STRENGTH,
    ) -> Job:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        return Job(priority, number, person, game, start, moves, limits, level, None, None, answer)

    async def _answered_job(self, job: Job) -> Any:
        # Whoever begins reviews says how many positions of one wait at once.
        is_question, asker = job.priority in (HINT, OPINION), (job.person, job.game)
        if is_question and self._asking[asker] >= self._waiting_limit:
            raise Refusal("engine_busy", "your earlier questions are not answered yet", retry_after=1)
        if is_question:
            self._asking[asker] += 1
        try:
            self._queue.put(job)
            self._news.set()
            self._staff()
            return await job.answer
        finally:
            if is_question:
                self._asking[asker] -= 1
                if not self._asking[asker]:
                    del self._asking[asker]

    def _staff(self) -> None:
        """Start an engine more if those there are will not do."""
        waiting = self._queue.jobs
        if len(waiting) <= self._idle:
            return
        if len(self._workers) < self._size:
            self._hire()
        elif not self._short_worker and any(job.is_short for job in waiting):
            self._short_worker = True
            self._hire(short=True)

    def _hire(self, *, short: bool = False) -> None:
        name = f"engine {len(self._workers) + 1}"
        self._workers.append(background(self._work(name, short), name=name))

    async def _work(self, name: str, short: bool) -> None:
        engine: Engine | None = None
        clock = asyncio.get_running_loop().time
        try:
            with contextlib.suppress(Exception):
                engine = await self._started(name)
            while True:
                job = await self._next(short)
                began = clock()
                metrics.engine_waiting.observe(time.monotonic() - job.since)
                self.busy += 1
                try:
                    engine = await self._attempt(job, engine, name)
                finally:
                    self.busy -= 1
                metrics.engine_thinking.observe(clock() - began)
                self._queue.spend(job.person, clock() - began)
        finally:
            if engine is not None:
                await engine.close()

    async def _next(self, short: bool) -> Job:
        while (job := self._queue.take(short=short)) is None:
            self._news.clear()
            # Only those who take all work count as idle.
            self._idle += not short
            try:
                await self._news.wait()
            finally:
                self._idle -= not short
        return job

    async def _started(self, name: str) -> Engine:
        engine = await Engine.start(self._command)
        try:
            for option, value in (("Threads", 1), ("Hash", HASH_MB), ("Level", FIRST_LEVEL)):
                await engine.set_option(option, value)
            await engine.ready()
            # Not before: starting and compiling are waited for.
            engine.give_way(NICENESS)
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
                given, thought = await _until_cancelled(_search(engine, job), job.answer)
            except Exception as error:
                # Whatever it was: without this worker, those who wait would wait for ever.
                logger.warning("%s failed (attempt %d): %s", name, attempt + 1, error)
                if engine is not None:
                    await engine.close()
                engine = None
                continue
            if given:
                self._answered = time.monotonic()
                if not job.answer.done():
                    job.answer.set_result(thought)
            return engine
        if not job.answer.done():
            job.answer.set_exception(Refusal("engine_failed", "the engine could not be started"))
        return engine


async def _search(engine: Engine, job: Job) -> Thought | Outlook | None:
    await engine.set_option("Level", job.level)
    if "MultiPV" in engine.options:
        await engine.set_option("MultiPV", job.lines)
    await engine.set_position(job.start, job.moves)

    def hear(line: str) -> None:
        seconds = seconds_of_compiling(line)
        if seconds is not None and job.waits is not None:
            job.waits(seconds)

    await engine.ready(heard=hear)
    if job.begun is not None:
        job.begun()
    if job.wants_outlook:
        return await engine.outlook()
    return await engine.go(job.limits, report=job.report, timeout=LONGEST)


async def _until_cancelled(
    search: Coroutine[Any, Any, T], wanted: asyncio.Future[Any]
) -> tuple[bool, T | None]:
    """Whether there is an answer, and which; there is none if nobody waits for it any more."""
    task = asyncio.create_task(search)
    try:
        await asyncio.wait({task, wanted}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return True, task.result()
        return False, None
    finally:
        if not task.done():
            task.cancel()
            # Not awaited itself, whose cancelling could not be told from that of the worker.
            await asyncio.wait({task})
