"""What the server does about time by itself: pulses, credits, and flags that no room looks after."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Sequence
from functools import partial

from stonefield.server import metrics
from stonefield.server.background import background
from stonefield.server.now import TICK_SECONDS, now_ms
from stonefield.server.play.room import FLAG_PATIENCE
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, GameRows, Journal
from stonefield.server.store.deadlines import postpone_deadline, take_due
from stonefield.server.store.journal import LARGE, Conflict
from stonefield.server.store.pulses import STALE_MS, Pulse, beat, leave, note_start, take_over

TICKS_A_PULSE = 4
LONG_MS = 1_000
"""What a server has lost is written down at once if it is more: its players may go on with another one."""
AT_ONCE = 100
"""Games whose flags are looked at in one go."""
UNREADABLE_MS = 3_600_000
"""When a game that cannot be read is looked at again."""
logger = logging.getLogger(__name__)


async def outages_until_now(journal: Journal) -> list[tuple[int, int]]:
    """This server starts: the times in which none was there while clocks ran."""
    clock = partial(now_ms, asyncio.get_running_loop())
    return await journal.write(partial(note_start, process=journal.process, clock=clock))


async def end_well(journal: Journal) -> None:
    """This server ends: note when, so that it is not looked for."""
    with contextlib.suppress(Refusal, Conflict):
        await journal.write(partial(leave, process=journal.process, now=now_ms()))


class TimeKeeper:
    """Looks for stalls at every tick. Every second, while a person's clock runs anywhere, it writes down that
    this server is alive and what its rooms have credited, takes over from servers that are gone, and lets
    flags fall. All servers do; what each of them writes happens once."""

    def __init__(self, rooms: Rooms, archive: Archive, journal: Journal) -> None:
        self._rooms, self._archive, self._journal = rooms, archive, journal
        self._falling: asyncio.Task[None] | None = None
        self._heard: dict[str, tuple[int, int]] = {}
        """The last pulse of each other server, and when it was first seen here."""

    async def run(self) -> None:
        """Until it is cancelled."""
        clock = asyncio.get_running_loop().time
        try:
            for tick in itertools.count():
                due = clock() + TICK_SECONDS
                lost = self._rooms.look_for_stall()
                if tick % TICKS_A_PULSE == 0 or lost >= LONG_MS:
                    await self._try_to_beat()
                await asyncio.sleep(due - clock())
                metrics.loop_delay.observe(max(0.0, clock() - due))
        finally:
            if self._falling is not None:
                self._falling.cancel()

    async def _try_to_beat(self) -> None:
        began = now_ms()
        try:
            await self.beat()
        except (Refusal, Conflict):
            if self._rooms.silent_since is None:
                self._rooms.silent_since = began
        else:
            self._rooms.look_for_stall()
            self._rooms.silent_since = None

    async def beat(self) -> None:
        """Write a pulse and credits, if a clock runs; begin to let flags fall that are due."""
        if not await self._write_credits() and not await self._archive.any_deadline():
            return
        others = await self._journal.write(partial(beat, process=self._journal.process, at=now_ms()))
        await self._take_over(others)
        if self._falling is None or self._falling.done():
            self._falling = background(self.let_flags_fall(), name="flags")

    async def _write_credits(self) -> bool:
        """Write down what rooms have credited; whether they had."""
        credits = [found for room in self._rooms if (found := room.replica.unwritten) is not None]
        if credits:
            await self._journal.write(GameRows(extended=credits), rows=len(credits))
            for deadline in credits:
                self._rooms.written(deadline)
        return bool(credits)

    async def end(self) -> None:
        """This server ends, and does no longer `run`: what has stood still until now is credited."""
        self._rooms.look_for_stall()
        with contextlib.suppress(Refusal, Conflict):
            await self._write_credits()

    async def _take_over(self, others: Sequence[Pulse]) -> None:
        """Credit the players of servers that are gone; those that are only silent are given a while."""
        now, heard = now_ms(), self._heard
        self._heard = {}
        for other in others:
            at, since = heard.get(other.process, (other.at, now))
            since = since if at == other.at else now
            self._heard[other.process] = other.at, since
            if other.gone or now - since >= STALE_MS:
                logger.warning("another server is gone; its games continue here")
                work = partial(take_over, process=other.process, now=now)
                for game in await self._journal.write(work, rows=LARGE):
                    if room := self._rooms.get(game):
                        await room.replica.take_credit()

    async def let_flags_fall(self) -> None:
        """Look at the games whose time was up a while ago: no room has let their flag fall."""
        with contextlib.suppress(Refusal, Conflict):
            now = now_ms()
            before = now - round(1000 * FLAG_PATIENCE)
            if await self._archive.any_due(before, now):
                for game in await self._journal.write(
                    partial(take_due, before=before, now=now, most=AT_ONCE), rows=AT_ONCE
                ):
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
