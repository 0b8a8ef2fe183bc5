"""What an action does to a game, and why it is refused."""

from __future__ import annotations

import pytest

from stonefield.server.domain.game import permissions
from stonefield.server.domain.game.actions import engine_move
from stonefield.server.domain.game.agreement import Agreement, Ending, Seat
from stonefield.server.domain.game.event import (
    Accepted,
    Declined,
    Drawn,
    Joined,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    TakenBack,
    Undone,
)
from stonefield.server.domain.game.permissions import may_be_advised, may_delete, may_have_hint
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal

from .tables import ANN, BEN, ENGINE, OPEN, SAME, act, happen, refused, table_of


def code(refusal: Refusal | None) -> str | None:
    return None if refusal is None else refusal.code


def test_a_move_is_made_by_whoever_is_to_decide():
    table = table_of(ANN, BEN)
    assert refused(table, 1, "move", text="c2rw") == "not_your_turn"
    assert refused(table, None, "move", text="c2rw") == "not_your_seat"
    assert refused(table, 7, "move", text="c2rw") == "not_your_seat"
    assert refused(table, 0, "move", text="c2rw", seat=1) == "not_your_turn"
    change = act(table, 0, "move", text="c2rw", seat=0)
    assert (change.kind, change.seat) == (Moved("c2rw"), 0)
    assert change.position == table.position
    assert table.decider == 1
    assert [move.text for move in table.moves] == ["c2rw"]


def test_what_cannot_be_read_or_played_is_refused_with_its_reason():
    table = table_of(ANN, BEN)
    assert refused(table, 0, "move", text="dance") == "invalid_move"
    assert refused(table, 0, "move", text="E") == "illegal_move"
    assert table.version == 0


def test_a_move_decided_on_an_old_position_is_stale():
    table = table_of(ANN, BEN)
    act(table, 0, "move", text="c2rw")
    assert refused(table, 1, "move", version=0, text="-") == "stale_move"
    assert refused(table, 1, "move", version=2, text="-") == "stale_move"
    act(table, 0, "offer", kind="draw")
    assert table.version == 2
    act(table, 1, "move", version=1, text="-")


def test_nothing_is_played_before_a_seat_is_taken_or_after_the_end():
    table = table_of(ANN, OPEN)
    assert table.status == "waiting"
    assert table.decider is None
    assert refused(table, 0, "move", text="c2rw") == "waiting"
    assert refused(table, 0, "resign") == "waiting"
    happen(table, Joined(1, "Ben"), 1)
    assert (table.seats[1].name, table.seats[1].holder, table.status) == ("Ben", 1, "playing")
    act(table, 1, "resign")
    assert table.ending == Ending(table.colour_of(0), "resign")
    assert refused(table, 0, "move", text="c2rw") == "game_over"
    assert refused(table, 0, "resign") == "game_over"
    assert refused(table, 0, "offer", kind="draw") == "game_over"


def test_whoever_holds_both_seats_acts_for_the_one_that_decides_or_the_one_named():
    table = table_of(ANN, SAME)
    assert act(table, 0, "resign").seat == 0
    table = table_of(ANN, SAME)
    assert act(table, 0, "resign", seat=1).seat == 1
    table = table_of(ANN, SAME)
    act(table, 0, "move", text="c2rw")
    assert act(table, 0, "resign").seat == 1
    table = table_of(ANN, BEN)
    assert refused(table, 0, "resign", seat=1) == "not_your_seat"
    assert act(table, 1, "resign").seat == 1


def test_a_draw_is_agreed_on_by_all():
    table = table_of(ANN, BEN)
    assert refused(table, 1, "accept", kind="draw") == "no_offer"
    assert refused(table, 1, "decline", kind="draw") == "no_offer"
    change = act(table, 0, "offer", kind="draw")
    assert (change.kind, change.seat) == (Offered("draw"), 0)
    assert refused(table, 0, "offer", kind="draw") == "already_offered"
    assert refused(table, 0, "accept", kind="draw") == "already_offered"
    change = act(table, 1, "accept", kind="draw")
    assert (change.kind, change.seat) == (Drawn(), 1)
    assert table.ending == Ending(None, "agreement")
    assert table.offers == {}


