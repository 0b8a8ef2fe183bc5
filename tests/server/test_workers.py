"""Heavy work: in processes of its own, stopped when it is late, fair, and remembered."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from stonefield.server.jobs.tasks.records import list_formats, read_record
from stonefield.server.protocol.problems import Refusal

from .working import set_limits, working


@pytest.fixture
async def jobs():
    async with working() as jobs:
        yield jobs


def record(comment: str = "") -> str:
    return f'[Game "carnac"]\n[Result "*"]\n\n{{{comment}}} c4rw E *\n'


def processes() -> set[int]:
    """The processes for tasks that this one has started."""
    mine = set()
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as command:
                    parent = int(stat.read().rpartition(")")[2].split()[1])
                    if parent == os.getpid() and "stonefield.server.jobs" in command.read():
                        mine.add(int(entry))
            except OSError:
                continue
    return mine


async def refusal_of(work) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


async def test_a_record_is_read_in_another_process(jobs):
    read = await jobs.do("ann", read_record, record("hm"))
    assert read["prelude"] == ["c4rw", "E"]
    assert "{hm}" in read["source"]
    assert not read["over"]
    assert len(processes()) == 1


async def test_what_a_worker_refuses_is_refused_here(jobs):
    assert await refusal_of(jobs.do("ann", read_record, "nonsense")) == "invalid_record"
    assert (await jobs.do("ann", read_record, record()))["rules"] == "carnac"


async def test_no_worker_is_started_before_there_is_work(jobs):
    assert processes() == set()


async def test_a_task_that_takes_too_long_is_really_stopped_and_the_next_is_done(jobs):
    await jobs.do("ann", read_record, record())
    (late,) = processes()
    # A process that is stopped never answers, as one on a machine that has no time for it.
    os.kill(late, signal.SIGSTOP)
    set_limits(jobs, patience=0.2)
    assert await refusal_of(jobs.do("ann", read_record, record("1"))) == "busy"
    assert late not in processes()
    set_limits(jobs, patience=60)
    assert (await jobs.do("ann", read_record, record("1")))["rules"] == "carnac"


async def test_a_task_that_takes_too_much_processor_time_is_stopped():
    async with working(seconds=0.2) as jobs:
        assert await refusal_of(jobs.do("ann", read_record, record() * 40_000)) == "too_large"
        assert (await jobs.do("ann", read_record, record()))["rules"] == "carnac"


async def test_a_worker_that_dies_is_replaced(jobs):
    await jobs.do("ann", read_record, record())
    (dead,) = processes()
    os.kill(dead, signal.SIGKILL)
    assert await refusal_of(jobs.do("ann", read_record, record("1"))) == "busy"
    assert (await jobs.do("ann", read_record, record("1")))["rules"] == "carnac"


@pytest.mark.full
async def test_memory_is_limited():
    async with working(memory=256 * 2**20) as jobs:
        assert await refusal_of(jobs.do("ann", read_record, "x" * 80_000_000)) == "too_large"
        assert (await jobs.do("ann", read_record, record()))["rules"] == "carnac"


async def test_a_long_task_does_not_keep_short_ones_waiting():
    async with working(patience=60) as jobs:
        await jobs.do("ann", read_record, record())
        (reader,) = processes()
        os.kill(reader, signal.SIGSTOP)
        reading = asyncio.ensure_future(jobs.do("ann", read_record, record("1")))
        await asyncio.sleep(0)
        while jobs.queue._fair.waiting:
            await asyncio.sleep(0.01)
        assert await jobs.do("ben", list_formats, record("2"))
        os.kill(reader, signal.SIGCONT)
        assert (await reading)["rules"] == "carnac"


async def test_what_was_asked_before_is_known(jobs):
    first = await jobs.do("ann", list_formats, record())
    for process in processes():
        os.kill(process, signal.SIGKILL)
    assert await jobs.do("ben", list_formats, record()) == first


async def test_one_person_cannot_fill_the_queue(jobs):
    set_limits(jobs, most_of_one=3, most_waiting=5)
    waiting = [
        asyncio.ensure_future(jobs.do(person, read_record, record(f"{person} {number}")))
        for person, count in (("ann", 3), ("ben", 2))
        for number in range(count)
    ]
    await asyncio.sleep(0)
    assert await refusal_of(jobs.do("ann", read_record, record("more"))) == "too_many"
    assert await refusal_of(jobs.do("cid", read_record, record("more"))) == "busy"
    assert all(read["rules"] == "carnac" for read in await asyncio.gather(*waiting))


async def test_processes_end_with_their_workers():
    async with working() as jobs:
        await jobs.do("ann", list_formats, record())
    assert processes() == set()


async def test_a_task_whose_asker_has_gone_is_not_begun_and_one_that_has_begun_is_known(jobs):
    await jobs.do("ann", read_record, record())
    (reader,) = processes()
    os.kill(reader, signal.SIGSTOP)
    asked = [asyncio.ensure_future(jobs.do("ann", read_record, record(f"{number}"))) for number in range(9)]
    async with asyncio.timeout(60):
        while len(jobs.queue._fair.waiting) != 8:
            await asyncio.sleep(0.01)
    for one in asked:
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert not jobs.queue._fair.waiting
    assert not jobs.queue._fair._waiting
    os.kill(reader, signal.SIGCONT)
    await jobs.do("ann", read_record, record("after"))
    os.kill(reader, signal.SIGKILL)
    assert (await jobs.do("ann", read_record, record("0")))["rules"] == "carnac"
    assert await refusal_of(jobs.do("ann", read_record, record("1"))) == "busy"
