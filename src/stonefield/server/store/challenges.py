"""Challenges as rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.sql import ColumnElement

from stonefield.server.domain.lobby.challenge import Challenge
from stonefield.server.domain.people.account import DAY, Member
from stonefield.server.domain.people.account_names import key_of, read_name
from stonefield.server.domain.people.message import Told
from stonefield.server.protocol.challenges import ChallengeStatus
from stonefield.server.protocol.requests import NewGame
from stonefield.server.store.account_tables import account_names, accounts
from stonefield.server.store.correspondence_tables import challenges
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.outbox import write_told
from stonefield.server.store.reading import Reader
from stonefield.server.store.strength import Work

KEPT = 30 * DAY
"""How long those that are over stay, so that their makers hear of it."""
MOST_LISTED = 100
_MAKER, _OPPONENT = accounts.alias("maker_account"), accounts.alias("opponent_account")
_FOUND = select(
    challenges, _MAKER.c.name.label("maker_name"), _OPPONENT.c.name.label("opponent_name")
).select_from(
    challenges.outerjoin(_MAKER, _MAKER.c.id == challenges.c.maker).outerjoin(
        _OPPONENT, _OPPONENT.c.id == challenges.c.opponent
    )
)


def settle(id: str, status: ChallengeStatus, now: int, game: str | None = None) -> Work:
    """Give an open challenge its end, once; Conflict if it has one."""

    def work(connection: Connection) -> None:
        this = (challenges.c.id == id, challenges.c.status == "open", challenges.c.expires_at > now)
        done = connection.execute(update(challenges).where(*this).values(status=status, game=game))
        if not done.rowcount:
            raise Conflict

    return work


class ChallengeStore:
    """Reads and writes challenges."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def account_named(self, name: str) -> Member | None:
        """The account with a name."""
        query = (
            select(accounts.c.id, accounts.c.name)
            .join(account_names, account_names.c.account == accounts.c.id)
            .where(account_names.c.key == key_of(read_name(name)))
        )
        row = await self._reader.read(lambda connection: connection.execute(query).first())
        return None if row is None else Member(row.id, row.name)

    async def add(self, challenge: Challenge) -> None:
        """Keep a new one."""
        row = {
            "id": challenge.id,
            "created": challenge.created,
            "expires_at": challenge.expires_at,
            "status": challenge.status,
            "wishes": challenge.wishes.model_dump(mode="json"),
            "token_hash": challenge.token_hash,
            "maker": challenge.maker and challenge.maker.id,
            "opponent": challenge.opponent and challenge.opponent.id,
        }
        told = []
        if challenge.opponent is not None:
            told = [Told(challenge.opponent.id, "challenge", challenge.created, "", challenge.id)]

        def work(connection: Connection) -> None:
            connection.execute(insert(challenges).values(**row))
            write_told(connection, told)

        await self._journal.write(work)

    async def find(self, id: str) -> Challenge | None:
        """The challenge with an id."""
        found = await self._read(challenges.c.id == id)
        return found[0] if found else None

    async def of(self, account: str) -> list[Challenge]:
        """Those that an account has made or received, the newest first."""
        return await self._read(or_(challenges.c.maker == account, challenges.c.opponent == account))

    async def count_open(self, account: str, now: int) -> int:
        """How many that an account has made wait for an answer."""
        waits = (challenges.c.maker == account, challenges.c.status == "open", challenges.c.expires_at > now)
        query = select(func.count()).where(*waits)
        return await self._reader.read(lambda connection: connection.execute(query).scalar_one())

    async def settle(self, id: str, status: ChallengeStatus, now: int) -> None:
        """Give an open one its end, once; Conflict if it has one."""
        await self._journal.write(settle(id, status, now))

    async def forget_old(self, now: int) -> None:
        """Forget those that were over long ago."""
        old = delete(challenges).where(challenges.c.expires_at < now - KEPT)
        await self._journal.write(lambda connection: connection.execute(old))

    async def _read(self, which: ColumnElement[bool]) -> list[Challenge]:
        query = _FOUND.where(which).order_by(challenges.c.created.desc()).limit(MOST_LISTED)
        return [_challenge(row) for row in await self._reader.read(lambda one: one.execute(query).all())]


def _challenge(row: Any) -> Challenge:
    return Challenge(
        id=row.id,
        created=row.created,
        expires_at=row.expires_at,
        status=row.status,
        wishes=NewGame.model_validate(row.wishes),
        token_hash=row.token_hash,
        maker=None if row.maker is None else Member(row.maker, row.maker_name or ""),
        opponent=None if row.opponent is None else Member(row.opponent, row.opponent_name or ""),
        game=row.game,
    )