def test_two_who_offer_the_same_agree():
    table = table_of(ANN, BEN)
    act(table, 0, "offer", kind="draw")
    assert act(table, 1, "offer", kind="draw").kind == Drawn()


def test_an_offer_is_declined_by_the_other_or_withdrawn_by_its_maker():
    for holder in (0, 1):
        table = table_of(ANN, BEN)
        act(table, 0, "offer", kind="draw")
        change = act(table, holder, "decline", kind="draw")
        assert (change.kind, change.seat) == (Declined("draw"), holder)
        assert table.offers == {}


def test_a_decision_of_the_other_declines_a_draw_and_any_decision_a_takeback():
    table = table_of(ANN, BEN)
    act(table, 0, "offer", kind="draw")
    act(table, 0, "move", text="c2rw")
    assert set(table.offers) == {"draw"}
    act(table, 1, "move", text="-")
    assert table.offers == {}
    act(table, 0, "offer", kind="takeback")
    happen(table, Moved("a1rr"), 1)
    assert table.offers == {}


def test_at_one_screen_a_draw_is_agreed_on_at_once_and_an_engine_agrees_to_none():
    assert act(table_of(ANN, SAME), 0, "offer", kind="draw").kind == Drawn()
    assert refused(table_of(ANN, ENGINE), 0, "offer", kind="draw") == "engine_plays"


def test_a_takeback_goes_to_before_the_last_turn_of_whoever_asked():
    table = table_of(ANN, BEN)
    assert refused(table, 0, "offer", kind="takeback") == "nothing_to_undo"
    act(table, 0, "move", text="c2rw")
    assert refused(table, 1, "offer", kind="takeback") == "nothing_to_undo"
    act(table, 1, "move", text="E")
    act(table, 1, "move", text="a1rr")
    change = act(table, 1, "offer", kind="takeback")
    assert (change.kind, change.seat) == (Offered("takeback"), 1)
    change = act(table, 0, "accept", kind="takeback")
    assert (change.kind, change.seat) == (TakenBack(1), 1)
    assert [move.text for move in table.moves] == ["c2rw"]
    assert table.undone == ["E", "a1rr"]
    assert len(table.positions) == 2
    assert table.position_version == table.version


def test_asking_for_ones_own_takeback_does_not_grant_the_others():
    table = table_of(ANN, BEN)
    act(table, 0, "move", text="c2rw")
    act(table, 1, "move", text="-")
    act(table, 0, "offer", kind="takeback")
    assert refused(table, 1, "offer", kind="takeback") == "already_offered"
    change = act(table, 1, "accept", kind="takeback")
    assert (change.kind, change.seat) == (TakenBack(0), 0)


def test_undo_and_redo_are_for_one_person():
    table = table_of(ANN, BEN)
    act(table, 0, "move", text="c2rw")
    assert refused(table, 0, "undo") == "not_between_people"
    assert refused(table, 0, "redo") == "not_between_people"
    table = table_of(ANN, ENGINE)
    assert refused(table, 0, "undo") == "nothing_to_undo"
    assert refused(table, 0, "redo") == "nothing_to_undo"
    act(table, 0, "move", text="c2rw")
    happen(table, Moved("E"), 1)
    happen(table, Moved("a1rr"), 1)
    assert refused(table, 0, "undo", version=0) == "stale_move"
    change = act(table, 0, "undo")
    assert (change.kind, change.seat) == (Undone(0), 0)
    assert table.undone == ["c2rw", "E", "a1rr"]
    assert refused(table, 0, "redo", version=0) == "stale_move"
    change = act(table, 0, "redo")
    assert (change.kind, change.seat) == (Redone(3), 0)
    assert [move.text for move in table.moves] == ["c2rw", "E", "a1rr"]
    assert table.undone == []


