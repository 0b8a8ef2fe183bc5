"""Games nobody goes on with are dropped, and only these, on both databases."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import pytest

from stonefield.server.domain.game.event import Event, Moved
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.now import now_ms
from stonefield.server.play.cleanup import AT_ONCE, DAY_MS, drop_surplus, drop_untouched
from stonefield.server.play.room import Services
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.messages import MoveAction
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Holder, Journal, open_database
from stonefield.server.store.game_rows import drop_games
from stonefield.server.store.tables import imported, never_begun, untouched

from .agreements import agreement
from .page import PATIENCE


class Viewer:
    """Somebody who has the page open and does nothing."""

    def changed(self) -> None: ...

    def presence_changed(self) -> None: ...

    def notice(self, code: str, seconds: int | None = None) -> None: ...

    def gone(self) -> None: ...


class Cellar:
    """A database with old games, and the rooms over it."""

    def __init__(self, engine, journal):
        self.archive, self.journal = Archive(engine), journal
        self.rooms = Rooms(Services(self.archive, journal, Jobs(LocalQueue()), 0.0), 100)

    async def put(
        self, *, days: float, touched: float | None = None, over: bool = False, source: str | None = None
    ) -> str:
        """A game made so many days ago, its last decision made so many days ago."""
        made = agreement(created=ago(days), imported=source is not None)
        events = []
        if touched is not None:
            events = [(made.id, Event(1, ago(touched), Moved("c4rw"), 0, "0:x"))]
        ended = made.id if over else None
        sources = {} if source is None else {made.id: source}
        holders = [Holder(made.id, 0, "h" * 64)]
        await self.journal.write(GameRows([made], holders, events, ended, sources=sources))
        return made.id

    async def has(self, game: str) -> bool:
        return await self.archive.find(game) is not None

    async def drop(self, days: float) -> int:
        return await drop_untouched(self.rooms, self.archive, self.journal, ago(days))


def ago(days: float) -> int:
    return now_ms() - round(days * DAY_MS)


@pytest.fixture
async def cellar(database):
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    made = Cellar(engine, journal)
    yield made
    made.rooms.close()
    await journal.close()
    await engine.dispose()


async def test_games_never_begun_and_games_left_behind_are_dropped(cellar):
    fresh = await cellar.put(days=31)
    left = await cellar.put(days=80, touched=31)
    assert await cellar.drop(30) == 2
    assert not await cellar.has(fresh)
    assert not await cellar.has(left)


async def test_young_games_games_that_go_on_and_finished_games_stay(cellar):
    kept = [
        await cellar.put(days=29),
        await cellar.put(days=80, touched=29),
        await cellar.put(days=900, touched=800, over=True),
    ]
    assert await cellar.drop(30) == 0
    assert [await cellar.has(game) for game in kept] == [True] * 3


async def test_old_records_that_nobody_played_on_from_are_dropped_though_they_are_over(cellar):
    old = await cellar.put(days=31, over=True, source="[…]")
    kept = [
        await cellar.put(days=29, over=True, source="[…]"),
        await cellar.put(days=80, touched=29, source="[…]"),
    ]
    assert await cellar.drop(30) == 1
    assert not await cellar.has(old)
    assert [await cellar.has(game) for game in kept] == [True] * 2


@pytest.mark.parametrize("kind", ["imported", "never_begun"])
async def test_of_too_many_the_oldest_are_dropped(cellar, kind):
    source, condition = ("[…]", imported) if kind == "imported" else (None, never_begun)
    begun = await cellar.put(days=9, touched=8)
    games = [await cellar.put(days=days, source=source) for days in (1, 2, 3, 4, 5)]
    room = await cellar.rooms.find(games[3])
    room.enter(Viewer(), None, Caller("here"))
    assert await drop_surplus(cellar.rooms, cellar.archive, cellar.journal, condition, 2) == 2
    assert [await cellar.has(game) for game in games] == [True, True, False, True, False]
    assert await cellar.has(begun)


async def test_nothing_of_a_dropped_game_is_left(cellar, database):
    game = await cellar.put(days=80, touched=31)
    await cellar.drop(30)
    # The same id can be written anew: no holder and no event is in its way.
    event = Event(1, 1, Moved("a1rr"), 0, "0:x")
    await cellar.journal.write(GameRows([agreement(id=game)], [Holder(game, 0, "h" * 64)], [(game, event)]))


async def test_a_game_that_somebody_looks_at_stays(cellar):
    watched, in_memory = await cellar.put(days=31), await cellar.put(days=31)
    room = await cellar.rooms.find(watched)
    room.enter(Viewer(), None, Caller("here"))
    room.used = ago(31)
    (await cellar.rooms.find(in_memory)).used = ago(31)
    assert await cellar.drop(30) == 1
    assert await cellar.has(watched)
    assert not await cellar.has(in_memory)
    with pytest.raises(Refusal) as refused:
        await cellar.rooms.find(in_memory)
    assert refused.value.code == "no_such_game"


async def test_more_games_than_go_at_once_all_go(cellar):
    for _ in range(AT_ONCE + 5):
        await cellar.put(days=31)
    assert await cellar.drop(30) == AT_ONCE + 5
    assert await cellar.archive.untouched(now_ms(), after="", most=1) == []


async def test_a_decision_at_the_last_moment_keeps_the_game(cellar):
    game = await cellar.put(days=80, touched=31)
    event = Event(2, now_ms(), Moved("E"), 0)
    await asyncio.gather(
        cellar.journal.write(partial(drop_games, games=[game], only=untouched(ago(30)))),
        cellar.journal.write(GameRows(events=[(game, event)])),
    )
    assert await cellar.has(game)


async def test_a_decision_in_a_game_that_is_gone_is_refused(cellar):
    game = await cellar.put(days=31)
    room = await cellar.rooms.find(game)
    await cellar.journal.write(partial(drop_games, games=[game], only=untouched(ago(30))))
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            await room.act(0, MoveAction(type="move", id="x", version=0, text="c4rw"))
        assert refused.value.code == "no_such_game"


async def test_the_server_drops_old_games_by_itself(server_here, database):
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    cellar = Cellar(engine, journal)
    old, young = await cellar.put(days=8), await cellar.put(days=6)
    await journal.close()
    server = await asyncio.to_thread(lambda: server_here(database=database, keep_days=7))
    deadline = time.monotonic() + PATIENCE
    while await cellar.has(old) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    await engine.dispose()
    assert server.client().get(f"/api/games/{old}").json()["code"] == "no_such_game"
    assert server.client().get(f"/api/games/{young}").status_code == 200
