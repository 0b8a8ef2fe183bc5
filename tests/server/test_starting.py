"""Clocks over restarts: the time no server was there is credited to a game when it is next looked at."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import insert, select, text

from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.clock import time_there
from stonefield.server.domain.game.event import Event, Joined, Moved, TimeUp
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.now import StallWatch, now_ms
from stonefield.server.play import keeping_time
from stonefield.server.play.keeping_time import TimeKeeper, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.store import Archive, GameRows, Journal, open_database
from stonefield.server.store.deadlines import Deadline, hold_lease
from stonefield.server.store.pulses import beat
from stonefield.server.store.tables import deadlines, outages

from .agreements import agreement
from .page import PATIENCE
from .test_cleanup import Viewer

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))
ENGINES = (Seat("engine", level=1), Seat("engine", level=1))
INVITING = (PEOPLE[0], Seat("open"))
MINUTE = 60_000


class Cellar:
    """A database, and the rooms of a server that has just started over it."""

    def __init__(self, engine, journal):
        self.engine, self.archive, self.journal = engine, Archive(engine), journal
        self.now = now_ms()

    async def put(self, *seats: Seat, events=(), due: int | None = None) -> Agreement:
        """A game with ten minutes on the clock, made an hour ago; ``due`` is its deadline, in minutes."""
        game = agreement(
            *seats, options={}, created=self.now - 60 * MINUTE, clock_seconds=600, clock_increment=0
        )
        rows = GameRows([game], [], [(game.id, event) for event in events])
        if due is not None:
            rows.deadlines = [Deadline(game.id, len(events), self.now + due * MINUTE)]
        await self.journal.write(rows)
        return game

    def rooms(self, *away: tuple[int, int]) -> Rooms:
        """Rooms of a server, before which none was there from some minutes ago until others."""
        times = [(self.now - since * MINUTE, self.now - until * MINUTE) for since, until in away]
        return Rooms(Services(self.archive, self.journal, Jobs(LocalQueue()), 0.0), 5_000, times)

    def moved(self, minutes_ago: int) -> list[Event]:
        return [Event(1, self.now - minutes_ago * MINUTE, Moved("c4rw"), 0)]

    async def due(self) -> dict[str, int]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(deadlines))
            return {row.game: row.due_at for row in rows}


@pytest.fixture
async def cellar(database):
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    yield Cellar(engine, journal)
    await journal.close()
    await engine.dispose()


def test_the_time_a_server_was_there_is_what_no_outage_takes_away():
    assert time_there(100, 200, []) == 100
    assert time_there(100, 200, [(120, 150)]) == 70
    assert time_there(100, 200, [(0, 50), (120, 150), (140, 160), (190, 300)]) == 50
    assert time_there(100, 200, [(0, 100), (0, 90)]) == 100
    assert time_there(100, 200, [(0, 1_000)]) == 0


async def test_a_game_is_credited_with_the_time_no_server_was_there_when_it_is_opened(cellar):
    joined = [
        Event(1, cellar.now - 51 * MINUTE, Joined(1, "Ben"), 1),
        Event(2, cellar.now - 50 * MINUTE, Moved("c4rw"), 0),
    ]
    games = [
        await cellar.put(*PEOPLE, events=cellar.moved(50)),
        await cellar.put(*INVITING, events=joined),
    ]
    # Two minutes had passed when the server stopped; there was another stop before, and one before the game.
    rooms = cellar.rooms((47, 0), (49, 48), (70, 60))
    for game in games:
        room = await rooms.find(game.id)
        assert room.table.events[-1].kind.word == "restart"
        assert 7 * MINUTE < room.table.clock.left(now_ms())[1] <= 8 * MINUTE
        assert (await cellar.due())[game.id] == room.table.deadline
    rooms.close()


async def test_without_an_outage_nothing_happens_when_a_game_is_opened(cellar):
    game = await cellar.put(*PEOPLE, events=cellar.moved(5))
    rooms = cellar.rooms()
    room = await rooms.find(game.id)
    assert room.table.version == 1
    assert room.table.clock.left(now_ms())[1] <= 5 * MINUTE
    assert await cellar.due() == {game.id: room.table.deadline}, "what was missing is there now"
    rooms.close()


async def test_a_start_opens_no_game_and_notes_when_none_was_there(cellar):
    await cellar.put(*PEOPLE, events=cellar.moved(50), due=5)
    await cellar.journal.write(partial(beat, process="before", at=cellar.now - 48 * MINUTE))
    ((since, until),) = await outages_until_now(cellar.journal)
    assert since == cellar.now - 48 * MINUTE
    assert until >= cellar.now
    assert await cellar.archive.last_pulse() == until


async def test_where_no_clock_runs_outages_are_forgotten(cellar):
    async with cellar.engine.begin() as connection:
        await connection.execute(insert(outages).values(since=1, until=2))
    assert await outages_until_now(cellar.journal) == []


async def test_an_engine_that_nobody_watched_loses_no_time_however_often_the_server_restarts(cellar):
    game = await cellar.put(*ENGINES, events=cellar.moved(50))
    for away in ((), ((40, 30),), ((40, 30), (20, 10))):
        rooms = cellar.rooms(*away)
        room = await rooms.find(game.id)
        room.state_for(None)
        assert room.table.clock.left(now_ms())[1] > 9 * MINUTE
        assert not room.busy, "it sleeps again when the memory is needed"
        rooms.close()
    assert await cellar.due() == {}


async def test_a_game_that_several_open_is_credited_once(cellar):
    game = await cellar.put(*PEOPLE, events=cellar.moved(50))
    one, other = cellar.rooms((48, 0)), cellar.rooms((48, 0))
    await asyncio.gather(*(rooms.find(game.id) for rooms in (one, other, one)))
    events = (await cellar.archive.find(game.id))[2]
    assert [event.kind.word for event in events] == ["move", "restart"]
    one.close()
    other.close()


async def test_a_running_clock_keeps_no_game_in_memory_and_its_flag_falls_all_the_same(cellar):
    rooms = cellar.rooms()
    keeper = TimeKeeper(rooms, cellar.archive, cellar.journal)
    running = await cellar.put(*PEOPLE, events=cellar.moved(5))
    room = await rooms.find(running.id)
    assert not room.busy
    assert rooms.evict(running.id, now_ms() + 1)
    over = await cellar.put(*PEOPLE, events=cellar.moved(11), due=-1)
    await keeper.let_flags_fall()
    assert [room.replica.id for room in rooms] == [over.id], "only what is due is opened"
    assert (await cellar.archive.find(over.id))[2][-1].kind == TimeUp()
    assert set(await cellar.due()) == {running.id}
    rooms.close()


async def test_a_deadline_that_passed_while_no_server_was_there_is_put_right(cellar, monkeypatch):
    # A stall of this machine would be credited, too, and written only with the next pulse.
    monkeypatch.setattr(StallWatch, "lost", lambda self: 0)
    game = await cellar.put(*PEOPLE, events=cellar.moved(50), due=-40)
    left = await cellar.put(*PEOPLE, due=-40)
    rooms = cellar.rooms((48, 0))
    await TimeKeeper(rooms, cellar.archive, cellar.journal).let_flags_fall()
    room = await rooms.find(game.id)
    assert room.table.status == "playing"
    assert (await cellar.due()) == {game.id: room.table.deadline}, "and where no clock runs there is none"
    assert left.id not in await cellar.due()
    rooms.close()


async def test_what_the_server_owes_a_player_is_written_and_read(cellar):
    game = await cellar.put(*PEOPLE, events=cellar.moved(5))
    here, there = cellar.rooms(), cellar.rooms()
    room = await here.find(game.id)
    before = room.table.deadline
    room.replica.credit_since(now_ms() - 3 * MINUTE)
    owed = room.table.clock.owed
    assert owed >= 3 * MINUTE
    assert room.busy, "it does not leave before that is written"
    await TimeKeeper(here, cellar.archive, cellar.journal).beat()
    assert not room.busy
    assert await cellar.due() == {game.id: before + owed}
    other = await there.find(game.id)
    assert other.table.deadline == before + owed
    here.close()
    there.close()


async def test_no_time_is_credited_twice(cellar):
    game = await cellar.put(*PEOPLE, events=cellar.moved(5))
    rooms = cellar.rooms()
    room = await rooms.find(game.id)
    for minutes in (3, 2, 4):
        room.replica.credit_since(now_ms() - minutes * MINUTE)
    owed = room.table.clock.owed
    assert 3 * MINUTE <= owed < 4 * MINUTE, "what was credited before begins where that ended"
    rooms.silent_since = now_ms() - 10 * MINUTE
    rooms.look_for_stall()
    assert room.table.clock.owed < 4 * MINUTE
    rooms.close()


async def test_while_the_database_does_not_answer_no_clock_runs(cellar, monkeypatch):
    monkeypatch.setattr(StallWatch, "lost", lambda self: 0)
    game = await cellar.put(*PEOPLE, events=cellar.moved(5))
    rooms = cellar.rooms()
    room = await rooms.find(game.id)
    rooms.silent_since = now_ms() - 4 * MINUTE
    rooms.look_for_stall()
    assert room.table.clock.owed >= 4 * MINUTE
    rooms.close()


async def test_a_game_that_cannot_be_read_keeps_no_other_waiting(cellar):
    nonsense = [Event(1, cellar.now - 11 * MINUTE, Moved("nonsense"), 0)]
    broken = await cellar.put(*PEOPLE, events=nonsense, due=-2)
    whole = await cellar.put(*PEOPLE, events=cellar.moved(11), due=-1)
    rooms = cellar.rooms()
    await TimeKeeper(rooms, cellar.archive, cellar.journal).let_flags_fall()
    assert (await cellar.due())[broken.id] > cellar.now, "it is looked at again later"
    assert whole.id not in await cellar.due()
    rooms.close()


async def test_a_database_that_does_not_answer_is_asked_again(cellar, monkeypatch):
    monkeypatch.setattr(keeping_time, "TICK_SECONDS", 0.01)
    game = await cellar.put(*PEOPLE, events=cellar.moved(11), due=-1)
    rooms = cellar.rooms()
    async with cellar.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE holders RENAME TO elsewhere"))
    keeping = asyncio.ensure_future(TimeKeeper(rooms, cellar.archive, cellar.journal).run())
    await asyncio.sleep(0.2)
    assert len(rooms) == 0
    async with cellar.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE elsewhere RENAME TO holders"))
    async with asyncio.timeout(PATIENCE):
        while game.id in await cellar.due():
            await asyncio.sleep(0.02)
    keeping.cancel()
    rooms.close()


async def test_a_pulse_is_written_while_a_clock_runs_and_only_then(cellar):
    rooms = cellar.rooms()
    keeper = TimeKeeper(rooms, cellar.archive, cellar.journal)
    await keeper.beat()
    assert await cellar.archive.last_pulse() is None
    await cellar.put(*PEOPLE, events=cellar.moved(1), due=9)
    await keeper.beat()
    assert await cellar.archive.last_pulse() >= cellar.now
    rooms.close()


async def test_a_lease_is_held_by_one_until_it_runs_out(cellar):
    def hold(holder: str, now: int) -> bool:
        return cellar.journal.write(lambda connection: hold_lease(connection, "work", holder, now))

    assert await hold("a", 1_000)
    assert not await hold("b", 2_000)
    assert await hold("a", 5_000)
    assert not await hold("b", 9_000)
    assert await hold("b", 11_000), "who died does not come back"
    assert not await hold("a", 12_000)


async def test_deadlines_follow_their_game(cellar):
    game = await cellar.put(*PEOPLE, events=cellar.moved(1), due=9)
    changed = [Deadline(game.id, 2, cellar.now)]
    await cellar.journal.write(GameRows(deadlines=changed))
    assert await cellar.archive.deadline(game.id) == changed[0]
    for old in (Deadline(game.id, 1, cellar.now + MINUTE), Deadline(game.id, 1, None)):
        await cellar.journal.write(GameRows(deadlines=[old]))
        assert await cellar.archive.deadline(game.id) == changed[0], "a newer version's stays"
    await cellar.journal.write(GameRows(deadlines=[Deadline(game.id, 3, None)]))
    assert await cellar.archive.deadline(game.id) is None


async def test_where_nobody_can_leave_newcomers_do_not_make_everybody_look_for_space(cellar):
    rooms = Rooms(Services(cellar.archive, cellar.journal, Jobs(LocalQueue()), 0.0), 10)
    looked = 0
    make_space = rooms._make_space

    def counted(wanted) -> None:
        nonlocal looked
        looked += 1
        make_space(wanted)

    rooms._make_space = counted
    for _ in range(100):
        game = await cellar.put(*PEOPLE, events=cellar.moved(5))
        (await rooms.find(game.id)).viewers.add(Viewer())
    assert len(rooms) == 100
    assert looked < 40
    rooms.close()
