"""Reads what pools know of accounts, and what rated games have changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from stonefield.ratings.pools import Standing
from stonefield.server.store.account_tables import accounts
from stonefield.server.store.rating_rows import standing_of
from stonefield.server.store.rating_tables import rated_matches, rating_history, ratings
from stonefield.server.store.reading import Reader


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A rated game that has ended, with what it has changed."""

    row: Row[Any]
    changes: Sequence[Row[Any]]
    """The rows of the history that it has made."""
    names: dict[str, str]
    """Of accounts, by their ids."""


def all_history(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Every rated game of an account and what it has changed, without who else played."""
    kept = [column for column in rating_history.c if column.name not in ("account", "opponent")]
    query = select(*kept).where(rating_history.c.account == account)
    ordered = query.order_by(rating_history.c.pool, rating_history.c.number)
    return [dict(row._mapping) for row in connection.execute(ordered)]


class RatingStore:
    """What pools know of accounts."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def standings(self, account: str) -> dict[str, Standing]:
        """What each pool knows of an account that has played in it."""
        query = select(ratings).where(ratings.c.account == account, ratings.c.games > 0)

        def read(connection: Connection) -> dict[str, Standing]:
            return {row.pool: standing_of(row) for row in connection.execute(query)}

        return await self._reader.read(read)

    async def of(self, players: Sequence[str], pool: str) -> dict[str, Standing]:
        """What a pool knows of some accounts, as far as they have played in it."""
        query = select(ratings).where(
            ratings.c.account.in_(players), ratings.c.pool == pool, ratings.c.games > 0
        )

        def read(connection: Connection) -> dict[str, Standing]:
            return {row.account: standing_of(row) for row in connection.execute(query)}

        return await self._reader.read(read)

    async def history(self, account: str, pool: str, before: int | None, most: int) -> list[Row[Any]]:
        """The latest rated games of an account in a pool, the oldest first; ``before`` a number, if given."""
        query = (
            select(rating_history, accounts.c.name)
            .join(accounts, accounts.c.id == rating_history.c.opponent, isouter=True)
            .where(rating_history.c.account == account, rating_history.c.pool == pool)
            .order_by(rating_history.c.number.desc())
            .limit(most)
        )
        if before is not None:
            query = query.where(rating_history.c.number < before)
        return await self._reader.read(lambda connection: list(connection.execute(query))[::-1])

    async def match(self, game: str) -> FoundMatch | None:
        """What a rated game has changed; None if it has not ended."""

        def read(connection: Connection) -> FoundMatch | None:
            row = connection.execute(select(rated_matches).where(rated_matches.c.game == game)).first()
            if row is None:
                return None
            changes = connection.execute(select(rating_history).where(rating_history.c.game == game)).all()
            players = [account for account in (row.first, row.second) if account is not None]
            named = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(players))
            return FoundMatch(row, changes, {one.id: one.name for one in connection.execute(named)})

        return await self._reader.read(read)
