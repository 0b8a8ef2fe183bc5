"""Forgetting studies that are neither kept nor touched, and what is too much, a few at a time."""

from __future__ import annotations

from stonefield.server.now import now_ms
from stonefield.server.play.cleanup import AT_ONCE, DAY_MS
from stonefield.server.settings import ServerSettings
from stonefield.server.store import StudyStore
from stonefield.server.store.studies import forgotten
from stonefield.server.studies.rooms import StudyRooms


async def tidy(rooms: StudyRooms, store: StudyStore, settings: ServerSettings) -> None:
    """Drop the studies that are not kept, and the oldest of what is too much."""
    if settings.study_days:
        await drop_forgotten(rooms, store, now_ms() - settings.study_days * DAY_MS)
    await drop_surplus(rooms, store, settings.most_studies)
    await store.drop_surplus_reviews(settings.most_reviews)


async def drop_forgotten(rooms: StudyRooms, store: StudyStore, since: int) -> int:
    """Drop the studies that are not kept and were not touched or looked at since; how many went."""
    after, count = -1, 0
    while found := await store.untouched(since, after, AT_ONCE):
        after = found[-1][1]
        count += await _drop(rooms, store, [study for study, _ in found], since)
    return count


async def drop_surplus(rooms: StudyRooms, store: StudyStore, most: int) -> int:
    """Drop studies that are not kept until there are only so many, except those with viewers."""
    count, kept = 0, most
    while found := await store.surplus(kept, AT_ONCE):
        dropped = await _drop(rooms, store, found, now_ms())
        count, kept = count + dropped, kept + len(found) - dropped
    return count


async def _drop(rooms: StudyRooms, store: StudyStore, found: list[str], since: int) -> int:
    studies = [study for study in found if rooms.evict(study, since)]
    if studies:
        await store.drop(studies, forgotten(since))
    return len(studies)
