"""Workers whose engines think in virtual time and then play a legal move, and what may become of jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from simulation.loop import Loop
from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import parse
from stonefield.server.jobs.job import Answer, Begun, End, EngineJob, Failed, Job, Message, from_json
from stonefield.server.jobs.queue import ENGINE, AskersQueue, Lease, WorkersQueue
from stonefield.server.jobs.workers import Worker

FAILING = 0.05
"""How often an engine process ends in the midst of a search."""
JOB_LOG = """
CREATE TABLE simulated_jobs (what TEXT, id TEXT, attempt INTEGER, answer TEXT);
CREATE TRIGGER simulated_answer AFTER UPDATE OF answer ON jobs WHEN NEW.answer IS NOT NULL
BEGIN INSERT INTO simulated_jobs VALUES ('is answered', NEW.id, NEW.attempt, NEW.answer); END;
CREATE TRIGGER simulated_begin AFTER UPDATE OF attempt ON jobs WHEN NEW.cancelled
BEGIN INSERT INTO simulated_jobs VALUES ('is begun though it is cancelled', NEW.id, NEW.attempt, NULL); END;
CREATE TRIGGER simulated_taking AFTER UPDATE OF attempt ON jobs
WHEN OLD.worker IS NOT NULL AND OLD.lease_until >= NEW.taken_at
BEGIN INSERT INTO simulated_jobs VALUES ('is taken though a worker has it', NEW.id, NEW.attempt, NULL); END;
"""
"""What the database writes down of jobs: each answer, and what must not be."""


class SimulatedEngine(Worker):
    """A worker whose engine process is simulated; now and then that process ends in the midst of a search."""

    stops = True

    def __init__(self, loop: Loop, name: str, queue: WorkersQueue) -> None:
        super().__init__(name, queue, ENGINE)
        self._loop, self._is_ready = loop, False

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
        await asyncio.sleep(chance.expovariate(1 / chance.choice([0.1, 0.3, 2.0])))
        if chance.random() < FAILING:
            raise RuntimeError("the engine process has ended")
        position = parse(job.start)
        for move in job.moves:
            position = position.play(move)
        best = str(chance.choice(list(position.legal_moves())))
        # The depth tells which attempt has answered.
        return Answer(job.id, Thought(lease.attempt, 1, 0.1, (Candidate((best,), 0.5, 0.0, 1),)))

    def failure(self, lease: Lease, error: Exception) -> Failed:
        return Failed(lease.job.id, "engine_failed", "the engine could not be started")

    async def stop(self) -> None:
        self._is_ready = False


def watch(queue: AskersQueue, problem: Callable[[str], None]) -> None:
    """Tell of jobs that end twice, or of which something is said after their end."""
    put = queue.put

    async def watched(job: Job, hear: Callable[[Message], None]) -> None:
        has_ended = False

        def listen(message: Message) -> None:
            nonlocal has_ended
            if has_ended:
                problem(f"job {job.id} has ended, and then {message} is said of it")
            has_ended = has_ended or isinstance(message, End)
            hear(message)

        await put(job, listen)

    queue.put = watched


def check_jobs(log: list[tuple[Any, ...]]) -> Iterator[str]:
    """What is wrong in what the database has written down."""
    for what, id, attempt, answer in log:
        if answer is None:
            yield f"job {id} {what}, attempt {attempt}"
            continue
        end = from_json(answer.encode())
        if isinstance(end, Answer) and end.thought is not None and end.thought.depth != attempt:
            yield f"the answer of attempt {end.thought.depth} to job {id} is accepted for attempt {attempt}"
