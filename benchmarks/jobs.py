"""The queue in a database: how many jobs it hands out, how long they wait, and what that costs.

    python benchmarks/jobs.py --database postgresql://user@host/empty [--jobs 2000] [--rate 50] [--seconds 20]

A process asks and others take, as a server and its workers do. The jobs themselves take no time, except those
that are cancelled: these are endless searches of a real engine (`stonefield work engine`). Processor time is
that of all our processes, and of PostgreSQL's if it is on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection

import psutil
from comparison import tell_machine
from sqlalchemy import text

from stonefield.engine.thinker import Candidate, Limits, Thought
from stonefield.games.game import games
from stonefield.server.bus import make_bus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.database_asker import DatabaseAsker
from stonefield.server.jobs.database_taker import DatabaseTaker
from stonefield.server.jobs.job import MOVE, Answer, Begun, EngineJob, Message
from stonefield.server.jobs.participant import queue_journal
from stonefield.server.jobs.queue import ENGINE
from stonefield.server.store import Journal, open_database
from stonefield.server.store.addresses import Addresses

THOUGHT = Thought(1, 1, 0.0, (Candidate(("c4rw",), 0.5, 0.0, 1),))
PEOPLE, WORKERS = 20, 4
AIM_BEHIND, AIM_CANCELLED = 1, 300
"""Jobs of another person, and milliseconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--database", required=True, help="an empty PostgreSQL database")
    parser.add_argument("--jobs", type=int, default=2_000, help="taken as fast as can be")
    parser.add_argument("--processes", type=int, default=2, help=f"that take jobs, {WORKERS} workers each")
    parser.add_argument("--rate", type=float, default=50.0, help="jobs per second for the waiting times")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long jobs come at that rate")
    parser.add_argument(
        "--cancelled", type=int, default=100, help="searches of a real engine that are cancelled"
    )
    parser.add_argument("--behind", type=int, default=100, help="jobs of one person before another's first")
    parser.add_argument("--rounds", type=int, default=10, help="how often that is tried")
    asyncio.run(_measure(parser.parse_args()))


async def _measure(wishes: argparse.Namespace) -> None:
    tell_machine()
    async with _asking(wishes.database) as asker:
        jobs = Jobs(asker)
        with _taking(wishes.database, wishes.processes) as takers:
            await _at_once(jobs, takers, wishes)
            await _at_a_rate(jobs, wishes)
        with _taking(wishes.database, 1) as takers:
            await _behind_another(jobs, takers, wishes)
        await _cancelled(jobs, wishes)


async def _at_once(jobs: Jobs, takers: list[Connection], wishes: argparse.Namespace) -> None:
    await _take(takers, workers=0)
    asked = [asyncio.ensure_future(jobs.think(_job(number))) for number in range(wishes.jobs)]
    await _all_written(jobs, wishes.jobs)
    ours, theirs = await _processor(takers), _processor_of_postgres(await _sessions(jobs))
    began = time.perf_counter()
    await _take(takers, workers=WORKERS)
    await asyncio.gather(*asked)
    taken = time.perf_counter() - began
    how = f"{wishes.jobs} jobs, {wishes.processes} processes"
    print(f"{how}: {wishes.jobs / taken:.0f} taken and answered per second")
    spent = await _processor(takers) - ours
    print(
        f"processor time per 1,000 jobs, without putting them in: {1000 * spent / wishes.jobs:.2f} s ours, ",
        end="",
    )
    spent = _processor_of_postgres(await _sessions(jobs)) - theirs
    print(f"{1000 * spent / wishes.jobs:.2f} s of PostgreSQL", flush=True)


async def _at_a_rate(jobs: Jobs, wishes: argparse.Namespace) -> None:
    begun: list[float] = []
    ended: list[float] = []

    async def ask(number: int) -> None:
        put = time.perf_counter()

        def hear(message: Message) -> None:
            if isinstance(message, Begun):
                begun.append(time.perf_counter() - put)

        await jobs.think(_job(number), hear)
        ended.append(time.perf_counter() - put)

    async with asyncio.TaskGroup() as group:
        for number in range(round(wishes.rate * wishes.seconds)):
            group.create_task(ask(number))
            await asyncio.sleep(1 / wishes.rate)
    print(
        f"at {wishes.rate:g} jobs per second: put in → begun {_shown(begun)}, → answered {_shown(ended)}",
        flush=True,
    )


async def _behind_another(jobs: Jobs, takers: list[Connection], wishes: argparse.Namespace) -> None:
    """One worker, many jobs of one person, and then the first one of another."""
    order: list[str] = []

    def ask(person: str, number: int) -> asyncio.Future[Thought]:
        def hear(message: Message) -> None:
            if isinstance(message, Begun):
                order.append(person)

        job = EngineJob(start="a", priority=MOVE, for_whom=person, key=f"game {number}")
        return asyncio.ensure_future(jobs.think(job, hear))

    worst = 0
    for number in range(wishes.rounds):
        order.clear()
        asked = [ask(f"busy {number}", game) for game in range(wishes.behind)]
        await _all_written(jobs, wishes.behind)
        asked.append(ask(f"other {number}", 0))
        await _all_written(jobs, wishes.behind + 1)
        await _take(takers, workers=1)
        await asyncio.gather(*asked)
        await _take(takers, workers=0)
        worst = max(worst, order.index(f"other {number}"))
    print(
        f"behind {wishes.behind} jobs of another person a first job waits for {worst} of them (worst of "
        f"{wishes.rounds}; aim: ≤ {AIM_BEHIND})",
        flush=True,
    )


