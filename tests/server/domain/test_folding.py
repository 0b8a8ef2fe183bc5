"""A game is what its events make of it: clocks, versions, and what was agreed on before."""

from __future__ import annotations

import pytest

from stonefield.server.domain.game.agreement import Agreement, Ending, Seat, agree, clean_name
from stonefield.server.domain.game.clock import Clock
from stonefield.server.domain.game.event import Event, Moved, PlayedMove, Restarted, Stalled, TimeUp
from stonefield.server.domain.game.table import replay
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import NewGame

from .tables import ANN, BEN, ENGINE, SAME, act, happen, table_of


def test_the_first_decision_is_free_and_a_turn_earns_the_increment():
    table = table_of(ANN, BEN, clock=(60, 2))
    act(table, 0, "move", text="c2rw", at=9_000)
    assert table.moves[0] == PlayedMove("c2rw", 0, 8_000, 60_000)
    assert table.clock.left(9_000) == [60_000, 60_000]
    act(table, 1, "move", text="E", at=12_000)
    assert table.moves[1] == PlayedMove("E", 1, 3_000, 57_000)
    act(table, 1, "move", text="a1rr", at=13_000)
    assert table.moves[2] == PlayedMove("a1rr", 1, 1_000, 58_000)
    assert table.clock.left(14_500) == [58_500, 58_000]
    assert table.clock.deadline == 73_000


def test_without_a_clock_moves_tell_the_time_since_the_last_event():
    table = table_of(ANN, BEN)
    act(table, 0, "move", text="c2rw", at=4_000)
    act(table, 1, "move", text="E", at=9_000)
    assert [(move.spent_ms, move.clock_ms) for move in table.moves] == [(3_000, None), (5_000, None)]
    act(table, 1, "move", text="a1rr", at=8_000)
    assert table.moves[2].spent_ms == 0


def test_a_clock_stands_still_at_first_and_a_game_is_plain_unless_it_was_agreed_otherwise():
    clock = Clock(1_000, 0, 2)
    assert (clock.remaining, clock.running, clock.since, clock.owed) == ([1_000, 1_000], None, 0, 0)
    plain = table_of(ANN, BEN).agreement
    assert (plain.invite_hash, plain.start, plain.prelude) == (None, "", ())
    assert (plain.result, plain.imported, plain.coach) == (None, False, "off")
    table = table_of(ANN, BEN)
    assert (table.paused, table.ending, table.rematch, table.position_version) == (False, None, None, 0)
    without = table_of(ANN, BEN, clock=(60, None))
    assert (without.clock.initial, without.clock.increment) == (60_000, 0)


def test_a_clock_charges_no_more_than_there_is_and_never_backwards():
    clock = Clock(1_000, 0, 2)
    assert clock.deadline is None
    clock.decided(0, 1, 5_000)
    assert clock.deadline == 6_000
    clock.charge(4_000)
    assert (clock.remaining, clock.since) == ([1_000, 1_000], 5_000)
    assert clock.left(9_000) == [1_000, 0]
    clock.charge(9_000)
    assert clock.remaining == [1_000, 0]


def test_a_stall_of_the_server_is_not_charged():
    clock = Clock(10_000, 0, 2, running=1, since=1_000)
    clock.owed = 2_000
    assert clock.left(4_000) == [10_000, 9_000]
    assert clock.left(2_000) == [10_000, 10_000]
    assert clock.deadline == 13_000
    clock.stalled(2_000, 4_000)
    assert (clock.since, clock.owed) == (3_000, 0)
    clock.stalled(9_000, 4_000)
    assert clock.since == 4_000
    clock.charge(5_000)
    assert (clock.remaining[1], clock.owed) == (9_000, 0)


def test_a_restart_counts_what_passed_before_the_server_stopped():
    clock = Clock(10_000, 0, 2, running=0, since=1_000)
    clock.slept(3_000, 50_000)
    assert (clock.remaining, clock.since) == ([8_000, 10_000], 50_000)
    clock.slept(0, 60_000)
    assert (clock.remaining, clock.since) == ([8_000, 10_000], 60_000)


def test_restarts_and_stalls_are_told_to_the_clock():
    table = table_of(ANN, BEN, clock=(60, 0))
    act(table, 0, "move", text="c2rw", at=2_000)
    happen(table, Stalled(1000), at=4_000)
    assert table.clock.since == 3_000
    happen(table, Restarted(5000), at=9_000)
    assert (table.clock.remaining[1], table.clock.since) == (58_000, 9_000)
    untimed = table_of(ANN, BEN)
    happen(untimed, Stalled(1000))
    happen(untimed, Restarted(1000))
    assert untimed.version == 2


