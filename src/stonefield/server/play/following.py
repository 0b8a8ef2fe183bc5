"""Asking the database for newer versions of games with viewers: that heals what the bus has lost."""

from __future__ import annotations

from stonefield.server.play.rooms import Rooms
from stonefield.server.store import Archive

AT_ONCE = 500
"""Games that are asked for in one query."""


async def follow(rooms: Rooms, archive: Archive) -> None:
    """Let the rooms that have viewers hear of newer versions."""
    watched = [(room.replica.id, room.table.version) for room in rooms if room.viewers]
    for first in range(0, len(watched), AT_ONCE):
        some = dict(watched[first : first + AT_ONCE])
        for game in await archive.continued(some):
            rooms.hear(game, some[game] + 1)
