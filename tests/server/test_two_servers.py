"""Two servers over one database play the same games, whether they hear each other or ask the database."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest
from websockets.exceptions import ConnectionClosed

from stonefield.games import find_game
from stonefield.server.bus import LocalBus
from stonefield.server.store import Archive, open_database
from stonefield.server.store.pulses import COMING_BACK_MS

from .page import PATIENCE, Page
from .study.reader import Reader, act, make_study, state_of


@pytest.fixture(params=["heard", pytest.param("asked", marks=pytest.mark.full)])
async def servers(request, server_here, database):
    """Two servers; ``heard``: over one bus; ``asked``: each with its own, as processes have them."""
    one = LocalBus()
    buses = [one, one] if request.param == "heard" else [LocalBus(), LocalBus()]
    return [await asyncio.to_thread(lambda bus=bus: server_here(database=database, bus=bus)) for bus in buses]


async def invited(servers, **wishes) -> tuple[dict, dict]:
    """A game made on one server and joined on the other."""
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "open", **wishes))
    return made, await asyncio.to_thread(servers[1].join, made)


async def test_a_game_is_played_to_its_end_from_two_servers(servers):
    chance = random.Random(5)
    made, joined = await invited(servers, board="5x4")
    async with Page(servers[0], made) as ann, Page(servers[1], joined) as ben:
        await ann.until_state(lambda state: state["status"] == "playing")
        while ann.state["status"] == "playing":
            mover, other = (ann, ben) if ann.state["turn"]["seat"] == 0 else (ben, ann)
            answer = await mover.move(mover.choice(chance))
            assert answer["type"] == "accepted", answer
            await other.until_state(lambda state, answer=answer: state["version"] >= answer["version"])
        for page in (ann, ben):
            position = find_game("carnac").start(**page.state["options"])
            for move in page.state["moves"]:
                position = position.play(move["text"])
            assert position.is_over
        assert ann.state["moves"] == ben.state["moves"]


@pytest.mark.full
async def test_the_flag_falls_once_for_both(servers):
    made, joined = await invited(servers, clock={"seconds": 60, "increment": 0})
    async with Page(servers[0], made) as ann, Page(servers[1], joined) as ben:
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["version"] == ann.state["version"])
        with servers[0].hurrying(), servers[1].hurrying():
            await ben.until_state(lambda state: state["status"] == "over")
            await ann.until_state(lambda state: state["status"] == "over")
        assert (
            ann.state["outcome"] == ben.state["outcome"] == {"winner": "red", "seats": [0], "reason": "time"}
        )
        kinds = [change["kind"] for message in ben.heard for change in message.get("changes", ())]
        assert kinds.count("time") == 1
        assert ann.state["version"] == ben.state["version"]


async def test_the_flag_of_a_game_whose_server_died_falls_on_the_other(servers, server_over, database):
    other = await asyncio.to_thread(server_over, database)
    made = await asyncio.to_thread(
        lambda: other.make_game("Ann", "Ben", clock={"seconds": 60, "increment": 0})
    )
    await asyncio.to_thread(other.play, made, "c4rw")
    other.kill()
    with contextlib.ExitStack() as stack:
        for server in servers:
            stack.enter_context(server.hurrying())
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.to_thread(servers[1].state, made))["status"] != "over":
                await asyncio.sleep(0.05)


@pytest.mark.full
async def test_players_of_a_server_that_is_killed_find_their_time_on_another(server_over, postgres):
    killed, other = [await asyncio.to_thread(server_over, postgres) for _ in range(2)]
    clock = {"seconds": 600, "increment": 0}
    made = await asyncio.to_thread(lambda: killed.make_game("Ann", "Ben", clock=clock))
    await asyncio.to_thread(killed.play, made, "c4rw")
    engine = await open_database(postgres)
    archive = Archive(engine)
    due = (await archive.deadline(made["game"])).due_at
    killed.kill()
    async with asyncio.timeout(PATIENCE):
        while (await archive.deadline(made["game"])).due_at < due + COMING_BACK_MS:
            await asyncio.sleep(0.1)
    credited = (await archive.deadline(made["game"])).due_at
    state = await asyncio.to_thread(other.state, made)
    whole = state["now"] + state["clock"]["initial_ms"]
    assert state["now"] + state["clock"]["remaining_ms"][1] >= min(credited, whole)
    assert state["version"] == 1, "there was no outage: nothing is written into the game"
    await engine.dispose()


async def test_an_engine_answers_once_though_both_servers_have_the_game(servers):
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "level 1", board="5x4"))
    async with Page(servers[0], made) as ann, Page(servers[1], made, token=None) as watcher:
        for _ in range(3):
            await ann.until_state(lambda state: state["may"]["move"])
            await ann.move(ann.choice(random.Random(1)))
        await ann.until_state(lambda state: state["may"]["move"])
        await watcher.until_state(lambda state: state["version"] == ann.state["version"])
        assert watcher.state["moves"] == ann.state["moves"]
        assert len(ann.state["moves"]) == ann.state["version"], "nothing but moves, each once"


async def test_what_is_sent_to_one_and_then_to_the_other_is_known_there(servers):
    made = await asyncio.to_thread(lambda: servers[0].make_game("Ann", "Ben", board="5x4"))
    chance = random.Random(3)
    for number in range(12):
        server = servers[number % 2]
        async with Page(server, made) as page:
            await page.until_state(lambda state, number=number: state["version"] >= number)
            answer = await page.move(page.choice(chance))
            assert answer["type"] == "accepted", answer


async def test_an_edit_on_one_server_is_seen_on_the_other(servers):
    made = await asyncio.to_thread(make_study, servers[0])
    async with Reader(servers[0], made) as ann, Reader(servers[1], made, made["edit"]) as ben:
        await ann.act("add", chapter=1, node=0, moves=["c2rw", "E"])
        await ben.until(lambda message: message["type"] == "update")
        await ben.act("comment", chapter=1, node=2, text="Why east?")
        await ann.until(lambda message: message["type"] == "update")
        assert ann.tree == ben.tree
        await ann.act("undo", anyone=True)
        await ben.until(lambda message: message["type"] == "update")
        assert ben.tree[2]["comment"] == ""


async def test_edits_sent_to_one_server_and_then_to_the_other_build_on_each_other(servers):
    made = await asyncio.to_thread(make_study, servers[0])
    await asyncio.to_thread(state_of, servers[1], made)
    for number, move in enumerate(["c2rw", "E", "b1ww", "-"]):
        done = await asyncio.to_thread(
            act, servers[number % 2], made, "add", chapter=1, node=number, moves=[move]
        )
        assert done.is_success, done.text
        assert done.json()["node"] == number + 1


async def test_a_study_deleted_on_one_server_is_gone_on_the_other(servers):
    made = await asyncio.to_thread(make_study, servers[0])
    async with Reader(servers[1], made, made["edit"]) as ben:
        headers = {"Authorization": f"Bearer {made['token']}"}
        path = f"/api/studies/{made['study']}"
        assert (await asyncio.to_thread(servers[0].client().delete, path, headers=headers)).is_success
        try:
            refused = (await ben.act("title", title="Still here?"))["code"]
        except ConnectionClosed as closed:
            refused = closed.rcvd.reason
        assert refused == "no_such_study"
