"""A game in memory: its table at a version, which catches up with the database and appends to it.

Other processes may hold the same game. An event is appended after the version that was seen. Where the game
is elsewhere by then, the replica reads what is newer, and what was to be done is decided again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from stonefield.games.game import Position
from stonefield.server import metrics
from stonefield.server.bus import Bus
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event, Joined, Moved, Rematched, Restarted, Stalled
from stonefield.server.domain.game.permissions import may_delete
from stonefield.server.domain.game.rated_match import check_joining
from stonefield.server.domain.game.table import Outlook, Table
from stonefield.server.domain.people.account import Member, Members
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import WORTH_CREDITING_MS, now_ms
from stonefield.server.play.finishing import finished_game, match_end
from stonefield.server.play.follower import Follower
from stonefield.server.play.rating import written_with
from stonefield.server.play.telling import seat_taken, tell_absent
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Holder, Journal
from stonefield.server.store.account_games import NO_ONE, Standing, entered, joined
from stonefield.server.store.deadlines import Deadline
from stonefield.server.store.game_rows import DROPPED, drop_games
from stonefield.server.store.journal import Conflict
from stonefield.server.store.strength import Work
from stonefield.server.store.turns import Turn
from stonefield.server.weakly import weakly

SET_BACK_MS = 60_000
"""A clock that began to run so far in the future did so before the time of day was set back."""
TRIES = 8
"""How often something is decided again because other processes are faster."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person who takes a seat: the hash of their token, and their account if they have one."""

    token: str = ""
    account: Member | None = None

    @classmethod
    def of(cls, table: Table, token: str, caller: Caller) -> Newcomer:
        """A caller who wants a seat at a table; Refusal if they need an account for it."""
        check_joining(table, caller.account)
        return cls(token, caller.member)

    def members(self, holder: int) -> Members:
        """The newcomer as one of the accounts at the table."""
        return {} if self.account is None else {holder: self.account}


NO_NEWCOMER = Newcomer()


