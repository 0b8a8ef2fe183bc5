"""A record is a legal game: it cannot be made otherwise."""

from __future__ import annotations

import pickle

import pytest

from stonefield import IllegalMove, InvalidMove, caminos, carnac, draw
from stonefield.records import Line, Ply, Record, RecordError, result_of

SHORT = carnac.start("3x3", stock=2)


def test_a_record_begins_unfinished_and_without_plies():
    record = Record(carnac.start())
    assert record.result == "*"
    assert record.moves == ()
    assert record.final == carnac.start()
    assert record.winner is None


def test_playing_adds_a_ply_and_leaves_the_old_record_alone():
    before = Record(carnac.start())
    after = before.play("c4rw", clock=299.5, mark="!", comment="bold").play("E")
    assert before.moves == ()
    assert after.moves == ("c4rw", "E")
    assert after.line.plies[0] == Ply("c4rw", "!", "bold", 299.5)
    assert after.positions == (carnac.start(), *(carnac.start().play("c4rw"), after.final))


def test_whoever_made_a_record_cannot_change_its_tags_afterwards():
    tags = {"Event": "here"}
    record = Record(carnac.start(), tags=tags)
    tags["Event"] = "there"
    assert record.tags == {"Event": "here"}


def test_a_tag_may_be_just_as_long_as_tags_may_be():
    name, value = "N" * 64, "v" * 20_000
    assert Record(carnac.start(), tags={name: value}).tags == {name: value}
    for tags in ({name + "N": value}, {name: value + "v"}):
        with pytest.raises(RecordError, match="at most 20000 characters, its name 64"):
            Record(carnac.start(), tags=tags)


def test_the_rules_give_the_result_when_the_game_is_over():
    record = Record.of(carnac.start("3x3", stock=1), ["a1rr"])
    assert record.result == "1/2-1/2"


def test_the_one_stands_for_the_player_who_began_whatever_the_colour():
    # Green begins here and closes a path along the first rank.
    start = caminos.start("square", first="green")
    moves = ["L:a1,b1,c1,c2", "L:a8,b8,c7,c8", "L:d1,e1,f1,f2", "L:d8,e8,f7,f8", "O:g1,g2,h1,h2"]
    record = Record.of(start, moves)
    assert (record.result, record.winner) == ("1-0", "green")


def test_after_a_swap_the_result_follows_the_player():
    record = Record(carnac.start(swap=True)).play("c4rw").play("swap")
    resigned = record.finish("0-1", "resignation")
    assert resigned.winner == "red"
    assert resigned.tags == {"Reason": "resignation"}


def test_nothing_is_played_after_the_end():
    resigned = Record(carnac.start()).finish("1-0", "time")
    with pytest.raises(RecordError, match="has ended 1-0"):
        resigned.play("c4rw")


def test_every_move_has_its_own_spelling():
    record = Record(
        caminos.start(), Line((Ply("L:c2,c1,b1,a1", variations=(Line((Ply("O:b2,b1,a2,a1"),)),)),))
    )
    assert record.moves == ("L:a1,b1,c1,c2",)
    assert record.line.plies[0].variations == (Line((Ply("O:a1,a2,b1,b2"),)),)


def test_unreadable_and_illegal_moves_are_refused_as_the_rules_do():
    with pytest.raises(InvalidMove):
        Record(carnac.start(), Line((Ply("nonsense"),)))
    with pytest.raises(IllegalMove):
        Record(carnac.start(), Line((Ply("E"),)))


def test_variations_are_checked_as_well():
    with pytest.raises(IllegalMove):
        Record(carnac.start(), Line((Ply("c4rw", variations=(Line((Ply("N"),)),)),)))
    with pytest.raises(RecordError, match="at least one move"):
        Record(carnac.start(), Line((Ply("c4rw", variations=(Line(),)),)))


def test_variations_lie_only_so_deep_in_each_other():
    line = Line((Ply("c4rw"),))
    for _ in range(50):
        line = Line((Ply("c4rw", variations=(line,)),))
    Record(carnac.start(), line)
    with pytest.raises(RecordError, match="50 deep"):
        Record(carnac.start(), Line((Ply("c4rw", variations=(line,)),)))


@pytest.mark.parametrize("clock", [-1.0, 3_600_000.0, float("nan"), float("inf"), 10**400])
def test_a_clock_shows_a_time(clock):
    with pytest.raises(RecordError, match="a clock shows"):
        Ply("c4rw", clock=clock)


def test_clocks_are_kept_to_the_millisecond():
    assert Ply("c4rw", clock=1.23456).clock == 1.235
    assert Ply("c4rw", clock=3_599_999.99999).clock == 3_599_999.999


def test_only_six_marks_exist():
    with pytest.raises(RecordError, match="a mark is one of"):
        Ply("c4rw", "!!!")


def test_results_are_known_and_agree_with_the_rules():
    with pytest.raises(RecordError, match="a result is one of"):
        Record(carnac.start(), result="2-0")
    over = Record.of(SHORT, ["a1rr", "E", "a1ww"])
    assert over.result == result_of(over.final) == "1/2-1/2"
    with pytest.raises(RecordError, match="by the rules this game ended 1/2-1/2"):
        Record(SHORT, over.line, "1-0")


def test_tags_have_plain_names_and_leave_the_set_up_alone():
    with pytest.raises(RecordError, match="letters and digits"):
        Record(carnac.start(), tags={"no spaces": ""})
    for name in ("Game", "Position", "Result", "Board", "FinalTilt"):
        with pytest.raises(RecordError, match="written by itself"):
            Record(carnac.start(), tags={name: "true"})
    assert Record(carnac.start(), tags={"Neutral": "x"}).tags == {"Neutral": "x"}


def test_half_characters_are_refused_because_no_file_can_hold_them():
    said = Ply("c4rw", comment="\ud800")
    for line in (Line((), "\ud800"), Line((said,)), Line((Ply("c4rw", variations=(Line((said,)),)),))):
        with pytest.raises(RecordError, match="half a character"):
            Record(carnac.start(), line)
    with pytest.raises(RecordError, match="half a character"):
        Record(carnac.start(), tags={"Event": "\ud800"})


def test_records_are_values():
    one, same = (Record.of(carnac.start(), ["c4rw", "E"], {"Event": "x"}) for _ in range(2))
    assert one == same
    assert hash(one) == hash(same)
    assert pickle.loads(pickle.dumps(one)) == one
    assert "positions" not in repr(one)
    assert one != Record.of(carnac.start(), ["c4rw", "W"], {"Event": "x"})


def test_a_notebook_shows_the_last_position_with_its_last_move():
    record = Record.of(carnac.start(), ["c4rw", "E"])
    assert record._repr_svg_() == draw.svg(record.final, last="E")
    assert Record(carnac.start())._repr_svg_() == draw.svg(carnac.start())


def test_an_error_survives_the_way_between_processes():
    error = pickle.loads(pickle.dumps(RecordError("no", 3, 4)))
    assert (str(error), error.line, error.column) == ("line 3, column 4: no", 3, 4)
