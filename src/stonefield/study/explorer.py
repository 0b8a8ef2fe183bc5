"""The explorer: what was played from a position, how it ended, and what the engine thinks of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, create_engine, delete, event, func, insert, select
from sqlalchemy.sql import ColumnElement

from stonefield.games.game import Position
from stonefield.records import Record
from stonefield.study.explorer_index import SHIPPED, IndexedGame, index, record_of, shipped
from stonefield.study.explorer_keys import Located, locate
from stonefield.study.explorer_tables import games, metadata, opinions, plies
from stonefield.study.review import Review

NOBODY = ""
"""Who has won a drawn game."""
MOST_LISTED = 8


@dataclass(frozen=True, slots=True)
class Opinion:
    """What whoever decides can expect after a move, from 0 to 1, and after how many simulations."""

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
    sources: Sequence[str] | None = None,
    *,
    most_listed: int = MOST_LISTED,
) -> Explored:
    """What was played from a position, in these sources or in all."""
    here: ColumnElement[bool] = plies.c.key == place.key
    if sources is not None:
        here &= plies.c.source.in_(sources)
    counts: dict[str, dict[str, int]] = {}
    counted = select(plies.c.move, plies.c.winner, func.count()).where(here)
    for move, winner, count in connection.execute(counted.group_by(plies.c.move, plies.c.winner)):
        counts.setdefault(move, {})[winner] = count
    thought = select(opinions).where(opinions.c.key == place.key)
    known = {row.move: Opinion(row.win_rate, row.simulations) for row in connection.execute(thought)}
    latest = (
        select(plies.c.game, plies.c.move)
        .where(here)
        .order_by(plies.c.game.desc())
        .limit(most_listed)
        .subquery()
    )
    rows = connection.execute(
        select(games, latest.c.move).join(latest, games.c.id == latest.c.game).order_by(games.c.id.desc())
    ).all()
    found = sorted(counts, key=lambda move: (-sum(counts[move].values()), move))
    names = list(dict.fromkeys([*found, *(row.move for row in rows)]))
    back = dict(zip(names, place.back(*names), strict=True))
    return Explored(
        place.position,
        tuple(_continuation(back[move], counts[move], known.get(move)) for move in found),
        tuple(_listed(row._mapping, back[row.move]) for row in rows),
    )


def _continuation(move: str, counts: Mapping[str, int], opinion: Opinion | None) -> Continuation:
    wins = {colour: count for colour, count in counts.items() if colour != NOBODY}
    return Continuation(move, sum(counts.values()), wins, counts.get(NOBODY, 0), opinion)


def _listed(row: Mapping[Any, Any], move: str) -> ListedGame:
    names = ("id", "source", "first", "second", "played", "result", "winner", "length")
    return ListedGame(**{name: row[name] for name in names}, move=move)


def add_games(
    connection: Connection, source: str, ready: Sequence[IndexedGame], refs: Sequence[str] = ()
) -> None:
    """Add games to a source; ``refs`` are their ids where they were played on this server."""
    # Ids grow with time, and two who write at once do not meet.
    first = time.time_ns() // 1000
    found, decided = [], []
    for number, game in enumerate(ready):
        found.append(
            {
                "id": first + number,
                "source": source,
                "ref": refs[number] if refs else None,
                "first": game.first,
                "second": game.second,
                "played": game.played,
                "result": game.result,
                "winner": game.winner,
                "length": len(game.moves),
                "start": game.start,
                "moves": " ".join(game.moves),
            }
        )
        shared = {"source": source, "winner": game.winner or NOBODY, "game": first + number}
        decided += [
            {**shared, "key": key, "move": move, "ply": ply}
            for ply, (key, move) in enumerate(zip(game.keys, game.turned, strict=True))
        ]
    if found:
        connection.execute(insert(games), found)
    if decided:
        connection.execute(insert(plies), decided)


def count_sources(connection: Connection) -> dict[str, int]:
    """How many games each source has."""
    counted = select(games.c.source, func.count()).group_by(games.c.source).order_by(games.c.source)
    return {row.source: row[1] for row in connection.execute(counted)}


def remove_source(connection: Connection, source: str) -> int:
    """Forget all games of a source; how many went."""
    connection.execute(delete(plies).where(plies.c.source == source))
    return connection.execute(delete(games).where(games.c.source == source)).rowcount


def find_record(connection: Connection, game: int) -> Record | None:
    """One of the games as a record."""
    row = connection.execute(select(games).where(games.c.id == game)).first()
    if row is None:
        return None
    tags = {"Date": row.played, "Player1": row.first, "Player2": row.second}
    return record_of(row.start, row.moves.split(), row.result, tags)


def note_opinions(connection: Connection, review: Review, simulations: int) -> None:
    """Keep what a review thinks of the moves that were played, where nobody has looked deeper."""
    for decision in review.decisions:
        place = locate(review.record.positions[decision.ply - 1])
        move = place.move(place.position.read(decision.move))
        this = (opinions.c.key == place.key) & (opinions.c.move == move)
        known = connection.execute(select(opinions.c.simulations).where(this)).scalar()
        if known is None or known <= simulations:
            connection.execute(delete(opinions).where(this))
            connection.execute(
                insert(opinions).values(
                    key=place.key, move=move, win_rate=decision.after, simulations=simulations
                )
            )


class Explorer:
    """Games in an SQLite file, or in memory only, to be explored.

    >>> from stonefield import carnac
    >>> explorer = Explorer.with_shipped_games()
    >>> explorer.look_up(carnac.start("small")).games > 50
    True
    """

    def __init__(self, file: Path | str | None = None) -> None:
        self._engine = create_engine(f"sqlite:///{file}" if file else "sqlite://")
        event.listen(self._engine, "connect", _obey_foreign_keys)
        metadata.create_all(self._engine)

    @classmethod
    def with_shipped_games(cls) -> Explorer:
        """The engine's games against itself that come with Stonefield."""
        explorer = cls()
        with explorer._engine.begin() as connection:
            add_games(connection, SHIPPED, shipped())
        return explorer

    def add(self, records: Iterable[Record], source: str = "mine") -> int:
        """Add finished games; how many."""
        ready = [index(record) for record in records]
        with self._engine.begin() as connection:
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
            note_opinions(connection, review, simulations)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _obey_foreign_keys(connection: Any, _: object) -> None:
    connection.execute("PRAGMA foreign_keys=ON")
