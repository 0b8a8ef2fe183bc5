"""Who is looking at a game."""

from __future__ import annotations

from stonefield.server.domain.game.table import Table
from stonefield.server.now import now_ms
from stonefield.server.protocol.views import AttendanceView

AWAY_MS = 3_000
"""For how long a holder without a socket still counts as here: a page that is loaded again is no news."""
LATE_MS = 4_000
"""How late a pulse may come."""


class Attendance:
    """How many sockets each holder has open, when each was last heard, and how many spectators there are."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._sockets: dict[int | None, int] = {}
        self._pulses: dict[int, tuple[int, int]] = {}
        """When each holder whose page sends a pulse was last heard, and after how long it is overdue."""
        self._left: dict[int, int] = {}
        """When each holder who was here and is not any more was last heard."""
        self._told = self.view()

    def enter(self, holder: int | None) -> None:
        self._sockets[holder] = self._sockets.get(holder, 0) + 1
        if holder is not None:
            self._pulses.pop(holder, None)
            self._left.pop(holder, None)

    def leave(self, holder: int | None) -> None:
        self._sockets[holder] -= 1
        if self._sockets[holder]:
            return
        if holder is not None:
            silent = self.gone_since(holder)
            self._left[holder] = now_ms() if silent is None else silent
            self._pulses.pop(holder, None)
        del self._sockets[holder]

    def heard(self, holder: int | None, seconds: int | None) -> None:
        """The page of a holder says when it will be heard again; None: perhaps not for a while."""
        if holder is not None and seconds is None:
            self._pulses.pop(holder, None)
        elif holder is not None and seconds is not None:
            self._pulses[holder] = now_ms(), 1000 * seconds + LATE_MS

    def spoke(self, holder: int | None) -> None:
        """The page of a holder has said something else."""
        if holder is not None and holder in self._pulses:
            self._pulses[holder] = now_ms(), self._pulses[holder][1]

    def gone_since(self, holder: int) -> int | None:
        """Since when a holder who was here has no connection; None while they have one."""
        if holder not in self._sockets:
            return self._left.get(holder)
        if holder not in self._pulses:
            return None
        heard, longest = self._pulses[holder]
        return heard if now_ms() - heard > longest else None

    def is_here(self, holder: int | None) -> bool:
        """Whether a holder has a connection."""
        return holder is not None and holder in self._sockets and self.gone_since(holder) is None

    @property
    def anybody(self) -> bool:
        return bool(self._sockets)

    @property
    def settled(self) -> bool:
        """Whether what it says stays the same until a viewer comes or goes."""
        now = now_ms()
        return not self._pulses and all(now - left > 2 * AWAY_MS for left in self._left.values())

    def view(self) -> AttendanceView:
        """Whether each seat's holder is here, and the number of others."""
        seated = self.table.people
        return {
            "connected": [seat.kind == "engine" or self._counts(seat.holder) for seat in self.table.seats],
            "watchers": sum(count for holder, count in self._sockets.items() if holder not in seated),
        }

    def _counts(self, holder: int | None) -> bool:
        if holder is None:
            return False
        left = None if holder in self._sockets else self._left.get(holder)
        return self.is_here(holder) or (left is not None and now_ms() - left < AWAY_MS)

    def has_changed(self) -> bool:
        """Whether what it says is other than when this was last asked."""
        before, self._told = self._told, self.view()
        return before != self._told
