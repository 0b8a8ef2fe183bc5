"""Forgetting studies that nobody keeps and nobody touches, and what is too much, a few at a time."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from stonefield.server.now import now_ms
from stonefield.server.play.cleanup import AT_ONCE, DAY_MS, EVERY_SECONDS
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import StudyStore
from stonefield.server.store.database import reason_of
from stonefield.server.store.studies import forgotten
from stonefield.server.studies.rooms import StudyRooms

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StudyKeeping:
    """How much is kept; beyond it what was touched longest ago goes."""

    days: int
    """How long studies stay that nobody keeps and nobody touches; 0: for ever."""
    studies: int
    reviews: int


async def keep_studies_tidy(rooms: StudyRooms, store: StudyStore, keeping: StudyKeeping) -> None:
    """Again and again, drop what nobody wants and what is too much."""
    while True:
        try:
            if keeping.days:
                await drop_forgotten(rooms, store, now_ms() - keeping.days * DAY_MS)
            await drop_surplus(rooms, store, keeping.studies)
            await store.drop_surplus_reviews(keeping.reviews)
        except (Refusal, SQLAlchemyError, OSError) as error:
            logger.warning("old studies are looked for again later: %s", reason_of(error))
        await asyncio.sleep(EVERY_SECONDS)


async def drop_forgotten(rooms: StudyRooms, store: StudyStore, since: int) -> int:
    """Drop the studies that nobody keeps and nobody has touched or looked at since; how many went."""
    after, count = -1, 0
    while found := await store.untouched(since, after, AT_ONCE):
        after = found[-1][1]
        dropped = [study for study, _ in found if rooms.let_go(study, since)]
        if dropped:
            await store.drop(dropped, forgotten(since))
            count += len(dropped)
    return count


async def drop_surplus(rooms: StudyRooms, store: StudyStore, most: int) -> int:
    """Drop studies that nobody keeps until there are only so many, those aside that somebody looks at."""
    count, kept = 0, most
    while found := await store.surplus(kept, AT_ONCE):
        dropped = [study for study in found if rooms.let_go(study, now_ms())]
        kept += len(found) - len(dropped)
        if dropped:
            await store.drop(dropped, forgotten(now_ms()))
            count += len(dropped)
    return count
