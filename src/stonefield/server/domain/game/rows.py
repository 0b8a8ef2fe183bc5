"""Games and events as rows of tables, and back: plain values that can be stored anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, get_args

from stonefield.server.domain.game.agreement import Agreement, Ending, Seat
from stonefield.server.domain.game.event import Event, EventKind

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of seats of a game, known by the hash of a token."""

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
        "kind": event.kind.word,
        "seat": event.seat,
        "detail": " ".join(str(getattr(event.kind, name)) for name in event.kind.__slots__),
        "request": event.request,
    }


_KINDS: dict[str, Any] = {kind.word: kind for kind in get_args(EventKind)}


def event_of(row: Any) -> Event:
    """An event, from its row."""
    if row.kind not in _KINDS:
        raise ValueError(f"`{row.kind}`: no event of a game")
    kind = _KINDS[row.kind]
    words = row.detail.split(" ", len(kind.__slots__) - 1) if kind.__slots__ else ()
    numeric = (kind.__annotations__[name] == "int" for name in kind.__slots__)
    values = (int(word) if is_number else word for word, is_number in zip(words, numeric, strict=True))
    return Event(row.seq, row.at, kind(*values), row.seat, row.request)


def agreement_of(row: Mapping[str, Any]) -> Agreement:
    """What was agreed on, from a row of the table of games without its source."""
    fields = {name: value for name, value in row.items() if name != "over"}
    fields["seats"] = tuple(Seat(**seat) for seat in row["seats"])
    fields["prelude"] = tuple(row["prelude"])
    fields["result"] = None if row["result"] is None else Ending(**row["result"])
    return Agreement(**fields)
