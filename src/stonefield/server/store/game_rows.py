"""What is written of games: new ones, what happens in them, and their end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from sqlalchemy import Connection, delete, exists, insert, select, true, update
from sqlalchemy.sql import ColumnElement

from stonefield.explorer.rows import forget_games
from stonefield.explorer.tables import games as explored
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event
from stonefield.server.store import tables
from stonefield.server.store.deadlines import Deadline, set_deadlines
from stonefield.server.store.journal import Shared
from stonefield.server.store.rows import Holder, event_row, game_row, holder_row

ROWS_OF_A_GAME = 50
"""What a game that is dropped may have had."""


@dataclass(slots=True)
class GameRows(Shared):
    """New rows of games, written together with those of other games."""

    games: Sequence[Agreement] = ()
    """New games."""
    holders: Sequence[Holder] = ()
    events: Sequence[tuple[str, Event]] = ()
    """Each with the id of its game. They come after the version that the writer has seen: Conflict if the
    game is elsewhere by now, or if one of their requests is done already."""
    ended: str | None = None
    """A game that is over from now on."""
    deadlines: Sequence[Deadline] = ()
    """When time is up after the events."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The records of new games that come from one, by the game's id."""
    also: Sequence[Callable[[Connection], None]] = ()
    """What else belongs to it; Conflict if it does not fit what is there."""

    @classmethod
    def write_all(cls, connection: Connection, several: Sequence[Self]) -> None:
        """Write the rows of several, a statement for each table."""
        for table, rows in (
            (
                tables.games,
                [game_row(game, one.sources.get(game.id)) for one in several for game in one.games],
            ),
            (tables.holders, [holder_row(holder) for one in several for holder in one.holders]),
            (tables.events, [event_row(game, event) for one in several for game, event in one.events]),
        ):
            if rows:
                connection.execute(insert(table), rows)
        if due := [deadline for one in several for deadline in one.deadlines]:
            set_deadlines(connection, due)
        if ended := [one.ended for one in several if one.ended]:
            connection.execute(update(tables.games).where(tables.games.c.id.in_(ended)).values(over=True))
            connection.execute(insert(tables.explorer_waiting), [{"game": game} for game in ended])
        for one in several:
            for work in one.also:
                work(connection)


def drop_games(connection: Connection, games: Sequence[str], only: ColumnElement[bool] | None = None) -> None:
    """Forget games, those aside for which ``only`` does not hold."""
    these = tables.games.c.id.in_(games)
    # Until they are ours no one else, another server over the same database included, plays on in them.
    connection.execute(select(tables.games.c.id).where(these).with_for_update())
    connection.execute(delete(tables.games).where(these, true() if only is None else only))
    gone = ~exists().where(tables.games.c.id == explored.c.ref)
    query = select(explored.c.id).where(explored.c.ref.in_(games), gone)
    if found := list(connection.execute(query).scalars()):
        forget_games(connection, found)
