"""The database fails and comes back: no acknowledged move is lost, and nobody's game on time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from stonefield.games import find_game
from stonefield.server.store import open_database

from .serverprocess import PATIENCE
from .test_restart import check

SECONDS = 5
"""On the clock: less than the faults last."""
THINKING = 20
"""On the clock of players who only think meanwhile."""


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


class Postgres:
    """A PostgreSQL that can be stopped as by a crash, and started again."""

    def __init__(self, programs: str, folder: str):
        self._programs, self._folder = programs, Path(folder)

    @classmethod
    async def of(cls, database: str, programs: str) -> Postgres:
        engine = await open_database(database)
        async with engine.connect() as connection:
            folder = (await connection.execute(text("SHOW data_directory"))).scalar()
        await engine.dispose()
        return cls(programs, folder)

    async def _control(self, *words: str) -> None:
        owner = self._folder.stat()
        other = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.getuid() == 0 else {}
        log = ("-l", str(self._folder.parent / "log"))
        await asyncio.to_thread(
            subprocess.run,
            [f"{self._programs}/pg_ctl", "-D", str(self._folder), "-w", *log, *words],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.parent,
            **other,
        )

    @contextlib.asynccontextmanager
    async def stopped(self) -> AsyncIterator[None]:
        options = (self._folder / "postmaster.opts").read_text().split(maxsplit=1)[1].strip()
        await self._control("-m", "immediate", "stop")
        try:
            yield
        finally:
            await self._control("-o", options.replace('"', ""), "start")

    async def restart(self) -> None:
        await self._control("-m", "immediate", "restart")


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


class Insistent:
    """Plays at one screen through whatever happens, and notes what was acknowledged."""

    def __init__(self, server, made: dict, seed: int):
        self.server, self.made, self.chance = server, made, random.Random(seed)
        self.acknowledged: dict[str, tuple[int, str]] = {}
        self.answered = 0.0
        self.position = find_game("carnac").start(board="large")

    async def play(self, done: asyncio.Event) -> None:
        headers = {"Authorization": f"Bearer {self.made['token']}"}
        with self.server.client() as client:
            while not done.is_set() and not self.position.is_over:
                move = str(self.chance.choice(self.position.legal_moves()))
                version, request = len(self.acknowledged), f"m{len(self.acknowledged)}"
                action = {"type": "move", "id": request, "version": version, "text": move}
                answer = await asyncio.to_thread(
                    client.post, f"/api/games/{self.made['game']}/actions", json=action, headers=headers
                )
                if answer.status_code == 200:
                    self.acknowledged[request] = answer.json()["version"], move
                    self.position = self.position.play(move)
                    self.answered = time.monotonic()
                else:
                    assert answer.json()["code"] == "storage_failed", answer.text
                await asyncio.sleep(0.05)

    async def until_answered(self, since: float) -> float:
        """Seconds from a moment to the next move that was acknowledged."""
        async with asyncio.timeout(PATIENCE):
            while self.answered <= since and not self.position.is_over:
                await asyncio.sleep(0.02)
        return self.answered - since


@pytest.mark.full
async def test_every_server_recovers_by_itself_when_postgresql_restarts(
    server_over, postgres, postgres_server
):
    database = await Postgres.of(postgres, postgres_server[1])
    servers: Sequence = [await asyncio.to_thread(server_over, postgres) for _ in range(2)]
    games = [
        await asyncio.to_thread(lambda server=server: server.make_game("Ann", "Ben", board="large"))
        for server in (*servers, *servers)
    ]
    players = [Insistent(servers[number % 2], made, number) for number, made in enumerate(games)]
    done = asyncio.Event()
    playing = [asyncio.ensure_future(player.play(done)) for player in players]
    for _ in range(3):
        before = time.monotonic()
        await asyncio.gather(*(player.until_answered(before) for player in players))
        await database.restart()
        answers = time.monotonic()
        took = await asyncio.gather(*(player.until_answered(answers) for player in players))
        print(f"moves were acknowledged {max(took):.1f} s after PostgreSQL answered again")
    done.set()
    await asyncio.gather(*playing)
    for player in players:
        for server in servers:
            state = await asyncio.to_thread(server.state, player.made)
            check(state, player.acknowledged)
            assert len(state["moves"]) == len(player.acknowledged), "none is there twice"


@pytest.mark.full
async def test_players_who_only_think_lose_no_time_while_postgresql_is_down(
    server_over, postgres, postgres_server
):
    database = await Postgres.of(postgres, postgres_server[1])
    servers = [await asyncio.to_thread(server_over, postgres) for _ in range(2)]

    def prepare(server) -> dict:
        made = server.make_game("Ann", "Ben", clock={"seconds": THINKING, "increment": 0})
        server.play(made, "c4rw")
        return made

    games = [await asyncio.to_thread(prepare, server) for server in servers]
    async with database.stopped():
        await asyncio.sleep(THINKING + 5)
    for server, made in zip(servers, games, strict=True):
        await insist(server, made, "E")
        state = await asyncio.to_thread(server.state, made)
        assert state["status"] == "playing"
        assert state["clock"]["remaining_ms"][1] > 0
