"""Games and events as rows of their tables, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, cast

from stonefield.server.domain.game.agreement import Agreement, Ending, Seat
from stonefield.server.domain.game.event import (
    Accepted,
    Declined,
    Drawn,
    Event,
    EventKind,
    Joined,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    Resigned,
    Restarted,
    Resumed,
    Stalled,
    Stopped,
    TakenBack,
    TimeUp,
    Undone,
)
from stonefield.server.protocol.views import OfferKind

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


def _joined(detail: str) -> Joined:
    holder, _, name = detail.partition(" ")
    return Joined(int(holder), name)


_KINDS: dict[str, Callable[[str], EventKind]] = {
    "join": _joined,
    "move": Moved,
    "undo": lambda detail: Undone(int(detail)),
    "takeback": lambda detail: TakenBack(int(detail)),
    "redo": lambda detail: Redone(int(detail)),
    "offer": lambda detail: Offered(cast(OfferKind, detail)),
    "accept": lambda detail: Accepted(cast(OfferKind, detail)),
    "decline": lambda detail: Declined(cast(OfferKind, detail)),
    "rematch": Rematched,
    "restart": lambda detail: Restarted(int(detail)),
    "stall": lambda detail: Stalled(int(detail)),
    "resign": lambda _: Resigned(),
    "time": lambda _: TimeUp(),
    "draw": lambda _: Drawn(),
    "stop": lambda _: Stopped(),
    "pause": lambda _: Paused(),
    "resume": lambda _: Resumed(),
}
"""Each kind of event by its word, made from what is written next to that."""


def event_of(row: Any) -> Event:
    """An event, from its row."""
    if row.kind not in _KINDS:
        raise ValueError(f"`{row.kind}`: no event of a game")
    return Event(row.seq, row.at, _KINDS[row.kind](row.detail), row.seat, row.request)


def agreement_of(row: Mapping[str, Any]) -> Agreement:
    """What was agreed on, from a row of the table of games without its source."""
    fields = {name: value for name, value in row.items() if name != "over"}
    fields["seats"] = tuple(Seat(**seat) for seat in row["seats"])
    fields["prelude"] = tuple(row["prelude"])
    fields["result"] = None if row["result"] is None else Ending(**row["result"])
    return Agreement(**fields)
