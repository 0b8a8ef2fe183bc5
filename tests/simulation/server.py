"""The processes of a service: what `composition.py` and `jobs/working.py` put together, over the simulated
outside."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.websockets import WebSocket

from simulation.bus import Wire
from simulation.database import Database
from simulation.engines import SimulatedEngine, watch
from simulation.loop import Loop
from simulation.network import Link
from simulation.virtual import TELL_SECONDS
from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.database_asker import DatabaseAsker
from stonefield.server.jobs.database_taker import DatabaseTaker
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.participant import queue_journal
from stonefield.server.jobs.queue import AskersQueue, WorkersQueue
from stonefield.server.periodic import Periodic, run_all
from stonefield.server.play.chat import Chat
from stonefield.server.play.keeping_time import TimeKeeper, end_well, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.subscribers import tell_others
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.store import Archive, Journal
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.chat import ChatStore
from stonefield.server.store.database_clock import follow_clock, set_clock
from stonefield.server.web.budgets import Rates
from stonefield.server.web.socket import Connection, Sockets

OFTEN, MINUTE, RETRY, DRAIN_SECONDS = 2.0, 60.0, 1.0, 0.3


class NumberedConnection(Connection):
    """A viewer whose place in a set is the same in every run."""

    def __init__(self, number: int, *parts: object) -> None:
        super().__init__(*parts)
        self._number = number

    def __hash__(self) -> int:
        return self._number


class Program:
    """A process from its start to its end."""

    def __init__(self, loop: Loop, name: str, database: Database, wire: Wire) -> None:
        self._loop, self._database, self._wire = loop, database, wire
        self.process = loop.process(name)
        self.is_open = False
        """Whether it does its work."""
        self._stack = contextlib.AsyncExitStack()

    async def run(self) -> None:
        """Start everything. While the database does not answer, it ends and is started again."""
        while not self.is_open:
            try:
                self._bus: Bus = self._wire.bus(self.process)
                await self._start(self._database.engine())
                self.is_open = True
            except (Refusal, SQLAlchemyError):
                await self._stack.aclose()
                await asyncio.sleep(RETRY)

    async def _start(self, engine: AsyncEngine) -> None:
        raise NotImplementedError

    def _begin_engines(self, queue: WorkersQueue, engines: int) -> None:
        for number in range(engines):
            worker = SimulatedEngine(self._loop, f"engine {number}", queue)
            self._begin(worker.run(), name=worker.name)

    def _begin(self, work: Coroutine[Any, Any, None], *, name: str) -> None:
        self._stack.callback(background(work, name=name).cancel)

    async def stop(self) -> None:
        """End well."""
        self.is_open = False
        await self._stack.aclose()


class Work(Program):
    """A process that works for servers elsewhere."""

    async def _start(self, engine: AsyncEngine) -> None:
        journal = await self._stack.enter_async_context(queue_journal(engine))
        await self._stack.enter_async_context(self._bus.running())
        taker = DatabaseTaker(journal, self._bus)
        await taker.start()
        self._stack.push_async_callback(taker.close)
        self._begin_engines(taker, 1)


class Server(Program):
    """A server; its engines are its own, or ``elsewhere``."""

    def __init__(
        self,
        loop: Loop,
        name: str,
        database: Database,
        wire: Wire,
        problem: Callable[[str], None],
        *,
        elsewhere: bool,
    ) -> None:
        super().__init__(loop, name, database, wire)
        self._problem, self._elsewhere = problem, elsewhere
        self._connections = itertools.count(1)

    async def _start(self, engine: AsyncEngine) -> None:
        archive, journal = Archive(self._database.readings()), Journal(engine)
        await journal.claim()
        journal.start()
        self._stack.push_async_callback(journal.close)
        await self._stack.enter_async_context(self._bus.running())
        queue = await self._queue(engine, journal)
        watch(queue, self._problem)
        self._jobs = Jobs(queue)
        await set_clock(engine)
        self._stack.push_async_callback(end_well, journal)
        outages = await outages_until_now(journal)
        self._rooms = Rooms(Services(archive, journal, self._jobs, 0.0, self._bus), 100, outages)
        self._chat = Chat(ChatStore(self._database.readings(), journal), self._bus)
        self._sockets = Sockets(Quotas())
        self._stack.callback(self._rooms.close)
        self._sockets.budget = Rates(1e6, 1e6, self._loop.time)
        keeper = TimeKeeper(self._rooms, archive, journal)
        self._stack.push_async_callback(keeper.end)
        self._begin(keeper.run(), name="time")
        clock = Periodic("the database's clock", MINUTE, partial(follow_clock, engine))
        self._begin(run_all([*self._level_with_others(), clock]), name="periodic")

    async def _queue(self, engine: AsyncEngine, journal: Journal) -> AskersQueue:
        if not self._elsewhere:
            queue = LocalQueue()
            self._begin_engines(queue, 2)
            return queue
        own = await self._stack.enter_async_context(queue_journal(engine))
        asker = DatabaseAsker(own, self._bus, Addresses(journal))
        await asker.start()
        self._stack.push_async_callback(asker.close)
        return asker

    def _level_with_others(self) -> list[Periodic]:
        periodic = [
            Periodic("newer versions", OFTEN, self._rooms.follow),
            Periodic("who is here", TELL_SECONDS, lambda: tell_others(self._rooms)),
            Periodic("newer lines of chat", OFTEN, self._chat.follow),
        ]
        for one in periodic:
            self._bus.on_gap(one.soon)
        return periodic

    async def stop(self) -> None:
        """Send everyone elsewhere, then end well."""
        self.is_open = False
        self._sockets.drain()
        await asyncio.sleep(DRAIN_SECONDS)
        await super().stop()

    def accept(self, link: Link, game: str, caller: str) -> None:
        """A client opens a socket."""
        background(self._serve(link, game, Caller(caller)), name="socket")

    async def _serve(self, link: Link, game: str, caller: Caller) -> None:
        """As `web/api.py: socket` does."""
        websocket = WebSocket({"type": "websocket", "caller": caller}, link.receive, link.send)
        async with contextlib.AsyncExitStack() as stack:

            async def open_game(websocket: WebSocket, budget: Rates, caller: Caller) -> Connection:
                room = await stack.enter_async_context(self._rooms.using(game))
                number = next(self._connections)
                return NumberedConnection(number, websocket, room, self._jobs, self._chat, budget, caller)

            await self._sockets.serve(websocket, open_game)
