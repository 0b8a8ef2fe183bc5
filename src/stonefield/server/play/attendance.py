"""Who is looking at a game."""

from __future__ import annotations

from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.views import AttendanceView


class Attendance:
    """How many sockets each holder has open, and how many spectators have."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._sockets: dict[int | None, int] = {}

    def enter(self, holder: int | None) -> None:
        self._sockets[holder] = self._sockets.get(holder, 0) + 1

    def leave(self, holder: int | None) -> None:
        self._sockets[holder] -= 1
        if not self._sockets[holder]:
            del self._sockets[holder]

    @property
    def anybody(self) -> bool:
        return bool(self._sockets)

    def view(self) -> AttendanceView:
        """Whether each seat's holder is here, and the number of others."""
        seated = self.table.people
        return {
            "connected": [
                seat.kind == "engine" or (seat.holder is not None and seat.holder in self._sockets)
                for seat in self.table.seats
            ],
            "watchers": sum(count for holder, count in self._sockets.items() if holder not in seated),
        }