class Replica:
    """One game while this process holds it. Its table is only ever what the database has."""

    def __init__(
        self,
        archive: Archive,
        journal: Journal,
        bus: Bus,
        table: Table,
        holders: dict[str, int],
        changed: Callable[[], None],
        gone: Callable[[], None],
    ) -> None:
        """``changed`` is called after each change, ``gone`` if another process deletes the game."""
        self._archive, self._journal, self._changed = archive, journal, changed
        self.table = table
        self.holders = holders
        """The numbers of the holders, by the hashes of their tokens."""
        self.caller = Caller(table.agreement.id)
        """For whom its engines think: the caller who made it or last played in it, where known."""
        self.made_here = False
        """Whether this process made the last change. If so it acts by itself first, and others come later."""
        self.heard = False
        """Whether another process made the last change while this one held the game."""
        self.silent_since: int | None = None
        """When the database did not answer: what it has is not known, and no time runs until it is."""
        self.is_wanted: Callable[[], bool] = lambda: True
        """Whether it is needed here, asked when another process has made a newer version."""
        self._due_at: int | None = None
        """The deadline that is written."""
        self._credited = 0
        """Until when no time is credited again."""
        self._lock = asyncio.Lock()
        self._follower = Follower(
            bus,
            f"game/{table.agreement.id}",
            lambda: table.version,
            weakly(self.catch_up),
            gone,
            weakly(self._is_wanted),
        )
        self.hear, self.close = self._follower.hear, self._follower.close

    def _is_wanted(self) -> bool:
        return self.is_wanted()

    @property
    def id(self) -> str:
        return self.table.agreement.id

    @property
    def busy(self) -> bool:
        """Whether it has something to finish, or knows of a credit that is not written yet."""
        return self._follower.busy or self.unwritten is not None

    @property
    def unwritten(self) -> Deadline | None:
        """The deadline as it is now, if what is written is older."""
        due_at = self.table.deadline
        if due_at is None or due_at == self._due_at:
            return None
        return self._deadline(self.table.version, due_at)

    def _deadline(self, version: int, due_at: int | None) -> Deadline:
        return Deadline(self.id, version, due_at, self._journal.process)

    def written(self, deadline: Deadline) -> None:
        """A deadline was written."""
        if deadline.version == self.table.version:
            self._due_at = deadline.due_at

    def credit_since(self, moment: int) -> None:
        """The server has kept the player whose clock runs waiting since then: that time is theirs, once."""
        clock = self.table.clock
        if clock is None or clock.running is None:
            return
        now, moment = now_ms(), max(moment, self._credited, clock.since)
        if now - moment >= max(WORTH_CREDITING_MS, clock.least_credit):
            clock.credit(moment, now)
            self._credited = now

    # What this process does

    @contextlib.asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """One change at a time, each on what the database really has."""
        async with self._lock:
            if self.silent_since is not None:
                await self._catch_up()
            yield

    async def append(
        self,
        decide: Callable[[], Change | None],
        request: str,
        newcomer: Newcomer = NO_NEWCOMER,
        also: Sequence[Work] = (),
    ) -> int | None:
        """Append what is decided, once for each request; the version it made, None if there is nothing to do.

        If the game is elsewhere by then it is decided again; ``decide`` refuses where a person must look.
        ``also`` is done in the same transaction. Call it while `locked`.
        """
        for _ in range(TRIES):
            done = self.table.requests.get(request)
            if done is not None:
                return done
            version = self.table.version
            try:
                change = decide()
                return None if change is None else await self._append(change, request, newcomer, also)
            except Conflict:
                await self._catch_up()
                if self.table.version == version:
                    raise Refusal("stale_move", "the game has been changed elsewhere meanwhile") from None
            except Refusal:
                # What is refused here may be right by what another process has made of the game.
                if self.silent_since is None:
                    await self._catch_up()
                if self.table.version == version:
                    raise
        raise Refusal("stale_move", "the game has been changed elsewhere again and again")

    async def _append(self, change: Change, request: str, newcomer: Newcomer, also: Sequence[Work]) -> int:
        table = self.table
        last = table.events[-1].at if table.events else table.agreement.created
        # After a restart the time of day may have been set back, and the clocks go on from there.
        at = now_ms() if isinstance(change.kind, Restarted) else max(now_ms(), last)
        events = []
        if table.clock is not None and table.clock.owed >= WORTH_CREDITING_MS:
            events.append(Event(table.version + 1, at, Stalled(table.clock.owed)))
        event = Event(table.version + len(events) + 1, at, change.kind, change.seat, request)
        events.append(event)
        outlook = table.outlook(events, change.position)
        rows = self._rows(change, events, outlook, newcomer)
        rows.also = [*rows.also, *also]
        count = len(rows.games) + len(rows.holders) + len(events) + 2 * len(rows.deadlines)
        try:
            await self._journal.write(rows, rows=count)
        except Refusal:
            self.silent_since = at
            raise
        if isinstance(change.kind, Joined):
            self.holders[newcomer.token] = change.kind.holder
            self.table.introduce({**self.table.members, **newcomer.members(change.kind.holder)})
        for one in events:
            self._apply(one, change.position if one is event else None)
        self._due_at = outlook.deadline
        self.credit_since(at)
        metrics.changes.labels(change.kind.word).inc()
        self.made_here, self.heard = True, False
        self._changed()
        self._follower.publish(event.seq)
        return event.seq

    def _apply(self, event: Event, position: Position | None = None) -> None:
        self.table.apply(event, position)
        # What was credited until then is settled by it, or was another player's.
        self._credited = event.at

    def _rows(
        self, change: Change, events: Sequence[Event], outlook: Outlook, newcomer: Newcomer
    ) -> GameRows:
        """What is written with a change, after which there is this outlook."""
        table, at = self.table, events[-1].at
        rows = GameRows(events=[(self.id, event) for event in events], ended=self.id if change.ends else None)
        again: Agreement | None = None
        if isinstance(change.kind, Joined):
            rows.holders = [Holder(self.id, change.kind.holder, newcomer.token)]
        elif isinstance(change.kind, Rematched):
            again = table.agreement.rematch(table.anonymous_seats, id=change.kind.game, created=at)
            rows.games = [again]
            rows.holders = [Holder(again.id, number, known) for known, number in self.holders.items()]
            rows.begin(Table(again), self._journal.process)
        if outlook.deadline is not None or self._due_at is not None:
            rows.deadlines = [*rows.deadlines, self._deadline(events[-1].seq, outlook.deadline)]
        if table.is_slow:
            rows.turns = [*rows.turns, Turn(self.id, events[-1].seq, outlook.waits_for)]
        rows.also = [*written_with(table, change, at, again), *seat_taken(table, change, at)]
        tell_absent(rows, table, change, outlook, newcomer.account)
        self._tell_accounts(rows, change, events, newcomer)
        rows.finished, rows.match = finished_game(table, change), match_end(table, change, at)
        return rows

    def _tell_accounts(
        self, rows: GameRows, change: Change, events: Sequence[Event], newcomer: Newcomer
    ) -> None:
        """Add to what is written how the game stands for the accounts in it, and which new game they have."""
        table, at = self.table, events[-1].at
        for again in rows.games:
            rows.also = [*rows.also, *entered(again, table.members)]
        if isinstance(change.kind, Joined) and newcomer.account is not None:
            rows.also = [*rows.also, joined(self.id, change.kind.holder, newcomer.account.id, at)]
        elif not table.members:
            return
        if isinstance(change.kind, Moved) and not change.ends and change.position is not None:
            holder = table.seats[table.seat_of(change.position.player)].holder
            rows.standings = [Standing(self.id, at, NO_ONE if holder is None else holder)]
        else:
            rows.standings = [Standing.of(table.after(events), at)]

    async def delete(self, holder: int | None) -> None:
        """Take the game out of the database, for the player who made it."""
        async with self.locked():
            refusal = may_delete(self.table, holder)
            if refusal is not None:
                raise refusal
            await self._journal.write(partial(drop_games, games=[self.id]), rows=DROPPED)
            # All that still comes finds out that there is no such game.
            self.silent_since = now_ms()
            self._follower.publish(self.table.version + 1)

    # What others do

    async def catch_up(self) -> None:
        """Read what other processes have made of the game."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Apply what the database has, after another process wrote, or a write was never answered."""
        unanswered = self.silent_since is not None
        since = self.silent_since = now_ms() if self.silent_since is None else self.silent_since
        found = await self._archive.newer(self.id, self.table.version)
        if found is None:
            raise Refusal("no_such_game", "this game was deleted, or lay untouched for so long that it went")
        self.silent_since = None
        self.holders, events, members = found
        introduced = self.table.introduce(members)
        for event in events:
            self._apply(event)
        if events:
            self.made_here, self.heard = unanswered, not unanswered
            self._due_at = self.table.deadline
        self.credit_since(since)
        if events or introduced:
            self._changed()

    async def resume(self, outages: Sequence[tuple[int, int]]) -> None:
        """Take the clock up where it is: with what was credited, and without the time no server was there."""
        async with self.locked():
            await self.read_credit()
            await self.append(lambda: self._absence(outages), f"restart:{self.table.version}")
            await self.correct_deadline()

    def _absence(self, outages: Sequence[tuple[int, int]]) -> Change | None:
        clock, now = self.table.clock, now_ms()
        if clock is None or clock.running is None:
            return None
        if clock.since > now + SET_BACK_MS:
            return Change(Restarted(clock.since))
        if all(until <= clock.since for _, until in outages):
            return None
        if self.table.seats[clock.running].kind == "engine":
            # How long it had waited for its turn to think is not known: none of it is counted.
            return Change(Restarted(clock.since))
        return Change(Restarted(clock.last_there(now, outages)))

    async def take_credit(self) -> None:
        """Another process has credited something, without an event."""
        with contextlib.suppress(Refusal):
            async with self.locked():
                await self.read_credit()

    async def read_credit(self) -> None:
        """Take over what another process has credited; it writes that down once a second."""
        found, due_at = await self._archive.deadline(self.id), self.table.deadline
        if found is None or found.due_at is None or found.version != self.table.version or due_at is None:
            return
        clock = self.table.clock
        assert clock is not None
        if clock.passed(due_at, found.due_at) >= clock.least_credit:
            clock.credit(due_at, found.due_at)
        self._due_at = found.due_at

    async def correct_deadline(self) -> None:
        """See to it that what is written is what the table says."""
        found = await self._archive.deadline(self.id)
        right = self._deadline(self.table.version, self.table.deadline)
        known = right if found is None and right.due_at is None else found
        if known is None or (known != right and known.version <= right.version):
            await self._journal.write(GameRows(deadlines=[right]), rows=2)
            self.written(right)
