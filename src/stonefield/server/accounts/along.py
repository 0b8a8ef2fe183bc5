"""What a guest has in a browser comes along into the account; and the games that an account has."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from sqlalchemy import Connection

from stonefield.server.domain.game.table import Table, replay
from stonefield.server.domain.people.account import Account, Member
from stonefield.server.play.introductions import Introductions
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.accounts import Along, MyGame, MyGames, MySeat, TakenAlong
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive
from stonefield.server.store.account_games import PAGE, Standing, joins_in, names_in, page_of
from stonefield.server.store.belongings import BelongingStore
from stonefield.server.tokens import hash_token


class Belongings:
    """Gives accounts what their people had as guests, and lists their games."""

    def __init__(
        self, store: BelongingStore, archive: Archive, rooms: Rooms, introductions: Introductions
    ) -> None:
        self._store, self._archive, self._rooms = store, archive, rooms
        self._introductions = introductions

    async def take(self, account: Account, along: Along) -> TakenAlong:
        """Let what the tokens prove belong to the account from now on."""
        games = await self._take_games(account, along)
        self._introductions.of_games(games)
        owners = {held.study: hash_token(held.token) for held in along.studies}
        return {
            "games": games,
            "studies": await self._store.take_studies(account.id, owners) if owners else [],
            "learner": along.learner is not None
            and await self._store.take_learner(account.id, hash_token(along.learner)),
        }

    async def _take_games(self, account: Account, along: Along) -> list[str]:
        tokens = {held.game: hash_token(held.token) for held in along.games}
        taken = []
        for game, holder, over in await self._store.held(tokens) if tokens else ():
            with contextlib.suppress(Refusal):
                take = self._take_finished if over else self._take_running
                if await take(account, game, holder):
                    taken.append(game)
        return taken

    async def _take_finished(self, account: Account, game: str, holder: int) -> bool:
        found = await self._archive.find(game)
        if found is None:
            return False
        members = {**found.members, holder: Member(account.id, account.name)}
        table = await asyncio.to_thread(replay, found.agreement, found.events, members)
        return await self._store.take_game(account.id, game, holder, _standing(table))

    async def _take_running(self, account: Account, game: str, holder: int) -> bool:
        async with self._rooms.using(game) as room, room.replica.locked():
            return await self._store.take_game(account.id, game, holder, _standing(room.table))

    async def games(self, account: str, page: int) -> MyGames:
        """A page of an account's games: those with its turn, others that run, those that ended last."""
        return await self._store.read(lambda connection: _list(connection, account, page))


def _standing(table: Table) -> Standing:
    return Standing.of(table, table.events[-1].at if table.events else table.agreement.created)


def _list(connection: Connection, account: str, page: int) -> MyGames:
    rows = page_of(connection, account, page)
    ids = [row.id for row in rows[:PAGE]]
    names, joins = names_in(connection, ids), joins_in(connection, ids)
    games = [_game(row, names.get(row.id, {}), joins.get(row.id, {})) for row in rows[:PAGE]]
    return {"games": games, "more": len(rows) > PAGE}


def _game(row: Any, names: dict[int, str], joins: dict[int, tuple[int, str]]) -> MyGame:
    clock = None if row.clock_seconds is None else (row.clock_seconds, row.clock_increment or 0)
    return {
        "game": row.id,
        "rules": row.rules,
        "options": row.options,
        "seats": seat_views(row, names, joins),
        "clock": clock,
        "created": row.created,
        "at": row.at,
        "my_turn": row.to_move,
        "ended": row.ended,
        "result": row.result,
    }


def seat_views(row: Any, names: dict[int, str], joins: dict[int, tuple[int, str]]) -> list[MySeat]:
    """The seats of a game for one of its holders, from their row."""
    seats = [dict(seat) for seat in row.seats]
    for number, (holder, name) in joins.items():
        seats[number] |= {"kind": "person", "holder": holder, "name": name}
    holders = [seat["holder"] for seat in seats]
    return [_seat(seat, names, row.holder, holders.count(seat["holder"])) for seat in seats]


def _seat(seat: dict[str, Any], names: dict[int, str], mine: int, seats: int) -> MySeat:
    """A seat; at one screen each has the name that it was given."""
    account = names.get(seat["holder"]) if seats == 1 else None
    return {
        "kind": seat["kind"],
        "name": seat["name"] if account is None else account,
        "level": seat["level"],
        "account": account,
        "mine": seat["holder"] == mine,
    }
