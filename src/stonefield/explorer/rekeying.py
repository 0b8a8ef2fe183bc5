"""Stored games whose positions have other keys now: they are found under the new ones."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from stonefield.explorer.index import index, record_of
from stonefield.explorer.keys import had_other_keys
from stonefield.explorer.rows import NOBODY, Noted, add_counts, note_opinions
from stonefield.explorer.tables import games, opinions, plies

_Place: TypeAlias = tuple[int, str]
"""The key of a position and a move, as it is played in the turned position."""


class _Moved(NamedTuple):
    ply: int
    before: _Place
    now: _Place


def rekey(connection: Connection) -> int:
    """Give stored games, and what was thought of their moves, the keys they have now; how many changed."""
    # Most boards have a name; only those that are named by their sizes are looked at.
    query = select(games).where(games.c.start.like("% %x% %"))
    places: dict[_Place, _Place] = {}
    changed = 0
    for game in connection.execute(query).all():
        moved = _moved(connection, game) if had_other_keys(game.start) else []
        if moved:
            _move(connection, game, moved)
            places.update({one.before: one.now for one in moved})
            changed += 1
    for before, now in places.items():
        _move_opinion(connection, before, now)
    return changed


def _moved(connection: Connection, game: Row[Any]) -> list[_Moved]:
    query = select(plies.c.key, plies.c.move).where(plies.c.game == game.id).order_by(plies.c.ply)
    stored = [(row.key, row.move) for row in connection.execute(query)]
    fresh = index(record_of(game.start, game.moves.split(), game.result, {}))
    pairs = zip(stored, zip(fresh.keys, fresh.turned, strict=True), strict=True)
    return [_Moved(ply, before, now) for ply, (before, now) in enumerate(pairs) if before != now]


def _move(connection: Connection, game: Row[Any], moved: list[_Moved]) -> None:
    here = (plies.c.game == game.id) & (plies.c.ply == bindparam("at"))
    statement = update(plies).where(here).values(key=bindparam("new_key"), move=bindparam("new_move"))
    rows = [{"at": one.ply, "new_key": one.now[0], "new_move": one.now[1]} for one in moved]
    connection.execute(statement, rows)
    winner = game.winner or NOBODY
    for sign, places in ((-1, [one.before for one in moved]), (1, [one.now for one in moved])):
        add_counts(connection, Counter((key, game.source, move, winner) for key, move in places), sign)


def _move_opinion(connection: Connection, before: _Place, now: _Place) -> None:
    here = (opinions.c.key == before[0]) & (opinions.c.move == before[1])
    found = connection.execute(select(opinions.c.win_rate, opinions.c.simulations).where(here)).first()
    if found is not None:
        connection.execute(delete(opinions).where(here))
        note_opinions(connection, [Noted(*now, found.win_rate)], found.simulations)
