"""After a start: the clocks that ran when the server stopped run on, without the time it was away."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive
from stonefield.server.store.database import reason_of

AT_ONCE = 4
RETRY = 5.0
logger = logging.getLogger(__name__)


async def wake_running(rooms: Rooms, archive: Archive) -> None:
    """Open all games in which somebody's time runs, few at a time: whoever comes meanwhile opens their own.

    The time until a game is woken is nobody's, so nobody has to wait for this.
    """
    waiting: list[str] | None = None
    while waiting is None:
        try:
            waiting = await archive.running_clocks()
        except (SQLAlchemyError, OSError) as error:
            logger.error("the running games are looked for again: %s", reason_of(error))
            await asyncio.sleep(RETRY)
    while waiting:
        again: list[str] = []
        for first in range(0, len(waiting), AT_ONCE):
            together = waiting[first : first + AT_ONCE]
            woken = await asyncio.gather(*(_wake(rooms, game) for game in together))
            again += [game for game, done in zip(together, woken, strict=True) if not done]
        waiting = again
        if waiting:
            await asyncio.sleep(RETRY)


async def _wake(rooms: Rooms, game: str) -> bool:
    """Open a game; False if that has to be tried again."""
    try:
        await rooms.find(game)
    except Refusal as refusal:
        return refusal.code != "storage_failed"
    except Exception:
        # One game that cannot be read is no reason to keep all others waiting.
        logger.exception("%s cannot go on", game)
    return True
