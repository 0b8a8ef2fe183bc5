"""Who is looking at a game."""

from __future__ import annotations

from stonefield.server.domain.game.event import Back, Event
from stonefield.server.domain.game.table import Table
from stonefield.server.now import now_ms
from stonefield.server.play.elsewhere import Elsewhere, Here
from stonefield.server.protocol.views import AttendanceView

AWAY_MS = 3_000
"""For how long a holder without a socket still counts as here: a page that is loaded again is no news."""
LATE_MS = 4_000
"""How late a pulse may come."""
THINKS_MS = 3_000
"""For how long a process that is asked whether it thinks, and says nothing, is believed to go on."""


class Attendance:
    """How many sockets each holder has open, when each was last heard, and how many spectators there are.

    In this process; what others tell is added to it.
    """

    def __init__(self, table: Table, elsewhere: Elsewhere) -> None:
        self.table, self._elsewhere = table, elsewhere
        self._sockets: dict[int | None, int] = {}
        self._pulses: dict[int, tuple[int, int]] = {}
        """When each holder whose page sends a pulse was last heard, and after how long it is overdue."""
        self._left: dict[int, int] = {}
        """When each holder who was here and is not any more was last heard."""
        self._told = self.view(), self.here()

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
            silent = self._silent_since(holder)
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

    # What other processes know

    def here(self) -> Here:
        """What this process tells the others: the players with a connection here, and how many watch."""
        seated = self.table.people
        holders = sorted(holder for holder in self._sockets if holder is not None and holder in seated)
        return {
            "holders": [holder for holder in holders if self._silent_since(holder) is None],
            "watchers": self._watchers(),
        }

    def _watchers(self) -> int:
        """How many watch here without a seat."""
        seated = self.table.people
        return sum([count for holder, count in self._sockets.items() if holder not in seated])

    def others_changed(self, before: Here, here: Here) -> None:
        """Another process has told who is there."""
        for holder in before.get("holders", ()):
            self._left[holder] = now_ms()
        for holder in here.get("holders", ()):
            self._left.pop(holder, None)

    def saw(self, event: Event) -> None:
        """A player whom another process has seen come back is not away, whatever was told before."""
        holder = None if event.seat is None else self.table.seats[event.seat].holder
        if isinstance(event.kind, Back) and holder is not None:
            self._left.pop(holder, None)

    def others_think(self, version: int) -> bool:
        """Whether another process says that an engine thinks there about a version of the position."""
        return any(version in here.get("thinking", ()) for here in self._elsewhere.others(THINKS_MS))

    def ask_others(self) -> None:
        """Let other processes say whether they think."""
        self._elsewhere.ask()

    def _is_elsewhere(self, holder: int) -> bool:
        return any(holder in here.get("holders", ()) for here in self._elsewhere.others())

    def _forget_silent(self) -> None:
        """Who was connected to a process that is not heard any more has gone."""
        for at, here in self._elsewhere.forget():
            for holder in here.get("holders", ()):
                self._left.setdefault(holder, at)

    # What is known in all

    def _silent_since(self, holder: int) -> int | None:
        """Since when a holder with a socket here says nothing; None while they do."""
        if holder not in self._pulses:
            return None
        heard, longest = self._pulses[holder]
        return heard if now_ms() - heard > longest else None

    def gone_since(self, holder: int) -> int | None:
        """Since when a holder who was here has no connection; None while they have one."""
        if self._is_elsewhere(holder):
            return None
        return self._silent_since(holder) if holder in self._sockets else self._left.get(holder)

    def is_here(self, holder: int | None) -> bool:
        """Whether a holder has a connection."""
        if holder is None:
            return False
        return (holder in self._sockets and self._silent_since(holder) is None) or self._is_elsewhere(holder)

    @property
    def anybody(self) -> bool:
        """Whether anyone looks at the game, in whichever process."""
        return bool(self._sockets or self._elsewhere.others())

    @property
    def anybody_here(self) -> bool:
        """Whether anyone looks at the game in this process."""
        return bool(self._sockets)

    @property
    def settled(self) -> bool:
        """Whether what it says stays the same until a viewer comes or goes."""
        now = now_ms()
        changing = self._pulses or (self._sockets and self._elsewhere.others())
        return not changing and all(now - left > 2 * AWAY_MS for left in self._left.values())

    def view(self) -> AttendanceView:
        """Whether each seat's holder is here, and the number of others."""
        elsewhere = sum(here.get("watchers", 0) for here in self._elsewhere.others())
        return {
            "connected": [seat.kind == "engine" or self._counts(seat.holder) for seat in self.table.seats],
            "watchers": self._watchers() + elsewhere,
        }

    def _counts(self, holder: int | None) -> bool:
        if holder is None:
            return False
        left = None if holder in self._sockets else self._left.get(holder)
        return self.is_here(holder) or (left is not None and now_ms() - left < AWAY_MS)

    def has_changed(self) -> bool:
        """Whether what it says, here or to others, is other than when this was last asked."""
        self._forget_silent()
        before, self._told = self._told, (self.view(), self.here())
        return before != self._told
