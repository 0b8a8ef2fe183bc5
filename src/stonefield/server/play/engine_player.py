"""The engine as a player: thinks when it is its turn, and tries again when something goes wrong."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from stonefield.engine.levels import MORE_THAN_ANY_LEVEL
from stonefield.engine.thinker import Limits
from stonefield.server.background import background
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import MOVE, Begun, EngineJob, Message
from stonefield.server.now import WORTH_CREDITING_MS, now_ms
from stonefield.server.play.waiting import Waiting
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.play.room import Room

RETRY = 5.0
logger = logging.getLogger(__name__)


class EnginePlayer:
    """All engine seats of one game; at most one of them thinks."""

    def __init__(self, room: Room, jobs: Jobs, pace: float) -> None:
        self._room, self._jobs, self._pace = room, jobs, pace
        self._task: asyncio.Task[None] | None = None
        self._version = -1
        self._waiting_since: int | None = None

    @property
    def thinks(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def rests(self) -> bool:
        """Whether it is to move and does not, since nobody is kept waiting."""
        return self._waiting_since is not None and not self.thinks and not self._room.table.people

    def look(self) -> None:
        """Something has changed: begin to think, go on, or stop."""
        table = self._room.table
        decider = table.decider
        mine = decider is not None and not table.paused and table.seats[decider].kind == "engine"
        # Without people nobody is kept waiting: engines play on when somebody watches.
        wanted = mine and (bool(table.people) or self._room.attendance.anybody)
        if self._task is not None and (
            not wanted or self._version != table.position_version or not self.thinks
        ):
            self.stop()
        if not mine:
            self._waiting_since = None
        elif self._waiting_since is None and self._task is None:
            self._waiting_since = now_ms()
        if wanted and self._task is None:
            assert decider is not None
            self._version = table.position_version
            self._task = background(self._play(decider, self._version), name="engine player")

    def credit_waiting(self) -> None:
        """The time in which an engine is to move and does not think yet is not counted."""
        if self._waiting_since is not None:
            waited = now_ms() - self._waiting_since
            # What is too short to be credited adds up: somebody may ask every few milliseconds.
            if waited >= WORTH_CREDITING_MS:
                self._waiting_since += waited
                self._room.owe(waited)

    def _begun(self) -> None:
        self.credit_waiting()
        self._waiting_since = None

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _play(self, seat: int, version: int) -> None:
        while True:
            try:
                await self._room.coach.consider()
                move = await self._decision(seat)
                # From here on it is a move like any other, and nothing that stops the thinking stops it.
                self._task = None
                await self._room.engine_moves(seat, move, version)
                return
            except Refusal as refusal:
                me = asyncio.current_task()
                settled = refusal.code in ("stale_move", "not_your_turn", "game_over")
                if settled or self._task not in (None, me):
                    return
                self._task = me
                self._waiting_since = now_ms()
                logger.warning("%s: the engine did not move: %s", self._room.table.agreement.id, refusal)
                self._room.tell("engine_failed")
                await asyncio.sleep(RETRY)

    async def _decision(self, seat: int) -> str:
        """The move its level plays; never so fast that people cannot follow."""
        self.credit_waiting()
        table = self._room.table
        waiting = Waiting(self._room.tell)
        if not self._jobs.queue.prepared.is_set():
            waiting.waits()
        limits, pace = Limits(nodes=MORE_THAN_ANY_LEVEL), self._pace
        if table.clock is not None:
            left = table.clock.left(now_ms())[seat] / 1000
            limits = Limits(clock=left, increment=table.clock.increment / 1000)
            pace = min(pace, left / 50)

        def hear(message: Message) -> None:
            if isinstance(message, Begun):
                self._begun()
            waiting.hear(message)

        began = asyncio.get_running_loop().time()
        try:
            job = EngineJob(
                start=table.positions[0].ordered_text,
                moves=tuple(move.text for move in table.moves),
                limits=limits,
                priority=MOVE,
                level=table.seats[seat].level or 1,
                for_whom=self._room.caller.key,
                key=table.agreement.id,
            )
            thought = await self._jobs.think(job, hear)
        finally:
            waiting.begun()
        await asyncio.sleep(max(0.0, began + pace - asyncio.get_running_loop().time()))
        return thought.best
