"""Records in and out: a game here as a record, and a record as a game here."""

from __future__ import annotations

import textwrap
from datetime import UTC, datetime
from typing import get_args

from stonefield import records
from stonefield.games.game import StonefieldError
from stonefield.records.record import UNFINISHED, Line, Ply, Record, is_set_up
from stonefield.server.game.agreement import Agreement, Ending, Seat, clean_name
from stonefield.server.game.table import Table
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import RecordFormat

LONGEST_GAME = 1_000
LONGEST_REASON = 400
REASONS = {"resign": "resignation", "time": "time", "agreement": "agreement"}
"""How a game ended otherwise than on the board: our word, and that of records."""


def record_of(table: Table) -> Record:
    """The game as a record."""
    plies = tuple(
        Ply(move.text, clock=None if move.clock_ms is None else move.clock_ms / 1000) for move in table.moves
    )
    tags = {
        "Date": datetime.fromtimestamp(table.agreement.created / 1000, UTC).strftime("%Y-%m-%d"),
        **{f"Player{number}": name for number, name in enumerate(_names(table), 1) if name},
    }
    ending = table.ending
    result = UNFINISHED
    if ending is not None and ending.reason != "stopped":
        result = (
            "1/2-1/2" if ending.winner is None else "1-0" if ending.winner == table.colour_of(0) else "0-1"
        )
        if ending.reason in REASONS:
            tags["Reason"] = REASONS[ending.reason]
    if table.clock is not None:
        tags["TimeControl"] = f"{table.agreement.clock_seconds}+{table.agreement.clock_increment or 0}"
    return Record(table.agreement.start_position, Line(plies), result, tags)


def exported(table: Table) -> Record | str:
    """The record that goes out; what was imported and not played on goes out as it came in, still as text."""
    source = None if table.events else table.agreement.source
    return record_of(table) if source is None else source


def written(record: Record | str, form: str) -> str:
    """The record in one of the formats."""
    found = records.read(record) if isinstance(record, str) else record
    try:
        return records.formats()[form].write(found)
    except records.RecordError as error:
        raise Refusal("not_in_this_format", str(error)) from None


def formats_for(record: Record | str) -> list[RecordFormat]:
    """The formats that can hold the record."""
    found = records.read(record) if isinstance(record, str) else record
    known: tuple[RecordFormat, ...] = get_args(RecordFormat.__value__)
    return [form for form in known if _holds(form, found)]


def _holds(form: str, record: Record) -> bool:
    try:
        written(record, form)
    except Refusal:
        return False
    return True


def _names(table: Table) -> list[str]:
    return [f"Stonefield level {seat.level}" if seat.kind == "engine" else seat.name for seat in table.seats]


def imported(text: str, *, id: str, created: int) -> tuple[Agreement, bool]:
    """The game a record tells, and whether it is over. Going on, it is played at one screen."""
    try:
        found = records.read_any(text)
        if len(found) != 1:
            raise Refusal("invalid_record", f"one game at a time; this text has {len(found)}")
        record = found[0]
        if len(record.moves) > LONGEST_GAME:
            raise Refusal("invalid_record", f"a game of more than {LONGEST_GAME} decisions")
        source = records.write(record)
        if "\0" in source:
            raise Refusal("invalid_record", "a record holds no NUL characters")
        ended_on_board = record.final.is_over
    except StonefieldError as error:
        raise Refusal("invalid_record", textwrap.shorten(str(error), LONGEST_REASON)) from None
    over = record.result != UNFINISHED
    result = None
    if over and not ended_on_board:
        told = record.tags.get("Reason")
        reason = next((ours for ours, theirs in REASONS.items() if theirs == told), "imported")
        result = Ending(record.winner, reason)
    names = [
        clean_name(record.tags.get(f"Player{n}", ""))[:40] for n in range(1, len(record.start.players) + 1)
    ]
    agreement = Agreement(
        id=id,
        created=created,
        rules=record.start.game.name,
        options=dict(record.start.options),
        seats=tuple(Seat("person", name=name, holder=0) for name in names),
        start=str(record.start) if is_set_up(record.start) else "",
        prelude=tuple(record.moves),
        result=result,
        source=source,
    )
    return agreement, over
