"""Games that tell how strong a player is: each is entered when it is made, and counted when it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ColumnElement

from stonefield.engine.game_engine import engine_for
from stonefield.ratings.strength import Strength
from stonefield.server.domain.game.rated import Result
from stonefield.server.protocol.strength import NotCounted
from stonefield.server.store.reading import reading
from stonefield.server.store.tables import profiles, rated_games

MOST_COUNTED, MOST_OTHERS = 300, 30
"""This many games are kept per profile and game: the latest that counted, and of the others."""
Work: TypeAlias = Callable[[Connection], None]
Help: TypeAlias = Literal["hint", "chances"]
"""What a player may ask the engine for while a game is played."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game of a profile against a level, and what it has told."""

    game: str
    rules: str
    level: float
    ended: int | None
    """Milliseconds since 1970; None while it is played."""
    score: float | None
    reason: NotCounted | None
    after: Strength | None
    """The strength of the profile once it had counted."""


# What is written, as part of a journal's entry


def enter(game: str, profile: str, *, rules: str, level: float, created: int) -> Work:
    """A new game that may count."""
    row = {"game": game, "learner": profile, "rules": rules, "level": level, "created": created}

    def work(connection: Connection) -> None:
        connection.execute(insert(rated_games).values(**row, helped=False))
        connection.execute(update(profiles).where(profiles.c.id == profile).values(touched=created))
        _trim(connection, profile, rules, rated_games.c.elo.is_(None), MOST_OTHERS)

    return work


def enter_rematch(game: str, again: str, created: int) -> Work:
    """The rematch of a game that may count."""

    def work(connection: Connection) -> None:
        before = connection.execute(select(rated_games).where(rated_games.c.game == game)).first()
        if before is not None:
            entered = enter(again, before.learner, rules=before.rules, level=before.level, created=created)
            entered(connection)

    return work


def mark_helped(game: str, by: Help) -> Work:
    """The engine has helped: a game that is not over will not count, and the first help is the reason."""

    def work(connection: Connection) -> None:
        unfinished = (rated_games.c.game == game, rated_games.c.ended.is_(None))
        unhelped = rated_games.c.helped.is_(False)
        connection.execute(update(rated_games).where(*unfinished, unhelped).values(helped=True, reason=by))

    return work


def count(game: str, at: int, result: Result) -> Work:
    """A game has ended: what it tells is worked out and kept, once."""

    def work(connection: Connection) -> None:
        this = rated_games.c.game == game
        row = connection.execute(select(rated_games).where(this, rated_games.c.ended.is_(None))).first()
        if row is None:
            return
        ladder = engine_for(row.rules).ladder
        # Games that were helped before reasons were kept had hints or chances.
        score, reason = (None, row.reason or "hint") if row.helped else (result.score, result.reason)
        values: dict[str, Any] = {"ended": at, "score": score, "reason": reason}
        if score is not None and ladder is not None:
            # Two games of a profile that end at once on two servers count one after the other.
            connection.execute(select(profiles.c.id).where(profiles.c.id == row.learner).with_for_update())
            query = _counted(row.learner, row.rules).order_by(rated_games.c.ended.desc()).limit(1)
            last = connection.execute(query).first()
            before = ladder.newcomer if last is None else _strength(last).aged(at - last.ended)
            after = before.rated(ladder.elo_of(row.level), score)
            values |= {"elo": after.elo, "deviation": after.deviation}
        connection.execute(update(rated_games).where(this).values(**values))
        _trim(connection, row.learner, row.rules, rated_games.c.elo.is_not(None), MOST_COUNTED)

    return work


def _trim(connection: Connection, profile: str, rules: str, which: ColumnElement[bool], most: int) -> None:
    """Delete all but the latest."""
    those = (rated_games.c.learner == profile, rated_games.c.rules == rules, which)
    query = select(rated_games.c.game).where(*those).order_by(rated_games.c.created.desc()).offset(most)
    if old := list(connection.execute(query.limit(most)).scalars()):
        connection.execute(delete(rated_games).where(rated_games.c.game.in_(old)))


def _counted(profile: str, rules: str) -> Any:
    return select(rated_games).where(
        rated_games.c.learner == profile, rated_games.c.rules == rules, rated_games.c.elo.is_not(None)
    )


def _strength(row: Row[Any]) -> Strength:
    return Strength(row.elo, row.deviation)


# What is read


class StrengthStore:
    """Reads what the games of profiles have told."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def counted(self, profile: str, rules: str) -> list[RatedGame]:
        """The games that have counted, in the order in which they ended."""
        return await self._read(_counted(profile, rules).order_by(rated_games.c.ended))

    async def find(self, profile: str, game: str) -> RatedGame | None:
        """One game of a profile, if it was entered."""
        query = select(rated_games).where(rated_games.c.learner == profile, rated_games.c.game == game)
        return next(iter(await self._read(query)), None)

    async def _read(self, query: Any) -> list[RatedGame]:
        async with reading(self._engine) as connection:
            return _games(list(await connection.execute(query)))


def _games(rows: Sequence[Row[Any]]) -> list[RatedGame]:
    return [
        RatedGame(
            row.game,
            row.rules,
            row.level,
            row.ended,
            row.score,
            row.reason,
            None if row.elo is None else _strength(row),
        )
        for row in rows
    ]
