"""People at one table who came to different servers: who is away, the clock that waits, what they say."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest

from stonefield.server.bus import LocalBus

from .page import PATIENCE, Page
from .study.reader import Reader, make_study
from .test_company import CLOCK, changes
from .ugi_programs import HELD, count, program, release


class CutBus(LocalBus):
    """A bus that loses everything once it is cut."""

    is_cut = False

    def publish(self, topic: str, version: int) -> None:
        if not self.is_cut:
            super().publish(topic, version)

    def say(self, topic: str, text: str) -> None:
        if not self.is_cut:
            super().say(topic, text)


@pytest.fixture
def bus() -> CutBus:
    return CutBus()


@pytest.fixture
async def servers(server_here, bus, tmp_path):
    """Two servers over one database that hear each other; they share an engine that thinks until released."""
    engine = program(tmp_path, HELD)
    return [
        await asyncio.to_thread(lambda: server_here(bus=bus, engine_command=engine, pace=0.0))
        for _ in range(2)
    ]


async def friends(servers, **more) -> tuple[dict, dict]:
    """A game made at one server and joined at the other."""
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "open", **more))
    return made, await asyncio.to_thread(servers[1].join, made)


@contextlib.contextmanager
def hurrying(*servers):
    with contextlib.ExitStack() as stack:
        for server in servers:
            stack.enter_context(server.hurrying())
        yield


async def server_time(server, seconds: float) -> None:
    """Wait until so many seconds have passed for a server."""
    since = server.loop.time()
    async with asyncio.timeout(PATIENCE):
        while server.loop.time() < since + seconds:
            await asyncio.sleep(0.01)


def told_by_another(game: str, holders: list[int]) -> tuple[str, str]:
    """What a third process says once about who looks at a game there."""
    here = {"holders": holders, "watchers": 0, "thinking": []}
    return f"game/{game}", "thirdprocessxxxx" + json.dumps({"here": here, "ask": False})


# Who is here


async def test_players_and_watchers_at_both_servers_are_seen_at_both(servers):
    made, joined = await friends(servers)
    async with Page(servers[0], made) as ann:
        assert ann.state["connected"] == [True, False]
        async with Page(servers[1], joined) as ben, Page(servers[1], made, token=None):
            for page in (ann, ben):
                await page.until_state(
                    lambda state: state["connected"] == [True, True] and state["watchers"] == 1
                )
        await ann.until_state(lambda state: state["watchers"] == 0)
        with hurrying(*servers):
            await ann.until_state(lambda state: state["connected"] == [True, False])
        async with Page(servers[1], joined):
            await ann.until_state(lambda state: state["connected"] == [True, True])


async def test_a_player_who_comes_back_at_the_other_server_is_not_away(servers):
    made, joined = await friends(servers)
    async with Page(servers[0], made) as ann:
        async with Page(servers[1], joined):
            await ann.until_state(lambda state: state["connected"] == [True, True])
            ann.heard.clear()
        async with Page(servers[0], joined):
            with hurrying(*servers):
                await server_time(servers[0], 20)
            await ann.move("c4rw")
            assert all(message.get("connected", [True, True]) == [True, True] for message in ann.heard)


async def test_those_at_a_server_that_is_not_heard_any_more_are_away(servers, bus):
    made, _ = await friends(servers, clock=CLOCK)
    async with Page(servers[0], made) as ann:
        await ann.move("c4rw")
        bus.say(*told_by_another(made["game"], [1]))
        await ann.until_state(lambda state: state["connected"] == [True, True])
        assert ann.state["clock"]["away"] == []
        with hurrying(*servers):
            await ann.until_state(lambda state: state["connected"] == [True, False])
            await ann.until_state(lambda state: state["clock"]["away"] == [1])


async def test_viewers_of_a_study_at_both_servers_are_counted(servers):
    made = await asyncio.to_thread(make_study, servers[0])
    async with Reader(servers[0], made) as ann:
        async with Reader(servers[1], made, made["edit"]) as ben:
            for reader in (ann, ben):
                await reader.until(lambda message: message["type"] == "presence" and message["editors"] == 2)
        await ann.until(lambda message: message["type"] == "presence" and message["editors"] == 1)


# The clock that waits


async def test_the_clock_waits_once_for_a_player_who_leaves_the_other_server(servers):
    made, joined = await friends(servers, clock=CLOCK)
    async with Page(servers[0], made) as ann, Page(servers[1], joined) as ben:
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["may"]["move"])
        await ben.disconnect()
        with hurrying(*servers):
            await ann.until_state(lambda state: state["clock"]["away"] == [1])
        ben.server = servers[0]
        await ben.connect()
        await ann.until_state(lambda state: state["clock"]["away"] == [])
        assert changes(ann, "away", "back") == [("away", 1), ("back", 1)]


@pytest.mark.full
async def test_without_the_bus_nobody_is_called_away_again_and_again(servers, bus):
    made, joined = await friends(servers, clock=CLOCK)
    async with Page(servers[0], made) as ann, Page(servers[1], joined) as ben:
        await ann.until_state(lambda state: state["connected"] == [True, True])
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["may"]["move"])
        bus.is_cut = True
        with hurrying(*servers):
            await ann.until_state(lambda state: ("back", 1) in changes(ann, "back"))
            await server_time(servers[0], 60)
        await ann.until_state(lambda state: state["clock"]["away"] == [])
        assert changes(ann, "away", "back") == [("away", 1), ("back", 1)]


# What they say to each other


async def test_a_greeting_reaches_the_player_at_the_other_server(servers):
    made, joined = await friends(servers)
    async with Page(servers[0], made) as ann, Page(servers[1], joined) as ben:
        await ann.until_state(lambda state: state["connected"] == [True, True])
        await ann.send(type="greet", words="luck")
        for page in (ann, ben):
            heard = await page.until(lambda message: message["type"] == "greeting")
            assert (heard["seat"], heard["words"]) == (0, "luck")
        # One after the other, wherever they are said.
        async with Page(servers[1], made) as again:
            await again.send(type="greet", words="hello")
            assert (await again.until(lambda message: message["type"] == "refused"))["code"] == "too_many"


# Engines


@pytest.mark.full
@pytest.mark.parametrize("other", ["Ann", "level 1"])
async def test_an_engine_thinks_at_one_server_only_however_long_it_takes(servers, tmp_path, other):
    made = await asyncio.to_thread(lambda: servers[0].make_game("level 1", other))
    # In a game between engines, those at the other server are enough to let them play.
    async with Page(servers[1], made, token=None) as late:
        await until_it_thinks(tmp_path)
        with hurrying(*servers):
            await server_time(servers[1], 40)
        assert count(tmp_path, "goes") == 1
        release(tmp_path)
        await late.until_state(lambda state: len(state["moves"]) == 1)


async def test_an_engine_whose_server_stops_thinks_on_at_the_other(servers, tmp_path):
    made = await asyncio.to_thread(lambda: servers[0].make_game("level 1", "Ann"))
    await until_it_thinks(tmp_path)
    async with Page(servers[1], made, token=None) as watcher:
        await asyncio.to_thread(servers[0].stop)
        release(tmp_path)
        with hurrying(servers[1]):
            await watcher.until_state(lambda state: len(state["moves"]) == 1)
        await asyncio.to_thread(servers[0].start)


async def until_it_thinks(folder) -> None:
    async with asyncio.timeout(PATIENCE):
        while not count(folder, "goes"):
            await asyncio.sleep(0.01)
