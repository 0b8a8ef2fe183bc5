"""Players who lose their connection: the others are told, and for a while their clock waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from stonefield.server.background import background
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.event import Away, Back
from stonefield.server.now import now_ms
from stonefield.server.play.attendance import AWAY_MS, Attendance
from stonefield.server.play.replica import Replica
from stonefield.server.protocol.problems import Refusal

LOOK_SECONDS = 1.0
logger = logging.getLogger(__name__)


class Absences:
    """Looks after the connections of one game's players.

    If the player who decides loses the connection, in a game with a clock between people, the time until
    they are back is taken off their grace first, and off their clock when that is used up. Both moments are
    events, so that they survive a restart. Only a process that saw a player leave, or was told of it by
    another one, knows that they are away.
    """

    def __init__(self, game: Replica, attendance: Attendance, tell: Callable[[], None]) -> None:
        """``tell`` lets everyone here know who is connected."""
        self._game, self._attendance, self._tell = game, attendance, tell
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def look(self) -> None:
        """A viewer came or went, or the game has changed: look now, and again until it is settled."""
        if self._stopped:
            return
        if self._attendance.has_changed():
            self._tell()
        if self._task is None and self.change() is not None:
            self._task = background(self._write(), name="absences")
        if self._timer is None and (self._matters or not self._attendance.settled):
            self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._is_due)

    def _is_due(self) -> None:
        self._timer = None
        self.look()

    @property
    def busy(self) -> bool:
        """Whether something is being written down."""
        return self._task is not None

    @property
    def _matters(self) -> bool:
        """Whether a clock may have to wait for a player."""
        table = self._game.table
        waits = table.clock is not None and table.clock.is_live
        return waits and table.status == "playing" and table.between_people and self._attendance.anybody_here

    async def _write(self) -> None:
        try:
            async with self._game.locked():
                await self.let_wait()
        except Refusal as refusal:
            logger.warning("%s: who is away is looked at again: %s", self._game.id, refusal)
        finally:
            self._task = None

    async def let_wait(self, patience: int = AWAY_MS) -> None:
        """Write down who is away or back. Call it while the game is locked."""
        await self._game.append(lambda: self.change(patience), f"absence:{self._game.table.version}")

    def change(self, patience: int = AWAY_MS) -> Change | None:
        """What is to be written down: a player who is back, or one away for ``patience`` milliseconds."""
        table = self._game.table
        clock = table.clock
        if clock is None or table.status != "playing" or not table.between_people:
            return None
        for away in sorted(clock.away):
            if self._attendance.is_here(table.seats[away].holder):
                return Change(Back(), away)
        seat = clock.running
        if seat is None or seat in clock.away or not clock.grace[seat]:
            return None
        holder = table.seats[seat].holder
        since = None if holder is None else self._attendance.gone_since(holder)
        if since is None or now_ms() - since < patience:
            return None
        return Change(Away(max(since, clock.since)), seat)

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
