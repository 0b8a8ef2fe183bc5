"""Forgetting learners who have done nothing for very long, and what is too much, a few at a time."""

from __future__ import annotations

from stonefield.server.now import now_ms
from stonefield.server.play.cleanup import AT_ONCE, DAY_MS
from stonefield.server.settings import ServerSettings
from stonefield.server.store.learners import LearnerStore


async def tidy(store: LearnerStore, settings: ServerSettings) -> None:
    """Drop who has done nothing for very long, and the oldest of what is too much."""
    await drop_learners(
        store,
        now_ms(),
        days=settings.learner_days,
        learners=settings.most_learners,
        attempts=settings.most_attempts,
    )


async def drop_learners(store: LearnerStore, now: int, *, days: int, learners: int, attempts: int) -> int:
    """Drop those who did nothing for so many days (0: none), and those beyond so many; how many went.

    ``attempts`` is how many there may be of all learners together.
    """
    count = 0
    while days and (found := await store.untouched(now - days * DAY_MS, AT_ONCE)):
        await store.drop(found)
        count += len(found)
    while found := await store.surplus(learners, attempts, AT_ONCE):
        await store.drop(found)
        count += len(found)
    return count
