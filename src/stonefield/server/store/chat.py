"""Chat as rows: what players of a game have said, and who does not want to read it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select

from stonefield.server.domain.people.account import DAY
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.manners_tables import avoided, chat_lines, chat_mutes, manners, moderation_acts
from stonefield.server.store.reading import Reader

MOST_LINES, MOST_SHOWN = 500, 200
"""Lines that a game may have, and that are shown of it."""
KEPT = 365 * DAY
"""How long lines are kept, if their game and the account are."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line before it has its number."""

    game: str
    holder: int
    account: str | None
    at: int
    text: str
    greeting: str | None = None


@dataclass(frozen=True, slots=True)
class ChatStanding:
    """What decides whether a holder may write and read."""

    off: bool
    """The reader does not chat."""
    not_available: bool
    """One of the others does not, or one of them has blocked the other."""
    mute: Row[Any] | None
    """What a moderator has done, while it lasts."""
    hears_none: bool
    """The reader has muted the others in this game."""
    number: int
    """Of the last line."""


class ChatStore:
    """Reads and writes chat."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def standing(
        self, game: str, holder: int, account: str | None, others: Collection[str], now: int
    ) -> ChatStanding:
        """Whether a holder, who may be an account, may write to others who are accounts."""
        return await self._reader.read(
            lambda connection: _standing(connection, game, holder, account, others, now)
        )

    async def lines(self, game: str, after: int) -> list[Row[Any]]:
        """The latest lines after a number, oldest first."""
        query = (
            select(chat_lines)
            .where(chat_lines.c.game == game, chat_lines.c.number > after)
            .order_by(chat_lines.c.number.desc())
            .limit(MOST_SHOWN)
        )
        return await self._reader.read(lambda connection: list(connection.execute(query))[::-1])

    async def numbers(self, games: Sequence[str]) -> dict[str, int]:
        """The numbers of the last lines of some games."""
        query = select(chat_lines.c.game, func.max(chat_lines.c.number))
        query = query.where(chat_lines.c.game.in_(games)).group_by(chat_lines.c.game)
        return await self._reader.read(
            lambda connection: {row[0]: row[1] for row in connection.execute(query)}
        )

    async def say(self, said: Said) -> int:
        """Add a line; its number. Conflict: another process has added one meanwhile, or the game is full."""
        return await self._journal.write(lambda connection: _say(connection, said))

    async def mute(self, game: str, holder: int, *, muted: bool) -> None:
        """Note whether a holder wants to read what the others say."""
        this = (chat_mutes.c.game == game, chat_mutes.c.holder == holder)

        def work(connection: Connection) -> None:
            connection.execute(delete(chat_mutes).where(*this))
            if muted:
                connection.execute(insert(chat_mutes).values(game=game, holder=holder))

        await self._journal.write(work)

    async def tidy(self, now: int) -> None:
        """Forget lines that are old."""
        old = delete(chat_lines).where(chat_lines.c.at < now - KEPT)
        await self._journal.write(lambda connection: connection.execute(old))


def _say(connection: Connection, said: Said) -> int:
    lines = chat_lines.c
    last = select(func.coalesce(func.max(lines.number), 0)).where(lines.game == said.game)
    number: int = connection.execute(last).scalar_one() + 1
    if number > MOST_LINES:
        raise Conflict
    row = {"game": said.game, "number": number, "at": said.at, "holder": said.holder}
    more = {"account": said.account, "text": said.text, "greeting": said.greeting}
    connection.execute(insert(chat_lines).values(**row, **more))
    return number


def _standing(
    connection: Connection, game: str, holder: int, account: str | None, others: Collection[str], now: int
) -> ChatStanding:
    chosen = select(manners.c.account).where(
        manners.c.account.in_([*others, account or ""]), manners.c.chat.is_(False)
    )
    silent = set(connection.execute(chosen).scalars())
    hears_none = select(chat_mutes.c.holder).where(chat_mutes.c.game == game, chat_mutes.c.holder == holder)
    last = select(func.coalesce(func.max(chat_lines.c.number), 0)).where(chat_lines.c.game == game)
    return ChatStanding(
        off=account in silent,
        not_available=bool(silent - {account}) or _blocked(connection, account, others),
        mute=None if account is None else running_act(connection, account, "mute", now),
        hears_none=connection.execute(hears_none).first() is not None,
        number=connection.execute(last).scalar_one(),
    )


def _blocked(connection: Connection, account: str | None, others: Collection[str]) -> bool:
    if account is None or not others:
        return False
    theirs = avoided.c
    either = or_(
        and_(theirs.account == account, theirs.other.in_(others)),
        and_(theirs.other == account, theirs.account.in_(others)),
    )
    return connection.execute(select(theirs.account).where(either, theirs.blocked)).first() is not None


def running_act(connection: Connection, account: str, kind: str, now: int) -> Row[Any] | None:
    """What moderators have done to an account that still lasts; what ends last."""
    acts = moderation_acts.c
    query = select(moderation_acts).where(acts.account == account, acts.kind == kind, acts.until > now)
    return connection.execute(query.order_by(acts.until.desc()).limit(1)).first()


def said_by(connection: Connection, account: str) -> list[dict[str, Any]]:
    """All lines of an account, for its export."""
    lines = chat_lines.c
    query = select(lines.game, lines.number, lines.at, lines.text, lines.greeting)
    query = query.where(lines.account == account).order_by(lines.game, lines.number)
    return [dict(row._mapping) for row in connection.execute(query)]
