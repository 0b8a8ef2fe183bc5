"""Games and events as rows of their tables, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from stonefield.server.domain.game.agreement import Agreement, Ending, Seat
from stonefield.server.domain.game.event import Event

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds seats of a game, known by the hash of a token."""

    game: str
    number: int
    token_hash: str


def game_row(agreement: Agreement, source: str | None) -> Row:
    """A new game, which is not over; ``source`` is the record it comes from."""
    row = {**asdict(agreement), "over": False, "source": source}
    del row["imported"]
    return row


def holder_row(holder: Holder) -> Row:
    return asdict(holder)


def event_row(game: str, event: Event) -> Row:
    return {
        "game": game,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "detail": event.detail,
        "request": event.request,
    }


def agreement_of(row: Mapping[str, Any]) -> Agreement:
    """What was agreed on, from a row of the table of games without its source."""
    fields = {name: value for name, value in row.items() if name != "over"}
    fields["seats"] = tuple(Seat(**seat) for seat in row["seats"])
    fields["prelude"] = tuple(row["prelude"])
    fields["result"] = None if row["result"] is None else Ending(**row["result"])
    return Agreement(**fields)
