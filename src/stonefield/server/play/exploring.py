"""Games that have ended here become part of the explorer, one after the other, in the background."""

from __future__ import annotations

import asyncio
from typing import Any

from stonefield.explorer.index import from_json
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.domain.people.caller import SERVER
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.explorer import index_game
from stonefield.server.play.game_records import played
from stonefield.server.store import Archive
from stonefield.server.store.explorer import ExplorerStore


async def explore_ended(store: ExplorerStore, archive: Archive, jobs: Jobs) -> None:
    """Put the games that have ended into the explorer."""
    while waiting := await store.waiting():
        for game in waiting:
            await index_ended(game, store, archive, jobs)
        await store.trim()


async def index_ended(game: str, store: ExplorerStore, archive: Archive, jobs: Jobs) -> None:
    """Explore one game from now on; the names of people stay out of it."""
    found = await archive.find(game)
    ready = None
    if found is not None:
        table = await asyncio.to_thread(replay, found.agreement, found.events)
        ready = await jobs.do(SERVER.key, index_game, _without_people(table))
    await store.add_ended(game, None if ready is None else from_json(ready))


def _without_people(table: Table) -> dict[str, Any]:
    told = played(table)
    people = {f"Player{number}" for number, seat in enumerate(table.seats, 1) if seat.kind != "engine"}
    return {**told, "tags": {tag: text for tag, text in told["tags"].items() if tag not in people}}
