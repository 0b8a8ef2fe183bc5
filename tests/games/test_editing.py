"""Positions set up by hand: what can be done, what is refused, and what is wrong with the result."""

from __future__ import annotations

import contextlib
import random

import pytest

from stonefield.games import InvalidOption, InvalidPosition, game_names, parse
from stonefield.games.editing import edit, fault_of, read_draft
from stonefield.games.game import find_game

CARNAC = "carnac small 28 r r1 -"
CAMINOS = "caminos square classic 2y y1 L4T4S4O2/L4T4S4O2 -"


def after(text, *edits):
    position = read_draft(text)
    for one in edits:
        position = edit(position, one)
    return position


def refusal(text, *edits):
    *before, last = edits
    position = after(text, *before)
    with pytest.raises(InvalidPosition) as refused:
        edit(position, last)
    return refused.value.code, refused.value.values


def fault(text, *edits):
    found = fault_of(after(text, *edits))
    return found and (found.code, found.values)


def test_megaliths_stand_and_lie_where_they_are_put():
    position = after(CARNAC, "put c3rw", "put d4e4w")
    assert str(position) == "carnac small 28 r r1 c3rw,d4e4w"
    assert fault_of(position) is None
    assert position.stock == 26


def test_megaliths_are_turned_flipped_and_taken_away():
    assert str(after(CARNAC, "put c3rw", "turn c3")).endswith("c3rr")
    assert str(after(CARNAC, "put c3rw", "flip c3")).endswith("c3ww")
    assert str(after(CARNAC, "put d4e4w", "turn d4")).endswith("d4d3w")
    assert str(after(CARNAC, "put d4e4w", "turn e4")).endswith("e5e4w")
    assert str(after(CARNAC, "put d4e4w", "flip e4")).endswith("d4e4r")
    assert str(after(CARNAC, "put c3rw", "put d4e4w", "remove e4")).endswith(" c3rw")


def test_a_lying_megalith_turns_about_the_square_that_is_named_past_what_is_in_its_way():
    turned = ["d4e4w", *(str(after(CARNAC, "put d4e4w", *["turn d4"] * n)).split()[-1] for n in (1, 2, 3, 4))]
    assert turned == ["d4e4w", "d4d3w", "d4c4w", "d4d5w", "d4e4w"]
    assert str(after(CARNAC, "put d4e4w", "put d3rw", "turn d4")).split()[-1] == "d3rw,d4c4w"
    # At the edge of the board it passes over what is beyond.
    assert str(after(CARNAC, "put a1b1w", "turn a1")).split()[-1] == "a1a2w"


def test_one_megalith_at_a_time_waits_and_stays_the_same_when_it_is_turned():
    assert str(after(CARNAC, "put c3rw", "put a1ww", "wait c3")).endswith("a1ww,c3rw?")
    assert str(after(CARNAC, "put c3rw", "put a1ww", "wait c3", "wait a1")).endswith("a1ww?,c3rw")
    assert str(after(CARNAC, "put c3rw", "wait c3", "put a1ww", "flip c3")).endswith("a1ww,c3ww?")
    assert str(after(CARNAC, "put c3rw", "wait c3", "wait c3")).endswith("c3rw")
    assert after(CARNAC, "put c3rw", "wait c3", "remove c3").pending is None


@pytest.mark.parametrize(
    ("edits", "code", "values"),
    [
        (["put c3rw", "put c3d3w"], "occupied", {"square": "c3"}),
        (["put c9rw"], "off_board", {"word": "c9rw"}),
        (["put 9rw"], "stone_text", {"word": "9rw"}),
        (["put c3e3w"], "apart", {"word": "c3e3w"}),
        (["remove c3"], "empty", {"square": "c3"}),
        (["put c3d3w", "wait c3"], "lies", {"square": "c3"}),
        (["put a1b1w", "put a2rw", "turn a1"], "no_room", {"square": "a1"}),
        (["option stock=1", "put c3rw", "put a1rw"], "stock", {"count": 2, "stock": 1}),
    ],
)
def test_what_cannot_be_done_in_carnac_is_refused(edits, code, values):
    assert refusal(CARNAC, *edits) == (code, values)


@pytest.mark.parametrize(
    ("edits", "code", "values"),
    [
        (["decides 2"], "begins", {"colour": "red"}),
        (["put a1rw", "put a2rw", "put b1rw", "wait a1"], "cannot_tilt", {"square": "a1"}),
        (["option stock=1", "put c3rw", "wait c3"], "last_waits", {"square": "c3"}),
        (["put c3rw", "swapped yes"], "swapped", {"colour": "red"}),
    ],
)
def test_what_is_wrong_with_a_carnac_position_is_told(edits, code, values):
    assert fault(CARNAC, *edits) == (code, values)


def test_swapped_colours_are_no_fault_where_they_may_be_swapped():
    position = after(CARNAC, "option swap=true", "put c3rw", "swapped yes")
    assert fault_of(position) is None
    assert position.colour_of(1) == "white"


def test_pieces_are_put_and_taken_and_the_turn_follows():
    position = after(CAMINOS, "put yL:a1*3,b1")
    assert str(position) == "caminos square classic 2y g2 L3T4S4O2/L4T4S4O2 yL:a1*3,b1"
    assert fault_of(position) is None
    position = edit(position, "put gO:d4,d5,e4,e5")
    assert (position.turn, fault_of(position)) == ("yellow", None)
    assert str(edit(position, "remove e5")).endswith("yL:a1*3,b1")


