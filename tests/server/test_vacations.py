"""Vacations: a flag does not fall while its player is away, and each day is used once."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import insert, select

from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.vacation import DAYS_A_YEAR, Vacation, year_of
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.now import now_ms
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.services import Services
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Holder, Journal
from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.correspondence_tables import vacations

from .accounts.browser import Browser
from .agreements import agreement
from .domain.tables import ANN, BEN
from .test_correspondence import CLOCK, DAY, HOUR


def test_a_day_off_covers_what_is_due():
    due = 20 * 365 * DAY
    first = Vacation().covering(due, due + HOUR)
    assert (first.used, first.until) == (1, due + DAY)
    assert first.covering(due + HOUR, due + 2 * HOUR) == first, "a day covers all games"
    second = first.covering(due + DAY, due + DAY)
    assert (second.used, second.until) == (2, due + 2 * DAY)
    late = Vacation().covering(due, due + 3 * DAY + 1)
    assert (late.used, late.until) == (4, due + 4 * DAY)
    assert Vacation(first.year, DAYS_A_YEAR, 0).covering(due, due) is None
    assert Vacation(first.year - 1, DAYS_A_YEAR, 0).covering(due, due) is not None, "each year has its own"


def test_being_away_takes_whole_days():
    now = 20 * 365 * DAY
    away = Vacation().away_until(now + 2 * DAY + HOUR, now)
    assert (away.used, away.until) == (3, now + 2 * DAY + HOUR)
    assert away.away_until(now + DAY, now).used == 3, "coming back earlier gives nothing back"
    assert away.away_until(0, now + HOUR).until == now + HOUR
    with pytest.raises(Refusal, match="left"):
        Vacation().away_until(now + 31 * DAY, now)


class Servers:
    """Two servers over one database, and an account that plays in it."""

    def __init__(self, engine, journals: list[Journal]) -> None:
        self.engine, self.journals, self.archive = engine, journals, Archive(engine)
        services = [Services(self.archive, journal, Jobs(LocalQueue()), 0.0) for journal in journals]
        self.rooms = [Rooms(one, 100) for one in services]

    async def account(self, used: int = 0, until: int = 0) -> None:
        row = {"name": "Ann", "created": 0, "touched": 0, "language": "en"}
        flags = {"mail_confirmed": False, "private": False}
        async with self.engine.begin() as connection:
            await connection.execute(insert(accounts).values(id="ann", **row, **flags))
            if used or until:
                days = {"account": "ann", "year": year_of(now_ms()), "used": used, "until": until}
                await connection.execute(insert(vacations).values(**days))

    async def due_game(self, number: int) -> str:
        """A game in which the account's time of a day was up a minute ago."""
        began = now_ms() - DAY - 60_000
        more = {"created": began, "clock_seconds": 86_400, "correspondence": True}
        game = agreement(ANN, BEN, options={}, **more)
        rows = GameRows([game], [Holder(game.id, holder, f"{number}{holder}") for holder in (0, 1)])
        rows.begin(Table(game), "")
        theirs = {"game": game.id, "holder": 0, "account": "ann", "at": began, "to_move": True}
        rows.also = [lambda connection: connection.execute(insert(account_games).values(**theirs))]
        await self.journals[0].write(rows)
        return game.id

    async def look(self, rooms: Rooms, game: str) -> None:
        async with rooms.using(game) as room:
            await room.look_at_flag()

    async def kinds(self, game: str) -> list[str]:
        found = await self.archive.find(game)
        return [event.kind.word for event in found.events]

    async def used(self) -> tuple[int, int]:
        async with self.engine.connect() as connection:
            return tuple((await connection.execute(select(vacations.c.used, vacations.c.until))).one())


@pytest.fixture
async def servers(opened, journal):
    other = Journal(opened)
    other.start()
    both = Servers(opened, [journal, other])
    yield both
    for rooms in both.rooms:
        rooms.close()
    await other.close()


async def test_a_day_is_used_once_for_all_games_and_servers(servers):
    await servers.account()
    games = [await servers.due_game(number) for number in range(3)]
    for _ in range(3):
        # Where two use the same day at the same moment, one of them looks again.
        await asyncio.gather(*(servers.look(rooms, game) for rooms in servers.rooms for game in games))
    for game in games:
        assert await servers.kinds(game) == ["vacation"]
    used, until = await servers.used()
    assert used == 1
    for game in games:
        assert (await servers.archive.deadline(game)).due_at == until
    assert now_ms() + DAY - 3_600_000 < until < now_ms() + DAY


async def test_a_flag_falls_when_no_day_is_left(servers):
    await servers.account(used=DAYS_A_YEAR)
    game = await servers.due_game(0)
    await asyncio.gather(*(servers.look(rooms, game) for rooms in servers.rooms))
    assert await servers.kinds(game) == ["time"]
    assert (await servers.used())[0] == DAYS_A_YEAR


async def test_who_is_away_loses_no_game(servers):
    until = now_ms() + 5 * DAY
    await servers.account(used=DAYS_A_YEAR, until=until)
    game = await servers.due_game(0)
    await servers.look(servers.rooms[0], game)
    assert await servers.kinds(game) == ["vacation"]
    assert (await servers.archive.deadline(game)).due_at == until


def test_the_others_see_who_is_away(server):
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account()
        made = ann.make_game(clock=CLOCK)
        ben.join(made)
        assert ann.get("/api/accounts/me/vacation").json() == {"until": None, "left": 30, "days": 30}
        until = round(ann.state(made["game"])["now"] + 2.5 * DAY)
        told = ann.put("/api/accounts/me/vacation", json={"until": until}).json()
        assert told == {"until": until, "left": 27, "days": 30}
        while ben.state(made["game"])["clock"]["correspondence"]["vacations"] != [until, None]:
            pass
        refused = ann.put("/api/accounts/me/vacation", json={"until": until + 40 * DAY})
        assert refused.json()["code"] == "no_vacation"
        assert ann.put("/api/accounts/me/vacation", json={"until": 0}).json()["until"] is None
        assert ben.get("/api/accounts/me/vacation").json()["code"] == "sign_in_first"
