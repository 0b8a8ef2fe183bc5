"""Rooms in memory: what they take, which of them leave, and that a game has never two."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc

import pytest
from websockets.asyncio.client import connect

from games.caminos.own_boards import geometry, plain_board
from stonefield.games.caminos.sites import shared_sites
from stonefield.games.game import find_game
from stonefield.server.domain.game.agreement import Seat
from stonefield.server.domain.game.event import Event, Moved, Paused
from stonefield.server.domain.game.table import Table
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.play.room import Room, Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.store import Archive, GameRows

from .agreements import agreement
from .page import PATIENCE, Page

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))
FACTOR = 2.0
"""How far the estimate of a room's bytes may be from what it really takes."""
ROOMS = 3


def own(number: int) -> dict[str, str]:
    board, pieces = geometry(number)
    return {"board": board, "pieces": pieces}


def wide(number: int) -> dict[str, str]:
    return {"board": plain_board(16, f"b{number}"), "pieces": "much=C20:#/D20:##/E20:##,#."}


def line(rules: str, options: dict[str, str], plies: int) -> list[str]:
    position, chance, moves = find_game(rules).start(**options), random.Random(plies), []
    while not position.is_over and len(moves) < plies:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return moves


@pytest.mark.full
@pytest.mark.parametrize(
    ("rules", "options", "plies"),
    [
        ("carnac", lambda number: {"board": "large"}, 60),
        ("caminos", lambda number: {"board": "octagon"}, 28),
        ("caminos", own, 0),
        ("caminos", own, 14),
        ("caminos", wide, 100),
    ],
    ids=["carnac", "caminos", "own board", "played on an own board", "wide board"],
)
async def test_the_estimate_of_a_rooms_bytes_is_honest(rules, options, plies):
    services = Services(None, None, Jobs(LocalQueue()), 0.0)
    lines = [line(rules, options(number), plies) for number in range(ROOMS)]
    shared_sites.cache_clear()
    find_game(rules).start()
    rooms = []
    gc.collect()
    tracemalloc.start()
    for number, moves in enumerate(lines):
        table = Table(agreement(*PEOPLE, rules=rules, options=options(number)))
        for seq, move in enumerate(moves, 1):
            table.apply(Event(seq, 1_000 + seq, Moved("".join(move)), table.decider, f"0:{seq:08}"))
        rooms.append(room_of(services, table))
        rooms[-1].state_for(0)
        rooms[-1].state_for(None)
    estimate = sum(room.memory for room in rooms)
    del table
    held = tracemalloc.get_traced_memory()[0]
    for room in rooms:
        room.close()
    del room
    rooms.clear()
    shared_sites.cache_clear()
    gc.collect()
    taken = held - tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken / FACTOR < estimate < taken * FACTOR


def room_of(services: Services, table: Table) -> Room:
    return Room(services, table, {}, weigh=lambda room: None, look_for_stall=lambda: None)


async def put(journal) -> str:
    game = agreement(*PEOPLE, options={})
    await journal.write(GameRows([game]))
    return game.id


async def test_quiet_rooms_leave_when_all_together_take_too_much(opened, journal):
    services = Services(Archive(opened), journal, Jobs(LocalQueue()), 0.0)
    one = room_of(services, Table(agreement(*PEOPLE, options={}))).memory
    rooms = Rooms(services, 1_000, most_bytes=10 * one)
    games = [await put(journal) for _ in range(30)]
    for game in games:
        found = await rooms.find(game)
        assert rooms.memory <= 10 * one
        assert found in list(rooms)
    assert rooms.memory == sum(room.memory for room in rooms)
    assert 5 <= len(rooms) <= 10
    rooms.close()


async def test_a_room_that_grows_makes_others_leave(opened, journal):
    services = Services(Archive(opened), journal, Jobs(LocalQueue()), 0.0)
    rooms = Rooms(services, 1_000)
    for _ in range(5):
        await rooms.find(await put(journal))
    async with rooms.using(await put(journal)) as room:
        rooms._crowded_bytes = rooms._most_bytes = rooms.memory
        room.table.events += [Event(seq, seq, Paused()) for seq in range(1, 500)]
        rooms.weigh(room.replica.id, room)
        assert len(rooms) == 1
        assert rooms.memory == room.memory
    rooms.close()


async def test_a_room_stays_the_only_one_for_whoever_works_with_it(opened, journal):
    rooms = Rooms(Services(Archive(opened), journal, Jobs(LocalQueue()), 0.0), 1)
    game = await put(journal)
    async with rooms.using(game) as room:
        for _ in range(5):
            await rooms.find(await put(journal))
        assert await rooms.find(game) is room
        assert not rooms.evict(game, room.used + 1)
    assert rooms.evict(game, room.used + 1)
    rooms.close()


async def test_a_socket_that_has_not_said_hello_yet_hears_of_what_others_do(server_here):
    server = server_here(live_games=1)
    made = server.make_game("Ann", "Ben")
    page = Page(server, made)
    page.socket = await connect(
        f"{server.socket_url}/api/games/{page.game}/socket", proxy=None, open_timeout=PATIENCE
    )
    for _ in range(5):
        await asyncio.to_thread(server.make_game, "Ann", "Ben")
    await page.hello()
    await page.until(lambda message: message["type"] == "state")
    moved = await asyncio.to_thread(server.act, made, "move", version=0, text="c4rw")
    assert moved.status_code == 200
    async with asyncio.timeout(PATIENCE):
        update = await page.until(lambda message: message["type"] == "update")
    assert update["version"] == 1
    await page.disconnect()
