"""What workers draw: any position, and games as films. Pixels go out as Base64."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from stonefield import draw, records
from stonefield.draw.card import CardRow, card
from stonefield.films import film, film_size
from stonefield.games.game import (
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Position,
    StonefieldError,
    parse,
)
from stonefield.records.record import Record
from stonefield.server.jobs.film_cost import check_film
from stonefield.server.jobs.kinds import task
from stonefield.server.jobs.tasks.records import RecordSource, record_from, unreadable
from stonefield.server.protocol.problems import Refusal


@task("short")
def draw_any(position: str, last: str | None, view: str, theme: str, paint: str | None) -> str:
    """A position from its text, as SVG."""
    shown, marked = _written(position, last)
    return draw.svg(shown, last=marked, view=view, theme=theme, paint=paint)


@task("long")
def draw_png(position: str, last: str | None, view: str, theme: str, paint: str | None, size: int) -> str:
    """A position as PNG."""
    shown, marked = _written(position, last)
    content = draw.png(shown, last=marked, view=view, theme=theme, paint=paint, size=size)
    return base64.b64encode(content).decode()


@task("long")
def draw_card(position: str, last: str | None, heading: str, rows: Sequence[tuple[str, str, bool]]) -> str:
    """A position with words beside it, as PNG."""
    shown, marked = _written(position, last)
    content = card(shown, last=marked, heading=heading, rows=[CardRow(*row) for row in rows])
    return base64.b64encode(content).decode()


@task("film")
def draw_film(game: RecordSource, kind: str, look: Mapping[str, Any]) -> str:
    """A game as a film; a text may be a record of any format."""
    return base64.b64encode(film(_filmed(game), kind, **look)).decode()


@task("film", short=True)
def draw_short_film(game: RecordSource, kind: str, look: Mapping[str, Any]) -> str:
    """A film that does not wait for longer ones."""
    return draw_film(game, kind, look)


@task("long")
def measure_film(game: RecordSource, kind: str, look: Mapping[str, Any]) -> tuple[int, int]:
    """How many pictures a film has and how high they are; Refusal if it cannot be made."""
    asked = {name: look[name] for name in ("view", "size", "first", "last")}
    try:
        frames, height = film_size(_filmed(game), kind, **asked)
    except InvalidOption as error:
        raise Refusal("invalid", str(error)) from None
    check_film(frames, look["size"], height, kind)
    return frames, height


def _filmed(game: RecordSource) -> Record:
    try:
        return _only(records.read_any(game)) if isinstance(game, str) else record_from(game)
    except StonefieldError as error:
        raise unreadable(error) from None


def _written(position: str, last: str | None) -> tuple[Position, str | None]:
    try:
        shown = parse(position)
        return shown, None if last is None else str(shown.read(last))
    except (InvalidPosition, InvalidOption, InvalidMove) as error:
        raise Refusal("invalid", str(error)) from None


def _only(found: Sequence[Record]) -> Record:
    if len(found) != 1:
        raise Refusal("several_records", f"one game at a time; this text has {len(found)}")
    return found[0]
