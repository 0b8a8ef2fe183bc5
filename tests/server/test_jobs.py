"""Jobs and messages as values, the shares of people in all classes of work, and the queue itself."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil

import pytest

from stonefield.engine.outlook import Outlook, Way
from stonefield.engine.thinker import Candidate, Limits, Thought
from stonefield.server.jobs import tasks
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


@pytest.fixture
def queue():
    return LocalQueue()


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