def test_nobodys_clock_runs_before_the_first_decision_in_a_pause_or_after_the_end():
    table = table_of(ENGINE, ENGINE, clock=(60, 0))
    assert table.clock.running is None
    happen(table, Moved("c2rw"), 0)
    assert table.clock.running == 1
    act(table, 0, "pause", at=3_000)
    assert (table.clock.running, table.clock.remaining[1]) == (None, 59_000)
    act(table, 0, "resume", at=8_000)
    assert (table.clock.running, table.clock.since) == (1, 8_000)
    act(table, 0, "stop", at=9_000)
    assert (table.clock.running, table.clock.remaining[1]) == (None, 58_000)
    table = table_of(ANN, ENGINE, clock=(60, 0))
    act(table, 0, "move", text="c2rw")
    act(table, 0, "undo", at=3_000)
    assert table.clock.running is None


def test_whose_time_is_up_loses():
    table = table_of(ANN, BEN, clock=(1, 0))
    happen(table, TimeUp(), 1)
    assert table.ending == Ending(table.colour_of(0), "time")


def test_a_table_is_the_fold_of_its_events():
    table = table_of(ANN, SAME)
    act(table, 0, "move", text="c2rw")
    act(table, 0, "undo")
    act(table, 0, "move", text="a1rr")
    again = replay(table.agreement, table.events)
    assert again.moves == table.moves
    assert again.lengths == [0, 1, 0, 1]
    assert [again.keep(since) for since in range(4)] == [0, 0, 0, 1]
    assert again.position_after(1) == table.position
    with pytest.raises(Refusal, match="1 decisions") as caught:
        again.position_after(2)
    assert caught.value.code == "no_such_ply"
    with pytest.raises(AssertionError):
        again.apply(Event(9, 0, Moved("-"), 0))


def test_a_request_is_remembered_with_the_version_it_made():
    table = table_of(ANN, BEN)
    table.apply(Event(1, 2_000, Moved("c2rw"), 0, request="0 x"))
    act(table, 1, "move", text="-")
    assert table.requests == {"0 x": 1}


def test_who_plays_here():
    assert table_of(ANN, BEN).between_people
    assert not table_of(ANN, SAME).between_people
    assert not table_of(ANN, ENGINE).between_people
    assert table_of(ENGINE, ENGINE).between_engines
    assert not table_of(ANN, ENGINE).between_engines
    table = table_of(ANN, SAME)
    assert (table.seats_of(0), table.seats_of(1), table.seats_of(None)) == ((0, 1), (), ())
    assert table.people == {0}


def test_an_imported_game_begins_with_its_moves_and_keeps_its_result():
    table = table_of(ANN, SAME, prelude=("c2rw", "-"), result=Ending("red", "time"))
    assert [move.text for move in table.moves] == ["c2rw", "-"]
    assert (table.version, table.lengths, table.status) == (0, [2], "over")
    assert table.ending == Ending("red", "time")
    set_up = table_of(ANN, SAME, start="carnac 5x4 8 r r1 a1rr")
    assert str(set_up.position) == "carnac 5x4 8 r r1 a1rr"


def test_a_rematch_is_the_same_game_with_everybody_one_seat_on():
    first = Agreement(
        id="g",
        created=1,
        rules="carnac",
        options={"board": "5x4"},
        seats=(ANN, BEN),
        clock_seconds=60,
        clock_increment=2,
        invite_hash="x",
        prelude=("c2rw",),
        result=Ending(None, "agreement"),
        imported=True,
    )
    second = first.rematch((ANN, BEN), id="h", created=9)
    assert (second.id, second.created, second.seats) == ("h", 9, (BEN, ANN))
    assert (second.options, second.clock_seconds, second.clock_increment) == (first.options, 60, 2)
    assert (second.invite_hash, second.prelude, second.result, second.imported) == (None, (), None, False)


def wishes(*seats: dict, **more) -> NewGame:
    return NewGame.model_validate({"game": "carnac", "seats": list(seats), **more})


PERSON, FREE = {"kind": "person", "name": " An\u200bn  B "}, {"kind": "open"}


