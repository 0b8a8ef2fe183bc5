"""Games without a server: people, engines, and what they do, as values."""

from __future__ import annotations

import pytest

from stonefield.server.domain.game.actions import Change, decide
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Event, EventKind
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.messages import (
    AcceptAction,
    DeclineAction,
    MoveAction,
    OfferAction,
    PauseAction,
    RedoAction,
    ResignAction,
    ResumeAction,
    StopAction,
    UndoAction,
)
from stonefield.server.protocol.problems import Refusal

ACTIONS = {
    "accept": AcceptAction,
    "decline": DeclineAction,
    "move": MoveAction,
    "offer": OfferAction,
    "pause": PauseAction,
    "redo": RedoAction,
    "resign": ResignAction,
    "resume": ResumeAction,
    "stop": StopAction,
    "undo": UndoAction,
}
OPEN, ENGINE = Seat("open"), Seat("engine", level=3)
ANN, BEN, SAME = (
    Seat("person", name="Ann", holder=0),
    Seat("person", name="Ben", holder=1),
    Seat("person", name="Ann again", holder=0),
)


def table_of(*seats: Seat, clock: tuple[int, int] | None = None, **more) -> Table:
    """A game of Carnac on the board 5x4 that began at 1,000 ms."""
    seconds, increment = clock or (None, None)
    return Table(
        Agreement(
            id="g",
            created=1_000,
            rules="carnac",
            options={"board": "5x4"},
            seats=seats,
            clock_seconds=seconds,
            clock_increment=increment,
            **more,
        )
    )


def act(table: Table, holder: int | None, type: str, *, at: int = 2_000, **words) -> Change:
    """Decide on an action and carry it out."""
    if type in ("move", "undo", "redo"):
        words.setdefault("version", table.version)
    change = decide(table, holder, ACTIONS[type](type=type, id="x", **words), rematch=lambda: "again")
    event = Event(table.version + 1, at, change.kind, change.seat)
    # What is written before an event is applied is what there is after it.
    foreseen = table.outlook([event], change.position)
    table.apply(event, change.position)
    assert (table.deadline, table.waits_for) == foreseen
    return change


def happen(table: Table, kind: EventKind, seat: int | None = None, *, at: int = 2_000) -> None:
    """Let something happen that nobody decides."""
    table.apply(Event(table.version + 1, at, kind, seat))


def refused(table: Table, holder: int | None, type: str, **words) -> str:
    """The reason why an action is refused."""
    with pytest.raises(Refusal) as caught:
        act(table, holder, type, **words)
    return caught.value.code
