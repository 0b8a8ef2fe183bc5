"""What is done again and again goes on whatever fails."""

from __future__ import annotations

import asyncio
import contextlib

from stonefield.server.periodic import Periodic, leased, run_all
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Journal

from .page import PATIENCE


async def test_what_fails_is_tried_again_and_keeps_nothing_else_from_running(caplog):
    done = {"refused": 0, "broken": 0, "sound": 0}
    enough = asyncio.Event()

    def work(name: str, error: Exception | None):
        async def one() -> None:
            done[name] += 1
            if min(done.values()) >= 3:
                enough.set()
            if error is not None:
                raise error

        return Periodic(name, 0.0, one)

    errors = {"refused": Refusal("storage_failed", "gone"), "broken": ZeroDivisionError(), "sound": None}
    running = asyncio.create_task(run_all([work(name, error) for name, error in errors.items()]))
    async with asyncio.timeout(PATIENCE):
        await enough.wait()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert "refused: tried again until it works: gone" in caplog.text
    assert "broken: a mistake of ours" in caplog.text


async def test_what_is_wanted_soon_does_not_wait_for_its_time():
    done = asyncio.Semaphore(0)

    async def work() -> None:
        done.release()

    periodic = Periodic("seldom", 10 * PATIENCE, work)
    running = asyncio.create_task(run_all([periodic]))
    async with asyncio.timeout(PATIENCE):
        for _ in range(3):
            await done.acquire()
            periodic.soon()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def test_the_time_between_can_change():
    done, pauses = asyncio.Semaphore(0), iter([0.0, 0.0, 10 * PATIENCE])

    async def work() -> None:
        done.release()

    running = asyncio.create_task(Periodic("now and then", lambda: next(pauses), work).run())
    async with asyncio.timeout(PATIENCE):
        for _ in range(3):
            await done.acquire()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert next(pauses, None) is None


async def test_one_of_several_servers_does_what_is_leased(opened):
    journals = [Journal(opened), Journal(opened)]
    done = []
    for number, journal in enumerate(journals):
        journal.start()

        async def work(number=number) -> None:
            done.append(number)

        first, second = leased(journal, "old games", 3_600.0, work), leased(journal, "young", 0.0, work)
        await first.work()
        await first.work()
        await second.work()
    assert done == [0, 0, 0, 1], "the second server leaves the old games to the first, whose hour it is"
    for journal in journals:
        await journal.close()


async def test_what_the_database_does_not_answer_is_soon_tried_again(caplog):
    done, errors = asyncio.Event(), iter([Refusal("storage_failed", "gone")] * 2)

    async def work() -> None:
        for error in errors:
            raise error
        done.set()

    running = asyncio.create_task(run_all([Periodic("seldom", 10 * PATIENCE, work)]))
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert caplog.text.count("until it works") == 1
