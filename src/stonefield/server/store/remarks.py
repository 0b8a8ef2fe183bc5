"""The coach's remarks: the last one of a game, and whether the player has chosen to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, insert, update

from stonefield.server.protocol.messages import CoachRemark
from stonefield.server.store.tables import remarks


@dataclass(frozen=True, slots=True)
class StoredRemark:
    """What the coach said on a version of the position."""

    version: int
    remark: CoachRemark
    settled: bool
    """The player has chosen to go on."""


def keep_remark(game: str, stored: StoredRemark) -> Callable[[Connection], None]:
    """Keep a remark in place of the one before."""
    values = {"version": stored.version, "remark": stored.remark, "settled": stored.settled}

    def work(connection: Connection) -> None:
        there = update(remarks).where(remarks.c.game == game).values(**values)
        if not connection.execute(there).rowcount:
            connection.execute(insert(remarks).values(game=game, **values))

    return work
