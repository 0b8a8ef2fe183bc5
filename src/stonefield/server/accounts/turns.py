"""Whose turn it is, over all games of an account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from stonefield.server.accounts.along import seat_views
from stonefield.server.domain.game.correspondence import CorrespondenceClock
from stonefield.server.protocol.turns import TurnGame, Turns
from stonefield.server.store.account_games import joins_in, names_in
from stonefield.server.store.turns import rematches_of, turns_of


def list_turns(connection: Connection, account: str, after: str | None, now: int) -> Turns:
    """The games that wait for an account, least time left first, beginning after one of them."""
    rows = turns_of(connection, account)
    ids = [row.id for row in rows]
    if after in ids:
        # The one that was just looked at comes last.
        place = ids.index(after) + 1
        rows = [*rows[place:], *rows[:place]]
    offered = rematches_of(connection, account, now)
    return {
        "games": _views(connection, rows, now),
        "rematches": [
            view
            for view, row in zip(_views(connection, offered, now), offered, strict=True)
            if not view["seats"][row.seat]["mine"]
        ],
        "now": now,
    }


def _views(connection: Connection, rows: Sequence[Any], now: int) -> list[TurnGame]:
    ids = [row.id for row in rows]
    names, joins = names_in(connection, ids), joins_in(connection, ids)
    return [
        {
            "game": row.id,
            "rules": row.rules,
            "seats": seat_views(row, names.get(row.id, {}), joins.get(row.id, {})),
            "picture": f"/api/games/{row.id}/picture.svg",
            "due": row.due_at,
            "left_ms": None if row.due_at is None else _left(now, row.due_at, row.weekends_free),
        }
        for row in rows
    ]


def _left(now: int, due_at: int, weekends_free: bool) -> int:
    return CorrespondenceClock(0, 0, 0, weekends_free=weekends_free).passed(now, due_at)
