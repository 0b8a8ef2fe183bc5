"""The clock of the database, which all servers that use it go by."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.server import metrics
from stonefield.server.now import correction, machine_time
from stonefield.server.store.reading import reading

SAMPLES = 5
WRONG_SECONDS = 1.0
"""A clock that differs by more is worth a line in the log."""
_ASK = text("SELECT EXTRACT(EPOCH FROM clock_timestamp())")
logger = logging.getLogger(__name__)


async def measured_difference(engine: AsyncEngine, clock: Callable[[], float] = machine_time) -> float:
    """How many seconds the database's clock is ahead of this machine's. SQLite has none of its own.

    The quickest of some answers says best at which moment it was given.
    """
    if engine.dialect.name == "sqlite":
        return 0.0
    found = []
    async with reading(engine) as connection:
        for _ in range(SAMPLES):
            asked = clock()
            said = float((await connection.execute(_ASK)).scalar_one())
            answered = clock()
            found.append((answered - asked, said - (asked + answered) / 2))
    return min(found)[1]


async def set_clock(engine: AsyncEngine) -> None:
    """The server starts: its time is the database's."""
    ahead = await measured_difference(engine)
    if abs(ahead) > WRONG_SECONDS:
        logger.warning("the clock of this machine is %.1f s off; the database's is used", ahead)
    metrics.clock_difference.set(ahead)
    correction.set(ahead)


async def follow_clock(engine: AsyncEngine) -> None:
    """The server runs: its time follows the database's."""
    ahead = await measured_difference(engine)
    metrics.clock_difference.set(ahead)
    correction.approach(ahead, asyncio.get_running_loop().time())
