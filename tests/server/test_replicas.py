"""Two processes hold the same game, over one database: what each does happens once, and both know."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from stonefield.server.bus import LocalBus
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Event, Moved, Stalled, TimeUp
from stonefield.server.domain.people.caller import SERVER, Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.now import now_ms
from stonefield.server.play.replica import TRIES
from stonefield.server.play.room import Room, Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.messages import MoveAction, OfferAction, ResignAction
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Holder, Journal, open_database
from stonefield.server.tokens import hash_token

from .agreements import agreement
from .page import PATIENCE

PEOPLE = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))
ENGINE = (Seat("person", name="Ann", holder=0), Seat("engine", level=1))


class Watcher:
    """A page that notes what it is told."""

    def __init__(self, room: Room):
        self.room, self.news, self.is_gone = room, asyncio.Event(), False
        room.enter(self, None, Caller("here"))

    def changed(self) -> None:
        self.news.set()

    def presence_changed(self) -> None: ...

    def notice(self, code: str, seconds: int | None = None) -> None: ...

    def gone(self) -> None:
        self.is_gone = True
        self.news.set()

    async def until(self, wanted) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await self.news.wait()
                self.news.clear()


class Process:
    """What one server holds of a database: a connection, a journal and rooms."""

    def __init__(self, engine, bus: LocalBus):
        self.engine, self.archive, self.journal = engine, Archive(engine), Journal(engine)
        self.journal.start()
        self.rooms = Rooms(Services(self.archive, self.journal, Jobs(LocalQueue()), 0.0, bus), 100)

    async def put(self, *seats: Seat, events=(), **more) -> Agreement:
        game = agreement(*seats, options={}, **more)
        numbers = {seat.holder for seat in seats if seat.holder is not None}
        holders = [Holder(game.id, number, f"{number}" * 64) for number in numbers]
        await self.journal.write(GameRows([game], holders, [(game.id, event) for event in events]))
        return game


@contextlib.asynccontextmanager
async def processes(database: str, *buses: LocalBus):
    made = [Process(await open_database(database), bus) for bus in buses]
    yield made
    for one in made:
        one.rooms.close()
        await one.journal.close()
        await one.engine.dispose()


@pytest.fixture
async def two(database):
    """Two processes that hear each other."""
    bus = LocalBus()
    async with processes(database, bus, bus) as made:
        yield made


@pytest.fixture
async def strangers(database):
    """Two processes that hear nothing of each other."""
    async with processes(database, LocalBus(), LocalBus()) as made:
        yield made


async def rooms_of(made: list[Process], game: Agreement) -> list[Room]:
    return [await one.rooms.find(game.id) for one in made]


def move(version: int, text: str, id: str = "x") -> MoveAction:
    return MoveAction(type="move", id=id, version=version, text=text)


async def test_what_happens_in_one_process_is_seen_in_the_other(two):
    here, there = await rooms_of(two, await two[0].put(*PEOPLE))
    watcher = Watcher(there)
    assert await here.act(0, move(0, "c4rw")) == 1
    await watcher.until(lambda: there.table.version == 1)
    assert await there.act(1, move(1, "E", "y")) == 2
    await Watcher(here).until(lambda: here.table.version == 2)
    assert str(here.table.position) == str(there.table.position)


async def test_a_gap_heals_by_asking_the_database(strangers):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE))
    untouched = await strangers[0].put(*PEOPLE)
    Watcher(await strangers[1].rooms.find(untouched.id))
    watcher = Watcher(there)
    await here.act(0, move(0, "c4rw"))
    await here.act(1, move(1, "E", "y"))
    assert there.table.version == 0
    await strangers[1].rooms.follow()
    await watcher.until(lambda: there.table.version == 2)


async def test_a_game_that_goes_on_elsewhere_leaves_memory_where_no_one_wants_it(two, monkeypatch):
    game, watched = await two[0].put(*PEOPLE), await two[0].put(*PEOPLE)
    rooms = [await rooms_of(two, one) for one in (game, watched)]
    watcher = Watcher(rooms[1][1])
    # It is followed until it has been quiet here for a while; what happens elsewhere does not count.
    for version, text in enumerate(("c4rw", "E")):
        if version == 1:
            monkeypatch.setattr("stonefield.server.play.rooms.QUIET_MS", -1)
        for here, _ in rooms:
            await here.act(version, move(version, text, f"{version}"))
        await watcher.until(lambda version=version: rooms[1][1].table.version == version + 1)
    assert rooms[0][1].table.version == 1
    assert game.id not in two[1].rooms
    assert watched.id in two[1].rooms
    assert game.id in two[0].rooms
    assert (await two[1].rooms.find(game.id)).table.version == 2


async def test_what_happens_elsewhere_is_no_use_of_a_game(two):
    here, there = await rooms_of(two, await two[0].put(*PEOPLE))
    watcher = Watcher(there)
    here.used = there.used = 0
    await here.act(0, move(0, "c4rw"))
    await watcher.until(lambda: there.table.version == 1)
    assert there.used == 0 < here.used


async def test_a_person_who_decided_on_an_older_position_looks_again(strangers):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE[:1], PEOPLE[0]))
    await here.act(0, move(0, "c4rw"))
    with pytest.raises(Refusal) as refused:
        await there.act(0, move(0, "a1rr", "y"))
    assert refused.value.code == "stale_move"
    assert there.table.version == 1, "and it knows by now"
    assert await there.act(0, move(1, "E", "z")) == 2


async def test_what_does_not_depend_on_the_position_is_decided_again(strangers):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE))
    await here.act(0, OfferAction(type="offer", id="x", kind="draw"))
    assert await there.act(0, move(0, "c4rw", "y")) == 2, "the board has not changed"
    assert await here.act(1, ResignAction(type="resign", id="z")) == 3
    with pytest.raises(Refusal) as refused:
        await there.act(1, move(2, "E", "w"))
    assert refused.value.code == "game_over"


async def test_two_who_offer_the_same_at_the_same_time_agree(strangers):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE))
    await asyncio.gather(
        here.act(0, OfferAction(type="offer", id="x", kind="draw")),
        there.act(1, OfferAction(type="offer", id="x", kind="draw")),
    )
    events = (await strangers[0].archive.find(here.replica.id))[2]
    assert [event.kind.word for event in events] == ["offer", "draw"]


@pytest.mark.parametrize(("faster", "gets_through"), [(TRIES - 1, True), (TRIES, False)])
async def test_what_is_late_again_and_again_is_decided_anew_only_so_often(strangers, faster, gets_through):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE))
    write, left = strangers[0].journal.write, faster

    async def late(work, *, rows=1):
        nonlocal left
        if left > 0:
            left -= 1
            holder = there.table.seats[there.table.decider].holder
            text = str(next(iter(there.table.position.legal_moves())))
            await there.act(holder, move(there.table.version, text, f"{left}"))
        return await write(work, rows=rows)

    strangers[0].journal.write = late
    resigning = here.act(0, ResignAction(type="resign", id="r"))
    if gets_through:
        assert await resigning == faster + 1
    else:
        with pytest.raises(Refusal) as refused:
            await resigning
        assert refused.value.code == "stale_move"


async def test_a_request_sent_to_both_is_done_once(strangers):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE))
    assert await asyncio.gather(here.act(0, move(0, "c4rw")), there.act(0, move(0, "c4rw"))) == [1, 1]


async def test_an_open_seat_is_taken_once(strangers):
    invited = agreement(PEOPLE[0], Seat("open"), options={}, invite_hash=hash_token("come"))
    await strangers[0].journal.write(GameRows([invited], [Holder(invited.id, 0, "0" * 64)]))
    here, there = await rooms_of(strangers, invited)
    seats = await asyncio.gather(
        here.join("come", None, "Ben", "ben", SERVER),
        there.join("come", None, "Cid", "cid", SERVER),
        return_exceptions=True,
    )
    assert [one for one in seats if not isinstance(one, Refusal)] == [1]
    assert [one.code for one in seats if isinstance(one, Refusal)] == ["seat_taken"]
    assert here.table.seats == there.table.seats


async def test_the_same_token_joins_once(strangers):
    invited = agreement(PEOPLE[0], Seat("open"), options={}, invite_hash=hash_token("come"))
    await strangers[0].journal.write(GameRows([invited], [Holder(invited.id, 0, "0" * 64)]))
    here, there = await rooms_of(strangers, invited)
    joined = await asyncio.gather(
        here.join("come", None, "Ben", "ben", SERVER), there.join("come", None, "Ben", "ben", SERVER)
    )
    assert joined == [1, 1]
    assert await here.holder_of("ben") == await there.holder_of("ben") == 1


async def test_a_seat_that_another_process_has_given_is_known(strangers):
    invited = agreement(PEOPLE[0], Seat("open"), options={}, invite_hash=hash_token("come"))
    await strangers[0].journal.write(GameRows([invited], [Holder(invited.id, 0, "0" * 64)]))
    here, there = await rooms_of(strangers, invited)
    await here.join("come", None, "Ben", "ben", SERVER)
    assert await there.holder_of("ben") == 1
    assert there.table.version == 1
    with pytest.raises(Refusal) as refused:
        await there.holder_of("cid")
    assert refused.value.code == "bad_token"


async def test_an_engine_that_thought_in_both_moves_once(strangers):
    moved = Event(1, now_ms(), Moved("c4rw"), 0)
    here, there = await rooms_of(strangers, await strangers[0].put(*ENGINE, events=[moved]))
    await asyncio.gather(here.engine_moves(1, "E", 1), there.engine_moves(1, "-", 1))
    for room in (here, there):
        assert room.table.version == 2
    events = (await strangers[0].archive.find(here.replica.id))[2]
    assert [event.request for event in events] == [None, "engine:1"]


async def test_a_flag_falls_once(strangers):
    moved = Event(1, now_ms() - 61_000, Moved("c4rw"), 0)
    game = await strangers[0].put(
        *PEOPLE, events=[moved], created=now_ms() - 70_000, clock_seconds=60, clock_increment=0
    )
    here, there = await rooms_of(strangers, game)
    await asyncio.gather(here.look_at_flag(), there.look_at_flag())
    events = (await strangers[0].archive.find(game.id))[2]
    # On a busy machine what the server has lost is credited before.
    assert [event.kind for event in events if not isinstance(event.kind, Stalled)] == [
        Moved("c4rw"),
        TimeUp(),
    ]
    assert here.table.status == there.table.status == "over"


async def test_a_rematch_is_made_once(strangers):
    here, there = await rooms_of(strangers, await strangers[0].put(*PEOPLE))
    await here.act(0, ResignAction(type="resign", id="r"))
    await here.act(0, OfferAction(type="offer", id="x", kind="rematch"))
    results = await asyncio.gather(
        here.act(1, OfferAction(type="offer", id="y", kind="rematch")),
        there.act(1, OfferAction(type="offer", id="z", kind="rematch")),
        return_exceptions=True,
    )
    assert [one.code for one in results if isinstance(one, Refusal)] == ["already_offered"]
    found = await strangers[0].archive.find(here.table.rematch or there.table.rematch)
    assert found is not None
    assert len(found[1]) == 2


async def test_a_game_deleted_in_one_process_is_gone_in_the_other(two):
    here, there = await rooms_of(two, await two[0].put(PEOPLE[0], PEOPLE[0]))
    watcher = Watcher(there)
    await here.delete(0)
    await watcher.until(lambda: watcher.is_gone)
    with pytest.raises(Refusal) as refused:
        await there.act(0, move(0, "c4rw"))
    assert refused.value.code == "no_such_game"


async def test_a_game_played_from_both_sides_is_whole(two):
    here, there = await rooms_of(two, await two[0].put(*PEOPLE))
    rooms = {0: here, 1: there}
    while here.table.version < 40 and here.table.status == "playing":
        holder = here.table.seats[here.table.decider].holder
        room = rooms[holder]
        text = str(next(iter(here.table.position.legal_moves())))
        made = await room.act(holder, move(here.table.version, text, f"{here.table.version}"))
        for other in rooms.values():
            await Watcher(other).until(lambda other=other, made=made: other.table.version >= made)
    assert [one.text for one in here.table.moves] == [one.text for one in there.table.moves]
    again = await two[0].archive.find(here.replica.id)
    assert len(again[2]) == here.table.version


async def plan_elsewhere(made: list[Process]) -> tuple[Room, int]:
    """One process has seen that no one plans; the other one is given a plan, and the first its occasion."""
    here, there = await rooms_of(made, await made[0].put(*PEOPLE))
    for version, (holder, text) in enumerate(((0, "c4rw"), (1, "-"), (0, "a1ww"))):
        await here.act(holder, move(version, text, f"{version}"))
        async with asyncio.timeout(PATIENCE):
            while here.conditions.busy:
                await asyncio.sleep(0)
    await there.replica.catch_up()
    await there.conditions.plan(0, 3, [{"move": "-", "then": [{"move": "b5rr", "then": []}]}])
    return here, await here.act(1, move(3, "-", "3"))


async def test_a_plan_made_in_one_process_is_played_by_the_other(two):
    here, version = await plan_elsewhere(two)
    await Watcher(here).until(lambda: here.table.version > version)
    assert [one.text for one in here.table.moves] == ["c4rw", "-", "a1ww", "-", "b5rr"]


async def test_a_plan_that_a_process_has_not_heard_of_is_found_by_its_rows(strangers):
    here, version = await plan_elsewhere(strangers)
    assert not here.conditions.busy
    assert here.table.version == version
    await strangers[0].rooms.answer_plans()
    assert [one.text for one in here.table.moves][-1] == "b5rr"
    assert [event.request for event in here.table.events][-1] == f"condition:{version}"


async def test_an_engine_thinks_here_where_the_process_that_thought_is_silent(two):
    here, there = await rooms_of(two, await two[0].put(*ENGINE))
    Watcher(there)
    await here.act(0, move(0, "c4rw"))

    def told() -> list[int]:
        return [version for one in there.elsewhere.others() for version in one["thinking"]]

    async with asyncio.timeout(PATIENCE):
        while not told():
            await asyncio.sleep(0.01)
        here.elsewhere._end()
        while not there._here()["thinking"]:
            await asyncio.sleep(0.01)
    assert told() == [1], "who is there is remembered longer than what a process does"
