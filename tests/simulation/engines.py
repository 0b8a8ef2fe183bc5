"""Workers whose engines think in virtual time and then play a legal move."""

from __future__ import annotations

import asyncio

from simulation.loop import Loop
from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import parse
from stonefield.server.jobs.job import Answer, Begun, EngineJob, Failed
from stonefield.server.jobs.queue import Lane, Lease, Queue
from stonefield.server.jobs.workers import Worker


class SimulatedEngine(Worker):
    """A worker whose engine process is simulated; now and then that process ends in the midst of a search."""

    stops = True

    def __init__(self, loop: Loop, name: str, queue: Queue, lane: Lane, *, failing: float) -> None:
        super().__init__(name, queue, lane)
        self._loop, self._failing, self._is_ready = loop, failing, False

    @property
    def is_ready(self) -> bool:
        return self._is_ready

    async def prepare(self) -> None:
        await asyncio.sleep(self._loop.chance.uniform(0.05, 0.5))
        self._is_ready = True
        self._queue.prepared.set()

    async def work(self, lease: Lease) -> Answer:
        job, chance = lease.job, self._loop.chance
        assert isinstance(job, EngineJob)
        self._queue.progress(lease, Begun(job.id))
        await asyncio.sleep(chance.expovariate(1 / 0.8))
        if chance.random() < self._failing:
            raise RuntimeError("the engine process has ended")
        position = parse(job.start)
        for move in job.moves:
            position = position.play(move)
        best = str(chance.choice(list(position.legal_moves())))
        return Answer(job.id, Thought(1, 1, 0.1, (Candidate((best,), 0.5, 0.0, 1),)))

    def failure(self, lease: Lease, error: Exception) -> Failed:
        return Failed(lease.job.id, "engine_failed", "the engine could not be started")

    async def stop(self) -> None:
        self._is_ready = False
