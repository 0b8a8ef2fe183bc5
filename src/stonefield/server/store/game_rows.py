"""What is written of games: new ones, what happens in them, and their end."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Self

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    exists,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.sql import ColumnElement

from stonefield.explorer.rows import forget_games
from stonefield.explorer.tables import games as explored
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event
from stonefield.server.domain.game.reminder import reminder_of
from stonefield.server.domain.game.rows import Holder, event_row, game_row, holder_row
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.message import Told
from stonefield.server.store import tables
from stonefield.server.store.account_games import Standing, write_standings
from stonefield.server.store.deadlines import Deadline, lock_in_order, write_deadlines
from stonefield.server.store.finished_games import FinishedGame
from stonefield.server.store.journal import LARGE, Shared
from stonefield.server.store.outbox import write_told
from stonefield.server.store.rating_rows import MatchEnd, rate_matches
from stonefield.server.store.rating_tables import finished_games
from stonefield.server.store.turns import Turn, write_turns
from stonefield.server.store.usual_moves import ADD_EVENTS, add_usual_moves

DROPPED = LARGE
"""Games are dropped in a transaction of their own: how many rows go is not known, and all wait for them."""


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
    extended: Sequence[Deadline] = ()
    """Deadlines that are moved on without an event, those aside whose game has another version."""
    turns: Sequence[Turn] = ()
    """Who decides after the events, in games between people without a live clock."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The records of new games that come from one, by the game's id."""
    standings: Sequence[Standing] = ()
    """How games stand for the accounts that play them."""
    finished: FinishedGame | None = None
    """What is searched of a game that people have finished."""
    match: MatchEnd | None = None
    """A rated game that ends."""
    told: Sequence[Told] = ()
    """What accounts hear of while they are away."""
    also: Sequence[Callable[[Connection], None]] = ()
    """What else belongs to it; Conflict if it does not fit what is there."""

    def begin(self, table: Table, process: str) -> None:
        """Add what is written of a new game besides itself: its clock may run, and a person may decide."""
        game = table.agreement.id
        if table.deadline is not None:
            reminder = reminder_of(table.agreement, table.agreement.created, table.deadline)
            self.deadlines = [*self.deadlines, Deadline(game, 0, table.deadline, process, reminder)]
        if table.waits_for is not None:
            self.turns = [*self.turns, Turn(game, 0, table.waits_for)]

    @property
    def _is_usual(self) -> bool:
        """Whether it is one event, with who decides after it or when that person's time is up."""
        if len(self.events) != 1 or any(getattr(self, name) for name in _UNUSUAL):
            return False
        game, event = self.events[0]
        belonging: list[Turn | Deadline] = [*self.turns, *self.deadlines]
        goes_on = all(one.holder is not None for one in self.turns) and all(
            one.due_at is not None for one in self.deadlines
        )
        of_it = all((one.game, one.version) == (game, event.seq) for one in belonging)
        return goes_on and of_it and len(self.turns) <= 1 and len(self.deadlines) <= 1

    @classmethod
    def is_one_statement(cls, several: Sequence[Self]) -> bool:
        """Usual moves in different games."""
        return all(one._is_usual for one in several) and len({one.events[0][0] for one in several}) == len(
            several
        )

    @classmethod
    def write_all(cls, connection: Connection, several: Sequence[Self]) -> Collection[int]:
        """Write the rows of those that fit, a few statements for each table.

        Tables come in this order and rows in the order of their games, so that no two servers ever wait for
        each other.
        """
        if connection.dialect.name == "postgresql" and cls.is_one_statement(several):
            return _add_usual(connection, several)
        games = [game_row(game, one.sources.get(game.id)) for one in several for game in one.games]
        if games:
            connection.execute(insert(tables.games), games)
        refused = _add_events(connection, several)
        fitting = [one for place, one in enumerate(several) if place not in refused]
        if holders := [holder_row(holder) for one in fitting for holder in one.holders]:
            connection.execute(insert(tables.holders), holders)
        changed = [deadline for one in fitting for deadline in one.deadlines]
        extended = [deadline for one in fitting for deadline in one.extended]
        if changed or extended:
            write_deadlines(connection, changed, extended)
        if turns := [turn for one in fitting for turn in one.turns]:
            write_turns(connection, turns)
        if ended := sorted(one.ended for one in fitting if one.ended):
            connection.execute(update(tables.games).where(tables.games.c.id.in_(ended)).values(over=True))
            connection.execute(insert(tables.explorer_waiting), [{"game": game} for game in ended])
        if finished := [one.finished.row for one in fitting if one.finished]:
            connection.execute(insert(finished_games), finished)
        for one in fitting:
            for work in one.also:
                work(connection)
        if standings := [standing for one in fitting for standing in one.standings]:
            write_standings(connection, standings)
        if matches := [one.match for one in fitting if one.match]:
            rate_matches(connection, matches)
        write_told(connection, [told for one in fitting for told in one.told])
        return refused