async def _all_written(jobs: Jobs, count: int) -> None:
    """Return when this many jobs wait in the database."""
    while jobs.queue.count("engine")[0] < count:
        await asyncio.sleep(0.01)
    # All of them are written once this one is.
    await jobs.queue._do(lambda connection, now: None)


async def _cancelled(jobs: Jobs, wishes: argparse.Namespace) -> None:
    command = [
        sys.executable,
        "-m",
        "stonefield",
        "work",
        "engine",
        "--database",
        wishes.database,
        "--engines",
        "1",
    ]
    worker = subprocess.Popen(command)
    try:
        await jobs.queue.prepared.wait()
        waits = [await _cancel_one(jobs) for _ in range(wishes.cancelled)]
    finally:
        worker.terminate()
        worker.wait()
    print(
        f"cancelled → the engine is idle and the asker knows: {_shown(waits)}   (aim: ≤ {AIM_CANCELLED} ms)",
        flush=True,
    )


async def _cancel_one(jobs: Jobs) -> float:
    """Seconds from cancelling an endless search until its worker has said that it has ended."""
    job = EngineJob(start=games()[0].start().ordered_text, limits=Limits(infinite=True), priority=MOVE)
    heard: asyncio.Queue[Message] = asyncio.Queue()
    await jobs.queue.put(job, heard.put_nowait)
    while not isinstance(await heard.get(), Begun):
        pass
    await asyncio.sleep(0.1)
    began = time.perf_counter()
    jobs.queue.cancel(job.id)
    await heard.get()
    return time.perf_counter() - began


def _job(number: int) -> EngineJob:
    return EngineJob(start="a", priority=MOVE, for_whom=f"person {number % PEOPLE}", key=f"game {number}")


def _shown(seconds: list[float]) -> str:
    ordered = sorted(1000 * one for one in seconds)
    return f"{ordered[len(ordered) // 2]:.0f} ms (median), {ordered[int(0.99 * len(ordered))]:.0f} ms (p99)"


@contextlib.asynccontextmanager
async def _asking(database: str) -> AsyncIterator[DatabaseAsker]:
    async with contextlib.AsyncExitStack() as stack:
        engine = await open_database(database)
        stack.push_async_callback(engine.dispose)
        journal = Journal(engine)
        journal.start()
        stack.push_async_callback(journal.close)
        bus = make_bus(None, database)
        await stack.enter_async_context(bus.running())
        own = await stack.enter_async_context(queue_journal(engine))
        asker = DatabaseAsker(own, bus, Addresses(journal))
        stack.push_async_callback(asker.close)
        await asker.start()
        yield asker


@contextlib.contextmanager
def _taking(database: str, processes: int):
    """Processes that take jobs while they are told to, and say how much processor time they have used."""
    spawn, takers, running = multiprocessing.get_context("spawn"), [], []
    for _ in range(processes):
        here, there = spawn.Pipe()
        running.append(spawn.Process(target=_run_taker, args=(database, there)))
        running[-1].start()
        takers.append(here)
    yield takers
    for here in takers:
        here.send("stop")
    for one in running:
        one.join()


async def _take(takers: list[Connection], *, workers: int) -> None:
    """Let this many workers of each process take jobs."""
    for taker in takers:
        taker.send(workers)
        await asyncio.to_thread(taker.recv)


async def _processor(takers: list[Connection]) -> float:
    spent = time.process_time()
    for taker in takers:
        taker.send("spent")
        spent += await asyncio.to_thread(taker.recv)
    return spent


async def _sessions(jobs: Jobs) -> list[int]:
    pids = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    return await jobs.queue._do(lambda connection, now: list(connection.execute(pids).scalars()))


def _processor_of_postgres(sessions: list[int]) -> float:
    spent = 0.0
    for pid in sessions:
        with contextlib.suppress(psutil.NoSuchProcess):
            used = psutil.Process(pid).cpu_times()
            spent += used.user + used.system
    return spent


def _run_taker(database: str, told: Connection) -> None:
    asyncio.run(_take_while_told(database, told))


async def _take_while_told(database: str, told: Connection) -> None:
    async with contextlib.AsyncExitStack() as stack:
        engine = await open_database(database)
        stack.push_async_callback(engine.dispose)
        bus = make_bus(None, database)
        await stack.enter_async_context(bus.running())
        taker = DatabaseTaker(await stack.enter_async_context(queue_journal(engine)), bus)
        stack.push_async_callback(taker.close)
        await taker.start()
        working: list[asyncio.Task[None]] = []
        while (word := await asyncio.to_thread(told.recv)) != "stop":
            if isinstance(word, int):
                await _end(working)
                working = [asyncio.create_task(_work(taker)) for _ in range(word)]
            told.send(time.process_time())
        await _end(working)


async def _end(working: list[asyncio.Task[None]]) -> None:
    for one in working:
        one.cancel()
    await asyncio.gather(*working, return_exceptions=True)


async def _work(taker: DatabaseTaker) -> None:
    while True:
        lease = await taker.take(ENGINE)
        taker.progress(lease, Begun(lease.job.id))
        taker.finish(lease, Answer(lease.job.id, THOUGHT))


if __name__ == "__main__":
    main()
