"""Asking the database for newer versions of games with viewers: that heals what the bus has lost."""

from __future__ import annotations

from stonefield.server.play.rooms import Rooms
from stonefield.server.store import Archive


async def follow(rooms: Rooms, archive: Archive) -> None:
    """Let the rooms that have viewers hear of newer versions."""
    watched = {room.replica.id: room.table.version for room in rooms if room.viewers}
    if watched:
        for game in await archive.continued(watched):
            rooms.hear(game, watched[game] + 1)
