"""Correspondence games that accounts let run out: noted in the transaction that ends them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, insert, select

from stonefield.server.domain.people.account import DAY
from stonefield.server.store.manners_tables import time_outs

SERIES, WITHIN = 3, 7 * DAY
"""From this many games on that run out within this time, the engine judges them."""


def note_time_out(connection: Connection, game: str, account: str, at: int, waiting: dict[str, Any]) -> bool:
    """Note that an account has let a rated game run out; whether it is one of a series, and waits."""
    theirs = time_outs.c
    count = (
        select(func.count()).select_from(time_outs).where(theirs.account == account, theirs.at > at - WITHIN)
    )
    is_series = connection.execute(count).scalar_one() + 1 >= SERIES
    row = {"game": game, "account": account, "at": at, "waiting": waiting if is_series else None}
    connection.execute(insert(time_outs).values(**row))
    return is_series