def test_what_is_wished_for_is_agreed_on():
    made = agree(
        wishes(PERSON, FREE, options={"board": "5x4"}, clock={"seconds": 60, "increment": 2}),
        id="g",
        created=5,
        invite_hash="x",
    )
    assert (made.id, made.created, made.rules, made.invite_hash) == ("g", 5, "carnac", "x")
    assert made.seats == (Seat("person", name="Ann B", holder=0), Seat("open"))
    assert (made.clock_seconds, made.clock_increment) == (60, 2)
    assert made.options["board"] == "5x4"
    assert set(made.options) == set(made.start_position.options)
    closed = agree(wishes(PERSON, {"kind": "engine", "level": 3}), id="g", created=5, invite_hash="x")
    assert (closed.invite_hash, closed.clock_seconds, closed.clock_increment) == (None, None, None)
    assert closed.seats[1] == Seat("engine", level=3)
    assert (closed.seats[1].name, closed.seats[1].holder, made.seats[1].level) == ("", None, None)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (wishes(PERSON, FREE, game="chess"), "invalid_option"),
        (wishes(PERSON, FREE, options={"board": "1x1"}), "invalid_option"),
        (wishes(PERSON, FREE, options={"dance": True}), "invalid_option"),
        (wishes(PERSON, FREE, FREE), "wrong_seats"),
    ],
)
def test_what_cannot_be_played_is_not_agreed_on(wanted, code):
    with pytest.raises(Refusal) as caught:
        agree(wanted, id="g", created=5, invite_hash="x")
    assert caught.value.code == code


def test_a_name_has_nothing_invisible_in_it():
    assert clean_name("  Ann\u202e \n Lee\x00 ") == "Ann Lee"


SET_UP = {
    "position": "carnac 5x4 8 r r1 a1rr",
    "rules": "carnac",
    "options": {"board": "5x4"},
    "players": 2,
}


def test_a_position_brings_its_game_and_its_options_along():
    made = agree(wishes(PERSON, FREE), id="g", created=5, invite_hash="x", set_up=SET_UP)
    assert (made.start, made.options) == (SET_UP["position"], SET_UP["options"])
    assert str(made.start_position) == SET_UP["position"]
    for wanted, set_up, code in (
        (wishes(PERSON, FREE), {**SET_UP, "rules": "caminos"}, "invalid_option"),
        (wishes(PERSON, FREE, options={"board": "5x4"}), SET_UP, "invalid_option"),
        (wishes(PERSON, FREE), {**SET_UP, "players": 4}, "wrong_seats"),
    ):
        with pytest.raises(Refusal) as caught:
            agree(wanted, id="g", created=5, invite_hash="x", set_up=set_up)
        assert caught.value.code == code


def test_the_coach_is_for_one_person_against_engines():
    level = {"kind": "engine", "level": 3}
    made = agree(wishes(PERSON, level, coach="mistakes"), id="g", created=5, invite_hash="x")
    assert made.coach == "mistakes"
    assert agree(wishes(PERSON, level), id="g", created=5, invite_hash="x").coach == "off"
    for seats in ((PERSON, FREE), (PERSON, PERSON), (level, level)):
        with pytest.raises(Refusal) as caught:
            agree(wishes(*seats, coach="mistakes"), id="g", created=5, invite_hash="x")
        assert caught.value.code == "not_between_people"


def test_the_deadline_after_an_event_is_known_before():
    table = table_of(ANN, BEN, clock=(60, 2))
    act(table, 0, "move", text="c2rw", at=2_000)
    assert table.deadline == 62_000
    act(table, 1, "offer", kind="draw", at=5_000)
    act(table, 1, "move", text="-", at=10_000)
    assert table.deadline == 70_000, "the first decision was free"
    act(table, 0, "offer", kind="takeback", at=20_000)
    act(table, 1, "decline", kind="takeback", at=21_000)
    act(table, 1, "offer", kind="takeback", at=22_000)
    act(table, 0, "accept", kind="takeback", at=30_000)
    table.clock.owed = 5_000
    stalled = Event(table.version + 1, 40_000, Stalled(5_000))
    moved = Event(table.version + 2, 40_000, Moved("-"), 1)
    foreseen = table.outlook([stalled, moved], table.position.play("-")).deadline
    table.apply(stalled)
    table.apply(moved)
    assert table.deadline == foreseen
    act(table, 0, "resign", at=50_000)
    assert table.deadline is None
    alone = table_of(ANN, ENGINE, clock=(60, 2))
    act(alone, 0, "move", text="c2rw")
    assert alone.deadline is None, "an engine's time is looked after where it thinks"
    act(alone, 0, "undo")
    act(alone, 0, "redo")
