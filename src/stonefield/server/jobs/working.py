"""A process that works for servers on other machines: takes jobs from their database until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from typing import Literal, TypeAlias

from stonefield.engine.precompile import compile_in_background
from stonefield.games.game import StonefieldError
from stonefield.server.background import background
from stonefield.server.bus import make_bus
from stonefield.server.jobs.database_taker import DatabaseTaker
from stonefield.server.jobs.participant import queue_journal
from stonefield.server.jobs.workers import Workers
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.database import DatabaseError, open_existing, read_url, shown

Role: TypeAlias = Literal["engine", "tasks"]
RETRY_SECONDS, DRAIN_SECONDS = 2.0, 5.0
"""Between two tries to reach the database; and how long jobs may still take once the process is to stop."""
logger = logging.getLogger(__name__)


class NoQueue(DatabaseError):
    """There can be no queue for several processes in this database."""


def check_database(address: str) -> str:
    """The address as it is shown; DatabaseError if workers elsewhere cannot be reached through it."""
    url = read_url(address)
    if url.drivername.startswith("sqlite"):
        raise NoQueue(
            f"`{shown(url)}`: SQLite is for one machine, whose server has its own workers; "
            "workers elsewhere need postgresql://…"
        )
    return shown(url)


def run(role: Role, *, database: str, bus: str | None, engines: int) -> int:
    """Work until interrupted; the exit code."""
    try:
        place = check_database(database)
        # Named wrongly, it would be looked for in vain.
        make_bus(bus, database)
    except StonefieldError as error:
        print(f"stonefield: {error}", file=sys.stderr)
        return 1
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_until_stopped(role, place, database, bus, engines))
    return 0


async def _until_stopped(role: Role, place: str, database: str, bus: str | None, engines: int) -> None:
    stopping = asyncio.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers: there Ctrl+C ends it at once, and its jobs are taken over.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(one, stopping.set)
    async with contextlib.AsyncExitStack() as stack:
        opening = background(_opened(database, bus, stack), name="opening")
        told = background(stopping.wait(), name="stopping")
        await asyncio.wait({opening, told}, return_when=asyncio.FIRST_COMPLETED)
        if not opening.done():
            opening.cancel()
            await asyncio.wait({opening})
            return
        taker = opening.result()
        if role == "engine":
            workers = Workers(taker, engines, tasks=False)
            if compiling := compile_in_background():
                stack.callback(compiling.close)
        else:
            workers = Workers(taker, 0)
        stack.push_async_callback(workers.close)
        print(f"Stonefield works for `{place}` (stop with Ctrl+C)", flush=True)
        await told
        await taker.drain(DRAIN_SECONDS)


async def _opened(database: str, bus: str | None, stack: contextlib.AsyncExitStack) -> DatabaseTaker:
    """The queue of a database, once that answers and has the tables of this version."""
    while True:
        try:
            async with contextlib.AsyncExitStack() as attempt:
                engine = await open_existing(database)
                attempt.push_async_callback(engine.dispose)
                journal = await attempt.enter_async_context(queue_journal(engine))
                connecting = make_bus(bus, database)
                await attempt.enter_async_context(connecting.running())
                taker = DatabaseTaker(journal, connecting)
                attempt.push_async_callback(taker.close)
                await taker.start()
                stack.push_async_exit(attempt.pop_all())
                return taker
        except (DatabaseError, Refusal) as error:
            logger.warning("%s; trying again", error)
        await asyncio.sleep(RETRY_SECONDS)
