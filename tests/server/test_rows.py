"""Events as rows: each kind is written and read back, in the words that stored databases have."""

from __future__ import annotations

from types import SimpleNamespace
from typing import get_args

import pytest

from stonefield.server.domain.game import event as kinds
from stonefield.server.domain.game.event import Event, EventKind
from stonefield.server.domain.game.rows import event_of, event_row

WRITTEN = [
    (kinds.Joined(1, "Ben the Great"), "join", "1 Ben the Great"),
    (kinds.Joined(1, ""), "join", "1 "),
    (kinds.Moved("c4rw"), "move", "c4rw"),
    (kinds.Undone(0), "undo", "0"),
    (kinds.TakenBack(12), "takeback", "12"),
    (kinds.Redone(3), "redo", "3"),
    (kinds.Offered("draw"), "offer", "draw"),
    (kinds.Accepted("takeback"), "accept", "takeback"),
    (kinds.Declined("rematch"), "decline", "rematch"),
    (kinds.Rematched("abc"), "rematch", "abc"),
    (kinds.Restarted(1_700_000_000_000), "restart", "1700000000000"),
    (kinds.Stalled(900), "stall", "900"),
    (kinds.Away(1_700_000_000_000), "away", "1700000000000"),
    (kinds.Back(), "back", ""),
    (kinds.OnVacation(1_700_000_000_000), "vacation", "1700000000000"),
    (kinds.Resigned(), "resign", ""),
    (kinds.TimeUp(), "time", ""),
    (kinds.Drawn(), "draw", ""),
    (kinds.Stopped(), "stop", ""),
    (kinds.Paused(), "pause", ""),
    (kinds.Resumed(), "resume", ""),
]


@pytest.mark.parametrize(("kind", "word", "detail"), WRITTEN)
def test_an_event_is_written_as_ever_and_read_back(kind, word, detail):
    event = Event(7, 1_000, kind, 1, "0:x")
    row = event_row("g", event)
    assert (row["kind"], row["detail"]) == (word, detail)
    assert event_of(SimpleNamespace(**row)) == event


def test_every_kind_has_its_words():
    assert {type(kind) for kind, *_ in WRITTEN} == set(get_args(EventKind))


def test_what_happens_in_no_game_is_an_error():
    with pytest.raises(ValueError, match="no event of a game"):
        event_of(SimpleNamespace(kind="dance", detail="", seq=1, at=1, seat=None, request=None))
