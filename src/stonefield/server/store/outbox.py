"""The outbox: what people are told is a row, written in the transaction of what has happened.

A sender takes all that waits for one channel as a batch, with a number as its fence, and deletes the rows
once they are sent. Should it end between the two, the next one takes the same batch again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Insert,
    Row,
    and_,
    case,
    delete,
    exists,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.sql import ColumnElement

from stonefield.server.domain.people.account import DAY, MINUTE
from stonefield.server.domain.people.message import LINKS, MOST_A_DAY, NO_CHANNEL, WINDOW, Channel, Told
from stonefield.server.store.account_tables import account_games, account_names, accounts
from stonefield.server.store.correspondence_tables import turns
from stonefield.server.store.message_tables import message_channels, outbox
from stonefield.server.store.strength import Work
from stonefield.server.store.tables import deadlines
from stonefield.server.tokens import new_game_id

TAKEN_FOR = 2 * MINUTE
"""For so long no other server tries what one has taken."""
REMINDED_AT_ONCE, LOOKED_AT = 200, 1_000
"""Reminders that are due, and rows that wait, looked at in one transaction."""
_CHANNEL = [message_channels.c[name] for name in Channel.__dataclass_fields__]


@dataclass(frozen=True, slots=True)
class Batch:
    """What is sent as one message: its stable name, the number of this try, and all that has happened."""

    name: str
    attempt: int
    account: str
    channel: Channel | None
    """None: the mail address of the account."""
    told: tuple[Told, ...]


# Written with what happens


def tell(*told: Told) -> Work:
    """The rows of what has happened, for the transaction in which it happens."""
    return lambda connection: write_told(connection, told)


def write_told(connection: Connection, told: Sequence[Told]) -> None:
    """Let accounts hear of something over all channels they have; of their turn once, until they return."""
    of = {one.account for one in told}
    found = _usable(connection, message_channels.c.account.in_(of)) if of else []
    rows = [
        _row(one, channel.id, channel.due(one.at))
        for one in told
        for channel, told_at in found
        if channel.account == one.account and not (one.kind == "turn" and told_at is not None)
    ]
    if rows:
        connection.execute(insert(outbox), rows)


def _usable(connection: Connection, which: ColumnElement[bool]) -> list[tuple[Channel, int | None]]:
    usable = (message_channels.c.confirmed, ~message_channels.c.broken, message_channels.c.kind != "feed")
    query = select(*_CHANNEL, message_channels.c.told).where(which, *usable)
    return [(channel_of(row), row.told) for row in connection.execute(query)]


def channel_of(row: Any) -> Channel:
    """A channel from its row."""
    return Channel(**{name: getattr(row, name) for name in Channel.__dataclass_fields__})


def _row(told: Told, channel: str, due: int) -> dict[str, Any]:
    return {
        "account": told.account,
        "channel": channel,
        "kind": told.kind,
        "game": told.game,
        "detail": told.detail,
        "at": told.at,
        "due": due,
        "batch": "",
        "attempt": 0,
        "taken_until": 0,
    }


def write_link(told: Told, channel: str = NO_CHANNEL) -> Work:
    """Send an account a link at once, to its mail address or over a channel."""
    row = _row(told, channel, told.at)
    return lambda connection: _run(connection, insert(outbox).values(**row))


def write_recovery(key: str, at: int) -> Work:
    """Send the account with a folded name a link by mail, if it has a confirmed address.

    One statement, whether there is such an account or not.
    """
    row = _row(Told("", "recover", at), NO_CHANNEL, at)
    columns = [name for name in row if name != "account"]
    found = (
        select(accounts.c.id, *(literal(row[name], outbox.c[name].type) for name in columns))
        .join(account_names, account_names.c.account == accounts.c.id)
        .where(account_names.c.key == key, accounts.c.mail_confirmed)
    )
    new = insert(outbox).from_select(["account", *columns], found)
    return lambda connection: _run(connection, new)


def _run(connection: Connection, statement: Insert) -> None:
    connection.execute(statement)


def remind(connection: Connection, now: int) -> int:
    """Write what reminds people of whose time a quarter is left; how many games there were."""
    due = (
        select(deadlines.c.game)
        .where(deadlines.c.remind_at <= now)
        .order_by(deadlines.c.remind_at)
        .limit(REMINDED_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    games = list(connection.execute(due).scalars())
    if not games:
        return 0
    connection.execute(update(deadlines).where(deadlines.c.game.in_(games)).values(remind_at=None))
    theirs = and_(account_games.c.game == turns.c.game, account_games.c.holder == turns.c.holder)
    who = select(turns.c.game, account_games.c.account).join(account_games, theirs)
    rows = connection.execute(who.where(turns.c.game.in_(games), account_games.c.account.is_not(None)))
    write_told(connection, [Told(row.account, "reminder", now, row.game) for row in rows])
    return len(games)


# Sent


def take(connection: Connection, now: int, most: int) -> list[Batch]:
    """Take what is due as batches; no other server takes them for a while."""
    held = message_channels.c
    free = and_(held.confirmed, ~held.broken, held.rests_until <= now)
    may_go = or_(outbox.c.channel == NO_CHANNEL, outbox.c.kind.in_(LINKS), free)
    query = (
        select(outbox)
        .outerjoin(message_channels, held.id == outbox.c.channel)
        .where(outbox.c.due <= now, outbox.c.taken_until <= now, may_go)
        .order_by(outbox.c.due, outbox.c.id)
        .limit(LOOKED_AT)
        .with_for_update(skip_locked=True, of=outbox)
    )
    waiting: dict[tuple[str, ...], list[Row[Any]]] = {}
    for row in connection.execute(query):
        alone = row.kind in LINKS
        # What was tried before goes out again as it was; all else of a channel goes together.
        key: tuple[str, ...] = (row.channel, row.account, str(row.id) if alone else "")
        key = (row.batch,) if row.batch else key
        waiting.setdefault(key, []).append(row)
    taken: dict[tuple[str, ...], list[Row[Any]]] = {}
    for key, rows in waiting.items():
        busy = len(key) > 1 and any(one[0].channel == rows[0].channel for one in taken.values())
        if len(taken) < most and not busy:
            taken[key] = rows
    return [_take(connection, rows, now) for rows in taken.values()]


def _take(connection: Connection, rows: Sequence[Row[Any]], now: int) -> Batch:
    first = rows[0]
    name, attempt = first.batch or new_game_id(), first.attempt + 1
    these = outbox.c.id.in_([row.id for row in rows])
    taken = {"batch": name, "attempt": attempt, "taken_until": now + TAKEN_FOR}
    connection.execute(update(outbox).where(these).values(**taken))
    channel = connection.execute(select(*_CHANNEL).where(message_channels.c.id == first.channel)).first()
    told = tuple(Told(row.account, row.kind, row.at, row.game, row.detail) for row in rows)
    return Batch(name, attempt, first.account, None if channel is None else channel_of(channel), told)


def _this(batch: Batch) -> ColumnElement[bool]:
    return and_(outbox.c.batch == batch.name, outbox.c.attempt == batch.attempt)


def done(connection: Connection, batch: Batch, now: int, *, sent: bool) -> bool:
    """A batch has been sent, or there is nothing more to say; whether it was still this server's."""
    if not connection.execute(delete(outbox).where(_this(batch))).rowcount:
        return False
    # A link that was asked for keeps no news waiting.
    if sent and batch.channel is not None and batch.told[0].kind not in LINKS:
        held, today = message_channels.c, now // DAY
        count = case((held.day == today, held.sent + 1), else_=1)
        tomorrow = (today + 1) * DAY
        changed: dict[str, Any] = {
            "day": today,
            "sent": count,
            "rests_until": case((count >= MOST_A_DAY, tomorrow), else_=now + WINDOW),
        }
        if any(one.kind == "turn" for one in batch.told):
            changed["told"] = now
        connection.execute(update(message_channels).where(held.id == batch.channel.id).values(**changed))
        if "told" in changed:
            also = (outbox.c.channel == batch.channel.id, outbox.c.kind == "turn")
            connection.execute(delete(outbox).where(*also))
    return True


