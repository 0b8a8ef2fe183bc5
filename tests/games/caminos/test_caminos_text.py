"""Positions as text: lossless, in one line, and never nonsense."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield import InvalidPosition, caminos
from stonefield.games.caminos import parsing

NOOK = "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3"


def test_a_position_is_one_readable_line(lay):
    assert str(caminos.start()) == "caminos square classic 2y y1 L4T4S4O2/L4T4S4O2 -"
    position = lay("O:a1,a2,b1,b2 S:b2*2,c2*2", points=True, swap=True, first="green")
    text = "caminos square classic 2gps g1 L4T4S4O1/L4T4S3O2 gO:a1,a2,b1,b2;yS:b2*2+1,c2*2"
    assert str(position) == text
    assert repr(position) == f"<{text}>"
    assert caminos.parse(text) == position


def test_the_order_of_the_pieces_in_the_text_does_not_matter():
    text = "caminos square classic 2gps g1 L4T4S4O1/L4T4S3O2 yS:b2*2+1,c2*2;gO:a1,a2,b1,b2"
    position = caminos.parse(text)
    assert [piece.colour for piece in position.pieces] == ["green", "yellow"]


def test_four_seats_tell_what_each_has_left():
    position = caminos.start(players=4, neutral=True).play("I:a1*3").play("I:h8*3").play("O:d4,d5,e4,e5")
    hands = "L2T2S2/L2T2S2O1/L2T2S2O1/L2T2S2O1"
    assert str(position) == f"caminos square classic 4yn g1 {hands} nI:a1*3;nI:h8*3;yO:d4,d5,e4,e5"


def test_a_swap_shows_in_who_owns_the_colour_on_turn():
    position = caminos.start(swap=True).play("O:d4,d5,e4,e5")
    assert str(position).split()[4] == "g2"
    assert str(position.play("swap")).split()[4] == "g1"
    assert caminos.parse(str(position.play("swap"))) == position.play("swap")


def test_a_board_and_pieces_of_ones_own_travel_in_the_text():
    position = caminos.start(NOOK, pieces="few=D1:##/M1:#").play("D:a1,a2")
    assert str(position) == f"caminos {NOOK} few=D1:#+#/M1:# 2y g2 M1/D1M1 yD:a1,a2"
    assert caminos.parse(str(position)) == position


START = "L4T4S4O2/L4T4S4O2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("caminos", "a position reads like"),
        (f"caminos square classic 3y y1 {START} -", "a position reads like"),
        (f"caminos hexagon classic 2y y1 {START} -", "the boards are"),
        (f"caminos square modern 2y y1 {START} -", "the piece sets are"),
        ("caminos square classic 4ys y0 L2T2S2O1/L2T2S2O1/L2T2S2O1/L2T2S2O1 -", "only two players can swap"),
        (f"caminos square classic 2y y0 {START} -", "two players are 1 and 2"),
        (f"caminos square classic 2y y2 {START} -", "players cannot have swapped"),
        (f"caminos square classic 2ys y2 {START} -", "no order of placing"),
        (f"caminos square classic 2y g2 {START} -", "the turn of yellow"),
        ("caminos square classic 4y y1 L2T2S2O1/L2T2S2O1/L2T2S2O1/L2T2S2O1 -", "seat 1 cannot own yellow"),
        (f"caminos square classic 4y y0 {START} -", "what 4 seats have left"),
        ("caminos square classic 2y y1 L4T4S4O2/L4T4O2S4 -", "once, in order"),
        ("caminos square classic 2y y1 L4T4S4O2/L4T4S4O2X1 -", "once, in order"),
        ("caminos square classic 2y y1 L4T4S4O1/L4T4S4O2 -", r"yellow has 0 O on the table and 1 left, of 2"),
        ("caminos square classic 2y y1 L5T4S4O2/L4T4S4O2 -", "yellow has 0 L on the table and 5 left"),
        ("caminos square classic 4y y0 L3T2S2O1/L2T2S2O1/L1T2S2O1/L2T2S2O1 -", r"3\+1 left"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:a1,a2,b1", "O cannot be turned"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:a1,a2,b1,b3", "O cannot be turned"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:a1,a1,b1,b1", "O cannot be turned"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:a1+1,a2+1,b1+1,b2+1", "O cannot be turned"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:a9,a8,b9,b8", "no such square"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:b1,a1,a2,b2", "is written yO:a1,a2,b1,b2"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO(a1)", "reads like"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yX:a1,a2,b1,b2", "yellow has no piece X"),
        ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 nO:a1,a2,b1,b2", "neutral has no piece O"),
        (f"caminos square classic 2y y1 {START} nI:a1*3", "1 neutral pieces on the table"),
        (f"caminos square classic 2yn y1 {START} nI:a1*3;nI:b1*3;nI:c1*3", "3 neutral pieces"),
        (f"caminos square classic 2yn y1 {START} nI:a1*3", "the turn of green"),
        (
            "caminos square classic 2y y1 L4T4S4O1/L4T4S4O1 yO:a1,a2,b1,b2;gO:b2,b3,c2,c3",
            "two pieces fill b2 at level 1",
        ),
        ("caminos square classic 2y g2 L4T4S3O2/L4T4S4O2 yS:b2*2+1,c2*2", "nothing beneath b2 at level 2"),
        ("caminos square classic 2y y1 L4T4S4O2/L4T4S4O1 gO:b2,b3,c2,c3", "they place by turns"),
        ("caminos square classic 2y y1 L4T4S4O1/L4T4S4O2 yO:b2,b3,c2,c3", "the turn of green"),
        (
            "caminos square classic 2y y1 L4T4S3O2/L4T4S4O1 gO:a1,a2,b1,b2;yS:b2*2+1,c2*2",
            "no order of placing",
        ),
        ("caminos square classic 2y g2 xL4T4S4O2/L4T4S4O2 -", "no order of placing"),
        (
            f"caminos {NOOK} few=I2:### 2y y1 -/- yI:a1,a2,a3;yI:b1,b2,b3;gI:c1,c2,c3;gI:a1+1,b1+1,c1+1",
            "turned",
        ),
        (f"caminos {NOOK} few=I2:### 2y y1 I1/I1 yI:a1,a2,a3;gI:c1,c2,c3", "both colours have a path"),
        (f"caminos {NOOK} few=I2:### 2y y1 -/I1 yI:a1,a2,a3;yI:b1,b2,b3;gI:c1*3", "no order of placing"),
        (f"caminos {NOOK} few=I2:### 2y g2 I1/xI2 yI:a1,a2,a3", "no order of placing"),
        (f"caminos {NOOK} few=I2:### 2y g1 I1/I2 yI:a1*3", "players cannot have swapped"),
        (f"caminos {NOOK} few=I2:### 2ys g1 I1/I2 yI:a1,a2,a3", "no order of placing"),
    ],
)
def test_nonsense_is_refused_with_a_reason(text, message):
    with pytest.raises(InvalidPosition, match=message):
        caminos.parse(text)


def test_pieces_that_rest_on_each_other_in_a_ring_are_refused():
    ring = "yS:a1,b1*2,c1+1;gS:c1,c2*2,c3+1;yS:a3+1,b3*2,c3;gS:a1+1,a2*2,a3"
    with pytest.raises(InvalidPosition, match="no order of placing"):
        caminos.parse(f"caminos square classic 2y y1 L4T4S2O2/L4T4S2O2 {ring}")


STACKED = "yO:a1,a2,b1,b2;yO:g7,g8,h7,h8;gS:b2*2+1,c2*2"


def test_what_lies_beneath_another_piece_was_there_before():
    position = caminos.parse(f"caminos square classic 2y g2 L4T4S4/L4T4S3O2 {STACKED}")
    assert [str(piece.shape) for piece in position.pieces] == ["O", "S", "O"]
    assert position.pieces[0].cubes == {(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)}


def test_the_search_for_an_order_takes_back_only_so_many_pieces(monkeypatch):
    text = f"caminos square classic 2y g2 L4T4S4/L4T4S3O2 {STACKED}"
    monkeypatch.setattr(parsing, "PATIENCE", 3)
    assert len(caminos.parse(text).pieces) == 3
    monkeypatch.setattr(parsing, "PATIENCE", 2)
    with pytest.raises(InvalidPosition, match="not all were tried; list the pieces in the order") as refused:
        caminos.parse(text)
    assert refused.value.code == "order_not_found"


def test_a_text_in_the_order_of_placing_is_read_without_a_search(monkeypatch):
    monkeypatch.setattr(parsing, "PATIENCE", 0)
    for _, position in zip(range(120), random_positions(4), strict=False):
        again = caminos.parse(position.ordered_text)
        assert again == position
        assert again.pieces == position.pieces
        assert (str(again), again.ordered_text) == (str(position), position.ordered_text)


def test_equal_positions_have_equal_texts_in_whatever_order_they_were_placed(lay):
    first, second = (
        lay("O:a1,a2,b1,b2 O:g1,g2,h1,h2 O:a7,a8,b7,b8"),
        lay("O:a7,a8,b7,b8 O:g1,g2,h1,h2 O:a1,a2,b1,b2"),
    )
    assert first == second
    assert str(first) == str(second)
    assert first.ordered_text != second.ordered_text


def random_positions(seed: int):
    rng = random.Random(seed)
    while True:
        players = rng.choice((2, 4))
        position = caminos.start(
            rng.choice(("square", "diamond", "octagon", "torus", NOOK)),
            players=players,
            first=rng.choice(("yellow", "green")),
            neutral=rng.random() < 0.5,
            points=rng.random() < 0.5,
            swap=players == 2 and rng.random() < 0.5,
        )
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
            yield position


@pytest.mark.unwatched
def test_the_order_that_is_found_is_a_game_that_leads_here():
    for _, position in zip(range(120), random_positions(1), strict=False):
        again = caminos.parse(str(position))
        game = caminos.start(**position.options)
        for piece in again.pieces:
            assert game.seat == piece.seat or piece.colour == "neutral"
            game = game.play(caminos.Placement(piece.shape, piece.cubes))
            if game.may_swap and position.is_swapped:
                game = game.play("swap")
        assert game == position


@pytest.mark.unwatched
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_text_with_a_slip_in_it_is_refused_or_a_true_position(data):
    source = POSITIONS[data.draw(st.integers(0, len(POSITIONS) - 1))]
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 3)))
    slip = data.draw(st.text("abcdefgh12345678LTSOIygnx*+,;:/- #.=|ps", max_size=3))
    text = source[:start] + slip + source[end:]
    try:
        position = caminos.parse(text)
    except InvalidPosition:
        return
    assert caminos.parse(str(position)) == position


@pytest.mark.unwatched
@settings(max_examples=200, deadline=None)
@given(
    st.text() | st.from_regex(r"caminos [a-z=#/|0-9]+ [a-zA-Z=#/:,*+0-9]+ [24][yg]n?p?s? [yg][0-3] \S+ \S+")
)
def test_arbitrary_text_is_refused_as_a_position(text):
    with pytest.raises(InvalidPosition):
        caminos.parse(text)


POSITIONS = [str(position) for _, position in zip(range(120), random_positions(2), strict=False)]


@pytest.mark.full
def test_thousands_of_positions_come_back_from_their_text():
    for _, position in zip(range(20_000), random_positions(3), strict=False):
        assert caminos.parse(str(position)) == position
