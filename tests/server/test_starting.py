"""A start opens only the games in which somebody's time runs; all others sleep until they are touched."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import text

from stonefield.server import composition
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Event, Joined, Moved
from stonefield.server.engine_pool import Pool
from stonefield.server.now import now_ms
from stonefield.server.play import waking
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.waking import wake_running
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Journal, open_database
from stonefield.server.store.game_rows import beat

from .agreements import agreement
from .page import PATIENCE

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))
ENGINES = (Seat("engine", level=1), Seat("engine", level=1))
INVITING = (PEOPLE[0], Seat("open"))
MINUTE = 60_000


class Cellar:
    """A database, and the rooms of a server that has just started over it."""

    def __init__(self, engine, journal):
        self.engine, self.archive, self.journal = engine, Archive(engine), journal
        self.now = now_ms()

    async def put(self, *seats: Seat, events=(), over: bool = False) -> Agreement:
        """A game with ten minutes on the clock, made an hour ago."""
        game = agreement(
            *seats, options={}, created=self.now - 60 * MINUTE, clock_seconds=600, clock_increment=0
        )
        written = [(game.id, event) for event in events]
        await self.journal.write(GameRows([game], [], written, game.id if over else None))
        return game

    def rooms(self, stopped: int) -> Rooms:
        return Rooms(Services(self.archive, self.journal, Pool(1), 0.0), 5_000, stopped)

    def moved(self, minutes_ago: int) -> list[Event]:
        return [Event(1, self.now - minutes_ago * MINUTE, Moved("c4rw"), 0)]


@pytest.fixture
async def cellar(database):
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    yield Cellar(engine, journal)
    await journal.close()
    await engine.dispose()


async def test_only_games_in_which_a_persons_time_runs_are_opened(cellar):
    for _ in range(30):
        await cellar.put(*PEOPLE)
        await cellar.put(*INVITING)
        await cellar.put(*ENGINES, events=cellar.moved(50))
    await cellar.put(*PEOPLE, events=cellar.moved(50), over=True)
    joined = [Event(1, cellar.now - 51 * MINUTE, Joined(1, "Ben"), 1)]
    joined.append(Event(2, cellar.now - 50 * MINUTE, Moved("c4rw"), 0))
    running = {
        (await cellar.put(*PEOPLE, events=cellar.moved(50))).id,
        (await cellar.put(*INVITING, events=joined)).id,
    }
    rooms = cellar.rooms(stopped=cellar.now - 48 * MINUTE)
    await wake_running(rooms, cellar.archive)
    assert {room.table.agreement.id for room in rooms} == running
    for room in rooms:
        # Two minutes had passed when the server stopped.
        assert room.table.events[-1].kind.word == "restart"
        assert 7 * MINUTE < room.table.clock.left(now_ms())[1] <= 8 * MINUTE
    rooms.close()


async def test_an_engine_that_nobody_watched_loses_no_time_however_often_the_server_restarts(cellar):
    game = await cellar.put(*ENGINES, events=cellar.moved(50))
    for stopped in (40, 30, 20):
        rooms = cellar.rooms(cellar.now - stopped * MINUTE)
        await wake_running(rooms, cellar.archive)
        assert len(rooms) == 0
        rooms.close()
    rooms = cellar.rooms(cellar.now - 10 * MINUTE)
    room = await rooms.find(game.id)
    assert room.table.clock.left(now_ms())[1] > 9 * MINUTE
    assert not room.busy, "it sleeps again when the memory is needed"
    rooms.close()


async def test_a_game_that_is_touched_first_wakes_once(cellar):
    game = await cellar.put(*PEOPLE, events=cellar.moved(50))
    rooms = cellar.rooms(cellar.now - 48 * MINUTE)
    await asyncio.gather(wake_running(rooms, cellar.archive), *(rooms.find(game.id) for _ in range(5)))
    room = await rooms.find(game.id)
    assert [event.kind.word for event in room.table.events] == ["move", "restart"]
    rooms.close()


async def test_a_game_that_cannot_be_woken_now_is_tried_again(cellar, monkeypatch):
    monkeypatch.setattr(waking, "RETRY", 0.1)
    game = await cellar.put(*PEOPLE, events=cellar.moved(50))
    rooms = cellar.rooms(cellar.now - 48 * MINUTE)
    async with cellar.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE holders RENAME TO elsewhere"))
    trying = asyncio.ensure_future(wake_running(rooms, cellar.archive))
    with pytest.raises(Refusal):
        await rooms.find(game.id)
    assert len(rooms) == 0
    async with cellar.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE elsewhere RENAME TO holders"))
    await asyncio.wait_for(trying, PATIENCE)
    assert len(rooms) == 1
    rooms.close()


async def test_no_pulse_is_written_before_all_games_are_awake(cellar, monkeypatch):
    monkeypatch.setattr(composition, "TICK_SECONDS", 0.01)
    game = await cellar.put(*PEOPLE, events=cellar.moved(50))
    await cellar.journal.write(partial(beat, at=1))
    rooms = cellar.rooms(cellar.now - 48 * MINUTE)
    await rooms.find(game.id)
    waking = asyncio.get_running_loop().create_future()
    beating = asyncio.ensure_future(composition._beat(rooms, cellar.journal, waking))
    await asyncio.sleep(0.3)
    assert await cellar.archive.last_pulse() == 1
    waking.set_result(None)
    while await cellar.archive.last_pulse() == 1:
        await asyncio.sleep(0.02)
    beating.cancel()
    rooms.close()


async def test_where_nobody_can_leave_newcomers_do_not_make_everybody_look_for_space(cellar):
    rooms = Rooms(Services(cellar.archive, cellar.journal, Pool(1), 0.0), 10)
    looked = 0
    make_space = rooms._make_space

    def counted() -> None:
        nonlocal looked
        looked += 1
        make_space()

    rooms._make_space = counted
    for _ in range(100):
        game = await cellar.put(*PEOPLE, events=cellar.moved(50))
        await rooms.find(game.id)
    assert len(rooms) == 100
    assert looked < 40
    rooms.close()
