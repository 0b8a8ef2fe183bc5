"""Jobs and messages as values, the shares of people in all classes of work, and the queue itself."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from dataclasses import replace

import pytest

from stonefield.engine.outlook import Outlook, Way
from stonefield.engine.thinker import Candidate, Limits, Thought
from stonefield.server.jobs import tasks
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.fair_queue import FairQueue, Work
from stonefield.server.jobs.job import (
    HINT,
    MOVE,
    OPINION,
    Answer,
    Begun,
    EngineJob,
    Failed,
    Preparing,
    Progress,
    TaskJob,
    from_json,
    to_json,
)
from stonefield.server.jobs.kinds import KINDS, TASKS
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.queue import ENGINE, SHORT_ENGINE, TASK_LANES
from stonefield.server.jobs.tasks.records import list_formats
from stonefield.server.protocol.problems import Refusal

THOUGHT = Thought(
    3, 400, 0.25, (Candidate(("c4rw", "E"), 0.75, 1.5, 200, "win"), Candidate(("-",), 0.5, 0, 9))
)
OUTLOOK = Outlook({"a1": -0.5}, {"red": 3.25}, {"red": Way(("a1", "a2"), ("a2",))})
VALUES = [
    EngineJob(start="carnac 3x3", priority=MOVE),
    EngineJob(
        start="carnac 3x3",
        moves=("c4rw", "E"),
        limits=Limits(clock=12.5, increment=1.0),
        level=3.5,
        lines=4,
        question="outlook",
        is_followed=True,
        priority=HINT,
        for_whom="ann",
        key="game 1",
    ),
    TaskJob(name="read_record", arguments='[["ü\\n"],{}]', kind="long", is_short=False, for_whom="ann"),
    Begun("1"),
    Preparing("1", 12),
    Progress("1", THOUGHT),
    Answer("1", THOUGHT),
    Answer("1", outlook=OUTLOOK),
    Answer("1", result='{"rules": "carnac"}', milliseconds=12),
    Failed("1", "busy", "try again later", retry_after=2.0),
    Failed("1", "invalid_record", "no", {"line": 1, "column": 2, "word": "k3"}, milliseconds=3),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_jobs_and_messages_survive_json(value):
    assert from_json(to_json(value)) == value


def test_every_task_belongs_to_a_class_that_a_process_takes():
    classes = {kind for lane in (ENGINE, *TASK_LANES) for kind in lane.whole}
    assert classes == set(KINDS)
    for module in pkgutil.iter_modules(tasks.__path__):
        importlib.import_module(f"{tasks.__name__}.{module.name}")
    assert {task.kind for task in TASKS.values()} == classes - {"engine"}


def everything(_: Work) -> bool:
    return True


def test_time_in_one_class_counts_in_another_for_which_others_wait():
    queue = FairQueue()
    queue.put(Work(kind="engine", for_whom="ann"))
    # Ann waits for an engine while Eve has a film made.
    queue.spend(Work(kind="film", for_whom="eve"), 30.0)
    queue.put(Work(kind="engine", for_whom="eve"))
    queue.put(Work(kind="engine", for_whom="ben"))
    assert [queue.take(everything).for_whom for _ in range(3)] == ["ann", "ben", "eve"]


def test_time_in_one_class_is_free_in_another_while_no_one_waits_for_that():
    queue = FairQueue()
    queue.spend(Work(kind="film", for_whom="eve"), 30.0)
    queue.put(Work(kind="engine", for_whom="eve"))
    queue.put(Work(kind="engine", for_whom="ann"))
    assert queue.take(everything).for_whom == "eve"


def test_no_one_saves_up_time_in_one_class_by_waiting_in_another():
    queue = FairQueue()
    queue.put(Work(kind="proof", for_whom="ann"))
    for _ in range(9):
        queue.put(Work(kind="engine", for_whom="eve"))
        queue.spend(queue.take(lambda work: work.kind == "engine"), 10.0)
    for person in ("eve", "ann", "ann"):
        queue.put(Work(kind="engine", for_whom=person))
    order = []
    for _ in range(3):
        taken = queue.take(lambda work: work.kind == "engine")
        order.append(taken.for_whom)
        queue.spend(taken, 20.0)
    assert order == ["ann", "eve", "ann"]


def job(start: str) -> EngineJob:
    """A move to find."""
    return EngineJob(start=start, priority=MOVE)


@pytest.fixture
def queue():
    kinds = {**KINDS, "engine": replace(KINDS["engine"], attempts=2)}
    return LocalQueue(kinds)


async def test_messages_are_heard_by_the_job_that_they_are_about(queue):
    jobs, heard = Jobs(queue), []
    asked = [asyncio.ensure_future(jobs.think(job(start), heard.append)) for start in "ab"]
    leases = [await asyncio.wait_for(queue.take(ENGINE), 60) for _ in asked]
    for lease in leases:
        queue.progress(lease, Begun(lease.job.id))
    for lease in reversed(leases):
        line = Candidate((lease.job.start,), 0.5, 0.0, 1)
        queue.finish(lease, Answer(lease.job.id, Thought(1, 1, 0.0, (line,))))
    assert [thought.best for thought in await asyncio.gather(*asked)] == ["a", "b"]
    assert {message.job for message in heard} == {lease.job.id for lease in leases}


async def test_what_a_worker_has_given_up_is_tried_again_before_all_else_and_then_fails(queue):
    jobs = Jobs(queue)
    asked = [asyncio.ensure_future(jobs.think(job(start))) for start in "ab"]
    first = await asyncio.wait_for(queue.take(ENGINE), 60)
    queue.give_up(first, Failed(first.job.id, "engine_failed", "no"))
    again = await queue.take(ENGINE)
    assert (again.job, again.attempt) == (first.job, 2)
    # The worker of the first attempt is heard no more.
    queue.progress(first, Answer(first.job.id, THOUGHT))
    queue.give_up(again, Failed(again.job.id, "engine_failed", "no"))
    with pytest.raises(Refusal) as refused:
        await asked[0]
    assert refused.value.code == "engine_failed"
    assert not asked[1].done()
    asked[1].cancel()


async def test_a_worker_learns_at_once_that_its_job_is_not_wanted(queue):
    asked = asyncio.ensure_future(Jobs(queue).think(job("a")))
    lease = await asyncio.wait_for(queue.take(ENGINE), 60)
    assert queue.count("engine") == (0, 1)
    asked.cancel()
    await asyncio.wait_for(queue.cancelled(lease), 60)
    queue.finish(lease, Failed(lease.job.id, "cancelled", "cancelled"))
    assert queue.count("engine") == (0, 0)


async def test_what_a_called_worker_has_left_calls_another(queue):
    general, short = (asyncio.ensure_future(queue.take(lane)) for lane in (ENGINE, SHORT_ENGINE))
    idle = asyncio.ensure_future(queue.wanted(ENGINE))
    await asyncio.sleep(0)
    long = EngineJob(start="long", priority=OPINION, level=10)
    urgent = EngineJob(start="urgent", priority=MOVE, level=1)
    for one in (long, urgent):
        await queue.put(one, lambda message: None)
    # Both jobs have called a worker, but only one of those takes the long job, and it takes the other.
    await asyncio.wait_for(idle, 60)
    assert general.result().job == urgent
    assert (await queue.take(ENGINE)).job == long
    short.cancel()


async def test_what_was_worked_out_for_a_person_who_has_gone_is_paid_for_and_kept(queue):
    billed = []
    jobs = Jobs(queue, lambda person, milliseconds: billed.append((person, milliseconds)))
    asked = asyncio.ensure_future(jobs.do("ann", list_formats, "a record"))
    lease = await asyncio.wait_for(queue.take(TASK_LANES[0]), 60)
    asked.cancel()
    await asyncio.wait({asked})
    queue.finish(lease, Answer(lease.job.id, result='["text"]', milliseconds=7))
    assert billed == [("ann", 7)]
    assert await jobs.do("ben", list_formats, "a record") == ["text"]
    assert billed == [("ann", 7)]
