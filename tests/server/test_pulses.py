"""Which servers are alive, and what players get whose server is gone."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

import pytest
from sqlalchemy import delete, insert, select, update

from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Event, Moved
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.now import StallWatch, now_ms
from stonefield.server.play.keeping_time import TimeKeeper, end_well, outages_until_now
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.store import Archive, GameRows, Journal, open_database
from stonefield.server.store.deadlines import Deadline, take_due
from stonefield.server.store.pulses import COMING_BACK_MS, MOST_LOST_MS, STALE_MS, beat, note_start
from stonefield.server.store.tables import deadlines, pulse

from .agreements import agreement

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))
MINUTE = 60_000


class Server:
    """What of a server has to do with time."""

    def __init__(self, engine, journal: Journal, known: list[tuple[int, int]]):
        self.engine, self.journal, self.known = engine, journal, known
        self.archive = Archive(engine)
        self.rooms = Rooms(Services(self.archive, journal, Jobs(LocalQueue()), 0.0), 100, known)
        self.keeper = TimeKeeper(self.rooms, self.archive, journal)

    async def put(self, minutes_ago: int = 1) -> Agreement:
        """A game of ten minutes each, in which a clock runs since then."""
        began = now_ms() - minutes_ago * MINUTE
        game = agreement(*PEOPLE, options={}, created=began, clock_seconds=600, clock_increment=0)
        moved = Event(1, began, Moved("c4rw"), 0)
        due = Deadline(game.id, 1, began + 10 * MINUTE, self.journal.process)
        await self.journal.write(GameRows([game], [], [(game.id, moved)], deadlines=[due]))
        return game

    async def set_pulse(self, at: int) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(
                update(pulse).where(pulse.c.process == self.journal.process).values(at=at)
            )

    async def pulses(self) -> dict[str, int]:
        async with self.engine.connect() as connection:
            return {row.process: row.at for row in await connection.execute(select(pulse))}

    async def due(self, game: Agreement) -> int:
        return (await self.archive.deadline(game.id)).due_at

    async def kill(self) -> None:
        """It ends without a word."""
        self.rooms.close()
        await self.journal.close()
        await self.engine.dispose()


@pytest.fixture
async def start(database, monkeypatch):
    """Starts servers over one database; those that are left end after the test."""
    # A stall of this machine would be credited, too.
    monkeypatch.setattr(StallWatch, "lost", lambda self: 0)
    running: list[Server] = []

    async def make() -> Server:
        engine = await open_database(database)
        journal = Journal(engine)
        await journal.claim()
        journal.start()
        running.append(Server(engine, journal, await outages_until_now(journal)))
        return running[-1]

    yield make
    for server in running:
        with contextlib.suppress(Exception):
            await server.kill()


async def test_a_server_that_starts_while_another_is_alive_finds_no_outage(start):
    first = await start()
    game = await first.put()
    await first.keeper.beat()
    second = await start()
    assert second.known == []
    room = await second.rooms.find(game.id)
    assert room.table.version == 1, "and writes no restart into its games"
    assert set(await second.pulses()) == {first.journal.process, second.journal.process}


async def test_the_outage_begins_with_the_last_pulse_of_all(start):
    servers = [await start() for _ in range(2)]
    await servers[0].put()
    for server, ago in zip(servers, (3_000, 1_000), strict=True):
        await server.set_pulse(now_ms() - ago)
    last = max((await servers[0].pulses()).values())
    for server in servers:
        await server.kill()
    third = await start()
    ((since, until),) = third.known
    assert since == last
    assert await third.pulses() == {third.journal.process: until}, "rows of the dead are gone"


async def test_servers_that_start_together_after_an_outage_note_it_once_and_know_it_all(start):
    before = await start()
    await before.put()
    await before.set_pulse(now_ms() - 2_000)
    await before.kill()
    servers = await asyncio.gather(*(start() for _ in range(3)))
    assert len(servers[0].known) == 1
    assert all(server.known == servers[0].known for server in servers)


async def test_a_server_that_ends_well_leaves_its_last_moment_and_no_row(start):
    first = await start()
    await first.put()
    began = now_ms()
    await end_well(first.journal)
    ((process, at),) = (await first.pulses()).items()
    assert process == ""
    assert at >= began
    await first.kill()
    second = await start()
    assert [since for since, _ in second.known] == [at]


async def test_a_server_that_ends_before_its_start_is_noted_was_not_there(start):
    first = await start()
    await first.put()
    await first.set_pulse(now_ms() - 5_000)
    (last,) = (await first.pulses()).values()
    await first.kill()
    engine = await open_database(first.engine.url.render_as_string(hide_password=False))
    journal = Journal(engine)
    await journal.claim()
    journal.start()
    await end_well(journal)
    await journal.close()
    await engine.dispose()
    assert [since for since, _ in (await start()).known] == [last]


async def test_a_server_that_was_to_end_while_it_stood_still_was_gone_meanwhile(start):
    first = await start()
    await first.put()
    await first.set_pulse(now_ms() - 4_000)
    (last,) = (await first.pulses()).values()
    await end_well(first.journal)
    await first.kill()
    assert [since for since, _ in (await start()).known] == [last]


async def test_a_server_that_ends_writes_down_what_it_owes(start):
    first, second = await start(), await start()
    game = await first.put()
    before = await first.due(game)
    first.keeper._rooms.silent_since = now_ms() - 3_000
    await first.rooms.find(game.id)
    await first.keeper.end()
    assert await second.due(game) >= before + 3_000


async def test_an_outage_lasts_while_the_database_takes_its_time_over_the_start(start):
    first = await start()
    await first.put()
    await first.kill()
    second = await start()
    began = now_ms()
    times = iter([began, began, began + 2_000])

    def begin(connection):
        connection.execute(delete(pulse))
        beat(connection, "gone", began - 1_000)
        return note_start(connection, "late", partial(next, times, began + 2_000))

    assert (await second.journal.write(begin))[-1] == (began - 1_000, began + 2_000)


async def test_who_says_nothing_is_not_alive_though_its_session_is_still_there(start):
    first = await start()
    await first.put()
    await first.set_pulse(now_ms() - STALE_MS - 1_000)
    assert len((await start()).known) == 1


async def test_where_no_clock_runs_a_silent_server_is_alive(start):
    first = await start()
    await first.set_pulse(now_ms() - MINUTE)
    second = await start()
    assert set(await second.pulses()) == {first.journal.process, second.journal.process}


async def test_the_players_of_a_server_that_was_killed_get_what_that_took_once(start):
    first, *others = [await start() for _ in range(3)]
    game, elsewhere = await first.put(), await others[0].put()
    room = await others[0].rooms.find(game.id)
    before, untouched = await first.due(game), await first.due(elsewhere)
    await first.set_pulse(now_ms() - 3_000)
    await first.kill()
    await asyncio.gather(*(server.keeper.beat() for server in others))
    await others[0].keeper.beat()
    due = await others[0].due(game)
    assert before + 3_000 + COMING_BACK_MS <= due <= before + MOST_LOST_MS + COMING_BACK_MS
    assert room.table.deadline in (due, before), "a room in memory hears of it where the credit was written"
    assert (await (await others[1].rooms.find(game.id)).replica.take_credit()) is None
    assert others[1].rooms.get(game.id).table.deadline == due
    assert await others[0].due(elsewhere) == untouched
    assert set(await others[0].pulses()) == {"", *(server.journal.process for server in others)}
    again = await start()
    assert again.known == [], "it was no outage"


async def test_what_was_settled_by_a_decision_is_not_given_again(start):
    first, second = await start(), await start()
    game = await first.put(minutes_ago=0)
    moved_at = now_ms()
    await first.set_pulse(moved_at - 8_000)
    before = await first.due(game)
    await first.kill()
    await second.keeper.beat()
    assert await second.due(game) <= before + COMING_BACK_MS + now_ms() - moved_at + 500


async def test_a_room_in_memory_takes_over_with_the_credit(start):
    first, second = await start(), await start()
    game = await first.put()
    room = await second.rooms.find(game.id)
    left = room.table.clock.left(now_ms())[1]
    await first.set_pulse(now_ms() - 4_000)
    await first.kill()
    await second.keeper.beat()
    assert room.table.deadline == await second.due(game)
    assert room.table.clock.left(now_ms())[1] > left


async def test_a_server_that_is_silent_for_long_is_taken_over_from_and_comes_back(start):
    first, second = await start(), await start()
    game = await first.put()
    before = await first.due(game)
    await second.keeper.beat()
    assert await first.due(game) == before, "it is given a while"
    heard = second.keeper._heard[first.journal.process]
    second.keeper._heard[first.journal.process] = heard[0], heard[1] - STALE_MS
    await second.keeper.beat()
    assert await first.due(game) > before
    assert first.journal.process not in await second.pulses()
    await first.keeper.beat()
    assert first.journal.process in await second.pulses()


async def test_players_of_a_server_that_ends_well_get_the_time_to_find_another(start):
    first, second = await start(), await start()
    game = await first.put()
    await second.keeper.beat()
    before = await first.due(game)
    await end_well(first.journal)
    assert await second.due(game) == before + COMING_BACK_MS


async def test_what_is_due_is_taken_by_one_server_until_it_may_have_died(start):
    servers = [await start() for _ in range(3)]
    games = [await servers[0].put() for _ in range(9)]
    now = now_ms() + 20 * MINUTE

    async def take(server: Server, at: int) -> list[str]:
        return await server.journal.write(lambda connection: take_due(connection, now, at, 4))

    taken = await asyncio.gather(*(take(server, now) for server in servers))
    taken.append(await take(servers[0], now))
    assert sorted(game for some in taken for game in some) == sorted(game.id for game in games)
    assert await take(servers[1], now + 1_000) == []
    assert len(await take(servers[1], now + MINUTE)) == 4


async def test_flags_fall_once_though_all_servers_look_after_them(start):
    servers = [await start() for _ in range(3)]
    up = [await servers[number % 3].put(minutes_ago=11) for number in range(6)]
    wrong = await servers[0].put()
    async with servers[0].engine.begin() as connection:
        these = deadlines.c.game == wrong.id
        await connection.execute(update(deadlines).where(these).values(due_at=now_ms() - MINUTE))
    await asyncio.gather(*(server.keeper.let_flags_fall() for server in servers))
    for game in up:
        events = (await servers[0].archive.find(game.id))[2]
        assert [event.kind.word for event in events] == ["move", "time"]
        assert await servers[0].archive.deadline(game.id) is None
    assert await servers[0].due(wrong) > now_ms(), "a deadline that was wrong is put right"


async def test_a_backup_of_a_running_server_begins_an_outage_with_its_pulse(start):
    first = await start()
    await first.put()
    async with first.engine.begin() as connection:
        await connection.execute(delete(pulse))
        await connection.execute(insert(pulse).values(process="elsewhere", at=1_000))
    await first.kill()
    ((since, _),) = (await start()).known
    assert since == 1_000
