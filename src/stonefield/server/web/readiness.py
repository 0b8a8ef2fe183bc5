"""Whether the server can do its work."""

from __future__ import annotations

import asyncio
import math
from functools import partial

from stonefield.engine.thinker import Limits
from stonefield.games.game import games
from stonefield.server.background import background
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import OPINION, EngineJob
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Code, Refusal
from stonefield.server.store import Journal
from stonefield.server.store.pulses import beat

STORAGE_SECONDS, ENGINE_SECONDS = 3.0, 20.0
"""How long a write and an answer of the engine may take."""
FRESH_SECONDS, ANSWERED_SECONDS = 2.0, 60.0
"""How long what was found out holds, and an answer that the engine gave to another asker."""
PATIENCE_SECONDS = 0.5
"""How long an asker waits for a new look; then what was found out last is the answer. A balancer that gets no
answer at all within a second takes the server for dead."""


class Readiness:
    """Whether the server can do its work: one write that is really committed, one answer of an engine.

    Where workers are elsewhere, some of each kind have to be alive.
    """

    def __init__(self, journal: Journal, jobs: Jobs) -> None:
        self._journal, self._jobs = journal, jobs
        self._looking: asyncio.Task[Refusal | None] | None = None
        self._looked = -math.inf
        self._found: Refusal | None = Refusal(
            "engine_failed", "the server has just started and has not heard from an engine", retry_after=1
        )
        """What was found out last."""
        self.draining = False

    async def problem(self) -> Refusal | None:
        """What is wrong; those who ask at the same time, or soon after, get the same answer."""
        if self.draining:
            return Refusal("storage_failed", "the server is going down", retry_after=5)
        clock = asyncio.get_running_loop().time
        if self._looking is None or (self._looking.done() and clock() - self._looked > FRESH_SECONDS):
            self._looked = clock()
            self._looking = background(self._look(), name="readiness")
        looking = self._looking
        await asyncio.wait((looking,), timeout=PATIENCE_SECONDS)
        return looking.result() if looking.done() else self._found

    async def _look(self) -> Refusal | None:
        storage, engine = await asyncio.gather(self._write(), self._think())
        self._looked = asyncio.get_running_loop().time()
        problems = [problem for problem in (storage, engine) if problem]
        code: Code = "storage_failed" if storage else "engine_failed"
        problem = Refusal(code, "; ".join(problems), retry_after=5) if problems else None
        self._found = problem
        return problem

    async def _write(self) -> str | None:
        try:
            async with asyncio.timeout(STORAGE_SECONDS):
                await self._journal.write(partial(beat, process=self._journal.process, at=now_ms()))
        except TimeoutError:
            return f"storage: no write was committed within {STORAGE_SECONDS:g} s"
        except Refusal as refusal:
            return f"storage: {refusal.detail}"
        return None

    async def _think(self) -> str | None:
        if absent := self._jobs.queue.absent():
            return f"workers: none is alive for {', '.join(absent)}"
        if self._jobs.answered_within(ANSWERED_SECONDS):
            return None
        job = EngineJob(
            start=games()[0].start().ordered_text,
            limits=Limits(movetime=0.05),
            priority=OPINION,
            for_whom="ready",
        )
        try:
            async with asyncio.timeout(ENGINE_SECONDS):
                await self._jobs.think(job)
        except TimeoutError:
            return f"engine: no answer within {ENGINE_SECONDS:g} s"
        except Refusal as refusal:
            return f"engine: {refusal.detail}"
        return None
