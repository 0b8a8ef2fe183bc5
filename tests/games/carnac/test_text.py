"""Positions as text: lossless, and nonsense is refused with a reason."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stonefield import InvalidPosition, StonefieldError, carnac
from stonefield.games import parse


def test_the_text_names_everything_on_the_table():
    position = carnac.start()
    for move in ("e4rw", "E", "d5wr"):
        position = position.play(move)
    assert str(position) == "carnac medium 28 r r1 g4f4w,d5wr?"
    assert repr(position) == "<carnac medium 28 r r1 g4f4w,d5wr?>"
    assert carnac.parse(str(position)) == position
    assert parse(str(position)) == position


def test_the_order_of_placing_does_not_matter_to_equality():
    one = carnac.start().play("a1rr").play("-").play("h7ww").play("-")
    other = carnac.start().play("h7ww").play("-").play("a1rr").play("-")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == str(other)


def test_which_squares_form_one_megalith_matters():
    assert carnac.parse("carnac small 28 r r1 a1b1w,c1d1w") != carnac.parse(
        "carnac small 28 r r1 b1c1w,a1wr,d1wr"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "reads like"),
        ("carnac", "reads like"),
        ("carnac medium 28 r w2", "reads like"),
        ("carnac medium 28 r w3 -", "reads like"),
        ("chess medium 28 r r1 -", "reads like"),
        ("carnac tiny 28 r r1 -", "a board is"),
        ("carnac medium 99 r r1 -", "from 1 to 60"),
        ("carnac medium 28 r w2 -", "red begins"),
        ("carnac medium 28 r r2 a1rr", "players have not swapped"),
        ("carnac medium 28 rs r2 -", "players have not swapped"),
        ("carnac medium 28 r r1 a1rr,a1ww", "a1 is occupied twice"),
        ("carnac medium 28 r r1 a1b2r", "two squares that touch"),
        ("carnac medium 28 r r1 j1a2r", "two squares that touch"),
        ("carnac medium 28 r r1 k1rr", "ends at j7"),
        ("carnac medium 28 r r1 E", "a megalith reads like"),
        ("carnac medium 28 r r1 a1", "a move is"),
        ("carnac medium 28 r r1 a1rr,,b2rr", "a move is"),
        ("carnac medium 28 r r1 a1rr?,b2rr?", "only one megalith"),
        ("carnac medium 1 r r1 a1rr,b2rr", "the stock was 1"),
        ("carnac medium 1 r w2 a1rr?", "not answered"),
        ("carnac 3x3 9 r w2 b2rr?", "cannot be tilted"),
        ("carnac medium 28 r r1 " + "a1rr," * 30, "a move is"),
    ],
)
def test_nonsense_is_refused_with_a_reason(text, reason):
    with pytest.raises(InvalidPosition, match=reason):
        carnac.parse(text)


def test_any_game_is_found_by_its_first_word():
    with pytest.raises(InvalidPosition, match="begins with the game's name"):
        parse("go 19x19")
    with pytest.raises(InvalidPosition):
        parse("   ")


_WORDS = st.sampled_from(
    [
        "carnac",
        "medium",
        "5x4",
        "28",
        "0",
        "r",
        "rts",
        "w2",
        "r1",
        "-",
        "a1rr",
        "a1b1w",
        "c4rw?",
        ",",
        " ",
        "é",
        "\n",
    ]
)


@pytest.mark.unwatched
@given(st.one_of(st.text(), st.lists(_WORDS).map(" ".join), st.lists(_WORDS).map("".join)))
@example("carnac medium 28 r r1 a1a1r")
@example("carnac medium 28 r r1 n14rr")
@example("carnac medium ２８ r r1 -")
def test_arbitrary_text_gives_a_position_or_our_own_error(text):
    try:
        position = carnac.parse(text)
    except InvalidPosition:
        return
    assert carnac.parse(str(position)) == position


@given(st.text(max_size=8))
def test_arbitrary_moves_give_a_position_or_our_own_error(text):
    try:
        carnac.start().play(text)
    except StonefieldError:
        return
