"""A flag does not fall while its player is on vacation, or has a day off left."""

from __future__ import annotations

from collections.abc import Callable

from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.event import OnVacation
from stonefield.server.domain.people.message import Told
from stonefield.server.domain.people.vacation import Vacation
from stonefield.server.now import now_ms
from stonefield.server.play.replica import Replica
from stonefield.server.store import Archive
from stonefield.server.store.outbox import tell
from stonefield.server.store.vacations import change_vacation


async def day_off(game: Replica, archive: Archive, fallen: Callable[[], Change | None]) -> bool:
    """Let the player whose time is up have a day off, if they have one; call it while the game is locked.

    The account's row is changed in the transaction of the event, so that a day is used once, whichever server
    does it; one that comes later finds that its other games are covered too.
    """
    clock = game.table.clock
    if clock is None or clock.is_live or clock.running is None or clock.deadline is None:
        return False
    holder = game.table.seats[clock.running].holder
    member = None if holder is None else game.table.members.get(holder)
    if member is None or not member.id:
        return False
    known = await archive.vacation(member.id)
    taken = (known or Vacation()).covering(clock.deadline, now_ms())
    if taken is None:
        return False
    seat, until = clock.running, taken.until
    begins = Told(member.id, "vacation", now_ms(), game.id, str(until))
    told = () if taken == known else (begins,)
    made = await game.append(
        lambda: None if fallen() is None else Change(OnVacation(until), seat),
        f"vacation:{game.table.version}",
        also=[change_vacation(member.id, known, taken), tell(*told)],
    )
    return made is not None
