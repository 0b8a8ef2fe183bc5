"""Making games, with the tokens that go with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from stonefield.puzzles.practice.progress import Profile
from stonefield.server.domain.game.agreement import Agreement, agree
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.account import Members
from stonefield.server.domain.people.caller import Caller
from stonefield.server.domain.people.message import Told
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.positions import read_position
from stonefield.server.jobs.tasks.records import read_record
from stonefield.server.now import now_ms
from stonefield.server.play.finishing import check_rated
from stonefield.server.play.game_records import imported
from stonefield.server.play.rating import entered
from stonefield.server.play.room import Room
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.standing import PairingRules
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import EngineSeat, NewGame
from stonefield.server.settings import Quotas
from stonefield.server.store import GameRows, Holder, Journal, account_games
from stonefield.server.store.imports import ImportStore
from stonefield.server.store.journal import Conflict
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.strength import Work
from stonefield.server.tokens import derived_game_id, hash_token, new_game_id, new_token

HOUR = 3600
Listed: TypeAlias = Callable[[Agreement, str], list[Work]]
"""What is written with a new game and its invitation."""


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
        pairing: PairingRules,
    ) -> None:
        self._rooms, self._journal, self._jobs, self._pairing = rooms, journal, jobs, pairing
        self._profiles, self._imports, self._quotas = profiles, imports, quotas

    async def make(self, wishes: NewGame, caller: Caller, listed: Listed | None = None) -> Made:
        """A new game as the caller wishes; ``listed`` says what else is written with it."""
        if any(isinstance(seat, EngineSeat) for seat in wishes.seats):
            running = self._rooms.running_engine_games(caller)
            if running >= self._quotas.engine_games:
                raise Refusal("engine_busy", f"engines play {running} games with you already", retry_after=10)
        invite = new_token()
        agreement = await self.agreed(wishes, caller, hash_token(invite))
        rows = GameRows([agreement])
        if (profile := await self._profile(wishes.learner, caller)) is not None:
            rows.also = entered(agreement, profile.id)
        if listed is not None:
            rows.also = [*rows.also, *listed(agreement, invite)]
        return await self._open(rows, invite if agreement.invite_hash else None, caller)

    async def agreed(self, wishes: NewGame, caller: Caller, invite_hash: str) -> Agreement:
        """What a game would be about; Refusal if it cannot be."""
        set_up = None
        if wishes.position is not None:
            set_up = await self._jobs.do(caller.key, read_position, wishes.position)
        # A board of its own may take a while to be read.
        agreement = await asyncio.to_thread(
            agree, wishes, id=new_game_id(), created=now_ms(), invite_hash=invite_hash, set_up=set_up
        )
        check_rated(agreement, caller.account)
        if agreement.rated:
            await self._pairing.check_ban(caller.account)
        return agreement

    async def open_between(
        self,
        agreement: Agreement,
        first: str,
        token: str,
        members: Members,
        also: Work,
        told: Sequence[Told] = (),
    ) -> Made:
        """A game of two people whose seats are taken: by the hash of the first one's token, and the token of
        the second. Conflict if what is ``also`` to be written does not fit; ``told`` is whom it tells."""
        table = await asyncio.to_thread(Table, agreement, members)
        agreement = replace(agreement, seats=tuple(table.anonymous_seats))
        known = [Holder(agreement.id, 0, first), Holder(agreement.id, 1, hash_token(token))]
        entering = account_games.entered(agreement, members)
        rows = GameRows([agreement], known, told=told, also=[also, *entering])
        rows.begin(table, self._journal.process)
        await self._journal.write(rows)
        return Made(await self._rooms.find(agreement.id), token, None)

    async def seated(self, game: str, token: str) -> Made | None:
        """A game in which the holder of a token has a seat; None if they have none."""
        room = await self._rooms.find(game)
        return Made(room, token, None) if hash_token(token) in room.replica.holders else None

    async def _profile(self, token: str | None, caller: Caller) -> Profile | None:
        """The practice profile of a token, or else of the caller's account."""
        if token is None:
            return None if caller.account is None else await self._profiles.of_account(caller.account)
        profile = await self._profiles.find(hash_token(token))
        if profile is None:
            raise Refusal("bad_learner", "there is no profile with this token")
        return profile

    async def import_record(self, text: str, caller: Caller, token: str | None = None) -> Made:
        """A game from a record; with the same ``token``, the same game."""
        now, token = now_ms(), token or new_token()
        id = derived_game_id(token)
        if (made := await self._made_before(id, token)) is not None:
            return made
        kept = await self._imports.count(caller.key, now)
        if kept >= self._quotas.imports_kept:
            raise Refusal("too_many", f"{kept} records of yours are kept; delete one first", retry_after=HOUR)
        record = await self._jobs.do(caller.key, read_record, text)
        agreement = imported(record, id=id, created=now_ms())
        rows = GameRows(
            [agreement],
            sources={agreement.id: record["source"]},
            ended=agreement.id if record["over"] else None,
            also=[await self._imports.noted(agreement.id, caller.key, now)],
        )
        try:
            return await self._open(rows, None, caller, token)
        except Refusal:
            # The same request may have come twice at once.
            if (made := await self._made_before(id, token)) is None:
                raise
            return made

    async def _made_before(self, id: str, token: str) -> Made | None:
        try:
            return await self.seated(id, token)
        except Refusal:
            return None

    async def delete(self, room: Room, holder: int | None) -> None:
        """Delete a game for the player who made it; Refusal for anyone else."""
        await room.delete(holder)
        self._rooms.forget(room.replica.id)

    async def _open(
        self, rows: GameRows, invite: str | None, caller: Caller, token: str | None = None
    ) -> Made:
        token, (agreed,) = token or new_token(), rows.games
        members = {} if caller.member is None else {0: caller.member}
        table = await asyncio.to_thread(Table, agreed, members)
        agreement = table.agreement = replace(agreed, seats=tuple(table.anonymous_seats))
        rows.games, rows.holders = [agreement], [Holder(agreement.id, 0, hash_token(token))]
        rows.begin(table, self._journal.process)
        rows.also = [*rows.also, *account_games.entered(agreement, members)]
        try:
            await self._journal.write(rows)
        except Conflict:
            # Nothing else of a new game can be there already.
            raise Refusal("bad_learner", "this profile or account is gone") from None
        return Made(self._rooms.add(table, {hash_token(token): 0}, caller), token, invite)
