"""Placing, answering, leaving, blocked megaliths: the course of a game of Carnac."""

from __future__ import annotations

import pytest

from stonefield import IllegalMove, InvalidMove, carnac


def after(*moves: str, **options) -> carnac.Position:
    position = carnac.start(**options)
    for move in moves:
        position = position.play(move)
    return position


def texts(position: carnac.Position) -> list[str]:
    return [str(move) for move in position.legal_moves()]


def test_an_empty_square_offers_four_placements():
    assert [m for m in texts(carnac.start()) if m.startswith("c4")] == ["c4rr", "c4wr", "c4rw", "c4ww"]


def test_either_colour_may_be_on_top_whoever_places():
    position = after("c4wr")
    assert position.tops == {"c4": "white"}
    assert position.turn == "white"
    assert position.player == 2


def test_the_opponent_may_tilt_in_four_directions_or_leave():
    assert texts(after("e4rw")) == ["N", "E", "S", "W", "-"]


@pytest.mark.parametrize(
    ("answer", "tops"),
    [
        ("N", {"e5": "red", "e6": "red"}),
        ("E", {"f4": "white", "g4": "white"}),
        ("S", {"e3": "red", "e2": "red"}),
        ("W", {"d4": "white", "c4": "white"}),
        ("-", {"e4": "red"}),
    ],
)
def test_a_fall_shows_the_colour_of_the_sides_along_it(answer, tops):
    assert after("e4rw", answer).tops == tops


def test_the_square_of_a_tilted_megalith_is_free_again():
    position = after("e4rw", "E", "e4ww")
    assert position.tops["e4"] == "white"


def test_a_lying_megalith_knows_its_two_squares_and_its_red_end():
    assert after("e4rw", "E").stones[0].squares == ("g4", "f4")
    assert after("e4ww", "E").stones[0].squares == ("f4", "g4")


def test_after_a_tilt_the_tilter_places():
    position = after("e4rw", "N")
    assert (position.turn, position.player, position.pending) == ("white", 2, None)


def test_after_leaving_the_placer_places_again():
    position = after("e4rw", "-")
    assert (position.turn, position.player, position.pending) == ("red", 1, None)


def test_nobody_tilts_over_the_edge():
    assert texts(after("a1rw")) == ["N", "E", "-"]
    with pytest.raises(IllegalMove, match="over the edge"):
        after("a1rw", "S")
    with pytest.raises(IllegalMove, match="over the edge"):
        after("b1rw", "W")


def test_a_tilt_needs_two_empty_squares():
    position = after("c1rr", "-", "a1rr")
    assert texts(position) == ["N", "-"]
    with pytest.raises(IllegalMove, match="in the way"):
        position.play("E")


def test_a_megalith_that_cannot_fall_gives_no_choice_and_the_opponent_places():
    position = after("b2rr", board="3x3")
    assert position.pending is None
    assert (position.turn, position.player) == ("white", 2)
    assert len(texts(position)) == 8 * 4


def test_an_answered_megalith_never_moves_again():
    position = after("e4rw", "-", "a1rr")
    assert position.pending is not None
    assert position.pending.square == "a1"


def test_placing_while_an_answer_is_due_is_illegal():
    with pytest.raises(IllegalMove, match="e4 waits for an answer"):
        after("e4rw", "a1rr")


def test_answering_with_nothing_to_answer_is_illegal():
    for answer in ("N", "-"):
        with pytest.raises(IllegalMove, match="no megalith waits"):
            carnac.start().play(answer)


def test_placing_on_an_occupied_square_is_illegal():
    with pytest.raises(IllegalMove, match="e4 is occupied"):
        after("e4rw", "-", "e4rr")


def test_a_square_beyond_the_board_is_illegal_and_the_error_says_where_it_ends():
    with pytest.raises(IllegalMove, match="`k3`: the medium board ends at j7"):
        carnac.start().play("k3rw")


@pytest.mark.parametrize(
    "text", ["", "c4", "c4r", "c4rx", "C4rw", "c0rw", "z4rw", "c4rw ", "n", "X", "--", "c15rr"]
)
def test_what_is_no_move_is_invalid_not_illegal(text):
    with pytest.raises(InvalidMove):
        carnac.start().play(text)


def test_a_refused_move_leaves_the_position_as_it_was():
    position = after("e4rw")
    before = str(position)
    with pytest.raises(IllegalMove):
        position.play("a1rr")
    assert str(position) == before


def test_a_move_made_on_another_board_means_the_same_square():
    small, large = carnac.start("small"), carnac.start("large")
    move = large.read("c4rw")
    assert small.play(move) == small.play("c4rw")
    with pytest.raises(IllegalMove, match="ends at h5"):
        small.play(large.read("k9rw"))


def test_a_move_of_another_game_is_invalid():
    from stonefield.games.game import Move

    class Foreign(Move):
        def __init__(self):
            self.text = "foreign"

    with pytest.raises(InvalidMove):
        carnac.start().play(Foreign())


def test_white_may_begin():
    position = carnac.start(first="white")
    assert (position.turn, position.player) == ("white", 1)
    assert (position.colour_of(1), position.colour_of(2)) == ("white", "red")


def test_legal_moves_are_a_sequence():
    moves = carnac.start("small").legal_moves()
    assert len(moves) == 160
    assert moves[0] == moves[-160]
    assert moves[-1] == list(moves)[-1]
    assert list(moves[3:5]) == list(moves)[3:5]
    assert moves[7] in moves
