"""What workers do for the explorer."""

from __future__ import annotations

from typing import Any

from stonefield.explorer.index import index, to_json
from stonefield.records.record import UNFINISHED
from stonefield.server.jobs.kinds import task
from stonefield.server.jobs.tasks.records import RecordSource, record_from


@task("long")
def index_game(source: RecordSource) -> dict[str, Any] | None:
    """A game ready to be explored; None if there is nothing to explore in it."""
    record = record_from(source)
    if record.result == UNFINISHED or not record.moves:
        return None
    return to_json(index(record))
