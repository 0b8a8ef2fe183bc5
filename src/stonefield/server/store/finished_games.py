"""Finished games of accounts: what is noted when one ends, and how they are found again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, Text, and_, cast, exists, or_, select
from sqlalchemy.sql import ColumnElement

from stonefield.explorer.tables import games as explored
from stonefield.explorer.tables import plies
from stonefield.ratings.pools import Pace
from stonefield.server.store.account_games import joins_in, names_in
from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.rating_tables import finished_games
from stonefield.server.store.reading import Reader
from stonefield.server.store.tables import games, reviews

COUNTED, REVIEWED = 2_000, 20
"""Statistics are of this many of the latest games, and of reviews of this many of them."""


@dataclass(frozen=True, slots=True)
class FinishedSeat:
    """A seat of a finished game."""

    kind: str
    level: float | None
    holder: int | None
    colour: str
    """What it owned at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """What is searched and counted of a game that people have finished."""

    game: str
    rules: str
    board: str
    pace: Pace
    rated: bool
    length: int
    reason: str
    level: float | None
    """Of its engine, if there is exactly one."""
    seats: tuple[FinishedSeat, ...]
    review: str
    """The key of its review."""

    @property
    def row(self) -> dict[str, Any]:
        """The row in the table."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSearch:
    """Which games are wanted; None: any."""

    rules: str | None = None
    board: str | None = None
    opponent: str | None = None
    """The id of an account."""
    level: float | None = None
    result: str | None = None
    since: int | None = None
    until: int | None = None
    """When it ended, in milliseconds since 1970; ``until`` is not part of it."""
    shortest: int | None = None
    longest: int | None = None
    """Decisions."""
    position: int | None = None
    """The explorer's key of a position that came up."""
    rated: bool | None = None
    pace: Pace | None = None


@dataclass(frozen=True, slots=True)
class FoundGames:
    """A page of games, and who sat at their tables."""

    rows: Sequence[Row[Any]]
    names: Mapping[str, Mapping[int, str]]
    """Of accounts, by game and holder."""
    joins: Mapping[str, Mapping[int, tuple[int, str]]]
    """Who joined later, by game and seat: the holder, and the name of a guest."""


class FinishedGames:
    """Finds the finished games of accounts."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def search(
        self, account: str, wanted: GameSearch, before: tuple[int, str] | None, most: int
    ) -> FoundGames:
        """Games of an account, those that ended last first; ``before`` is an end and a game."""
        query = _matching(_listed(account), wanted).limit(most)
        if before is not None:
            at, game = before
            mine = account_games.c
            query = query.where(or_(mine.ended < at, and_(mine.ended == at, mine.game < game)))

        def read(connection: Connection) -> FoundGames:
            rows = connection.execute(query).all()
            found = [row.game for row in rows]
            return FoundGames(rows, names_in(connection, found), joins_in(connection, found))

        return await self._reader.read(read)

    async def to_count(self, account: str) -> tuple[list[Row[Any]], list[Row[Any]]]:
        """The latest games for statistics, and the reviews of some of them.

        What is JSON stays text: reading it is left to a thread.
        """
        mine, other = account_games.c, account_games.alias()
        opponent = (
            select(accounts.c.name)
            .join(other, other.c.account == accounts.c.id)
            .where(other.c.game == mine.game, other.c.holder != mine.holder)
            .limit(1)
            .scalar_subquery()
        )
        columns = (finished_games.c.rules, finished_games.c.board, finished_games.c.length)
        seats = cast(finished_games.c.seats, Text).label("seats")
        counted = (
            _of(account, select(mine.holder, mine.result, *columns, seats, opponent.label("opponent")))
            .order_by(mine.ended.desc())
            .limit(COUNTED)
        )
        judged = (
            _of(account, select(mine.holder, *columns, seats, reviews.c.view))
            .join(reviews, reviews.c.key == finished_games.c.review)
            .where(reviews.c.view.is_not(None))
            .order_by(mine.ended.desc())
            .limit(REVIEWED)
        )

        def read(connection: Connection) -> tuple[list[Row[Any]], list[Row[Any]]]:
            return list(connection.execute(counted)), list(connection.execute(judged))

        return await self._reader.read(read)


def _of(account: str, query: Select[Any]) -> Select[Any]:
    """Finished games of an account."""
    mine = account_games.c
    return (
        query.select_from(account_games)
        .join(finished_games, finished_games.c.game == mine.game)
        .where(mine.account == account, mine.ended.is_not(None))
    )


def _listed(account: str) -> Select[Any]:
    mine, about = account_games.c, finished_games.c
    columns = (
        about.rules,
        about.board,
        about.pace,
        about.rated,
        about.length,
        about.reason,
        about.seats,
    )
    agreed = (games.c.created, games.c.seats.label("agreed"))
    query = select(mine.game, mine.holder, mine.ended, mine.result, *agreed, *columns)
    return (
        _of(account, query).join(games, games.c.id == mine.game).order_by(mine.ended.desc(), mine.game.desc())
    )


def _matching(query: Select[Any], wanted: GameSearch) -> Select[Any]:
    for name, condition in _CONDITIONS.items():
        value = getattr(wanted, name)
        if value is not None:
            query = query.where(condition(value))
    return query


def _met(account: str) -> ColumnElement[bool]:
    mine, other = account_games.c, account_games.alias().c
    return exists().where(other.game == mine.game, other.holder != mine.holder, other.account == account)


def _came_up(key: int) -> ColumnElement[bool]:
    """Games whose index in the explorer has the position."""
    here = explored.c.ref == account_games.c.game
    return exists().where(here, plies.c.game == explored.c.id, plies.c.key == key)


_CONDITIONS: dict[str, Callable[[Any], ColumnElement[bool]]] = {
    "rules": lambda name: finished_games.c.rules == name,
    "board": lambda name: finished_games.c.board == name,
    "opponent": _met,
    "level": lambda level: finished_games.c.level == level,
    "result": lambda result: account_games.c.result == result,
    "since": lambda moment: account_games.c.ended >= moment,
    "until": lambda moment: account_games.c.ended < moment,
    "shortest": lambda length: finished_games.c.length >= length,
    "longest": lambda length: finished_games.c.length <= length,
    "position": _came_up,
    "rated": lambda rated: finished_games.c.rated.is_(rated),
    "pace": lambda pace: finished_games.c.pace == pace,
}
"""How each wish of a search is met."""
