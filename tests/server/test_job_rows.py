"""The queue in a database, row by row: leases, fences, limits and the fair order, by the test's own clock."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from sqlalchemy import func, select

from stonefield.server.jobs.fair_queue import BACKGROUND
from stonefield.server.jobs.job import HINT, MOVE, OPINION, REVIEW
from stonefield.server.jobs.queue import ENGINE, SHORT_ENGINE, TASK_LANES, Lane
from stonefield.server.store import job_takes, jobs
from stonefield.server.store.database import open_database
from stonefield.server.store.job_tables import jobs as job_table
from stonefield.server.store.job_tables import processes, shares
from stonefield.server.store.jobs import FORGET_MS, LEASE_MS, NewJob, queue_engine
from stonefield.server.store.journal import Journal

from .queues import Clock

SECOND = 1_000


class Rows:
    """The queue of one process, whose clock stands still unless it is moved."""

    def __init__(self, journal: Journal, clock: Clock):
        self._journal, self._clock, self._count = journal, clock, 0

    async def do(self, work, *args):
        return await self._journal.write(lambda connection: work(connection, self._clock.now, *args))

    def later(self, ms: int) -> None:
        self._clock.ms += ms

    async def put(self, person: str, key: str = "", *, most=None, **fields) -> tuple[int, int]:
        """Let a job wait; its id is its place in the order in which jobs were put in."""
        self._count += 1
        usual = {"kind": "engine", "is_short": False, "is_limited": most is not None, "priority": MOVE}
        usual |= {"attempts": 3, "content": f"{person} {key}", "asker": "server", "id": str(self._count)}
        return await self.do(jobs.put, NewJob(**{**usual, "person": person, "key": key, **fields}), most)

    async def take(self, worker: str = "one", lane: Lane = ENGINE):
        return await self.do(job_takes.take, worker, lane.whole, lane.short, BACKGROUND)

    async def finish(self, taken, worker: str = "one") -> bool:
        return await self.do(job_takes.finish, worker, taken.id, taken.attempt, f"answer by {worker}")

    async def work(self, seconds: float = 1.0) -> str:
        """Take a job, be busy with it, finish it: what it was."""
        taken = await self.take()
        self.later(round(seconds * SECOND))
        await self.do(jobs.beat, "server", (), False)
        assert await self.finish(taken)
        return taken.content.strip()


@pytest.fixture
async def rows_of(database):
    """Makes processes over one database and one clock."""
    clock = Clock()
    async with contextlib.AsyncExitStack() as stack:

        async def make() -> Rows:
            opened = await open_database(database)
            engine = queue_engine(opened)
            journal = Journal(engine, at_once=1)
            journal.start()
            for end in (opened.dispose, engine.dispose, journal.close):
                stack.push_async_callback(end)
            rows = Rows(journal, clock)
            await rows.do(jobs.beat, "server", (), False)
            return rows

        yield make


@pytest.fixture
async def rows(rows_of):
    return await rows_of()


# Leases and fences


async def test_a_job_is_taken_once_and_answered_once(rows):
    await rows.put("ann")
    taken = await rows.take()
    assert taken.attempt == 1
    assert await rows.take("two") is None
    assert await rows.do(jobs.asked_by, "server") == {"1": (1, False, False)}
    assert await rows.finish(taken)
    assert not await rows.finish(taken)
    assert await rows.do(jobs.asked_by, "server") == {"1": (1, True, False)}
    assert await rows.do(jobs.collect, ["1"]) == {"1": "answer by one"}
    assert await rows.do(jobs.collect, ["1"]) == {}
    assert await rows.do(jobs.asked_by, "server") == {}


async def test_a_job_whose_lease_has_ended_is_taken_over_and_its_first_worker_refused(rows):
    await rows.put("ann")
    first = await rows.take("one")
    rows.later(LEASE_MS)
    await rows.do(jobs.beat, "server", (), False)
    assert await rows.take("two") is None
    rows.later(1)
    second = await rows.take("two")
    assert (second.id, second.attempt) == (first.id, 2)
    assert await rows.do(job_takes.renew, "one") == {}
    assert not await rows.finish(first, "one")
    assert not await rows.do(job_takes.give_up, "one", first.id, first.attempt)
    assert await rows.finish(second, "two")
    assert await rows.do(jobs.collect, ["1"]) == {"1": "answer by two"}


async def test_a_lease_that_is_renewed_does_not_end(rows):
    await rows.put("ann")
    taken = await rows.take("one")
    for _ in range(10):
        rows.later(3 * SECOND)
        await rows.do(jobs.beat, "server", (), False)
        assert await rows.do(job_takes.renew, "one") == {"1": (1, False)}
        assert await rows.take("two") is None
    assert await rows.finish(taken, "one")


async def test_a_process_that_takes_over_from_itself_is_fenced_too(rows):
    await rows.put("ann")
    first = await rows.take("one")
    rows.later(LEASE_MS + 1)
    await rows.do(jobs.beat, "server", (), False)
    second = await rows.take("one")
    assert not await rows.finish(first, "one")
    assert await rows.finish(second, "one")


async def test_a_job_whose_workers_always_die_is_lost_in_the_end(rows):
    await rows.put("ann", attempts=1)
    for attempt in (1, 2):
        assert (await rows.take(f"worker {attempt}")).attempt == attempt
        assert not (await rows.do(jobs.asked_by, "server"))["1"].is_lost
        rows.later(LEASE_MS + 1)
        await rows.do(jobs.beat, "server", (), False)
    assert await rows.take() is None
    assert (await rows.do(jobs.asked_by, "server"))["1"].is_lost


async def test_what_a_worker_gives_back_when_it_goes_counts_as_no_failure(rows):
    await rows.put("ann", attempts=1)
    for number in range(5):
        taken = await rows.take(f"worker {number}")
        assert taken.attempt == number + 1
        await rows.do(jobs.leave, f"worker {number}")
    assert not (await rows.do(jobs.asked_by, "server"))["1"].is_lost
    assert not await rows.finish(taken, "worker 4")


async def test_a_job_that_waits_is_cancelled_by_dropping_it_and_one_that_is_taken_by_telling(rows):
    for _ in range(2):
        await rows.put("ann")
    taken = await rows.take("one")
    assert await rows.do(jobs.cancel, "2") is None
    assert await rows.do(jobs.cancel, "1") == "one"
    assert await rows.do(job_takes.renew, "one") == {"1": (1, True)}
    assert list(await rows.do(jobs.asked_by, "server")) == ["1"]
    assert await rows.finish(taken)
    assert await rows.do(jobs.collect, ["1"]) == {"1": "answer by one"}


async def test_a_cancelled_job_is_not_taken_over(rows):
    await rows.put("ann")
    await rows.take("one")
    await rows.do(jobs.cancel, "1")
    rows.later(LEASE_MS + 1)
    await rows.do(jobs.beat, "server", (), False)
    assert await rows.take("two") is None
    assert (await rows.do(jobs.asked_by, "server"))["1"].is_lost


async def test_jobs_of_an_asker_that_died_are_not_begun_and_forgotten(rows):
    for _ in range(3):
        await rows.put("ann")
    ended = await rows.take("one")
    await rows.finish(ended)
    running = await rows.take("one")
    for _ in range(11):
        rows.later(3 * SECOND)
        await rows.do(job_takes.renew, "one")
    assert await rows.take("two") is None
    await rows.do(jobs.sweep)
    assert await rows.do(job_takes.renew, "one") == {running.id: (1, True)}
    assert await rows.finish(running)
    await rows.do(jobs.sweep)
    for table in (job_table, processes):
        assert await rows.do(lambda connection, now, table=table: _count(connection, table)) == 0


def _count(connection, table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


async def test_workers_are_known_while_they_beat(rows):
    await rows.do(jobs.beat, "one", ("engine",), False)
    await rows.do(jobs.beat, "two", ("film", "short"), True)
    assert {"engine"} in [alive.kinds for alive in await rows.do(jobs.workers_alive)]
    rows.later(6 * SECOND)
    await rows.do(jobs.beat, "one", ("engine",), True)
    rows.later(6 * SECOND)
    assert await rows.do(jobs.workers_alive) == [({"engine"}, True)]
    await rows.do(jobs.leave, "one")
    assert await rows.do(jobs.workers_alive) == []


# Limits


async def test_only_so_many_wait_for_one_person_about_one_thing_and_of_all(rows):
    assert await rows.put("ann", "a", most=(2, 4)) == (0, 0)
    assert await rows.put("ann", "a", most=(2, 4)) == (1, 1)
    assert await rows.put("ann", "a", most=(2, 4)) == (2, 2)
    assert await rows.put("ann", "b", most=(2, 4)) == (0, 2)
    assert await rows.put("ben", "a", most=(2, 4)) == (0, 3)
    assert await rows.put("cid", "a", most=(2, 4)) == (0, 4)
    await rows.put("cid", "a")
    assert len(await rows.do(jobs.asked_by, "server")) == 5


async def test_limits_hold_over_all_processes(rows_of):
    several = [await rows_of() for _ in range(4)]
    await asyncio.gather(
        *(
            rows.put("ann", most=(10, 400), id=f"{number} {process}")
            for number in range(10)
            for process, rows in enumerate(several)
        )
    )
    assert len(await several[0].do(jobs.asked_by, "server")) == 10


# The fair order: what `FairQueue` promises


async def test_people_have_equal_shares_however_many_games_they_have(rows):
    for number in range(30):
        await rows.put("many", str(number))
    order = []
    for turn in range(6):
        if turn == 1:
            await rows.put("one", "a")
            await rows.put("one", "b")
        order.append((await rows.work(5)).split()[0])
    assert order == ["many", "one", "many", "one", "many", "many"]


async def test_one_person_with_a_hundred_jobs_delays_another_by_at_most_one(rows_of):
    rows, other = await rows_of(), await rows_of()
    for number in range(100):
        await rows.put("many", str(number))
    for worker in ("one", "two", "three"):
        assert (await rows.take(worker)).content.startswith("many")
    await other.put("one", id="first of one")
    assert (await other.take("four")).id == "first of one"


async def test_workers_that_take_at_the_same_moment_take_from_several_people(rows_of):
    several = [await rows_of() for _ in range(4)]
    for number in range(20):
        await several[0].put("many", str(number))
    await several[0].put("one", id="first of one")
    taken = await asyncio.gather(*(rows.take(f"worker {number}") for number, rows in enumerate(several)))
    assert len({one.id for one in taken}) == 4
    assert "first of one" in {one.id for one in taken}


async def test_short_work_gets_a_larger_number_of_turns(rows):
    for number in range(9):
        await rows.put("long", str(number))
        await rows.put("short", str(number))
    order = ""
    for _ in range(10):
        taken = await rows.take()
        rows.later((5 if taken.content.startswith("long") else 1) * SECOND)
        await rows.do(jobs.beat, "server", (), False)
        await rows.finish(taken)
        order += taken.content[0]
    assert order.count("s") >= 7


async def test_the_games_of_a_person_take_turns(rows):
    for game in "aaab":
        await rows.put("ann", game)
    assert [await rows.work() for _ in range(2)] == ["ann a", "ann b"]
    for game in "bca":
        await rows.put("ann", game)
    assert [await rows.work() for _ in range(5)] == ["ann a", "ann b", "ann c", "ann a", "ann a"]


async def test_moves_come_before_hints_and_reviews_when_nobody_else_waits(rows):
    await rows.put("player", "used up")
    await rows.work(5)
    for priority in (REVIEW, OPINION, HINT, MOVE):
        await rows.put("player", f"{priority}", priority=priority)
        await rows.put("reviewer", f"{priority}", priority=REVIEW)
    order = [await rows.work() for _ in range(8)]
    assert order[:3] == [f"player {MOVE}", f"player {HINT}", f"player {OPINION}"]
    assert order[3].startswith("reviewer")


async def test_no_one_saves_up_time_by_being_away_and_no_one_pays_for_idle_time(rows):
    for _ in range(5):
        await rows.put("ann")
        await rows.work(10)
    for person in ("ann", "ben", "ann", "ben"):
        await rows.put(person)
    # Ann has had fifty seconds while no one else waited, and still is only one job ahead of Ben.
    assert [await rows.work(10) for _ in range(4)] == ["ben", "ann", "ben", "ann"]


async def test_time_in_one_class_counts_in_another_for_which_others_wait(rows):
    await rows.put("eve", kind="film")
    await rows.put("ann")
    film = await rows.take(lane=Lane(("film",)))
    rows.later(5 * SECOND)
    await rows.finish(film)
    await rows.put("eve")
    await rows.put("ben")
    assert [await rows.work() for _ in range(3)] == ["ann", "ben", "eve"]


async def test_a_lane_takes_its_classes_and_what_is_soon_done_of_others(rows):
    await rows.put("ann", "long search")
    assert await rows.take(lane=SHORT_ENGINE) is None
    await rows.put("ann", "short search", is_short=True)
    assert (await rows.take(lane=SHORT_ENGINE)).content == "ann short search"
    await rows.put("ann", kind="film")
    assert await rows.take(lane=TASK_LANES[2]) is None
    assert (await rows.take(lane=TASK_LANES[1])).id == "3"


async def test_shares_that_no_longer_matter_are_forgotten(rows):
    for person in ("ann", "ben", "ann", "ann"):
        await rows.put(person)
        await rows.work()
    await rows.do(jobs.sweep)
    # Only Ann has had more than those have who come now.
    assert await rows.do(lambda connection, _: _count(connection, shares)) == 1
    rows.later(FORGET_MS)
    await rows.do(jobs.sweep)
    assert await rows.do(lambda connection, _: _count(connection, shares)) == 0


async def test_no_two_workers_have_the_same_job(rows_of):
    several = [await rows_of() for _ in range(4)]
    for turn in range(4):
        for number in range(100):
            await several[0].put(f"person {number % 7}", id=f"{turn} {number}")
        taken = await asyncio.gather(*(_take_all(rows, f"{n}") for n, rows in enumerate(several)))
        ids = [id for some in taken for id in some]
        assert len(ids) == len(set(ids)) == 100


async def _take_all(rows: Rows, worker: str) -> list[str]:
    found = []
    while taken := await rows.take(worker):
        found.append(taken.id)
    return found


@pytest.mark.full
async def test_no_two_workers_have_the_same_job_over_thousands_of_takes(rows_of):
    several = [await rows_of() for _ in range(4)]
    for turn in range(20):
        for number in range(250):
            await several[number % 4].put(f"person {number % 7}", id=f"{turn} {number}")
        taken = await asyncio.gather(*(_take_all(rows, f"{n}") for n, rows in enumerate(several)))
        ids = [id for some in taken for id in some]
        assert len(ids) == len(set(ids)) == 250
