"""A live game: those who look at it, what they do, its flag, and the engine that may be at the move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from stonefield.server.background import background
from stonefield.server.domain.game.actions import Change, decide, engine_move
from stonefield.server.domain.game.event import TimeUp
from stonefield.server.domain.game.joining import take_seat
from stonefield.server.domain.game.pace import SPEEDS
from stonefield.server.domain.game.permissions import may_set_speed
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.caller import SERVER, Caller
from stonefield.server.now import now_ms
from stonefield.server.play.absences import Absences
from stonefield.server.play.attendance import Attendance
from stonefield.server.play.coach import Coach
from stonefield.server.play.conditions import Conditions
from stonefield.server.play.days_off import day_off
from stonefield.server.play.elsewhere import Here
from stonefield.server.play.engine_player import EnginePlayer
from stonefield.server.play.greetings import Greetings
from stonefield.server.play.page_engine import PageEngine
from stonefield.server.play.rating import Rating
from stonefield.server.play.replica import Newcomer, Replica
from stonefield.server.play.services import Services as Services
from stonefield.server.play.subscribers import Subscribers
from stonefield.server.play.viewer import Viewer
from stonefield.server.presenting.state import StatePresenter
from stonefield.server.protocol.company import GreetingWords, Speed
from stonefield.server.protocol.messages import Action, CoachRemark, NoticeCode
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.views import State
from stonefield.server.tokens import hash_token, new_game_id
from stonefield.server.weakly import weakly

FLAG_GRACE, FLAG_RETRY, FLAG_PATIENCE = 0.01, 1.0, 2.0
"""Seconds after which a flag falls, is looked at again while the database does not answer, and falls where
another process made the last change: that one knows best what it has credited."""
ROOM_BYTES, MOVE_VIEW_BYTES = 16_000, 500
"""What a room takes without its table, and what the descriptions of its moves take, each."""
logger = logging.getLogger(__name__)


class Room(Subscribers[Viewer]):
    """One game while it is in memory."""

    def __init__(
        self,
        services: Services,
        table: Table,
        holders: dict[str, int],
        *,
        weigh: Callable[[Room], None],
        look_for_stall: Callable[[], object],
    ) -> None:
        """``weigh`` counts what a room holds, after each change; ``look_for_stall`` credits running clocks
        with what the server has just lost, if it has."""
        super().__init__(services.bus, f"game/{table.agreement.id}")
        self._weigh, self._look_for_stall, self._archive = weigh, look_for_stall, services.archive
        self.table = table
        self.replica = Replica(
            services.archive,
            services.journal,
            services.bus,
            table,
            holders,
            weakly(self._changed),
            weakly(self._gone),
        )
        self.attendance = Attendance(table, self.elsewhere)
        self.absences = Absences(self.replica, self.attendance, weakly(self._tell_presence))
        self._greetings = Greetings(services.bus, table, weakly(self._greeted))
        self.presenter = StatePresenter(table)
        self._flag: asyncio.TimerHandle | None = None
        self._preparing: tuple[int, int | None] | None = None
        """Since when the engine gets ready, and how many seconds that takes."""
        self.coach = Coach(
            self.replica, services.jobs, services.archive, services.journal, weakly(self.tell_remark)
        )
        self.rating = Rating(table, services.journal)
        self.conditions = Conditions(
            self.replica, services.archive, services.journal, services.bus, weakly(self._let_flag_fall)
        )
        self.pages: list[PageEngine] = []
        """Engines of pages that look at it here."""
        self._engine = EnginePlayer(
            self.replica,
            self.attendance,
            self.coach,
            services.jobs,
            services.pace,
            self.pages,
            move=weakly(self.engine_moves),
            tell=weakly(self.tell),
            tell_others=self.elsewhere.tell,
        )

    def _here(self) -> Here:
        return {**self.attendance.here(), "thinking": self._engine.thinking}

    def _heard_elsewhere(self, before: Here, here: Here) -> None:
        self.attendance.others_changed(before, here)
        self.absences.look()
        self._engine.look()

    # Who is here

    async def holder_of(self, token: str | None, caller: Caller = SERVER) -> int | None:
        """The holder a token belongs to, or else the account of the caller; None for a spectator."""
        if token is None:
            return self.table.holder_of(caller.account)
        known = hash_token(token)
        if known not in self.replica.holders:
            # Another process may have given it a seat.
            await self.replica.catch_up()
        if (holder := self.replica.holders.get(known, self.table.holder_of(caller.account))) is None:
            raise Refusal("bad_token", "this token opens nothing in this game")
        return holder

    def enter(self, viewer: Viewer, holder: int | None, caller: Caller) -> None:
        """A viewer opens the game."""
        if holder is not None:
            self.replica.caller = caller
        self.viewers.add(viewer)
        self.attendance.enter(holder)
        self._tell_presence()
        self.continue_play()

    def leave(self, viewer: Viewer, holder: int | None) -> None:
        """A viewer closes the game."""
        self.viewers.discard(viewer)
        self.attendance.leave(holder)
        self._tell_presence()
        self.used = now_ms()
        self.continue_play()

    def heard(self, holder: int | None, seconds: int | None) -> None:
        """The page of a holder is there, and says when it will be heard again."""
        self.attendance.heard(holder, seconds)
        self.absences.look()

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        thinks = self._engine.thinks and self.coach.remark is None
        parts = (self.replica, self.absences, self.conditions)
        return bool(self.viewers or self.users or self._tasks or thinks) or any(one.busy for one in parts)

    @property
    def memory(self) -> int:
        """About how many bytes it takes."""
        return ROOM_BYTES + self.table.memory + MOVE_VIEW_BYTES * len(self.table.moves)

    @property
    def is_running_engine_game(self) -> bool:
        """Whether an engine plays here, and a viewer is here or it is thinking."""
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
        """Let everyone here know something that changes nothing."""
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
        """Send the viewers what the coach says."""
        for viewer in self.viewers:
            viewer.remarked(remark)

    def greet(self, holder: int | None, words: GreetingWords) -> None:
        """Pass a greeting on to the players."""
        self._greetings.greet(holder, words)

    def _greeted(self, seat: int, words: GreetingWords) -> None:
        for viewer in self.viewers:
            viewer.greeted(seat, words)

    def set_speed(self, holder: int | None, speed: Speed) -> None:
        """Let the engines play as fast as their maker can follow."""
        refusal = may_set_speed(self.table, holder)
        if refusal is not None:
            raise refusal
        self._engine.slowest = SPEEDS[speed]

    # What happens

    async def act(self, holder: int | None, action: Action) -> int:
        """Carry out an action once and for all; the version it made."""
        return await self._finish(self._act(holder, action))

    async def _act(self, holder: int | None, action: Action) -> int:
        arrived = now_ms()
        async with self.replica.locked():
            request = f"{holder}:{action.id}"
            done = self.table.requests.get(request)
            if done is not None:
                return done
            self.replica.credit_since(arrived)
            await self._let_flag_fall()
            made = await self.replica.append(
                lambda: decide(self.table, holder, action, rematch=new_game_id), request
            )
            assert made is not None
            return made

    async def join(
        self, invite: str, seat: int | None, name: str, token: str, caller: Caller = SERVER
    ) -> int:
        """Give an open seat to a new holder with this token, and their account if they have one; the seat."""
        newcomer = Newcomer.of(self.table, hash_token(token), caller)
        joined = partial(self._joined, hash_token(invite), seat, "" if caller.account else name)
        return await self._finish(self._join(joined, newcomer))

    async def _join(self, joined: Callable[[], Change], newcomer: Newcomer) -> int:
        async with self.replica.locked():
            if newcomer.token not in self.replica.holders:
                await self.replica.append(joined, f"join:{newcomer.token}", newcomer)
            # The answer to an earlier try may have been lost on its way.
            held = self.table.seats_of(self.replica.holders[newcomer.token])
            if not held:
                raise Refusal("already_seated", "this token is already used for this game")
            return held[0]

    def _joined(self, invite: str, seat: int | None, name: str) -> Change:
        number = max(self.replica.holders.values(), default=-1) + 1
        return take_seat(self.table, invite, seat, name, number)

    async def delete(self, holder: int | None) -> None:
        """Take the game out of the database, for the player who made it."""
        await self._finish(self.replica.delete(holder))
        self._gone()

    def _gone(self) -> None:
        self.close()
        for viewer in list(self.viewers):
            viewer.gone()

    def _changed(self) -> None:
        self.used = now_ms() if self.replica.made_here else self.used
        self._weigh(self)
        for event in self.table.events[-1:]:
            self.attendance.saw(event)
        for viewer in self.viewers:
            viewer.changed()
        self.continue_play()

    # What happens by itself

    def continue_play(self) -> None:
        """Set the flag, look who is here, and let an engine think, or a plan answer, if it is at the move."""
        self._set_flag()
        self.absences.look()
        self._engine.look()
        self.conditions.look()

    def _set_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        deadline = self.table.clock.deadline if self.table.clock else None
        if deadline is not None:
            delay = max(0, deadline - now_ms()) / 1000 + FLAG_GRACE
            if self.replica.silent_since is not None:
                delay = max(delay, FLAG_RETRY)
            if not self.replica.made_here:
                delay += FLAG_PATIENCE
            self._flag = asyncio.get_running_loop().call_later(delay, self._flag_is_due)

    def _flag_is_due(self) -> None:
        self._flag = None
        task = background(self.look_at_flag(), name="flag")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def look_at_flag(self) -> None:
        """Let the flag fall if a player's time is up."""
        try:
            async with self.replica.locked():
                await self._let_flag_fall()
        except Refusal as refusal:
            logger.warning("%s: the flag is looked at again: %s", self.replica.id, refusal)
        self._set_flag()

    async def _let_flag_fall(self) -> None:
        self._look_for_stall()
        self._engine.credit_waiting()
        if self._fallen() is None:
            return
        if not self.replica.made_here:
            await self.replica.read_credit()
        # A player who has only just lost the connection has their grace first.
        await self.absences.let_wait(0)
        if not await day_off(self.replica, self._archive, self._fallen):
            await self.replica.append(self._fallen, f"flag:{self.table.version}")

    def _fallen(self) -> Change | None:
        """The end of the game, if a player's time is up; how long an engine thinks is known where it does."""
        clock = self.table.clock
        if clock is None or clock.deadline is None or now_ms() < clock.deadline:
            return None
        if self.table.deadline is None and not self.replica.made_here:
            return None
        return Change(TimeUp(), clock.running)

    async def engine_moves(self, seat: int, text: str, version: int) -> None:
        """Play what an engine has decided on a version of the position."""
        await self._finish(self._engine_moves(seat, text, version))

    async def _engine_moves(self, seat: int, text: str, version: int) -> None:
        async with self.replica.locked():
            await self._let_flag_fall()
            await self.replica.append(
                lambda: engine_move(self.table, seat, text, version), f"engine:{version}"
            )

    def close(self) -> None:
        """Stop what happens by itself."""
        super().close()
        self._greetings.close()
        self.conditions.close()
        self.replica.close()
        if self._flag is not None:
            self._flag.cancel()
        self.absences.stop()
        self._engine.stop()