def test_redo_goes_as_far_as_there_is_something_undone():
    table = table_of(ANN, ENGINE)
    act(table, 0, "move", text="c2rw")
    act(table, 0, "undo")
    assert act(table, 0, "redo").kind == Redone(1)
    act(table, 0, "undo")
    act(table, 0, "move", text="a1rr")
    assert table.undone == []


def test_a_rematch_comes_after_the_end_and_once():
    table = table_of(ANN, BEN)
    assert refused(table, 0, "offer", kind="rematch") == "game_not_over"
    act(table, 0, "resign")
    assert refused(table, 5, "offer", kind="rematch") == "not_your_seat"
    assert act(table, 0, "offer", kind="rematch").kind == Offered("rematch")
    change = act(table, 1, "accept", kind="rematch")
    assert change.kind == Rematched("again")
    table = table_of(ANN, BEN)
    act(table, 0, "resign")
    happen(table, Rematched("h"))
    assert table.rematch == "h"
    assert refused(table, 0, "offer", kind="rematch") == "already_offered"


def test_games_between_engines_are_directed_by_whoever_made_them():
    table = table_of(ENGINE, ENGINE)
    for word in ("pause", "resume", "stop"):
        assert refused(table, None, word) == "not_your_seat"
        assert refused(table_of(ANN, ENGINE), 0, word) == "not_your_seat"
    assert refused(table, 0, "resume") == "stale_move"
    change = act(table, 0, "pause")
    assert (change.kind, change.seat, change.position) == (Paused(), None, None)
    assert table.paused
    assert table.position_version == 1
    assert refused(table, 0, "pause") == "stale_move"
    act(table, 0, "resume")
    assert not table.paused
    assert refused(table, 0, "offer", kind="rematch") == "game_not_over"
    act(table, 0, "pause")
    act(table, 0, "stop")
    assert not table.paused
    assert table.ending == Ending(None, "stopped")
    assert refused(table, 0, "stop") == "game_over"
    change = act(table, 0, "offer", kind="rematch")
    assert (change.kind, change.seat) == (Rematched("again"), None)


def test_an_engine_moves_in_its_turn_and_on_the_position_it_thought_about():
    table = table_of(ENGINE, ANN)
    for seat, version, reason in ((1, 0, "not_your_turn"), (0, 1, "stale_move")):
        with pytest.raises(Refusal) as caught:
            engine_move(table, seat, "c2rw", version)
        assert caught.value.code == reason
    assert engine_move(table, 0, "c2rw", 0).kind == Moved("c2rw")


def test_the_engine_advises_nobody_who_could_use_it_against_somebody():
    assert code(may_be_advised(table_of(ANN, BEN), 0)) == "not_between_people"
    assert code(may_be_advised(table_of(ANN, OPEN), 0)) == "not_between_people"
    assert code(may_be_advised(table_of(ANN, ENGINE), None)) == "not_for_spectators"
    assert code(may_be_advised(table_of(ANN, ENGINE), 0)) is None
    over = table_of(ANN, BEN)
    act(over, 0, "resign")
    assert code(may_be_advised(over, None)) is None
    assert code(may_have_hint(over, None)) is None
    table = table_of(ANN, ENGINE)
    assert code(may_have_hint(table, 0)) is None
    act(table, 0, "move", text="c2rw")
    assert code(may_have_hint(table, 0)) == "not_your_turn"


def test_four_agree_one_after_the_other():
    people = tuple(Seat("person", name=f"P{holder}", holder=holder) for holder in range(4))
    options = {"players": 4}
    table = Table(Agreement(id="g", created=1_000, rules="caminos", options=options, seats=people))
    act(table, 2, "offer", kind="draw")
    change = act(table, 0, "accept", kind="draw")
    assert (change.kind, change.seat) == (Accepted("draw"), 0)
    change = act(table, 3, "offer", kind="draw")
    assert (change.kind, change.seat) == (Accepted("draw"), 3)
    assert table.offers["draw"].holders == {0, 2, 3}
    assert table.offers["draw"].seat == 2
    assert refused(table, 3, "accept", kind="draw") == "already_offered"
    assert act(table, 1, "accept", kind="draw").kind == Drawn()


