"""What the server does about time by itself: pulses, credits, and flags that no room looks after."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from functools import partial

from sqlalchemy import Connection

from stonefield.server import metrics
from stonefield.server.background import background
from stonefield.server.now import TICK_SECONDS, now_ms
from stonefield.server.play.room import FLAG_PATIENCE
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Journal
from stonefield.server.store.deadlines import beat, hold_lease, note_start, postpone_deadline
from stonefield.server.store.journal import Conflict
from stonefield.server.tokens import new_game_id

TICKS_A_PULSE = 4
AT_ONCE = 100
"""Games whose flags are looked at in one go."""
UNREADABLE_MS = 3_600_000
"""When a game that cannot be read is looked at again."""
logger = logging.getLogger(__name__)


async def outages_until_now(journal: Journal) -> list[tuple[int, int]]:
    """This server starts: the times in which none was there while clocks ran."""
    while True:
        now = now_ms()
        try:
            return await journal.write(partial(note_start, now=now))
        except Conflict:
            # Another server starts in the same moment.
            await asyncio.sleep(TICK_SECONDS)


class TimeKeeper:
    """Looks for stalls at every tick. Every second, while a person's clock runs anywhere, it writes down that
    a server is alive and what its rooms have credited, and lets flags fall if it holds the lease of that."""

    def __init__(self, rooms: Rooms, archive: Archive, journal: Journal) -> None:
        self._rooms, self._archive, self._journal = rooms, archive, journal
        self._name = new_game_id()
        self._falling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until it is cancelled."""
        clock = asyncio.get_running_loop().time
        try:
            for tick in itertools.count():
                due = clock() + TICK_SECONDS
                self._rooms.look_for_stall()
                if tick % TICKS_A_PULSE == 0:
                    with contextlib.suppress(Refusal, Conflict):
                        await self.beat()
                await asyncio.sleep(due - clock())
                metrics.loop_delay.observe(max(0.0, clock() - due))
        finally:
            if self._falling is not None:
                self._falling.cancel()

    async def beat(self) -> None:
        """Write a pulse and credits, if a clock runs; begin to let flags fall that are due."""
        credits = [found for room in self._rooms if (found := room.replica.unwritten) is not None]
        if not credits and not await self._archive.any_deadline():
            return
        now = now_ms()
        if credits:
            await self._journal.write(GameRows(extended=credits), rows=len(credits))
        holds = await self._journal.write(lambda connection: self._beat(connection, now), rows=2)
        for deadline in credits:
            self._rooms.written(deadline)
        if holds and (self._falling is None or self._falling.done()):
            self._falling = background(self.let_flags_fall(), name="flags")

    def _beat(self, connection: Connection, now: int) -> bool:
        beat(connection, now)
        return hold_lease(connection, "deadlines", self._name, now)

    async def let_flags_fall(self) -> None:
        """Look at the games whose time was up a while ago: no room has let their flag fall."""
        with contextlib.suppress(Refusal):
            for game in await self._archive.due(now_ms() - round(1000 * FLAG_PATIENCE), AT_ONCE):
                await self._look_at(game)

    async def _look_at(self, game: str) -> None:
        try:
            async with self._rooms.using(game) as room:
                await room.look_at_flag()
                await room.replica.correct_deadline()
        except Refusal as refusal:
            logger.warning("%s: its flag is looked at again: %s", game, refusal)
        except Exception:
            # One game that cannot be read is no reason to keep all others waiting.
            logger.exception("%s cannot go on", game)
            later = now_ms() + UNREADABLE_MS
            await self._journal.write(lambda connection: postpone_deadline(connection, game, later))
