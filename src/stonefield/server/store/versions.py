"""What has a newer version in the database than the one held here."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.server.store.reading import reading

# Each database takes all versions as one JSON object, and looks each up by a key.
_PAIRS = {"sqlite": "json_each(:versions)", "postgresql": "json_each_text(CAST(:versions AS JSON))"}
_NEWER = {
    "events": "SELECT events.game FROM {} AS held CROSS JOIN events "
    "WHERE events.game = held.key AND events.seq = CAST(held.value AS INTEGER) + 1",
    "studies": "SELECT studies.id FROM {} AS held CROSS JOIN studies "
    "WHERE studies.id = held.key AND studies.version > CAST(held.value AS INTEGER)",
}


async def newer_than(engine: AsyncEngine, table: str, versions: Mapping[str, int]) -> list[str]:
    """The ids of what has a newer version than the one given: games by their `events`, or `studies`."""
    if not versions:
        return []
    query = text(_NEWER[table].format(_PAIRS[engine.dialect.name]))
    async with reading(engine) as connection:
        return list((await connection.execute(query, {"versions": json.dumps(versions)})).scalars())