def test_a_game_is_deleted_by_whoever_made_it_and_not_from_under_another():
    table = table_of(ANN, BEN)
    assert code(may_delete(table, 1)) == "not_your_seat"
    assert code(may_delete(table, None)) == "not_your_seat"
    assert code(may_delete(table, 0)) == "game_not_over"
    act(table, 1, "resign")
    assert code(may_delete(table, 0)) is None
    for alone in (table_of(ANN, OPEN), table_of(ANN, SAME), table_of(ANN, ENGINE), table_of(ENGINE, ENGINE)):
        assert code(may_delete(alone, 0)) is None


def test_nothing_is_undone_or_played_again_after_the_end():
    table = table_of(ANN, ENGINE)
    act(table, 0, "move", text="c2rw")
    act(table, 0, "undo")
    act(table, 0, "resign")
    assert refused(table, 0, "redo") == "game_over"
    assert refused(table, 0, "undo") == "game_over"
    assert refused(table, 0, "offer", kind="takeback") == "game_over"
    assert act(table, 0, "offer", kind="rematch").kind == Rematched("again")


def over(*seats: Seat) -> Table:
    table = table_of(*seats)
    happen(table, Drawn())
    return table


@pytest.mark.parametrize(
    ("what", "table", "holder", "reason"),
    [
        ("move", table_of(ANN, BEN), 0, None),
        ("move", table_of(ANN, BEN), 1, "not_your_turn"),
        ("move", table_of(ANN, BEN), None, "not_your_turn"),
        ("move", table_of(ANN, OPEN), 0, "waiting"),
        ("move", over(ANN, BEN), 0, "game_over"),
        ("resign", table_of(ANN, BEN), 0, None),
        ("draw", table_of(ANN, BEN), 0, None),
        ("draw", table_of(ANN, ENGINE), 0, "engine_plays"),
        ("draw", over(ANN, ENGINE), 0, "game_over"),
        ("take_back", table_of(ANN, BEN), 0, "nothing_to_undo"),
        ("undo", table_of(ANN, BEN), 0, "not_between_people"),
        ("undo", table_of(ANN, ENGINE), 0, "nothing_to_undo"),
        ("redo", table_of(ANN, BEN), 0, "not_between_people"),
        ("redo", table_of(ANN, ENGINE), 0, "nothing_to_undo"),
        ("rematch", over(ANN, BEN), 0, None),
        ("rematch", over(ANN, BEN), 7, "not_your_seat"),
        ("rematch", over(ANN, BEN), None, "not_your_seat"),
        ("rematch", over(ENGINE, ENGINE), 0, None),
        ("rematch", over(ENGINE, ENGINE), None, "not_your_seat"),
        ("rematch", table_of(ANN, BEN), 0, "game_not_over"),
        ("stop", table_of(ENGINE, ENGINE), 0, None),
        ("stop", table_of(ENGINE, ENGINE), None, "not_your_seat"),
        ("stop", table_of(ANN, ENGINE), 0, "not_your_seat"),
        ("stop", over(ENGINE, ENGINE), 0, "game_over"),
        ("pause", table_of(ENGINE, ENGINE), 0, None),
        ("pause", over(ENGINE, ENGINE), 0, "game_over"),
        ("resume", table_of(ENGINE, ENGINE), 0, "stale_move"),
        ("be_advised", table_of(ENGINE, ENGINE), 0, None),
        ("be_advised", table_of(ENGINE, ENGINE), None, "not_for_spectators"),
        ("have_hint", table_of(ANN, BEN), 0, "not_between_people"),
        ("have_hint", table_of(ENGINE, ANN), 0, "not_your_turn"),
    ],
)
def test_what_may_be_done_is_known_before_anybody_does_it(what, table, holder, reason):
    assert code(getattr(permissions, f"may_{what}")(table, holder)) == reason
