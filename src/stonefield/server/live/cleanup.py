"""Forgetting games that nobody goes on with, a few at a time, so that nobody has to wait for it."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from stonefield.server.live.now import now_ms
from stonefield.server.live.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.storage import Archive, Journal, JournalEntry

DAY_MS = 86_400_000
EVERY_SECONDS = 3_600.0
AT_ONCE = 100
logger = logging.getLogger(__name__)


async def keep_tidy(rooms: Rooms, archive: Archive, journal: Journal, keep_days: int) -> None:
    """Again and again, drop what has not been touched for so many days."""
    while True:
        try:
            await drop_untouched(rooms, archive, journal, now_ms() - keep_days * DAY_MS)
        except (Refusal, SQLAlchemyError, OSError) as error:
            logger.warning("old games are looked for again later: %s", error)
        await asyncio.sleep(EVERY_SECONDS)


async def drop_untouched(rooms: Rooms, archive: Archive, journal: Journal, since: int) -> int:
    """Drop the games that are not over and that nobody has touched or looked at since; how many went.

    Games that are over stay: their links may have been handed on.
    """
    after, count = "", 0
    while found := await archive.untouched(since, after=after, most=AT_ONCE):
        after = found[-1]
        dropped = [game for game in found if rooms.let_go(game, since)]
        if dropped:
            await journal.write(JournalEntry(dropped=dropped, untouched_since=since))
            count += len(dropped)
    return count
