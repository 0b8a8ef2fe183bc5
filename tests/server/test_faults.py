"""The database fails and comes back: no acknowledged move is lost, and nobody's game on time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sqlite3
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from stonefield.server.store import open_database

SECONDS = 5
"""On the clock: less than the faults last."""


class Wire:
    """The network between a server and its database, which can be cut and mended."""

    def __init__(self, database: str):
        self._url = make_url(database)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self.port = 0

    @property
    def database(self) -> str:
        return self._url.set(port=self.port).render_as_string()

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._url.host, self._url.port)
        self._open |= {writer, back}
        with contextlib.suppress(OSError):
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        self._open -= {writer, back}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while some := await reader.read(65536):
            writer.write(some)
            await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def gone(wire: Wire) -> AsyncIterator[None]:
    await wire.cut()
    yield
    await wire.mend()


@contextlib.asynccontextmanager
async def disk_full(server) -> AsyncIterator[None]:
    """The server's process can write to no file, as on a full disk."""
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)


@contextlib.asynccontextmanager
async def read_only(database: str) -> AsyncIterator[None]:
    """Whoever connects to the database from now on may only read."""
    engine = await open_database(database)
    name = make_url(database).database

    async def set_to(value: str) -> None:
        async with engine.begin() as connection:
            await connection.execute(text("SET default_transaction_read_only = off"))
        async with engine.begin() as connection:
            await connection.execute(
                text(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
            )
            ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
            await connection.execute(text(f"{ours} AND pid <> pg_backend_pid()"), {"name": name})

    await set_to("on")
    yield
    await set_to("off")
    await engine.dispose()


@contextlib.asynccontextmanager
async def locked(database: str) -> AsyncIterator[None]:
    """Somebody else has locked the database."""
    if database.startswith("sqlite"):
        lock = sqlite3.connect(make_url(database).database)
        lock.execute("BEGIN IMMEDIATE")
        yield
        lock.rollback()
        lock.close()
        return
    engine = await open_database(database)
    async with engine.connect() as connection:
        await connection.execute(text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
        yield
        await connection.rollback()
    await engine.dispose()


async def insist(server, made: dict, move: str) -> tuple[int, int]:
    """Send a move again and again, as the page does, until it is accepted; its version, and the refusals."""
    request = os.urandom(8).hex()
    action = {"type": "move", "id": request, "version": 1, "text": move}
    headers = {"Authorization": f"Bearer {made['token']}"}
    with server.client() as client:
        for refusals in range(200):
            answer = await asyncio.to_thread(
                client.post, f"/api/games/{made['game']}/actions", json=action, headers=headers
            )
            if answer.status_code == 200:
                return answer.json()["version"], refusals
            assert answer.json()["code"] == "storage_failed", answer.text
            await asyncio.sleep(0.3)
    raise AssertionError("the move was never accepted")


async def outlast(server, fault, seconds: float) -> int:
    """Play through a fault; how often a move was refused meanwhile."""

    def prepare() -> tuple[list[dict], dict]:
        others = [server.make_game("Ann", "Ben") for _ in range(3)]
        for one in others:
            server.play(one, "c4rw")
        made = server.make_game("Ann", "Ben", clock={"seconds": SECONDS, "increment": 0})
        server.play(made, "c4rw")
        return others, made

    others, made = await asyncio.to_thread(prepare)
    async with fault:
        trying = asyncio.ensure_future(insist(server, made, "E"))
        await asyncio.sleep(seconds)
    _, refusals = await trying
    state = await asyncio.to_thread(server.state, made)
    assert state["status"] == "playing"
    assert [move["text"] for move in state["moves"]] == ["c4rw", "E"]
    for one in others:
        state = await asyncio.to_thread(server.state, one)
        assert [move["text"] for move in state["moves"]] == ["c4rw"]
        assert (await asyncio.to_thread(server.play, one, "E"))["status"] == "playing"
    return refusals


async def test_a_full_disk_costs_no_move_and_no_time(server_over):
    server = await asyncio.to_thread(server_over)
    assert await outlast(server, disk_full(server), 6) > 0


@pytest.mark.full
async def test_a_database_that_is_gone_for_ten_seconds_costs_no_move_and_no_time(server_over, postgres):
    wire = Wire(postgres)
    await wire.mend()
    server = await asyncio.to_thread(server_over, wire.database)
    assert await outlast(server, gone(wire), 10) > 0
    await asyncio.to_thread(server.stop)
    await wire.cut()


@pytest.mark.full
async def test_a_database_that_may_only_be_read_costs_no_move_and_no_time(server_over, postgres):
    server = await asyncio.to_thread(server_over, postgres)
    assert await outlast(server, read_only(postgres), 10) > 0


@pytest.mark.full
async def test_a_lock_of_fourteen_seconds_costs_no_move_and_no_time(server_over, database):
    server = await asyncio.to_thread(server_over, database)
    await outlast(server, locked(database), 14)
