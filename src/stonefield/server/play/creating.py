"""Making games, with the tokens that go with them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from stonefield.server.domain.game.agreement import agree
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.positions import read_position
from stonefield.server.jobs.tasks.records import read_record
from stonefield.server.now import now_ms
from stonefield.server.play.game_records import imported
from stonefield.server.play.rating import entered
from stonefield.server.play.room import Room
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import EngineSeat, NewGame
from stonefield.server.settings import Quotas
from stonefield.server.store import GameRows, Holder, Journal
from stonefield.server.store.imports import ImportStore
from stonefield.server.store.journal import Conflict
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.tokens import hash_token, new_game_id, new_token

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Made:
    """A new game, and its tokens, which are shown only once."""

    room: Room
    token: str
    invite: str | None


class Maker:
    """Puts new games into the database and into memory, and deletes them for the player who made them."""

    def __init__(
        self,
        rooms: Rooms,
        journal: Journal,
        jobs: Jobs,
        profiles: ProfileStore,
        imports: ImportStore,
        quotas: Quotas,
    ) -> None:
        self._rooms, self._journal, self._jobs = rooms, journal, jobs
        self._profiles, self._imports, self._quotas = profiles, imports, quotas

    async def make(self, wishes: NewGame, caller: Caller) -> Made:
        """A new game as the caller wishes."""
        if any(isinstance(seat, EngineSeat) for seat in wishes.seats):
            running = self._rooms.running_engine_games(caller)
            if running >= self._quotas.engine_games:
                raise Refusal("engine_busy", f"engines play {running} games with you already", retry_after=10)
        invite = new_token()
        set_up = None
        if wishes.position is not None:
            set_up = await self._jobs.do(caller.key, read_position, wishes.position)
        # A board of its own may take a while to be read.
        agreement = await asyncio.to_thread(
            agree, wishes, id=new_game_id(), created=now_ms(), invite_hash=hash_token(invite), set_up=set_up
        )
        rows = GameRows([agreement])
        if wishes.learner is not None:
            profile = await self._profiles.find(hash_token(wishes.learner))
            if profile is None:
                raise Refusal("bad_learner", "there is no profile with this token")
            rows.also = entered(agreement, profile.id)
        return await self._open(rows, invite if agreement.invite_hash else None, caller)

    async def import_record(self, text: str, caller: Caller) -> Made:
        """A game from a record."""
        now = now_ms()
        kept = await self._imports.count(caller.key, now)
        if kept >= self._quotas.imports_kept:
            raise Refusal("too_many", f"{kept} records of yours are kept; delete one first", retry_after=HOUR)
        record = await self._jobs.do(caller.key, read_record, text)
        agreement = imported(record, id=new_game_id(), created=now_ms())
        rows = GameRows(
            [agreement],
            sources={agreement.id: record["source"]},
            ended=agreement.id if record["over"] else None,
            also=[await self._imports.noted(agreement.id, caller.key, now)],
        )
        return await self._open(rows, None, caller)

    async def delete(self, room: Room, holder: int | None) -> None:
        """Delete a game for the player who made it; Refusal for anyone else."""
        await room.delete(holder)
        self._rooms.forget(room.replica.id)

    async def _open(self, rows: GameRows, invite: str | None, caller: Caller) -> Made:
        token, (agreement,) = new_token(), rows.games
        rows.holders = [Holder(agreement.id, 0, hash_token(token))]
        table = await asyncio.to_thread(Table, agreement)
        try:
            await self._journal.write(rows)
        except Conflict:
            # Nothing else of a new game can be there already.
            raise Refusal("bad_learner", "this profile is gone") from None
        return Made(self._rooms.add(table, {hash_token(token): 0}, caller), token, invite)
