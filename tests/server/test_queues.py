"""What every queue promises: that of a single server, and that in a database, which processes share."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

import pytest

from stonefield.engine.thinker import Candidate, Thought
from stonefield.server.bus import LocalBus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import HINT, MOVE, Answer, Begun, EngineJob, Failed, Progress
from stonefield.server.jobs.kinds import KINDS
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.queue import ENGINE, TASK_LANES
from stonefield.server.jobs.tasks.records import list_formats
from stonefield.server.protocol.problems import Refusal

from .conftest import ON_POSTGRES
from .page import PATIENCE
from .queues import Sides, asking, taking

LIMITS = {**KINDS, "engine": replace(KINDS["engine"], attempts=2, most_of_one=2, most_waiting=3)}


@pytest.fixture(params=["local", "sqlite", pytest.param("postgres", marks=ON_POSTGRES)])
async def sides(request, tmp_path):
    """A queue of each kind."""
    if request.param == "local":
        queue = LocalQueue(LIMITS)
        yield Sides(queue, queue)
        return
    is_sqlite = request.param == "sqlite"
    database = f"sqlite:///{tmp_path}/games.db" if is_sqlite else request.getfixturevalue("postgres")
    bus = LocalBus()
    async with asking(database, bus, LIMITS) as asker, taking(database, bus, kinds=LIMITS) as taker:
        yield Sides(asker, taker)


def job(start: str = "a", **fields) -> EngineJob:
    """A move to find."""
    return EngineJob(**{"start": start, "priority": MOVE, **fields})


def thought_of(move: str) -> Thought:
    return Thought(1, 1, 0.0, (Candidate((move,), 0.5, 0.0, 1),))


async def soon(work):
    return await asyncio.wait_for(work, PATIENCE)


async def until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


async def test_a_job_is_put_in_taken_and_answered_and_its_asker_hears_of_its_way(sides):
    jobs, heard = Jobs(sides.asker), []
    asked = asyncio.ensure_future(jobs.think(job(level=3.5, key="game", for_whom="ann"), heard.append))
    lease = await soon(sides.taker.take(ENGINE))
    assert (lease.job.start, lease.job.level, lease.job.key, lease.attempt) == ("a", 3.5, "game", 1)
    sides.taker.progress(lease, Begun(lease.job.id))
    sides.taker.progress(lease, Progress(lease.job.id, thought_of("x")))
    await until(lambda: len(heard) == 2)
    sides.taker.finish(lease, Answer(lease.job.id, thought_of("y")))
    assert (await soon(asked)).best == "y"
    assert heard == [Begun(lease.job.id), Progress(lease.job.id, thought_of("x"))]
    assert jobs.answered_within(60)


async def test_messages_are_heard_by_the_job_that_they_are_about(sides):
    jobs, heard = Jobs(sides.asker), []
    asked = [asyncio.ensure_future(jobs.think(job(start), heard.append)) for start in "ab"]
    leases = [await soon(sides.taker.take(ENGINE)) for _ in asked]
    for lease in leases:
        sides.taker.progress(lease, Begun(lease.job.id))
    for lease in reversed(leases):
        sides.taker.finish(lease, Answer(lease.job.id, thought_of(lease.job.start)))
    assert [thought.best for thought in await soon(asyncio.gather(*asked))] == ["a", "b"]
    assert {message.job for message in heard} == {lease.job.id for lease in leases}


async def test_what_a_worker_has_given_up_is_tried_again_before_all_else_and_then_fails(sides):
    jobs = Jobs(sides.asker)
    asked = [asyncio.ensure_future(jobs.think(job(start))) for start in "ab"]
    first = await soon(sides.taker.take(ENGINE))
    sides.taker.give_up(first, Failed(first.job.id, "engine_failed", "no"))
    again = await soon(sides.taker.take(ENGINE))
    assert (again.job.id, again.attempt) == (first.job.id, 2)
    # The worker of the first attempt is heard no more.
    sides.taker.progress(first, Answer(first.job.id, thought_of("late")))
    sides.taker.give_up(again, Failed(again.job.id, "engine_failed", "no"))
    with pytest.raises(Refusal) as refused:
        await soon(asked[0])
    assert refused.value.code == "engine_failed"
    assert not asked[1].done()
    asked[1].cancel()


async def test_a_worker_learns_at_once_that_its_job_is_not_wanted(sides):
    asked = asyncio.ensure_future(Jobs(sides.asker).think(job()))
    lease = await soon(sides.taker.take(ENGINE))
    asked.cancel()
    await soon(sides.taker.cancelled(lease))
    sides.taker.finish(lease, Failed(lease.job.id, "cancelled", "cancelled"))
    await until(lambda: sides.asker.count("engine") == (0, 0))


async def test_what_waits_and_is_cancelled_is_never_taken(sides):
    jobs = Jobs(sides.asker)
    asked = [asyncio.ensure_future(jobs.think(job(start))) for start in "abc"]
    await until(lambda: sides.asker.count("engine") == (3, 0))
    asked[0].cancel()
    asked[2].cancel()
    await until(lambda: sides.asker.count("engine") == (1, 0))
    assert (await soon(sides.taker.take(ENGINE))).job.start == "b"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(sides.taker.take(ENGINE), 0.2)
    asked[1].cancel()


async def test_a_question_that_is_dropped_while_it_is_put_in_is_not_answered(sides):
    asked = asyncio.ensure_future(Jobs(sides.asker).think(job("dropped")))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait({asked})
    other = asyncio.ensure_future(Jobs(sides.asker).think(job("wanted")))
    assert (await soon(sides.taker.take(ENGINE))).job.start == "wanted"
    other.cancel()
    await until(lambda: sides.asker.count("engine")[0] == 0)


async def test_so_many_questions_of_one_person_wait_and_so_many_of_all(sides):
    jobs = Jobs(sides.asker)

    def ask(person: str, game: str = "game"):
        return jobs.think(job(for_whom=person, key=game, priority=HINT))

    asked = [asyncio.ensure_future(ask("ann")) for _ in range(2)]
    await until(lambda: sides.asker.count("engine") == (2, 0))
    with pytest.raises(Refusal) as refused:
        await soon(ask("ann"))
    assert refused.value.code == "engine_busy"
    asked.append(asyncio.ensure_future(ask("ann", "another game")))
    await until(lambda: sides.asker.count("engine") == (3, 0))
    with pytest.raises(Refusal) as refused:
        await soon(ask("ben"))
    assert refused.value.code == "busy"
    assert refused.value.retry_after
    for one in asked:
        one.cancel()
    await until(lambda: sides.asker.count("engine") == (0, 0))
    last = asyncio.ensure_future(ask("ben"))
    await soon(sides.taker.take(ENGINE))
    last.cancel()


async def test_one_person_with_a_hundred_jobs_delays_another_by_at_most_one(sides):
    jobs = Jobs(sides.asker)
    many = [asyncio.ensure_future(jobs.think(job("many", for_whom="many", key=str(n)))) for n in range(100)]
    await until(lambda: sides.asker.count("engine") == (100, 0))
    lease = await soon(sides.taker.take(ENGINE))
    assert lease.job.start == "many"
    one = job("one", for_whom="one")
    await sides.asker.put(one, lambda message: None)
    await asyncio.sleep(0.01)
    sides.taker.finish(lease, Answer(lease.job.id, thought_of("x")))
    assert (await soon(sides.taker.take(ENGINE))).job.start == "one"
    sides.asker.cancel(one.id)
    for asked in many:
        asked.cancel()
    await asyncio.gather(*many, return_exceptions=True)


async def test_what_was_worked_out_for_a_person_who_has_gone_is_paid_for_and_kept(sides):
    billed = []
    jobs = Jobs(sides.asker, lambda person, milliseconds: billed.append((person, milliseconds)))
    asked = asyncio.ensure_future(jobs.do("ann", list_formats, "a record"))
    lease = await soon(sides.taker.take(TASK_LANES[0]))
    asked.cancel()
    await asyncio.wait({asked})
    sides.taker.finish(lease, Answer(lease.job.id, result='["text"]', milliseconds=7))
    await until(lambda: billed == [("ann", 7)])
    assert await jobs.do("ben", list_formats, "a record") == ["text"]
    assert billed == [("ann", 7)]


async def test_a_large_answer_arrives(sides):
    asked = asyncio.ensure_future(Jobs(sides.asker).do("ann", list_formats, "a picture"))
    lease = await soon(sides.taker.take(TASK_LANES[0]))
    sides.taker.finish(lease, Answer(lease.job.id, result='"' + "x" * 3_000_000 + '"'))
    assert len(await soon(asked)) == 3_000_000


async def test_workers_wait_for_what_they_take(sides):
    lanes = {"engine": ENGINE, "short": TASK_LANES[0], "proof": TASK_LANES[3]}
    taking = {name: asyncio.ensure_future(sides.taker.take(lane)) for name, lane in lanes.items()}
    await asyncio.sleep(0.05)
    jobs = Jobs(sides.asker)
    asked = [asyncio.ensure_future(jobs.think(job())), asyncio.ensure_future(jobs.do("", list_formats, "r"))]
    assert (await soon(taking["engine"])).job.start == "a"
    assert (await soon(taking["short"])).job.name == "list_formats"
    assert not taking["proof"].done()
    for one in (*asked, taking["proof"]):
        one.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await taking["proof"]
