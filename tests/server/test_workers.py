"""Heavy work: in processes of its own, stopped when it is late, fair, and remembered."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from stonefield.server.protocol.problems import Refusal
from stonefield.server.workers import Workers, pool


@pytest.fixture
async def workers():
    one = Workers()
    yield one
    await one.close()


def record(comment: str = "") -> str:
    return f'[Game "carnac"]\n[Result "*"]\n\n{{{comment}}} c4rw E *\n'


def processes() -> set[int]:
    """The workers of this process."""
    mine = set()
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as command:
                    parent = int(stat.read().rpartition(")")[2].split()[1])
                    if parent == os.getpid() and "stonefield.server.workers" in command.read():
                        mine.add(int(entry))
            except OSError:
                continue
    return mine


async def refusal_of(work) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


async def test_a_record_is_read_in_another_process(workers):
    read = await workers.do("read_record", record("hm"), person="ann")
    assert read["prelude"] == ["c4rw", "E"]
    assert "{hm}" in read["source"]
    assert not read["over"]
    assert len(processes()) == 1


async def test_what_a_worker_refuses_is_refused_here(workers):
    assert await refusal_of(workers.do("read_record", "nonsense", person="ann")) == "invalid_record"
    assert (await workers.do("read_record", record(), person="ann"))["rules"] == "carnac"


async def test_no_worker_is_started_before_there_is_work(workers):
    assert processes() == set()


async def test_a_task_that_takes_too_long_is_really_stopped_and_the_next_is_done(workers, monkeypatch):
    await workers.do("read_record", record(), person="ann")
    (late,) = processes()
    # A process that is stopped never answers, as one on a machine that has no time for it.
    os.kill(late, signal.SIGSTOP)
    monkeypatch.setattr(workers, "_patience", 0.2)
    assert await refusal_of(workers.do("read_record", record("1"), person="ann")) == "busy"
    assert late not in processes()
    monkeypatch.setattr(workers, "_patience", 60)
    assert (await workers.do("read_record", record("1"), person="ann"))["rules"] == "carnac"


async def test_a_task_that_takes_too_much_processor_time_is_stopped():
    workers = Workers(seconds=0.2)
    assert await refusal_of(workers.do("read_record", record() * 40_000, person="ann")) == "too_large"
    assert (await workers.do("read_record", record(), person="ann"))["rules"] == "carnac"
    await workers.close()


async def test_a_worker_that_dies_is_replaced(workers):
    await workers.do("read_record", record(), person="ann")
    (dead,) = processes()
    os.kill(dead, signal.SIGKILL)
    assert await refusal_of(workers.do("read_record", record("1"), person="ann")) == "busy"
    assert (await workers.do("read_record", record("1"), person="ann"))["rules"] == "carnac"


async def test_memory_is_limited():
    workers = Workers(memory=256 * 2**20)
    assert await refusal_of(workers.do("read_record", "x" * 80_000_000, person="ann")) == "too_large"
    assert (await workers.do("read_record", record(), person="ann"))["rules"] == "carnac"
    await workers.close()


async def test_a_long_task_does_not_keep_short_ones_waiting():
    workers = Workers(patience=60)
    await workers.do("read_record", record(), person="ann")
    (reader,) = processes()
    os.kill(reader, signal.SIGSTOP)
    reading = asyncio.ensure_future(workers.do("read_record", record("1"), person="ann"))
    await asyncio.sleep(0)
    while workers._queue.jobs:
        await asyncio.sleep(0.01)
    assert await workers.do("list_formats", record("2"), person="ben")
    os.kill(reader, signal.SIGCONT)
    assert (await reading)["rules"] == "carnac"
    await workers.close()


async def test_what_was_asked_before_is_known(workers):
    first = await workers.do("list_formats", record(), person="ann")
    for process in processes():
        os.kill(process, signal.SIGKILL)
    assert await workers.do("list_formats", record(), person="ben") == first


async def test_one_person_cannot_fill_the_queue(workers, monkeypatch):
    monkeypatch.setattr(workers, "_most_of_one", 3)
    monkeypatch.setattr(pool, "MOST_WAITING", 5)
    waiting = [
        asyncio.ensure_future(workers.do("read_record", record(f"{person} {number}"), person=person))
        for person, count in (("ann", 3), ("ben", 2))
        for number in range(count)
    ]
    await asyncio.sleep(0)
    assert await refusal_of(workers.do("read_record", record("more"), person="ann")) == "too_many"
    assert await refusal_of(workers.do("read_record", record("more"), person="cid")) == "busy"
    assert all(read["rules"] == "carnac" for read in await asyncio.gather(*waiting))


def test_the_cache_holds_so_many_bytes_and_forgets_the_oldest():
    cache = pool._Cache(10)
    for question in (b"a", b"b", b"a", b"c"):
        if cache.get(question) is None:
            cache.put(question, b"12345")
    assert cache.get(b"a") == b"12345"
    assert cache.get(b"b") is None


async def test_workers_end_with_the_pool():
    workers = Workers()
    await workers.do("list_formats", record(), person="ann")
    await workers.close()
    assert processes() == set()


async def test_a_task_whose_asker_has_gone_is_not_begun_and_one_that_has_begun_is_known(workers):
    await workers.do("read_record", record(), person="ann")
    (reader,) = processes()
    os.kill(reader, signal.SIGSTOP)
    asked = [
        asyncio.ensure_future(workers.do("read_record", record(f"{number}"), person="ann"))
        for number in range(9)
    ]
    async with asyncio.timeout(60):
        while len(workers._queue.jobs) != 8:
            await asyncio.sleep(0.01)
    for one in asked:
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert not workers._queue.jobs
    assert not workers._queue._waiting.get("ann")
    os.kill(reader, signal.SIGCONT)
    await workers.do("read_record", record("after"), person="ann")
    os.kill(reader, signal.SIGKILL)
    assert (await workers.do("read_record", record("0"), person="ann"))["rules"] == "carnac"
    assert await refusal_of(workers.do("read_record", record("1"), person="ann")) == "busy"
