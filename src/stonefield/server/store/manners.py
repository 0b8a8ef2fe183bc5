"""What accounts choose, whom they avoid, and what moderators have done to them, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.chat import running_act, said_by
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.manners_tables import avoided, manners, moderation_acts
from stonefield.server.store.rating_tables import finished_games
from stonefield.server.store.reading import Reader
from stonefield.server.store.tables import games

MOST_AVOIDED, MOST_NOTICES, COUNTED = 200, 50, 100
"""Accounts that one may avoid, notices that are shown, and games that the completion rate counts."""
TO_PEOPLE = ("warn", "mute", "ban", "rename", "lift")
"""What a person is told of."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What an account has chosen, whom it avoids, and what has been done to it."""

    chat: bool
    moderator: bool
    avoided: list[Row[Any]]
    notices: list[Row[Any]]


class MannersStore:
    """Reads and writes what accounts choose."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def choices(self, account: str) -> Choices:
        """All of it."""
        return await self._reader.read(lambda connection: _choices(connection, account))

    async def is_moderator(self, account: str) -> bool:
        """Whether an account moderates."""
        query = select(manners.c.moderator).where(manners.c.account == account)
        return bool(await self._reader.read(lambda connection: connection.execute(query).scalar()))

    async def choose(self, account: str, **values: bool) -> None:
        """Change what an account has chosen, or whether it moderates."""

        def work(connection: Connection) -> None:
            this = manners.c.account == account
            if not connection.execute(update(manners).where(this).values(**values)).rowcount:
                row = {"account": account, "chat": True, "moderator": False, **values}
                connection.execute(insert(manners).values(**row))

        await self._journal.write(work)

    # Whom people avoid

    async def avoid(self, account: str, other: str, at: int, *, blocked: bool) -> None:
        """Let an account avoid another one. Conflict: it avoids as many as it may, or one of them is gone."""

        def work(connection: Connection) -> None:
            connection.execute(delete(avoided).where(_pair(account, other)))
            count = select(func.count()).select_from(avoided).where(avoided.c.account == account)
            if connection.execute(count).scalar_one() >= MOST_AVOIDED:
                raise Conflict
            row = {"account": account, "other": other, "blocked": blocked, "at": at}
            connection.execute(insert(avoided).values(**row))

        await self._journal.write(work)

    async def allow(self, account: str, other: str) -> None:
        """Let an account avoid another one no more."""
        gone = delete(avoided).where(_pair(account, other))
        await self._journal.write(lambda connection: connection.execute(gone))

    async def hidden(self, account: str | None, *, blocked: bool = False) -> frozenset[str]:
        """Accounts that this one avoids, or that avoid it; only those ``blocked``."""
        if account is None:
            return frozenset()
        theirs = avoided.c
        query = select(theirs.account, theirs.other)
        query = query.where(or_(theirs.account == account, theirs.other == account))
        if blocked:
            query = query.where(theirs.blocked)

        def read(connection: Connection) -> frozenset[str]:
            return frozenset(
                row.other if row.account == account else row.account for row in connection.execute(query)
            )

        return await self._reader.read(read)

    # What moderators have done

    async def ban(self, account: str, now: int) -> Row[Any] | None:
        """What keeps an account from being paired and rated."""
        return await self._reader.read(lambda connection: running_act(connection, account, "ban", now))

    async def see(self, account: str, notice: str) -> bool:
        """The person has read a notice; whether there is one."""
        acts = moderation_acts.c
        read = update(moderation_acts).where(acts.id == notice, acts.account == account).values(seen=True)
        done = await self._journal.write(lambda connection: connection.execute(read))
        return bool(done.rowcount)

    # Completion

    async def completion(self, account: str) -> tuple[int, int]:
        """How many of the latest games with a clock that have ended were finished, and how many these are."""
        return await self._reader.read(lambda connection: _completion(connection, account))


def _pair(account: str, other: str) -> Any:
    return and_(avoided.c.account == account, avoided.c.other == other)


def _choices(connection: Connection, account: str) -> Choices:
    chosen = connection.execute(select(manners).where(manners.c.account == account)).first()
    people = (
        select(accounts.c.name, avoided.c.blocked, avoided.c.at)
        .join(accounts, accounts.c.id == avoided.c.other)
        .where(avoided.c.account == account)
        .order_by(avoided.c.at.desc(), accounts.c.name)
    )
    return Choices(
        chat=chosen is None or chosen.chat,
        moderator=chosen is not None and chosen.moderator,
        avoided=list(connection.execute(people)),
        notices=_notices(connection, account),
    )


def _notices(connection: Connection, account: str) -> list[Row[Any]]:
    acts = moderation_acts.c
    query = select(moderation_acts).where(acts.account == account, acts.kind.in_(TO_PEOPLE))
    return list(connection.execute(query.order_by(acts.at.desc(), acts.id).limit(MOST_NOTICES)))


def _completion(connection: Connection, account: str) -> tuple[int, int]:
    mine = account_games.c
    query = (
        select(mine.result, finished_games.c.reason)
        .join(finished_games, finished_games.c.game == mine.game)
        .join(games, games.c.id == mine.game)
        .where(mine.account == account, mine.ended.is_not(None), games.c.clock_seconds.is_not(None))
        .order_by(mine.ended.desc())
        .limit(COUNTED)
    )
    ends = [(row.result, row.reason) for row in connection.execute(query)]
    return sum(end != ("lost", "time") for end in ends), len(ends)


def manners_of(connection: Connection, account: str) -> dict[str, Any]:
    """What is known of an account here, for its export."""
    known = _choices(connection, account)
    notices = ("at", "kind", "why", "until")
    return {
        "chats": known.chat,
        "moderates": known.moderator,
        "avoided": [{"name": one.name, "blocked": one.blocked, "since": one.at} for one in known.avoided],
        "notices": [{name: getattr(one, name) for name in notices} for one in known.notices],
        "chat": said_by(connection, account),
    }