def postpone(connection: Connection, batch: Batch, until: int) -> None:
    """A batch could not be sent; it is tried again then."""
    connection.execute(update(outbox).where(_this(batch)).values(taken_until=until))


def give_up(connection: Connection, batch: Batch, *, gone: bool) -> None:
    """The other end refuses a batch for good: its channel is ``gone``, or stays and is known to be broken."""
    if not connection.execute(delete(outbox).where(_this(batch))).rowcount or batch.channel is None:
        return
    this = message_channels.c.id == batch.channel.id
    if gone:
        connection.execute(delete(message_channels).where(this))
    else:
        connection.execute(update(message_channels).where(this).values(broken=True))
    connection.execute(delete(outbox).where(outbox.c.channel == batch.channel.id))


# People come back


def waiting_for(connection: Connection) -> list[str]:
    """The accounts for which something waits."""
    news = outbox.c.kind.not_in(LINKS)
    return list(connection.execute(select(outbox.c.account).where(news).distinct()).scalars())


def away(connection: Connection, of: Iterable[str]) -> list[str]:
    """Those of some accounts for which something waits, or that were told that it is their turn."""
    these, held = list(of), message_channels.c
    told = select(held.account).where(held.account.in_(these), held.told.is_not(None))
    waits = select(outbox.c.account).where(outbox.c.account.in_(these), outbox.c.kind.not_in(LINKS))
    return sorted(set(connection.execute(told.union(waits)).scalars()))


def came_back(connection: Connection, of: Sequence[str]) -> None:
    """Some people are here, and see for themselves: nothing waits any more, and they may be told again."""
    theirs = (message_channels.c.account.in_(of), message_channels.c.told.is_not(None))
    connection.execute(update(message_channels).where(*theirs).values(told=None))
    connection.execute(delete(outbox).where(outbox.c.account.in_(of), outbox.c.kind.not_in(LINKS)))


def forget_orphans(connection: Connection) -> None:
    """Forget what waits for channels and accounts that are no more."""
    no_channel = ~exists().where(message_channels.c.id == outbox.c.channel)
    no_account = ~exists().where(accounts.c.id == outbox.c.account)
    connection.execute(
        delete(outbox).where(or_(and_(outbox.c.channel != NO_CHANNEL, no_channel), no_account))
    )
