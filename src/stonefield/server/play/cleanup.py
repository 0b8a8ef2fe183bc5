"""Forgetting games that are not played on, and what is too much, a few at a time."""

from __future__ import annotations

from functools import partial

from sqlalchemy.sql import ColumnElement

from stonefield.server.now import now_ms
from stonefield.server.play.rooms import Rooms
from stonefield.server.settings import ServerSettings
from stonefield.server.store import Archive, Journal, tables
from stonefield.server.store.game_rows import DROPPED, drop_games

DAY_MS = 86_400_000
AT_ONCE = 100


async def tidy(rooms: Rooms, archive: Archive, journal: Journal, settings: ServerSettings) -> None:
    """Drop the games that are not played on, and the oldest of what is too much."""
    if settings.keep_days:
        await drop_untouched(rooms, archive, journal, now_ms() - settings.keep_days * DAY_MS)
    await drop_surplus(rooms, archive, journal, tables.imported, settings.most_imports)
    await drop_surplus(rooms, archive, journal, tables.never_begun, settings.most_never_begun)


async def drop_untouched(rooms: Rooms, archive: Archive, journal: Journal, since: int) -> int:
    """Drop the games that were not touched or looked at since; how many went.

    Games that were played here and are over stay: their links may have been handed on.
    """
    after, count = "", 0
    while found := await archive.untouched(since, after=after, most=AT_ONCE):
        after = found[-1]
        count += await _drop(rooms, journal, found, since, tables.untouched(since))
    return count


async def drop_surplus(
    rooms: Rooms, archive: Archive, journal: Journal, kind: ColumnElement[bool], most: int
) -> int:
    """Drop the oldest games of a kind until there are only so many, except those that have viewers."""
    count, kept = 0, most
    while found := await archive.surplus(kind, kept, AT_ONCE):
        dropped = await _drop(rooms, journal, found, now_ms(), kind)
        count, kept = count + dropped, kept + len(found) - dropped
    return count


async def _drop(
    rooms: Rooms, journal: Journal, found: list[str], unused_since: int, only: ColumnElement[bool]
) -> int:
    games = [game for game in found if rooms.evict(game, unused_since)]
    if games:
        await journal.write(partial(drop_games, games=games, only=only), rows=DROPPED)
    return len(games)
