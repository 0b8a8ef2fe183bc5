"""Forgetting learners who have done nothing for very long, and what is too much, a few at a time."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from stonefield.server.now import now_ms
from stonefield.server.play.cleanup import AT_ONCE, DAY_MS, EVERY_SECONDS
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.database import reason_of
from stonefield.server.store.learners import LearnerStore

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LearnerKeeping:
    """How much is kept; beyond it those go who did nothing for longest."""

    days: int
    """How long learners stay who do nothing; 0: for ever."""
    learners: int
    attempts: int
    """Of all learners together."""


async def keep_learners_tidy(store: LearnerStore, keeping: LearnerKeeping) -> None:
    """Again and again, drop who is gone and what is too much."""
    while True:
        try:
            await drop_learners(store, keeping, now_ms())
        except (Refusal, SQLAlchemyError, OSError) as error:
            logger.warning("old learners are looked for again later: %s", reason_of(error))
        await asyncio.sleep(EVERY_SECONDS)


async def drop_learners(store: LearnerStore, keeping: LearnerKeeping, now: int) -> int:
    """Drop them once; how many went."""
    count = 0
    while keeping.days and (found := await store.untouched(now - keeping.days * DAY_MS, AT_ONCE)):
        await store.drop(found)
        count += len(found)
    while found := await store.surplus(keeping.learners, keeping.attempts, AT_ONCE):
        await store.drop(found)
        count += len(found)
    return count
