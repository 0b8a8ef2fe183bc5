"""Taking an open seat."""

from __future__ import annotations

from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.event import Joined
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal


def take_seat(table: Table, invite_hash: str, seat: int | None, name: str, holder: int) -> Change:
    """A person with an invitation sits down, on the first open seat if they name none; or Refusal."""
    if table.agreement.invite_hash != invite_hash:
        raise Refusal("bad_invite", "this invitation is for another game")
    seats = [number for number, there in enumerate(table.seats) if there.kind == "open"]
    if not seats or seat not in (None, *seats):
        raise Refusal("seat_taken", "another player has this seat")
    return Change(Joined(holder, name), seats[0] if seat is None else seat)
