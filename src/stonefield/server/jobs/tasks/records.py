"""What workers do. Everything that goes in and out is plain JSON; the same question has the same answer."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeAlias

from stonefield import draw, records
from stonefield.games.game import IllegalMove, StonefieldError, find_game, parse
from stonefield.records.record import UNFINISHED, Line, Ply, Record, is_set_up
from stonefield.server.domain.game.agreement import Ending, Seat, clean_name
from stonefield.server.jobs.kinds import task
from stonefield.server.protocol.problems import Code, Refusal
from stonefield.server.protocol.record_formats import RECORD_FORMATS

if TYPE_CHECKING:
    from stonefield.server.protocol.requests import Place, RecordFormat

RecordSource: TypeAlias = str | Mapping[str, Any]
"""A game to be recorded: the text of a record, or the arguments of `_played`."""

LONGEST_GAME = 1_000
LONGEST_REASON = 400
_BLAMED = re.compile(r"`([^`\n]{1,40})`:")
"""How errors begin that blame a word."""
REASONS = {"resign": "resignation", "time": "time", "agreement": "agreement"}
"""How a game ended otherwise than on the board: our word, and that of records."""


def unreadable(error: StonefieldError) -> Refusal:
    """Why a record was refused, and where: the page says it in the reader's language."""
    code: Code = "illegal_record" if isinstance(error.__cause__, IllegalMove) else "invalid_record"
    place: Place | None = None
    if isinstance(error, records.RecordError) and error.line is not None:
        blamed = _BLAMED.match(error.message)
        place = {"line": error.line, "column": error.column or 1, "word": blamed[1] if blamed else ""}
    return Refusal(code, textwrap.shorten(str(error), LONGEST_REASON), place)


@task("long")
def read_record(text: str) -> dict[str, Any]:
    """The game a record tells: what is agreed on in it, `over`, and `source`, the record as we write it."""
    try:
        found = records.read_any(text)
        if len(found) != 1:
            raise Refusal("several_records", f"one game at a time; this text has {len(found)}")
        record = found[0]
        if len(record.moves) > LONGEST_GAME:
            raise Refusal("invalid_record", f"a game of more than {LONGEST_GAME} decisions")
        source = records.write(record)
        if "\0" in source:
            raise Refusal("invalid_record", "a record holds no NUL characters")
        ended_on_board = record.final.is_over
    except StonefieldError as error:
        raise unreadable(error) from None
    over = record.result != UNFINISHED
    result = None
    if over and not ended_on_board:
        given = record.tags.get("Reason")
        reason = next((ours for ours, theirs in REASONS.items() if theirs == given), "imported")
        result = asdict(Ending(record.winner, reason))
    players = range(1, len(record.start.players) + 1)
    names = [clean_name(record.tags.get(f"Player{number}", ""))[:40] for number in players]
    return {
        "rules": record.start.game.name,
        "options": dict(record.start.options),
        "seats": [asdict(Seat("person", name=name, holder=0)) for name in names],
        "start": record.start.ordered_text if is_set_up(record.start) else "",
        "prelude": record.moves,
        "result": result,
        "over": over,
        "source": source,
    }


@task("short")
def write_record(source: RecordSource, form: str) -> str:
    """The record in one of the formats."""
    return _written(record_from(source), form)


@task("long")
def write_records(sources: list[RecordSource]) -> str:
    """Several records as one text."""
    return records.write(record_from(source) for source in sources)


@task("short")
def list_formats(source: RecordSource) -> list[RecordFormat]:
    """The formats that can hold the record."""
    record = record_from(source)
    return [form for form in RECORD_FORMATS if _holds(form, record)]


@task("short")
def draw_position(position: str, last: str | None, view: str, theme: str, paint: str | None) -> str:
    """A position as SVG."""
    return draw.svg(parse(position), view=view, theme=theme, paint=paint, last=last)


def record_from(source: RecordSource) -> Record:
    """The record of a game."""
    return records.read(source) if isinstance(source, str) else _played(**source)


def _played(
    rules: str,
    options: Mapping[str, Any],
    start: str,
    moves: list[tuple[str, float | None]],
    result: str,
    tags: Mapping[str, str],
) -> Record:
    """The record of a game that was played here; each move with the seconds that its player had left."""
    first = parse(start) if start else find_game(rules).start(**options)
    return Record(first, Line(tuple(Ply(text, clock=left) for text, left in moves)), result, tags)


def _written(record: Record, form: str) -> str:
    try:
        return records.formats()[form].write(record)
    except records.RecordError as error:
        raise Refusal("not_in_this_format", str(error)) from None


def _holds(form: str, record: Record) -> bool:
    try:
        _written(record, form)
    except Refusal:
        return False
    return True
