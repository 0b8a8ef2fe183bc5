"""What usual moves write, as one statement of PostgreSQL: no BEGIN and no COMMIT are sent and waited for.

A usual move is one event, with who decides after it or when that person's time is up. Whatever writes more is
written by statements of a transaction (`game_rows.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import JSON, Column, Connection, Table, Text, and_, bindparam, cast, column, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.expression import CTE, TableValuedAlias

from stonefield.server.store import deadlines, turns
from stonefield.server.store.correspondence_tables import turns as turn_rows
from stonefield.server.store.deadlines import Deadline
from stonefield.server.store.tables import deadlines as deadline_rows
from stonefield.server.store.tables import events
from stonefield.server.store.turns import Turn


def _rows(parameter: str, columns: Iterable[Column[Any]]) -> TableValuedAlias:
    """Any number of rows, which come as JSON: the statement stays the same."""
    return (
        func.json_to_recordset(cast(bindparam(parameter, type_=Text), JSON))
        .table_valued(*(column(one.name, one.type) for one in columns), name=parameter)
        .render_derived(with_types=True)
    )


_NEW = _rows("events", events.c)
ADD_EVENTS = (
    postgresql.insert(events)
    .from_select(_NEW.c.keys(), select(_NEW))
    .on_conflict_do_nothing()
    .returning(events.c.game, events.c.seq)
)
"""Insert any number of events, and say which of them fit."""
_ADDED = ADD_EVENTS.cte("added")


def _put(
    table: Table, how: Callable[[postgresql.Insert], postgresql.Insert], columns: Iterable[Column[Any]]
) -> CTE:
    """Put those rows that belong to events that fit, in one order everywhere."""
    rows = _rows(table.name, columns)
    fitting = and_(_ADDED.c.game == rows.c.game, _ADDED.c.seq == rows.c.version)
    query = select(rows).join(_ADDED, fitting).order_by(rows.c.game.collate("C"))
    return how(postgresql.insert(table).from_select(rows.c.keys(), query)).cte(f"put_{table.name}")


_DUE = [column for column in deadline_rows.c if column is not deadline_rows.c.taken_until]
_ADD_USUAL = select(_ADDED).add_cte(
    _put(turn_rows, turns.put, turn_rows.c), _put(deadline_rows, deadlines.put, _DUE)
)


def add_usual_moves(
    connection: Connection,
    moves: Sequence[dict[str, Any]],
    following: Sequence[Turn],
    due: Sequence[Deadline],
) -> set[tuple[str, int]]:
    """Add events of different games and what belongs to them; the game and place of those that fit."""
    rows = {"events": moves, "turns": [one.row for one in following], "deadlines": [one.row for one in due]}
    found = connection.execute(_ADD_USUAL, {name: json.dumps(some) for name, some in rows.items()})
    return {tuple(row) for row in found}
