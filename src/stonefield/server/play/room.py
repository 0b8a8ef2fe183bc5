"""A live game: those who look at it, what they do, its flag, and the engine that may be at the move."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial

from stonefield.server import metrics
from stonefield.server.background import background
from stonefield.server.domain.game.actions import Change, decide, engine_move, may_delete
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event, Joined, Rematched, Restarted, Stalled, TimeUp
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.domain.people.caller import Caller
from stonefield.server.engine_pool import Pool
from stonefield.server.now import WORTH_CREDITING_MS, now_ms
from stonefield.server.play.attendance import Attendance
from stonefield.server.play.coach import Coach
from stonefield.server.play.engine_player import EnginePlayer
from stonefield.server.play.gathering import Gathering
from stonefield.server.play.rating import Rating
from stonefield.server.play.viewer import Viewer
from stonefield.server.presenting.state import StatePresenter
from stonefield.server.protocol.messages import Action, CoachRemark, NoticeCode
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.views import State
from stonefield.server.store import Archive, GameRows, Holder, Journal
from stonefield.server.store.game_rows import ROWS_OF_A_GAME, drop_games
from stonefield.server.store.journal import Conflict
from stonefield.server.tokens import hash_token, new_game_id

FLAG_GRACE, FLAG_RETRY = 0.01, 1.0
ROOM_BYTES, MOVE_VIEW_BYTES = 16_000, 500
"""What a room takes without its table, and what the descriptions of its moves take, each."""
logger = logging.getLogger(__name__)


class Services:
    """What all rooms share."""

    def __init__(self, archive: Archive, journal: Journal, pool: Pool, pace: float) -> None:
        self.archive, self.journal, self.pool, self.pace = archive, journal, pool, pace
        self.look_for_stall: Callable[[], None] = lambda: None
        """Credits all running clocks with what the server has just lost, if it has."""
        self.weigh: Callable[[Room], None] = lambda room: None
        """Counts what a room holds, whenever that has changed."""


class Room(Gathering[Viewer]):
    """One game while it is in memory. Its table is only ever what the database has."""

    def __init__(self, services: Services, table: Table, holders: dict[str, int]) -> None:
        super().__init__()
        self._services = services
        self.table = table
        self.holders = holders
        self.attendance = Attendance(table)
        self.presenter = StatePresenter(table)
        self.caller = Caller(table.agreement.id)
        """For whom its engines think: its maker or the last who played in it; until one comes, for itself."""
        self._lock = asyncio.Lock()
        self._silent_since: int | None = None
        """When the database did not answer: what it has is not known, and nobody's time runs until it is."""
        self._flag: asyncio.TimerHandle | None = None
        self._preparing: tuple[int, int | None] | None = None
        """Since when the engine gets ready, and how many seconds that takes."""
        self.coach = Coach(self, services.pool)
        self.rating = Rating(self, services.journal)
        self._engine = EnginePlayer(self, services.pool, services.pace)

    # Who is here

    def holder_of(self, token: str | None) -> int | None:
        """The holder a token belongs to; None for no token."""
        if token is None:
            return None
        holder = self.holders.get(hash_token(token))
        if holder is None:
            raise Refusal("bad_token", "this token opens nothing in this game")
        return holder

    def enter(self, viewer: Viewer, holder: int | None, caller: Caller) -> None:
        """A viewer opens the game."""
        if holder is not None:
            self.caller = caller
        self.viewers.add(viewer)
        self.attendance.enter(holder)
        self._tell_presence()
        self.continue_play()

    def leave(self, viewer: Viewer, holder: int | None) -> None:
        """Somebody closes it."""
        self.viewers.discard(viewer)
        self.attendance.leave(holder)
        self._tell_presence()
        self.used = now_ms()
        self.continue_play()

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        ticks = self.clock_runs and not self._engine.rests
        thinks = self._engine.thinks and self.coach.remark is None
        return bool(self.viewers or self.users or self._tasks or thinks or ticks)

    @property
    def memory(self) -> int:
        """About how many bytes it takes."""
        return ROOM_BYTES + self.table.memory + MOVE_VIEW_BYTES * len(self.table.moves)

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time runs."""
        clock = self.table.clock
        return clock is not None and clock.running is not None

    @property
    def is_running_engine_game(self) -> bool:
        """Whether an engine plays here, and somebody is here or it is thinking."""
        return (
            self.table.status == "playing"
            and any(seat.kind == "engine" for seat in self.table.seats)
            and (self.attendance.anybody or self._engine.thinks)
        )

    def state_for(self, holder: int | None) -> State:
        """The game as a viewer sees it now."""
        self._engine.credit_waiting()
        return self.presenter.state(holder, self.attendance.view(), now_ms())

    def tell(self, code: NoticeCode, seconds: int | None = None) -> None:
        """Let everybody here know something that changes nothing."""
        self._preparing = (now_ms(), seconds) if code == "engine_preparing" else None
        for viewer in self.viewers:
            viewer.notice(code, seconds)

    def tell_newcomer(self, viewer: Viewer) -> None:
        """Tell a viewer what the others here know: the coach's remark, and that the engine gets ready."""
        if self.coach.remark is not None:
            viewer.remarked(self.coach.remark)
        if self._preparing is not None:
            since, seconds = self._preparing
            left = None if seconds is None else max(1, seconds - (now_ms() - since) // 1000)
            viewer.notice("engine_preparing", left)

    def tell_remark(self, remark: CoachRemark) -> None:
        """Let whoever plays here know what the coach says."""
        for viewer in self.viewers:
            viewer.remarked(remark)

    # What happens

    async def act(self, holder: int | None, action: Action) -> int:
        """Carry out an action once and for all; the version it made."""
        return await self._finish(self._act(holder, action))

    async def _act(self, holder: int | None, action: Action) -> int:
        request = f"{holder}:{action.id}"
        arrived = now_ms()
        async with self._alone():
            done = self.table.requests.get(request)
            if done is not None and holder is not None:
                return done
            self.owe(now_ms() - arrived)
            await self._let_flag_fall()
            change = decide(self.table, holder, action, rematch=new_game_id())
            return await self._commit(change, request)

    async def join(self, invite: str, seat: int | None, name: str, token: str) -> int:
        """Give an open seat to a new holder with this token; the seat."""
        return await self._finish(self._join(invite, seat, name, token))

    async def _join(self, invite: str, seat: int | None, name: str, token: str) -> int:
        async with self._alone():
            known = self.holders.get(hash_token(token))
            if known is not None:
                # The answer to an earlier try was lost on its way.
                if not self.table.seats_of(known):
                    raise Refusal("already_seated", "this token is already used for this game")
                return self.table.seats_of(known)[0]
            if self.table.agreement.invite_hash != hash_token(invite):
                raise Refusal("bad_invite", "this invitation is for another game")
            seats = [number for number, there in enumerate(self.table.seats) if there.kind == "open"]
            if not seats or seat not in (None, *seats):
                raise Refusal("seat_taken", "somebody sits there already")
            taken = seats[0] if seat is None else seat
            number = max(self.holders.values(), default=-1) + 1
            holder = Holder(self.table.agreement.id, number, hash_token(token))
            await self._commit(Change(Joined(number, name), taken), None, holders=[holder])
            self.holders[hash_token(token)] = number
            return taken

    async def delete(self, holder: int | None) -> None:
        """Take the game out of the database, for whoever made it."""
        await self._finish(self._delete(holder))

    async def _delete(self, holder: int | None) -> None:
        async with self._alone():
            refusal = may_delete(self.table, holder)
            if refusal is not None:
                raise refusal
            drop = partial(drop_games, games=[self.table.agreement.id])
            await self._services.journal.write(drop, rows=ROWS_OF_A_GAME)
            # Whatever still comes finds out that there is no such game.
            self._silent_since = now_ms()
        self.close()
        for viewer in list(self.viewers):
            viewer.gone()

    async def wake(self, stopped: int) -> None:
        """Go on after the game has slept: its clock has stood still since the server ``stopped``."""
        async with self._alone():
            clock = self.table.clock
            if clock is not None and clock.running is not None:
                # Nobody knows how long an engine had waited for its turn to think: none of it is counted.
                waited = self.table.seats[clock.running].kind == "engine"
                await self._commit(Change(Restarted(clock.since if waited else stopped)), None)

    async def _commit(self, change: Change, request: str | None, holders: Iterable[Holder] = ()) -> int:
        table = self.table
        game = table.agreement.id
        last = table.events[-1].at if table.events else table.agreement.created
        # After a restart the time of day may have been set back, and the clocks go on from there.
        at = now_ms() if isinstance(change.kind, Restarted) else max(now_ms(), last)
        games: list[Agreement] = []
        holders = list(holders)
        if isinstance(change.kind, Rematched):
            again = table.agreement.rematch(table.seats, id=change.kind.game, created=now_ms())
            games.append(again)
            holders += [Holder(again.id, number, token) for token, number in self.holders.items()]
        events = []
        if table.clock is not None and table.clock.owed >= WORTH_CREDITING_MS:
            events.append(Event(table.version + 1, at, Stalled(table.clock.owed)))
        event = Event(table.version + len(events) + 1, at, change.kind, change.seat, request)
        events.append(event)
        rows = GameRows(games, holders, [(game, one) for one in events], game if change.ends else None)
        rows.also = self.rating.written_with(change, at, games[0] if games else None)
        try:
            await self._services.journal.write(rows, rows=len(games) + len(holders) + len(events))
        except Conflict:
            await self._read_again()
            raise Refusal("stale_move", "the game has been changed elsewhere meanwhile") from None
        except Refusal:
            self._silent_since = at
            raise
        for one in events:
            table.apply(one, change.position if one is event else None)
        self.owe(now_ms() - at)
        metrics.changes.labels(change.kind.word).inc()
        self._changed()
        return event.seq

    def owe(self, milliseconds: int) -> None:
        """The server keeps whoever's clock runs waiting: that time is theirs."""
        clock = self.table.clock
        if clock is not None and clock.running is not None and milliseconds >= WORTH_CREDITING_MS:
            clock.owed += milliseconds
            self._set_flag()

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One change at a time, each on what the database really has."""
        async with self._lock:
            if self._silent_since is not None:
                await self._read_again()
            yield

    async def _read_again(self) -> None:
        """Take up what the database has, after somebody else wrote, or a write was never answered."""
        since = self._silent_since = now_ms() if self._silent_since is None else self._silent_since
        found = await self._services.archive.find(self.table.agreement.id)
        if found is None:
            raise Refusal("no_such_game", "this game was deleted, or lay untouched for so long that it went")
        agreement, holders, events = found
        table = await asyncio.to_thread(replay, agreement, events)
        self._silent_since, self.holders = None, holders
        before, self.table = self.table, table
        if before.clock is not None and self.table.clock is not None and before.version == self.table.version:
            self.table.clock.owed = before.clock.owed
        self.owe(now_ms() - since)
        self.presenter = StatePresenter(self.table)
        self.attendance.table = self.table
        self._changed()

    def _changed(self) -> None:
        self.used = now_ms()
        self._services.weigh(self)
        for viewer in self.viewers:
            viewer.changed()
        self.continue_play()

    # What happens by itself

    def continue_play(self) -> None:
        """Set the flag, and let an engine think if it is at the move."""
        self._set_flag()
        self._engine.look()

    def _set_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        deadline = self.table.clock.deadline if self.table.clock else None
        if deadline is not None:
            delay = max(0, deadline - now_ms()) / 1000 + FLAG_GRACE
            if self._silent_since is not None:
                delay = max(delay, FLAG_RETRY)
            self._flag = asyncio.get_running_loop().call_later(delay, self._flag_is_due)

    def _flag_is_due(self) -> None:
        self._flag = None
        task = background(self._look_at_flag(), name="flag")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_at_flag(self) -> None:
        try:
            async with self._alone():
                await self._let_flag_fall()
        except Refusal as refusal:
            logger.warning("%s: the flag is looked at again: %s", self.table.agreement.id, refusal)
        self._set_flag()

    async def _let_flag_fall(self) -> None:
        self._services.look_for_stall()
        self._engine.credit_waiting()
        clock = self.table.clock
        if clock is not None and clock.deadline is not None and now_ms() >= clock.deadline:
            await self._commit(Change(TimeUp(), clock.running), None)

    async def engine_moves(self, seat: int, text: str, version: int) -> None:
        """Play what an engine has decided on a version of the position."""
        await self._finish(self._engine_moves(seat, text, version))

    async def _engine_moves(self, seat: int, text: str, version: int) -> None:
        async with self._alone():
            await self._let_flag_fall()
            await self._commit(engine_move(self.table, seat, text, version), None)

    def close(self) -> None:
        """Stop what happens by itself."""
        super().close()
        if self._flag is not None:
            self._flag.cancel()
        self._engine.stop()