_UNUSUAL = {one.name for one in fields(GameRows)} - {"events", "turns", "deadlines"}


def _add_usual(connection: Connection, several: Sequence[GameRows]) -> Collection[int]:
    moves = sorted((event_row(*one.events[0]) for one in several), key=lambda row: str(row["game"]))
    following = [turn for one in several for turn in one.turns]
    due = [deadline for one in several for deadline in one.deadlines]
    added = add_usual_moves(connection, moves, following, due)
    return [
        place for place, one in enumerate(several) if (one.events[0][0], one.events[0][1].seq) not in added
    ]


def _add_events(connection: Connection, several: Sequence[GameRows]) -> Collection[int]:
    """Insert the events of those whose events all fit; the places of the others, whose new games go too.

    SQLite's only writer hardly ever meets a conflict, and an IntegrityError tells of it.
    """
    events = [(place, event_row(*one)) for place, rows in enumerate(several) for one in rows.events]
    events.sort(key=lambda event: (event[1]["game"], event[1]["seq"]))
    if not events:
        return ()
    if connection.dialect.name == "sqlite":
        connection.execute(insert(tables.events), [row for _, row in events])
        return ()
    rows = json.dumps([row for _, row in events])
    added = {tuple(row) for row in connection.execute(ADD_EVENTS, {"events": rows})}
    refused: set[int] = set()
    fitting: list[tuple[int, tuple[str, int]]] = []
    for place, row in events:
        key = (row["game"], row["seq"])
        if key in added:
            # Should two want the same place, the first has it.
            added.discard(key)
            fitting.append((place, key))
        else:
            refused.add(place)
    if refused:
        _withdraw(connection, [key for place, key in fitting if place in refused])
        if made := [game.id for place in refused for game in several[place].games]:
            connection.execute(delete(tables.games).where(tables.games.c.id.in_(made)))
    return refused


def _withdraw(connection: Connection, events: Sequence[tuple[str, int]]) -> None:
    """Take out events that belong to others that did not fit."""
    this = (tables.events.c.game == bindparam("of"), tables.events.c.seq == bindparam("at_seq"))
    if rows := [{"of": game, "at_seq": seq} for game, seq in events]:
        connection.execute(delete(tables.events).where(*this), rows)


def drop_games(connection: Connection, games: Sequence[str], only: ColumnElement[bool] | None = None) -> None:
    """Forget games, those aside for which ``only`` does not hold."""
    these = tables.games.c.id.in_(games)
    # Until they are ours no one else, another server over the same database included, plays on in them.
    lock_in_order(connection, tables.games.c.id, games)
    lock_in_order(connection, tables.deadlines.c.game, games)
    connection.execute(delete(tables.games).where(these, true() if only is None else only))
    gone = ~exists().where(tables.games.c.id == explored.c.ref)
    query = select(explored.c.id).where(explored.c.ref.in_(games), gone)
    if found := list(connection.execute(query).scalars()):
        forget_games(connection, found)
