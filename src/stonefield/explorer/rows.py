"""Writing what the explorer knows: games come and go, and the counts of their moves with them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Table, and_, bindparam, delete, insert, select, update

from stonefield.explorer.index import IndexedGame
from stonefield.explorer.keys import locate
from stonefield.explorer.tables import games, moves, opinions, plies, sources
from stonefield.study.review import Review

AT_ONCE = 500
"""Keys in one question: databases take only so many."""
NOBODY = ""
"""Who has won a drawn game."""


def add_games(
    connection: Connection, source: str, ready: Sequence[IndexedGame], refs: Sequence[str] = ()
) -> None:
    """Add games to a source; ``refs`` are their ids where they were played on this server."""
    # Ids grow with time, and two who write at once do not meet.
    first = time.time_ns() // 1000
    found, decided = [], []
    counts: Counter[tuple[object, ...]] = Counter()
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
        for ply, (key, move) in enumerate(zip(game.keys, game.turned, strict=True)):
            decided.append({"source": source, "game": first + number, "key": key, "move": move, "ply": ply})
            counts[key, source, move, game.winner or NOBODY] += 1
    if found:
        connection.execute(insert(games), found)
        _count(connection, sources, {(source,): len(found)})
    if decided:
        connection.execute(insert(plies), decided)
        add_counts(connection, counts)


def forget_games(connection: Connection, ids: Sequence[int]) -> None:
    """Take games out again. Those that another process is taking out are left to it."""
    there = select(games.c.id, games.c.source).where(games.c.id.in_(ids)).order_by(games.c.id)
    found = connection.execute(there.with_for_update()).all()
    ids, of_sources = [row.id for row in found], Counter((row.source,) for row in found)
    these = games.c.id.in_(ids)
    query = select(plies.c.key, plies.c.source, plies.c.move, games.c.winner).where(
        these, plies.c.game == games.c.id
    )
    counts = Counter(
        (key, source, move, winner or NOBODY) for key, source, move, winner in connection.execute(query)
    )
    connection.execute(delete(plies).where(plies.c.game.in_(ids)))
    connection.execute(delete(games).where(these))
    add_counts(connection, counts, -1)
    _count(connection, sources, of_sources, -1)


def add_counts(connection: Connection, counts: Mapping[Any, int], sign: int = 1) -> None:
    """Count moves by key, source, move and winner, or take them back."""
    _count(connection, moves, counts, sign)


def _count(connection: Connection, table: Table, counts: Mapping[Any, int], sign: int = 1) -> None:
    """Add to the numbers of games, or take from them, all at once; a row that counts nothing goes."""
    columns = list(table.primary_key.columns)
    there: set[tuple[object, ...]] = set()
    firsts = sorted({key[0] for key in counts})
    for begin in range(0, len(firsts), AT_ONCE):
        these = columns[0].in_(firsts[begin : begin + AT_ONCE])
        there.update(tuple(row) for row in connection.execute(select(*columns).where(these)))
    # In one order, so that no two processes wait for each other.
    more = [_bound(columns, key, sign * count) for key, count in sorted(counts.items()) if key in there]
    if more:
        here = and_(*(column == bindparam(f"its_{column.name}") for column in columns))
        connection.execute(update(table).where(here).values(games=table.c.games + bindparam("more")), more)
    if sign < 0:
        for begin in range(0, len(firsts), AT_ONCE):
            these = columns[0].in_(firsts[begin : begin + AT_ONCE])
            connection.execute(delete(table).where(these, table.c.games <= 0))
        return
    fresh = [
        {**{column.name: value for column, value in zip(columns, key, strict=True)}, "games": count}
        for key, count in counts.items()
        if key not in there
    ]
    if fresh:
        connection.execute(insert(table), fresh)


def _bound(columns: Sequence[Column[Any]], key: Sequence[object], more: int) -> dict[str, object]:
    return {**{f"its_{column.name}": value for column, value in zip(columns, key, strict=True)}, "more": more}


def count_sources(connection: Connection) -> dict[str, int]:
    """How many games each source has."""
    return {row.name: row.games for row in connection.execute(select(sources).order_by(sources.c.name))}


def remove_source(connection: Connection, source: str) -> int:
    """Forget all games of a source; how many went."""
    for table in (plies, moves):
        connection.execute(delete(table).where(table.c.source == source))
    connection.execute(delete(sources).where(sources.c.name == source))
    return connection.execute(delete(games).where(games.c.source == source)).rowcount


class Noted(NamedTuple):
    """What a review thinks of a move that was played, as it is found here."""

    key: int
    move: str
    win_rate: float


def noted_in(review: Review) -> list[Noted]:
    """What a review thinks of all moves that were played; about a millisecond for each."""
    found = []
    for decision in review.decisions:
        place = locate(review.record.positions[decision.ply - 1])
        found.append(Noted(place.key, place.move(place.position.read(decision.move)), decision.after))
    return found


def note_opinions(connection: Connection, noted: Sequence[Noted], simulations: int) -> None:
    """Keep what was thought, unless a deeper search is stored."""
    for key, move, win_rate in noted:
        this = (opinions.c.key == key) & (opinions.c.move == move)
        known = connection.execute(select(opinions.c.simulations).where(this)).scalar()
        if known is None or known <= simulations:
            connection.execute(delete(opinions).where(this))
            row = {"key": key, "move": move, "win_rate": win_rate, "simulations": simulations}
            connection.execute(insert(opinions).values(**row))
