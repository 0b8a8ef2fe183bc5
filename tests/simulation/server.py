"""A server process: what `composition.py` puts together for games, over the simulated outside."""

from __future__ import annotations

import asyncio
import contextlib
import itertools

from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocket

from simulation.bus import Wire
from simulation.database import Database, compile_once
from simulation.engines import SimulatedEngine
from simulation.loop import Loop
from simulation.network import Link
from stonefield.server.background import background
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.queue import ENGINE
from stonefield.server.periodic import Periodic, run_all
from stonefield.server.play.elsewhere import TELL_SECONDS
from stonefield.server.play.keeping_time import TimeKeeper, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.subscribers import tell_others
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.store import Archive, Journal
from stonefield.server.store.writer import _NetworkWriter, _ThreadWriter
from stonefield.server.web.budgets import Rates
from stonefield.server.web.socket import Connection, Sockets

OFTEN = 2.0


class NumberedConnection(Connection):
    """A viewer whose place in a set is the same in every run."""

    def __init__(self, number: int, *parts: object) -> None:
        super().__init__(*parts)
        self._number = number

    def __hash__(self) -> int:
        return self._number


class Server:
    """One server from its start to its end."""

    def __init__(self, loop: Loop, name: str, database: Database, wire: Wire, *, failing: float) -> None:
        self._loop, self._database, self._failing = loop, database, failing
        self.process = loop.process(name)
        self.bus = wire.bus(self.process)
        self._stack = contextlib.AsyncExitStack()
        self.is_open = False
        """Whether it takes connections."""
        self.rooms: Rooms | None = None
        self._writers: list[_ThreadWriter] = []
        self._connections = itertools.count(1)

    async def run(self, *, threaded: bool) -> None:
        """Start everything; ``threaded``: it writes as into a file of its own machine."""
        engine = self._database.engine()
        archive, journal = Archive(engine), Journal(engine)
        journal._writer = self._threaded(engine) if threaded else _NetworkWriter(engine)
        journal.start()
        jobs = Jobs(LocalQueue())
        for number in (1, 2):
            worker = SimulatedEngine(
                self._loop, f"engine {number}", jobs.queue, ENGINE, failing=self._failing
            )
            background(worker.run(), name=worker.name)
        await self._stack.enter_async_context(self.bus.running())
        services = Services(archive, journal, jobs, 0.0, self.bus)
        outages = await self._outages(journal)
        self.rooms = Rooms(services, 100, outages)
        self._jobs, self._sockets = jobs, Sockets(Quotas())
        self._sockets.budget = Rates(1e6, 1e6, self._loop.time)
        background(TimeKeeper(self.rooms, archive, journal).run(), name="time")
        background(run_all(self._level_with_others(self.rooms)), name="periodic")
        self.is_open = True

    def _level_with_others(self, rooms: Rooms) -> list[Periodic]:
        periodic = [
            Periodic("newer versions", OFTEN, rooms.follow),
            Periodic("who is here", TELL_SECONDS, lambda: tell_others(rooms)),
        ]
        for one in periodic:
            self.bus.on_gap(one.soon)
        return periodic

    async def _outages(self, journal: Journal) -> list[tuple[int, int]]:
        while True:
            try:
                return await outages_until_now(journal)
            except Refusal:
                # A server that cannot reach its database ends, and is started again.
                await asyncio.sleep(1.0)

    def _threaded(self, engine: object) -> _ThreadWriter:
        writer = _ThreadWriter(engine)
        compile_once(writer._engine)

        def fail_while_down(_: object) -> None:
            if self._database.is_down:
                raise OperationalError("BEGIN", None, Exception("disk I/O error"))

        event.listen(writer._engine, "begin", fail_while_down)
        self._writers.append(writer)
        return writer

    def accept(self, link: Link, game: str, caller: str) -> None:
        """A client opens a socket."""
        background(self._serve(link, game, Caller(caller)), name="socket")

    async def _serve(self, link: Link, game: str, caller: Caller) -> None:
        """As `web/api.py: socket` does."""
        websocket = WebSocket({"type": "websocket", "caller": caller}, link.receive, link.send)
        async with contextlib.AsyncExitStack() as stack:

            async def open_game(websocket: WebSocket, budget: Rates, caller: Caller) -> Connection:
                assert self.rooms is not None
                room = await stack.enter_async_context(self.rooms.using(game))
                return NumberedConnection(
                    next(self._connections), websocket, room, self._jobs, budget, caller
                )

            await self._sockets.serve(websocket, open_game)

    def close(self) -> None:
        """Forget what a thread has opened."""
        for writer in self._writers:
            if writer._connection is not None:
                writer._connection.close()
            writer._engine.dispose()
