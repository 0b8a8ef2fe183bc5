"""The explorer: what was played from a position, how it ended, and what the engine thinks of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, bindparam, create_engine, event, select

from stonefield.explorer.identity import KnownGames
from stonefield.explorer.index import SHIPPED, index, record_of, shipped
from stonefield.explorer.keys import Located, locate
from stonefield.explorer.rekeying import rekey
from stonefield.explorer.rows import NOBODY, add_games, note_opinions, noted_in
from stonefield.explorer.tables import games, metadata, moves, opinions, plies
from stonefield.games.game import Position
from stonefield.records import Record
from stonefield.study.review import Review

MOST_LISTED = 8
KEYS = 1
"""Grows when positions get other keys; an SQLite file notes it as its ``user_version``."""

# Statements are put together once: that takes longer than the database does to answer them.
_KEY = bindparam("key", type_=moves.c.key.type)
_MOVES = select(moves.c.source, moves.c.move, moves.c.winner, moves.c.games).where(moves.c.key == _KEY)
_OPINIONS = select(opinions.c.move, opinions.c.win_rate, opinions.c.simulations).where(opinions.c.key == _KEY)
_LATEST_PLIES = (
    select(plies.c.game, plies.c.move)
    .where(plies.c.key == _KEY, plies.c.source == bindparam("of_source"))
    .order_by(plies.c.game.desc())
    .limit(bindparam("most"))
    .subquery()
)
_LATEST = select(games, _LATEST_PLIES.c.move).join(_LATEST_PLIES, games.c.id == _LATEST_PLIES.c.game)
"""The latest games of a source in which a position occurred, with what was played there."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the side that decides can expect after a move, from 0 to 1, and after how many simulations."""

    win_rate: float
    simulations: int


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move that was played here, or one like it on a board that is turned or mirrored."""

    move: str
    games: int
    wins: Mapping[str, int]
    """By colour."""
    draws: int
    opinion: Opinion | None


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in which the position occurred."""

    id: int
    source: str
    first: str
    second: str
    played: str
    result: str
    winner: str | None
    length: int
    move: str
    """What was played here."""


@dataclass(frozen=True, slots=True)
class Explored:
    """What is known of a position."""

    position: Position
    continuations: tuple[Continuation, ...]
    """The move played most often first."""
    listed: tuple[ListedGame, ...]
    """The latest games first."""

    @property
    def games(self) -> int:
        """In how many games it occurred."""
        return sum(continuation.games for continuation in self.continuations)


def look_up(
    connection: Connection,
    place: Located,
    wanted: Sequence[str] | None = None,
    *,
    most_listed: int = MOST_LISTED,
) -> Explored:
    """What was played from a position, in these sources or in all."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    found: set[str] = set()
    at_key = {"key": place.key}
    for source, move, winner, played in connection.execute(_MOVES, at_key):
        if wanted is None or source in wanted:
            counts[move][winner] += played
            found.add(source)
    known = {move: Opinion(*thought) for move, *thought in connection.execute(_OPINIONS, at_key)}
    rows = [
        row
        for source in found
        for row in connection.execute(_LATEST, {**at_key, "of_source": source, "most": most_listed})
    ]
    rows = sorted(rows, key=lambda row: -row.id)[:most_listed]
    back = dict(zip(counts, place.back(*counts), strict=True))
    often = sorted(counts, key=lambda move: (-counts[move].total(), back[move]))
    return Explored(
        place.position,
        tuple(_continuation(back[move], counts[move], known.get(move)) for move in often),
        tuple(_listed(row._mapping, back[row.move]) for row in rows),
    )


def _continuation(move: str, counts: Mapping[str, int], opinion: Opinion | None) -> Continuation:
    wins = {colour: count for colour, count in counts.items() if colour != NOBODY}
    return Continuation(move, sum(counts.values()), wins, counts.get(NOBODY, 0), opinion)


def _listed(row: Mapping[Any, Any], move: str) -> ListedGame:
    names = ("id", "source", "first", "second", "played", "result", "winner", "length")
    return ListedGame(**{name: row[name] for name in names}, move=move)


def find_record(connection: Connection, game: int) -> Record | None:
    """One of the games as a record."""
    row = connection.execute(select(games).where(games.c.id == game)).first()
    if row is None:
        return None
    tags = {"Date": row.played, "Player1": row.first, "Player2": row.second}
    return record_of(row.start, row.moves.split(), row.result, tags)


class Explorer:
    """Games in an SQLite file, or in memory only, to be explored; docs/explorer.md shows how."""

    def __init__(self, file: Path | str | None = None) -> None:
        self._engine = create_engine(f"sqlite:///{file}" if file else "sqlite://")
        event.listen(self._engine, "connect", _obey_foreign_keys)
        metadata.create_all(self._engine)
        with self._engine.begin() as connection:
            _bring_up_to_date(connection)

    @classmethod
    def with_shipped_games(cls) -> Explorer:
        """The engine's games against itself that come with Stonefield."""
        explorer = cls()
        with explorer._engine.begin() as connection:
            add_games(connection, SHIPPED, shipped())
        return explorer

    def add(self, records: Iterable[Record], source: str = "mine") -> int:
        """Add finished games that the source does not have yet; how many were new."""
        with self._engine.begin() as connection:
            known = KnownGames(connection, source)
            ready = [index(record) for record in records if known.take(record)]
            add_games(connection, source, ready)
        return len(ready)

    def look_up(self, position: Position, source: str | None = None) -> Explored:
        """What was played from a position, in one source or in all."""
        with self._engine.connect() as connection:
            return look_up(connection, locate(position), None if source is None else [source])

    def record(self, game: int) -> Record | None:
        """One of the games that `look_up` lists."""
        with self._engine.connect() as connection:
            return find_record(connection, game)

    def note(self, review: Review, simulations: int) -> None:
        """Keep what a review thinks of the moves that were played."""
        with self._engine.begin() as connection:
            note_opinions(connection, noted_in(review), simulations)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _bring_up_to_date(connection: Connection) -> None:
    """Give the games of an older file the keys that are looked for now."""
    if connection.exec_driver_sql("PRAGMA user_version").scalar() != KEYS:
        rekey(connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {KEYS}")


def _obey_foreign_keys(connection: Any, _: object) -> None:
    connection.execute("PRAGMA foreign_keys=ON")
