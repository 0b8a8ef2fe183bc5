"""The engine as a player: thinks when it is its turn, and tries again when something goes wrong."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence

from stonefield.engine.levels import MORE_THAN_ANY_LEVEL
from stonefield.engine.thinker import Limits, Thought
from stonefield.server.background import background
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import MOVE, Begun, EngineJob, Message
from stonefield.server.now import TICK_SECONDS, WORTH_CREDITING_MS, now_ms
from stonefield.server.play.attendance import Attendance
from stonefield.server.play.coach import Coach
from stonefield.server.play.page_engine import PageEngine
from stonefield.server.play.replica import Replica
from stonefield.server.play.waiting import Notify, Waiting
from stonefield.server.protocol.problems import Refusal

RETRY = 5.0
HEAD_START, ANSWER, ASK = 2.0, 0.2, 1.0
"""How long an engine here waits for the process that made the last change: that one thinks first; for
processes to say that they think; and how often they are asked. One that is killed says nothing any more."""
CLOCK_SHARE = 50
"""A decision takes on purpose at most one part in so many of the time that is left."""
HIGHEST_IN_PAGE, SECONDS_IN_PAGE = 7, 1.0
"""Up to which level pages are asked, and how long a decision of it may take there. Higher ones want the
network and thousands of simulations: too much for many devices."""
logger = logging.getLogger(__name__)


class EnginePlayer:
    """All engine seats of one game; at most one of them thinks."""

    def __init__(
        self,
        game: Replica,
        attendance: Attendance,
        coach: Coach,
        jobs: Jobs,
        pace: float,
        pages: Sequence[PageEngine],
        *,
        move: Callable[[int, str, int], Awaitable[None]],
        tell: Notify,
        tell_others: Callable[[], None],
    ) -> None:
        """``pages`` are engines of pages here, asked before the server's own.

        ``move`` plays what a seat has decided on a version, ``tell`` sends a notice to everyone here.
        ``tell_others`` lets other processes know that it thinks."""
        self._game, self._attendance, self._coach = game, attendance, coach
        self._jobs, self._pace, self._pages, self._move = jobs, pace, pages, move
        self._tell, self._tell_others = tell, tell_others
        self._task: asyncio.Task[None] | None = None
        self._version = -1
        self._waiting_since: int | None = None
        self._looked = False
        self.thinking: list[int] = []
        """The version of the position that it is thinking about, if it is."""
        self.slowest = 0.0
        """Seconds that the maker of a game between engines wants each decision to take at least."""

    @property
    def thinks(self) -> bool:
        return self._task is not None and not self._task.done()

    def look(self) -> None:
        """Something has changed: begin to think, go on, or stop."""
        table = self._game.table
        decider = table.decider
        mine = decider is not None and not table.paused and table.seats[decider].kind == "engine"
        # Engines among themselves play only while they are watched.
        wanted = mine and (bool(table.people) or self._attendance.anybody)
        if self._task is not None and (
            not wanted or self._version != table.position_version or not self.thinks
        ):
            self.stop()
        if not mine:
            self._waiting_since = None
        elif self._waiting_since is None and self._task is None:
            # Until its game was opened an engine has waited, too.
            opened = not self._looked and table.clock is not None and table.clock.running is not None
            self._waiting_since = table.clock.since if opened and table.clock else now_ms()
        self._looked = True
        if wanted and self._task is None:
            assert decider is not None
            self._version = table.position_version
            self._task = background(self._play(decider, self._version), name="engine player")

    def credit_waiting(self) -> None:
        """The time in which an engine is to move and does not think yet is not counted."""
        if self._waiting_since is not None:
            waited, since = now_ms() - self._waiting_since, self._waiting_since
            # What is too short to be credited adds up: a viewer may ask every few milliseconds.
            if waited >= WORTH_CREDITING_MS:
                self._waiting_since += waited
                self._game.credit_since(since)

    def _begun(self) -> None:
        self.credit_waiting()
        self._waiting_since = None

    def stop(self) -> None:
        self.thinking = []
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _play(self, seat: int, version: int) -> None:
        while True:
            try:
                await self._let_others(version)
                self.thinking = [version]
                self._tell_others()
                await self._coach.consider()
                move = await self._decision(seat)
                # From here on it is a move like any other, and nothing that stops the thinking stops it.
                self._task, self.thinking = None, []
                await self._move(seat, move, version)
                return
            except Exception as error:
                me = asyncio.current_task()
                if not isinstance(error, Refusal):
                    logger.exception("%s: a mistake of ours", self._game.id)
                if self._task not in (None, me) or not self._is_asked(seat, version):
                    return
                self._task, self.thinking = me, []
                self._waiting_since = now_ms()
                logger.warning("%s: the engine did not move: %s", self._game.id, error)
                self._tell("engine_failed", None)
                await asyncio.sleep(RETRY)

    def _is_asked(self, seat: int, version: int) -> bool:
        """Whether the game still waits for what a seat decides on a version."""
        table = self._game.table
        return table.decider == seat and table.position_version == version and not table.paused

    async def _let_others(self, version: int) -> None:
        """Let another process think, where one does: two would only take time from each other."""
        if self._game.made_here:
            return
        if self._game.heard:
            await asyncio.sleep(HEAD_START)
        self._attendance.ask_others()
        await asyncio.sleep(ANSWER)
        while self._attendance.others_think(version):
            # How long that one thinks is counted there.
            self._waiting_since = None
            self._attendance.ask_others()
            await asyncio.sleep(ASK)
        if self._waiting_since is None:
            self._waiting_since = now_ms()

    async def _decision(self, seat: int) -> str:
        """The move its level plays; never so fast that people cannot follow."""
        self.credit_waiting()
        table, most = self._game.table, math.inf
        if table.clock is not None:
            most = table.clock.left(now_ms())[seat] / 1000 / CLOCK_SHARE
        began = asyncio.get_running_loop().time()
        thought = await self._page_thought(seat, most) or await self._own_thought(seat)
        # The speed may be changed meanwhile.
        while (rest := began + self._least(most) - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(min(rest, TICK_SECONDS))
        return thought.best

    async def _page_thought(self, seat: int, most: float) -> Thought | None:
        """What the engine of a page here decides, in ``most`` seconds; None: none that is asked has said."""
        table = self._game.table
        level = table.seats[seat].level or 1
        page = next((page for page in reversed(self._pages) if page.is_on), None)
        if page is None or level > HIGHEST_IN_PAGE or most < SECONDS_IN_PAGE:
            return None
        since = now_ms()
        self._begun()
        limit = None if most == math.inf else most
        thought = await page.think(len(table.moves), "move", SECONDS_IN_PAGE, level=level, most=limit)
        if thought is None:
            # What was waited for in vain does not count.
            self._waiting_since = since
        return thought

    async def _own_thought(self, seat: int) -> Thought:
        """What the server's own engine decides."""
        self.credit_waiting()
        table = self._game.table
        waiting = Waiting(self._tell)
        if not self._jobs.queue.prepared.is_set():
            waiting.waits()
        limits = Limits(nodes=MORE_THAN_ANY_LEVEL)
        if table.clock is not None:
            left = table.clock.left(now_ms())[seat] / 1000
            limits = Limits(clock=left, increment=table.clock.increment / 1000)

        def hear(message: Message) -> None:
            if isinstance(message, Begun):
                self._begun()
            waiting.hear(message)

        try:
            job = EngineJob(
                start=table.positions[0].ordered_text,
                moves=tuple(move.text for move in table.moves),
                limits=limits,
                priority=MOVE,
                level=table.seats[seat].level or 1,
                for_whom=self._game.caller.key,
                key=table.agreement.id,
            )
            return await self._jobs.think(job, hear)
        finally:
            waiting.begun()

    def _least(self, most: float) -> float:
        """Seconds that a decision takes at least, but no more than ``most`` by the clock."""
        return min(max(self._pace, self.slowest), most)
