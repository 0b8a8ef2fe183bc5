"""Servers over one database that PostgreSQL or Redis connects, and what happens while nothing does."""

from __future__ import annotations

import asyncio
import random

import pytest

from stonefield.server import composition
from stonefield.server.bus import LocalBus

from .conftest import ON_POSTGRES, RedisServer
from .page import PATIENCE, Page
from .study.reader import Reader, act, make_study
from .ugi_programs import INFO, program

ON_REDIS = pytest.mark.xdist_group("redis")


@pytest.fixture
async def start_two(server_here, tmp_path):
    """Starts two servers over a database, with these settings."""
    engine = program(tmp_path, INFO)

    async def start(**settings):
        wishes = {"engine_command": engine, "metrics": ("127.0.0.1/32",), **settings}
        return [await asyncio.to_thread(lambda: server_here(**wishes)) for _ in range(2)]

    return start


async def play_some(servers, moves: int) -> None:
    """Ann and Ben play, each at a server of their own; they see each other, moves and greetings."""
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "open", board="5x4"))
    joined = await asyncio.to_thread(servers[1].join, made)
    chance = random.Random(1)
    async with Page(servers[0], made) as ann, Page(servers[1], joined) as ben:
        for page in (ann, ben):
            await page.until_state(lambda state: state["connected"] == [True, True])
        await ben.send(type="greet", words="hello")
        await ann.until(lambda message: message["type"] == "greeting")
        for _ in range(moves):
            mover, other = (ann, ben) if ann.state["turn"]["seat"] == 0 else (ben, ann)
            answer = await mover.move(mover.choice(chance))
            await other.until_state(lambda state, answer=answer: state["version"] >= answer["version"])


def connected(server) -> str:
    """What its metrics say of the bus."""
    page = server.client().get("/metrics").text
    (line,) = [line for line in page.splitlines() if line.startswith("stonefield_bus_connected")]
    return line.split()[1]


class LossyBus(LocalBus):
    """Hears nothing of other servers, and can say that it has missed something."""

    def miss(self) -> None:
        self._gaps.tell("", None)


async def test_after_a_gap_everything_that_is_held_is_looked_at(server_here, monkeypatch, tmp_path):
    monkeypatch.setattr(composition, "OFTEN", 10 * PATIENCE)
    engine = program(tmp_path, INFO)
    servers = [
        await asyncio.to_thread(lambda: server_here(bus=LossyBus(), engine_command=engine)) for _ in range(2)
    ]
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "Ben", board="5x4"))
    study = await asyncio.to_thread(make_study, servers[0])
    async with Page(servers[1], made) as page, Reader(servers[1], study) as reader:
        await asyncio.to_thread(servers[0].play, made, "c2rw")
        await asyncio.to_thread(act, servers[0], study, "add", chapter=1, node=0, moves=["c2rw"])
        servers[1].bus.miss()
        await page.until_state(lambda state: state["version"] == 1)
        await reader.until(lambda message: message["type"] == "update")


@ON_POSTGRES
async def test_servers_over_one_postgres_hear_each_other_at_once(start_two, postgres, monkeypatch):
    monkeypatch.setattr(composition, "OFTEN", 10 * PATIENCE)
    servers = await start_two(database=postgres)
    assert [connected(server) for server in servers] == ["1.0", "1.0"]
    await play_some(servers, 6)


@ON_REDIS
async def test_servers_with_one_redis_hear_each_other_at_once(start_two, redis_server, monkeypatch):
    monkeypatch.setattr(composition, "OFTEN", 10 * PATIENCE)
    servers = await start_two(bus=redis_server.address)
    assert [connected(server) for server in servers] == ["1.0", "1.0"]
    await play_some(servers, 6)


@ON_REDIS
async def test_without_redis_servers_start_serve_and_ask_the_database(
    start_two, redis_server, patient, caplog
):
    away = RedisServer(redis_server.program)
    servers = await start_two(bus=away.address)
    assert [connected(server) for server in servers] == ["0.0", "0.0"]
    assert servers[0].client().get("/api/ready").status_code == 200
    assert f"the bus `{away.address}`" in caplog.text
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "Ben", board="5x4"))
    async with Page(servers[0], made) as ann, Page(servers[1], made) as again:
        answer = await ann.move(ann.choice(random.Random(1)))
        await again.until_state(lambda state: state["version"] >= answer["version"])
        # A copy that only HTTP looks at is level, too.
        await again.disconnect()
        answer = await ann.move(ann.choice(random.Random(2)))
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.to_thread(servers[1].state, made))["version"] < answer["version"]:
                await asyncio.sleep(0.05)
        away.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while [connected(server) for server in servers] != ["1.0", "1.0"]:
                    await asyncio.sleep(0.05)
        finally:
            away.stop()
