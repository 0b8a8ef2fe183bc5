"""The queue in a database: what is lost or late heals, and what comes too late is refused."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from sqlalchemy import delete, select

from stonefield.engine.thinker import Candidate, Thought
from stonefield.server.bus import LocalBus
from stonefield.server.jobs import database_asker, participant
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.database_taker import DatabaseTaker
from stonefield.server.jobs.job import MOVE, Answer, Begun, EngineJob, Failed, Progress
from stonefield.server.jobs.kinds import KINDS
from stonefield.server.jobs.participant import LOOK_SECONDS, RENEW_SECONDS
from stonefield.server.jobs.queue import ENGINE, TASK_LANES
from stonefield.server.jobs.tasks.records import list_formats
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.job_tables import jobs as job_table
from stonefield.server.store.job_tables import processes
from stonefield.server.store.jobs import LEASE_MS

from .page import PATIENCE
from .queues import Clock, DeafBus, asking, taking
from .test_queues import job, soon, thought_of, until


@pytest.fixture
async def stack():
    async with contextlib.AsyncExitStack() as stack:
        yield stack


class StandingTaker(DatabaseTaker):
    """A process that the system may not let run."""

    stands_still = False

    async def renew(self) -> None:
        if not self.stands_still:
            await super().renew()


async def rows_in(participant, table=job_table) -> list:
    return await participant._do(lambda connection, _: connection.execute(select(table)).all())


def test_a_dead_workers_job_is_elsewhere_within_13_seconds():
    assert LEASE_MS / 1000 + LOOK_SECONDS <= 13
    assert 3 * RENEW_SECONDS < LEASE_MS / 1000


async def test_a_job_is_taken_over_and_its_first_worker_heard_no_more(database, stack):
    bus, clock = LocalBus(), Clock()
    asker = await stack.enter_async_context(asking(database, bus, now=clock.now))
    first = await stack.enter_async_context(taking(database, bus, StandingTaker, now=clock.now))
    second = await stack.enter_async_context(taking(database, bus, now=clock.now))
    heard = []
    asked = asyncio.ensure_future(Jobs(asker).think(job(), heard.append))
    lost = await soon(first.take(ENGINE))
    first.stands_still = True
    # What is being renewed is renewed before this.
    await first._do(lambda connection, now: None)
    clock.ms += LEASE_MS + 1
    lease = await soon(second.take(ENGINE))
    assert (lease.job.id, lease.attempt) == (lost.job.id, 2)
    second.progress(lease, Begun(lease.job.id))
    await until(lambda: heard)
    first.progress(lost, Progress(lost.job.id, thought_of("late")))
    first.finish(lost, Answer(lost.job.id, thought_of("late")))
    await until(lambda: not first._held)
    second.finish(lease, Answer(lease.job.id, thought_of("right")))
    assert (await soon(asked)).best == "right"
    assert heard == [Begun(lease.job.id)]


async def test_a_worker_that_has_lost_its_job_notices_and_says_nothing_more(database, stack):
    bus, clock = LocalBus(), Clock()
    asker = await stack.enter_async_context(asking(database, bus, now=clock.now))
    taker = await stack.enter_async_context(taking(database, bus, now=clock.now))
    heard = []
    asked = asyncio.ensure_future(Jobs(asker).think(job(), heard.append))
    lease = await soon(taker.take(ENGINE))
    taker.progress(lease, Begun(lease.job.id))
    await until(lambda: heard)
    await asker._do(lambda connection, _: connection.execute(delete(job_table)))
    again = await soon(taker.take(ENGINE))
    assert again.job.id == lease.job.id
    assert again.attempt > lease.attempt
    taker.finish(again, Answer(again.job.id, thought_of("right")))
    assert (await soon(asked)).best == "right"
    await soon(taker.cancelled(lease))
    taker.progress(lease, Begun(lease.job.id))
    await asyncio.sleep(0.05)
    assert len(heard) == 1
    taker.finish(lease, Answer(lease.job.id, thought_of("late")))
    await until(lambda: not taker._held)


async def test_what_the_bus_loses_is_found_out_by_looking(database, stack):
    bus = DeafBus()
    asker = await stack.enter_async_context(asking(database, bus))
    taker = await stack.enter_async_context(taking(database, bus))
    waiting = asyncio.ensure_future(taker.take(ENGINE))
    await asyncio.sleep(0.05)
    asked = asyncio.ensure_future(Jobs(asker).think(job()))
    lease = await soon(waiting)
    taker.finish(lease, Answer(lease.job.id, thought_of("heard of")))
    assert (await soon(asked)).best == "heard of"
    dropped = asyncio.ensure_future(Jobs(asker).think(job()))
    lease = await soon(taker.take(ENGINE))
    dropped.cancel()
    await soon(taker.cancelled(lease))


async def test_a_gap_of_the_bus_makes_everyone_look_at_once(database, stack, monkeypatch):
    monkeypatch.setattr(participant, "LOOK_SECONDS", 3_600.0)
    bus = DeafBus()
    asker = await stack.enter_async_context(asking(database, bus))
    taker = await stack.enter_async_context(taking(database, bus))
    waiting = asyncio.ensure_future(taker.take(ENGINE))
    asked = asyncio.ensure_future(Jobs(asker).think(job()))
    await until(lambda: asker.count("engine") == (1, 0))
    while not waiting.done():
        bus._gaps.tell("", None)
        await asyncio.sleep(0.05)
    asked.cancel()


async def test_a_job_that_the_database_has_lost_is_put_in_again(database, stack):
    bus = LocalBus()
    asker = await stack.enter_async_context(asking(database, bus))
    asked = asyncio.ensure_future(Jobs(asker).think(job("lost")))
    await until(lambda: asker.count("engine") == (1, 0))
    await until_rows(asker, 1)
    await asker._do(lambda connection, _: connection.execute(delete(job_table)))
    await until_rows(asker, 1)
    taker = await stack.enter_async_context(taking(database, bus))
    assert (await soon(taker.take(ENGINE))).job.start == "lost"
    asked.cancel()


async def until_rows(participant, count: int, table=job_table) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(await rows_in(participant, table)) != count:
            await asyncio.sleep(0.02)


async def test_an_answer_waits_until_the_database_takes_it(database, stack):
    bus = LocalBus()
    asker = await stack.enter_async_context(asking(database, bus))
    taker = await stack.enter_async_context(taking(database, bus))
    asked = asyncio.ensure_future(Jobs(asker).think(job()))
    lease = await soon(taker.take(ENGINE))
    failing, write = 3, taker._journal.write

    async def fail_at_first(work):
        nonlocal failing
        if failing:
            failing -= 1
            raise Refusal("storage_failed", "the database does not answer")
        return await write(work)

    taker._journal.write = fail_at_first
    taker.finish(lease, Answer(lease.job.id, thought_of("at last")))
    assert (await soon(asked)).best == "at last"


async def test_nothing_is_left_of_jobs_that_have_ended_and_of_those_whose_asker_has_gone(
    database, stack, monkeypatch
):
    monkeypatch.setattr(participant, "SWEEP_SECONDS", 0.0)
    bus = LocalBus()
    taker = await stack.enter_async_context(taking(database, bus))
    async with asking(database, bus) as asker:
        jobs = Jobs(asker)
        asked = [asyncio.ensure_future(jobs.think(job(start))) for start in "abc"]
        lease = await soon(taker.take(ENGINE))
        taker.finish(lease, Answer(lease.job.id, thought_of("x")))
        await soon(asked[0])
        await until_rows(taker, 2)
        running = await soon(taker.take(ENGINE))
    # One was dropped, the other is cancelled.
    assert [row.id for row in await rows_in(taker)] == [running.job.id]
    await soon(taker.cancelled(running))
    taker.finish(running, Failed(running.job.id, "cancelled", "cancelled"))
    await until_rows(taker, 0)
    await until_rows(taker, 1, processes)
    for one in asked[1:]:
        one.cancel()


async def test_no_address_and_no_name_of_a_person_is_stored(database, stack):
    bus = LocalBus()
    asker = await stack.enter_async_context(asking(database, bus))
    taker = await stack.enter_async_context(taking(database, bus))
    asked = asyncio.ensure_future(Jobs(asker).think(job(for_whom="192.0.2.7")))
    await until(lambda: asker.count("engine") == (1, 0))
    await until_rows(asker, 1)
    assert "192.0.2.7" not in str(await rows_in(asker))
    assert (await soon(taker.take(ENGINE))).job.for_whom != "192.0.2.7"
    asked.cancel()


async def test_it_is_known_whether_workers_are_there_and_ready(database, stack):
    bus = LocalBus()
    asker = await stack.enter_async_context(asking(database, bus))
    assert asker.absent() == sorted(KINDS)
    async with taking(database, bus) as taker:
        await taker.wanted(ENGINE)
        await until(lambda: asker.absent() == sorted(set(KINDS) - {"engine"}))
        assert not asker.prepared.is_set()
        taker.prepared.set()
        await until(asker.prepared.is_set)
        for lane in TASK_LANES:
            await taker.wanted(lane)
        await until(lambda: asker.absent() == [])
    await until(lambda: asker.absent() == sorted(KINDS))
    assert not asker.prepared.is_set()


async def test_what_no_worker_is_there_for_fails_after_a_while(database, stack, monkeypatch):
    monkeypatch.setattr(database_asker, "UNSERVED_SECONDS", 0.5)
    asker = await stack.enter_async_context(asking(database, LocalBus()))
    jobs = Jobs(asker)
    for work, code in ((jobs.think(job()), "engine_failed"), (jobs.do("", list_formats, "a"), "busy")):
        with pytest.raises(Refusal) as refused:
            await soon(work)
        assert refused.value.code == code
        assert "no worker is there" in refused.value.detail
    await until_rows(asker, 0)


async def test_a_worker_that_is_to_stop_finishes_what_it_has_takes_no_more_and_gives_the_rest_back(
    database, stack
):
    bus = LocalBus()
    asker = await stack.enter_async_context(asking(database, bus))
    other = await stack.enter_async_context(taking(database, bus))
    jobs = Jobs(asker)
    asked = [asyncio.ensure_future(jobs.think(job(start))) for start in "abc"]
    async with taking(database, bus) as taker:
        done, given_back = [await soon(taker.take(ENGINE)) for _ in range(2)]
        draining = asyncio.ensure_future(taker.drain(0.5))
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(taker.take(ENGINE))
        taker.finish(done, Answer(done.job.id, thought_of("done")))
        await soon(draining)
        assert (await soon(asked[0])).best == "done"
        assert not waiting.done()
        waiting.cancel()
    # Which of the two comes first depends on how long the other was held.
    taken = {one.job.start: one.attempt for one in [await soon(other.take(ENGINE)) for _ in range(2)]}
    assert sorted(taken) == ["b", "c"]
    assert taken[given_back.job.start] == given_back.attempt + 1
    for one in asked[1:]:
        one.cancel()


async def test_progress_that_is_too_long_for_the_bus_is_left_out_and_the_answer_arrives(database, stack):
    bus, heard = LocalBus(), []
    asker = await stack.enter_async_context(asking(database, bus))
    taker = await stack.enter_async_context(taking(database, bus))
    asked = asyncio.ensure_future(Jobs(asker).think(EngineJob(start="a", priority=MOVE), heard.append))
    lease = await soon(taker.take(ENGINE))
    long = Thought(1, 1, 0.0, (Candidate(("c4rw",) * 2_000, 0.5, 0.0, 1),))
    taker.progress(lease, Progress(lease.job.id, long))
    taker.progress(lease, Begun(lease.job.id))
    taker.finish(lease, Answer(lease.job.id, long))
    assert await soon(asked) == long
    assert heard == [Begun(lease.job.id)]


async def test_several_workers_of_several_processes_do_every_job_once(database, stack):
    bus, begun = LocalBus(), []
    askers = [await stack.enter_async_context(asking(database, bus)) for _ in range(2)]
    takers = [await stack.enter_async_context(taking(database, bus)) for _ in range(2)]

    async def work(taker: DatabaseTaker) -> None:
        while True:
            lease = await taker.take(ENGINE)
            begun.append(lease.job.start)
            taker.finish(lease, Answer(lease.job.id, thought_of(lease.job.start)))

    working = [asyncio.ensure_future(work(taker)) for taker in takers for _ in range(3)]
    asked = [
        Jobs(askers[number % 2]).think(job(f"{number}", for_whom=f"{number % 5}")) for number in range(60)
    ]
    answers = await soon(asyncio.gather(*asked))
    assert [answer.best for answer in answers] == [f"{number}" for number in range(60)]
    assert sorted(begun, key=int) == [f"{number}" for number in range(60)]
    for one in working:
        one.cancel()
    await asyncio.gather(*working, return_exceptions=True)
