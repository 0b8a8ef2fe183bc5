"""Workers take jobs from the queue, each with a process: a UGI engine, or one of ours for tasks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from stonefield.engine.client import Engine, own_command
from stonefield.engine.thinker import Thought
from stonefield.engine.ugi_text import seconds_of_compiling
from stonefield.server.background import background
from stonefield.server.jobs.job import Answer, Begun, End, EngineJob, Failed, Preparing, Progress, TaskJob
from stonefield.server.jobs.queue import ENGINE, RETRY, SHORT_ENGINE, TASK_LANES, Lane, Lease, WorkersQueue

HASH_MB = 64
NICENESS = 5
"""Thinking gives way to the server itself: players who only move never wait for a search."""
FIRST_LEVEL = 3
"""A new engine gets ready for newcomers first: on a very first start low levels need the least."""
COMMAND = (sys.executable, "-m", "stonefield.server.jobs")
START_SECONDS = 60.0
"""How long a new process may take to get ready on a busy machine."""
LONGEST_ANSWER = 2**30
LATE = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process whose processor time is up; none where the system has no such timer."""
logger = logging.getLogger(__name__)


class Worker(ABC):
    """One process, started when it is first needed and again when it has failed."""

    stops = False
    """Whether it stops at once when a job is no longer wanted; else the job is finished."""

    def __init__(self, name: str, queue: WorkersQueue, lane: Lane) -> None:
        self.name, self._queue, self._lane = name, queue, lane

    async def run(self) -> None:
        """Work until this is cancelled."""
        has_failed = False
        try:
            while True:
                if not self.is_ready and not has_failed:
                    await self._queue.wanted(self._lane)
                    with contextlib.suppress(Exception):
                        await self._start()
                lease = await self._queue.take(self._lane)
                try:
                    self._queue.finish(lease, await self._end_of(lease))
                    has_failed = False
                except Exception as error:
                    # Whatever it was: without this worker, those who wait would wait for ever.
                    logger.warning("%s failed (attempt %d): %r", self.name, lease.attempt, error)
                    has_failed = True
                    await self.stop()
                    self._queue.give_up(lease, self.failure(lease, error))
        finally:
            await self.stop()

    async def _start(self) -> None:
        try:
            await self.prepare()
        except BaseException:
            await self.stop()
            raise

    async def _end_of(self, lease: Lease) -> End:
        if not self.is_ready:
            await self._start()
        working = asyncio.create_task(self.work(lease))
        ends: set[asyncio.Task[Any]] = {working}
        if self.stops:
            ends.add(asyncio.create_task(self._queue.cancelled(lease)))
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in ends:
                one.cancel()
            # Not awaited itself, whose cancelling could not be told from that of this worker.
            await asyncio.wait(ends)
        return Failed(lease.job.id, "cancelled", "cancelled") if working.cancelled() else working.result()

    @property
    @abstractmethod
    def is_ready(self) -> bool:
        """Whether its process can be given a job."""

    @abstractmethod
    async def prepare(self) -> None:
        """Start the process; an exception ends it."""

    @abstractmethod
    async def work(self, lease: Lease) -> End:
        """Do a job; an exception ends the process."""

    @abstractmethod
    def failure(self, lease: Lease, error: Exception) -> Failed:
        """What is said of a job that fails for good."""

    @abstractmethod
    async def stop(self) -> None:
        """End the process, whatever it is doing."""


