"""A process at the queue in a database: what those who ask and those who work have in common."""

from __future__ import annotations

import asyncio
import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.jobs import DATABASE_NOW, Now, leave, queue_engine, sweep
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.tokens import new_game_id

P = ParamSpec("P")
T = TypeVar("T")
NEW_JOBS = "jobs"
"""The topic of jobs that can be taken; what is said is their class."""
RENEW_SECONDS, LOOK_SECONDS, SWEEP_SECONDS = 3.0, 1.0, 10.0
"""How often a process says that it is alive, looks at the database by itself, and forgets those that died."""


def topic_of(process: str) -> str:
    """The topic of what is said to one process."""
    return f"jobs {process}"


@contextlib.asynccontextmanager
async def queue_journal(engine: AsyncEngine) -> AsyncIterator[Journal]:
    """What writes jobs, over a connection of its own; DatabaseError while a backup is restored.

    It commits one entry at a time, so that no two processes wait for each other's rows.
    """
    own = queue_engine(engine)
    journal = Journal(own, at_once=1)
    try:
        await journal.claim()
        journal.start()
        yield journal
    finally:
        await journal.close()
        await own.dispose()


class Participant(ABC):
    """Says that it is alive, and looks at the database by itself, since the bus may lose what is said."""

    def __init__(self, journal: Journal, bus: Bus, now: Now = DATABASE_NOW) -> None:
        """``journal`` is a `queue_journal`."""
        self.id = new_game_id()
        self._journal, self._bus, self._now = journal, bus, now
        self._changed, self._soon = asyncio.Event(), asyncio.Event()
        """Set to renew, and to look, at once."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._swept = -math.inf
        self._ends: list[Callable[[], None]] = []

    @abstractmethod
    async def renew(self) -> None:
        """Say that this process is alive."""

    @abstractmethod
    async def look(self) -> None:
        """Find out what was missed."""

    @abstractmethod
    def heard(self, text: str) -> None:
        """Another process has said something to this one."""

    async def start(self) -> None:
        """Be known to the others from here on. Refusal: the database does not answer."""
        self._ends += [
            self._bus.listen(topic_of(self.id), self.heard),
            self._bus.on_gap(self._soon.set),
        ]
        await self.renew()
        await self.look()
        self._begin(_repeat(self.renew, RENEW_SECONDS, self._changed), name="renew leases")
        self._begin(_repeat(self._look_round, LOOK_SECONDS, self._soon), name="look for jobs")

    async def close(self) -> None:
        """Go, and leave to others what is not done."""
        for end in self._ends:
            end()
        running = list(self._tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        # Otherwise the others find out by themselves.
        with contextlib.suppress(Refusal, Conflict):
            await self._do(leave, self.id)

    async def _look_round(self) -> None:
        await self.look()
        now = asyncio.get_running_loop().time()
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            await self._do(sweep)

    async def _do(
        self, work: Callable[Concatenate[Connection, Now, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """What the work returns, once it is committed, by the database's time."""
        return await self._journal.write(lambda connection: work(connection, self._now, *args, **options))

    async def _do_first(
        self, work: Callable[Concatenate[Connection, Now, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """The same before all that waits, however much that is: a process that is busy is not dead."""
        return await self._journal.write(
            lambda connection: work(connection, self._now, *args, **options), first=True
        )

    def _begin(self, work: Coroutine[Any, Any, object], *, name: str) -> asyncio.Task[object]:
        """Do something beside all else; it ends with this process."""
        task = background(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _repeat(work: Callable[[], Awaitable[None]], seconds: float, soon: asyncio.Event) -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await soon.wait()
        soon.clear()
        # What fails is done the next time; the journal says why.
        with contextlib.suppress(Refusal, Conflict):
            await work()
