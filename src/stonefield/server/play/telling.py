"""What absent players hear of a change in their game; it is written in the transaction of its event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.event import Joined, Offered, OnVacation, Rematched, TimeUp
from stonefield.server.domain.game.reminder import reminder_of
from stonefield.server.domain.game.table import Outlook, Table
from stonefield.server.domain.people.account import Member
from stonefield.server.domain.people.message import MessageKind, Told
from stonefield.server.store import GameRows
from stonefield.server.store.deadlines import Deadline
from stonefield.server.store.seeks import taking
from stonefield.server.store.strength import Work


def seat_taken(table: Table, change: Change, at: int) -> list[Work]:
    """What is written of the lobby when someone takes a seat."""
    return [taking(table.agreement, at)] if isinstance(change.kind, Joined) else []


def tell_absent(
    rows: GameRows, table: Table, change: Change, outlook: Outlook, newcomer: Member | None = None
) -> None:
    """Add to what is written of a change whom it tells, and when the player who decides is reminded."""
    at = rows.events[-1][1].at
    if not isinstance(change.kind, OnVacation):
        # When a vacation ends, time is up: there is no quarter of it.
        remind_at = reminder_of(table.agreement, at, outlook.deadline)
        rows.deadlines = [_reminding(one, table.agreement.id, remind_at) for one in rows.deadlines]
    if not table.is_slow:
        return
    holder = actor_of(table, change)
    others = [member.id for number, member in table.members.items() if number != holder and member.id]
    acting = table.members.get(holder) if newcomer is None and holder is not None else newcomer
    told = [
        Told(account, kind, at, game, detail)
        for kind, game, detail in _news(table, change, outlook)
        for account in others
        if acting is None or account != acting.id
    ]
    rows.told = told


def _reminding(deadline: Deadline, game: str, remind_at: int | None) -> Deadline:
    return replace(deadline, remind_at=remind_at) if deadline.game == game else deadline


def actor_of(table: Table, change: Change) -> int | None:
    """The holder who has done it; None if the server did."""
    if isinstance(change.kind, Joined):
        return change.kind.holder
    if change.seat is None or isinstance(change.kind, TimeUp | OnVacation):
        return None
    return table.seats[change.seat].holder


def _news(table: Table, change: Change, outlook: Outlook) -> Sequence[tuple[MessageKind, str, str]]:
    """What a change brings, each with the game and a detail. Whose turn it is, is looked at again before it
    is sent."""
    game, kind = table.agreement.id, change.kind
    if change.ends:
        return [("over", game, "")]
    if isinstance(kind, Rematched):
        return [("accepted", kind.game, ""), ("turn", kind.game, "")]
    news: list[tuple[MessageKind, str, str]] = []
    if isinstance(kind, Joined):
        news.append(("accepted", game, ""))
    if isinstance(kind, Offered):
        news.append(("offer", game, kind.offer))
    if outlook.waits_for is not None and outlook.waits_for != table.waits_for:
        news.append(("turn", game, ""))
    return news