class EngineWorker(Worker):
    """Answers engine jobs; a search stops at once when its job is cancelled."""

    stops = True

    def __init__(self, name: str, queue: WorkersQueue, lane: Lane, command: Sequence[str]) -> None:
        super().__init__(name, queue, lane)
        self._command = tuple(command)
        self._engine: Engine | None = None

    @property
    def is_ready(self) -> bool:
        return self._engine is not None and self._engine.is_alive

    async def prepare(self) -> None:
        await self.stop()
        self._engine = engine = await Engine.start(self._command)
        for option, value in (("Threads", 1), ("Hash", HASH_MB), ("Level", FIRST_LEVEL)):
            await engine.set_option(option, value)
        await engine.ready()
        # Not before: starting and compiling are waited for.
        engine.give_way(NICENESS)
        self._queue.prepared.set()
        logger.info("%s is ready", self.name)

    async def work(self, lease: Lease) -> Answer:
        engine, job = self._engine, lease.job
        assert engine is not None
        assert isinstance(job, EngineJob)
        await engine.set_option("Level", job.level)
        if "MultiPV" in engine.options:
            await engine.set_option("MultiPV", job.lines)
        if "FairLines" in engine.options:
            await engine.set_option("FairLines", job.lines > 1)
        await engine.set_position(job.start, job.moves)

        def hear(line: str) -> None:
            seconds = seconds_of_compiling(line)
            if seconds is not None:
                self._queue.progress(lease, Preparing(job.id, seconds))

        await engine.ready(heard=hear)
        self._queue.progress(lease, Begun(job.id))
        if job.question == "outlook":
            return Answer(job.id, outlook=await engine.outlook())

        def report(thought: Thought) -> None:
            self._queue.progress(lease, Progress(job.id, thought))

        wanted = report if job.is_followed else None
        return Answer(job.id, await engine.go(job.limits, report=wanted, timeout=lease.limits.patience))

    def failure(self, lease: Lease, error: Exception) -> Failed:
        return Failed(lease.job.id, "engine_failed", "the engine could not be started")

    async def stop(self) -> None:
        if self._engine is not None:
            await self._engine.close()
        self._engine = None


class _Costly(Exception):
    """A task took more processor time than there is for one."""


class TaskWorker(Worker):
    """Answers task jobs; what has begun is finished, and known to the next person who asks."""

    _process: asyncio.subprocess.Process | None = None

    @property
    def is_ready(self) -> bool:
        return self._process is not None

    async def prepare(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER
        )
        async with asyncio.timeout(START_SECONDS):
            await self._said(self._process)

    async def work(self, lease: Lease) -> End:
        process, job, limits = self._process, lease.job, lease.limits
        assert process is not None
        assert process.stdin is not None
        assert isinstance(job, TaskJob)
        head = f"{limits.memory} {limits.seconds} {2 * limits.patience} {job.name} "
        async with asyncio.timeout(limits.patience):
            with contextlib.suppress(ConnectionError):
                process.stdin.write(f"{head}{job.arguments}\n".encode())
                await process.stdin.drain()
            milliseconds, how, answer = (await self._said(process)).split(" ", 2)
        if how == "refused":
            code, detail, place = json.loads(answer)
            return Failed(job.id, code, detail, place, milliseconds=int(milliseconds))
        return Answer(job.id, result=answer, milliseconds=int(milliseconds))

    async def _said(self, process: asyncio.subprocess.Process) -> str:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _Costly if await process.wait() == -LATE else RuntimeError("a process for tasks has ended")
        return line.decode()

    def failure(self, lease: Lease, error: Exception) -> Failed:
        job = lease.job.id
        if isinstance(error, _Costly):
            told = "this takes the server too long; try it with something shorter"
            return Failed(job, "too_large", told, milliseconds=round(1_000 * lease.limits.seconds))
        busy = isinstance(error, TimeoutError)
        told = "the server has too much to do" if busy else "this could not be worked out"
        return Failed(job, "busy", f"{told}; try again later", retry_after=RETRY)

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            assert process.stdin is not None
            process.stdin.close()


class Workers:
    """As many engines as there are to be, and a process for each lane of tasks; each is started when needed.

    Besides these engines one more serves only what is soon done, once all others are busy: a beginner's game
    never waits for another person's long search.
    """

    def __init__(
        self, queue: WorkersQueue, engines: int, command: Sequence[str] = (), *, tasks: bool = True
    ) -> None:
        lanes = (*[ENGINE] * engines, SHORT_ENGINE) if engines else ()
        self.all: list[Worker] = [
            EngineWorker(f"engine {number}", queue, lane, tuple(command) or own_command())
            for number, lane in enumerate(lanes, 1)
        ]
        if tasks:
            self.all += [
                TaskWorker(f"worker {number}", queue, lane) for number, lane in enumerate(TASK_LANES, 1)
            ]
        self._running = [background(worker.run(), name=worker.name) for worker in self.all]

    async def close(self) -> None:
        """End all processes."""
        for worker in self._running:
            worker.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