@pytest.mark.parametrize(
    ("edits", "code", "values"),
    [
        (["put yO:a1,a2,b1,b2", "put gO:a1,a2,b1,b2"], "does_not_rest", {"word": "O:a1,a2,b1,b2"}),
        (["put xO:a1,a2,b1,b2"], "does_not_rest", {"word": "O:a1,a2,b1,b2"}),
        (["put yI:a1,a2,a3"], "no_such_piece", {"colour": "yellow", "shape": "I"}),
        (["put nI:a1,a2,a3"], "neutrals", {"count": 0}),
        (["remove a1"], "empty", {"square": "a1"}),
        (["put yO:a1,a2,b1,b2", "put gS:b2*2,c2*2", "remove a1"], "covered", {"square": "b2"}),
        (
            ["put yO:a1,a2,b1,b2", "put yO:c1,c2,d1,d2", "put yO:e1,e2,f1,f2"],
            "supply",
            {"colour": "yellow", "shape": "O", "count": 2},
        ),
    ],
)
def test_what_cannot_be_done_in_caminos_is_refused(edits, code, values):
    assert refusal(CAMINOS, *edits) == (code, values)


@pytest.mark.parametrize(
    ("edits", "code"),
    [
        (["put yO:a1,a2,b1,b2", "put yO:c1,c2,d1,d2"], "uneven"),
        (["put yO:a1,a2,b1,b2", "decides 1"], "not_on_turn"),
        (["option neutral=true", "put yO:a1,a2,b1,b2"], "neutral_first"),
    ],
)
def test_what_is_wrong_with_a_caminos_position_is_told(edits, code):
    found = fault(CAMINOS, *edits)
    assert found
    assert found[0] == code


def test_another_board_keeps_what_fits():
    position = after(CARNAC, "put a1rw", "put h5rw", "option board=5x4")
    assert str(position).endswith("5x4 28 r r1 a1rw")
    position = after(CAMINOS, "put yO:a1,a2,b1,b2", "put gO:d4,d5,e4,e5", "option board=octagon")
    assert [piece.colour for piece in position.pieces] == ["green"]


def test_the_board_is_turned_recoloured_and_cleared():
    assert str(after(CARNAC, "put a1rw", "symmetry half turn")).endswith("h5rw")
    assert str(after(CARNAC, "put a1rw", "symmetry colours")).endswith("w w1 a1wr")
    assert str(after(CARNAC, "put a1rw", "clear")) == CARNAC


@pytest.mark.parametrize("text", ["", "sing", "put", "decides 3", "symmetry quarter turn", "option colour=1"])
def test_no_such_edit(text):
    with pytest.raises((InvalidOption, InvalidPosition)):
        edit(read_draft(CARNAC), text)


@pytest.mark.parametrize("text", ["", "chess", "carnac", "carnac small 28 r r1 a1rw,a1rw"])
def test_what_is_no_position_at_all_is_not_read(text):
    with pytest.raises(InvalidPosition):
        read_draft(text)


@pytest.mark.parametrize("name", ["carnac", "caminos"])
def test_every_position_of_play_can_be_rebuilt_by_hand(name):
    """Take things away one by one: each position is read back as it is written."""
    chance = random.Random(5)
    for _ in range(6):
        position = find_game(name).start(board=find_game(name).boards[0])
        for _ in range(chance.randrange(4, 30)):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        assert fault_of(position) is None
        assert read_draft(str(position)) == position
        draft = read_draft(str(position))
        for _ in range(60):
            if not draft.tops:
                break
            with contextlib.suppress(InvalidPosition):
                draft = edit(draft, f"remove {chance.choice(list(draft.tops))}")
            assert read_draft(str(draft)).tops == draft.tops
        assert all(hand.legal_moves() for hand in draft.game.workbench.hands(draft).values())


def test_a_game_without_a_workbench_is_read_by_its_rules():
    assert "carnac" in game_names()
    with pytest.raises(InvalidPosition):
        read_draft("unheard 1 2 3")
    assert read_draft(CARNAC) == parse(CARNAC)


def test_a_piece_put_down_by_hand_is_its_players_own():
    position = after(CAMINOS, "option swap=true", "put yO:a1,a2,b1,b2", "decides 2")
    assert [piece.seat for piece in position.pieces] == [0]
    assert "swap" in map(str, position.legal_moves())


def test_what_is_no_position_is_quoted_and_cut_where_it_is_long():
    with pytest.raises(InvalidPosition, match="`carnac tiny`: a position reads like"):
        parse("carnac tiny")
    for game in ("carnac", "caminos"):
        just = f"{game} ".ljust(60, "x")
        with pytest.raises(InvalidPosition, match=f"`{just}`: a position reads like"):
            parse(just)
        with pytest.raises(InvalidPosition, match=rf"`{just[:57]}\.\.\.`: a position reads like"):
            parse(just + "x")
    with pytest.raises(InvalidPosition, match=r"`carnac (x ){25}\.\.\.`: a position reads like"):
        parse("carnac " + "x " * 99)


def test_two_play_unless_a_game_says_otherwise():
    assert find_game("carnac").seats == (2,)
