"""Records in and out: a game here as a record, and a record as a game here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from stonefield.records.record import DRAWN, UNFINISHED
from stonefield.server.domain.game.agreement import Agreement, Ending, Seat
from stonefield.server.domain.game.table import Table
from stonefield.server.jobs.tasks.records import REASONS, RecordSource

if TYPE_CHECKING:
    from stonefield.server.store import Archive


async def record_source(table: Table, archive: Archive) -> RecordSource:
    """The game for a record; what was imported and not played on goes out as it came in."""
    if table.agreement.imported and not table.events:
        source = await archive.source(table.agreement.id)
        if source is not None:
            return source
    return played(table)


def played(table: Table) -> dict[str, Any]:
    """A game for the record of it."""
    agreement, ending = table.agreement, table.ending
    tags = {
        "Date": datetime.fromtimestamp(agreement.created / 1000, UTC).strftime("%Y-%m-%d"),
        **{f"Player{number}": name for number, name in enumerate(_names(table), 1) if name},
    }
    result = UNFINISHED
    if ending is not None and ending.reason != "stopped":
        result = DRAWN if ending.winner is None else "1-0" if ending.winner == table.colour_of(0) else "0-1"
        if ending.reason in REASONS:
            tags["Reason"] = REASONS[ending.reason]
    if table.clock is not None:
        tags["TimeControl"] = f"{agreement.clock_seconds}+{agreement.clock_increment or 0}"
    return {
        "rules": agreement.rules,
        "options": dict(agreement.options),
        "start": agreement.start,
        "moves": [
            (move.text, None if move.clock_ms is None else move.clock_ms / 1000) for move in table.moves
        ],
        "result": result,
        "tags": tags,
    }


def _names(table: Table) -> list[str]:
    return [f"Stonefield level {seat.level}" if seat.kind == "engine" else seat.name for seat in table.seats]


def imported(record: Mapping[str, Any], *, id: str, created: int) -> Agreement:
    """The game that a worker has read in a record. Going on, it is played at one screen."""
    result = record["result"]
    return Agreement(
        id=id,
        created=created,
        rules=record["rules"],
        options=record["options"],
        seats=tuple(Seat(**seat) for seat in record["seats"]),
        start=record["start"],
        prelude=tuple(record["prelude"]),
        result=None if result is None else Ending(**result),
        imported=True,
    )
