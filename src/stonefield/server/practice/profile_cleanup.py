"""Deleting profiles that were unused for very long, and what is too much, a few at a time."""

from __future__ import annotations

from stonefield.server.now import now_ms
from stonefield.server.play.cleanup import AT_ONCE, DAY_MS
from stonefield.server.settings import ServerSettings
from stonefield.server.store.profiles import ProfileStore


async def tidy(store: ProfileStore, settings: ServerSettings) -> None:
    """Delete profiles that were unused for very long, the oldest of too many, and notes of earlier days."""
    now = now_ms()
    limits = {"profiles": settings.most_profiles, "attempts": settings.most_attempts}
    await drop_profiles(store, now, days=settings.profile_days, **limits)
    while await store.drop_old_notes(now, AT_ONCE):
        pass


async def drop_profiles(store: ProfileStore, now: int, *, days: int, profiles: int, attempts: int) -> int:
    """Delete those unused for this many days (0: none), and those beyond this many; how many went.

    ``attempts`` is how many there may be of all profiles together.
    """
    count = 0
    while days and (found := await store.untouched(now - days * DAY_MS, AT_ONCE)):
        await store.drop(found)
        count += len(found)
    while found := await store.surplus(profiles, attempts, AT_ONCE):
        await store.drop(found)
        count += len(found)
    return count
