"""What is wrong with a position is told by a code and the things it is about, for every language."""

from __future__ import annotations

import pytest

from stonefield.games import InvalidOption, InvalidPosition, UnreadablePosition, parse
from stonefield.games.editing import edit, read_draft

START = "L4T4S4O2/L4T4S4O2"
START_LEFT = "L3T4S4O2/L4T4S4O2"
FOUR = "/".join(["L2T2S2O1"] * 4)
NOOK = "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3"
RING = "yS:a1,b1*2,c1+1;gS:c1,c2*2,c3+1;yS:a3+1,b3*2,c3;gS:a1+1,a2*2,a3"

CARNAC = [
    ("carnac", "ends_early", {"example": "carnac medium 28 r w2 c4rw?,d5e5w"}),
    ("carnac medium 28 r w2", "ends_early", {"example": "carnac medium 28 r w2 c4rw?,d5e5w"}),
    ("carnac medium 28 r w2 - -", "too_long", {"word": "-"}),
    ("carnac tiny 28 r r1 -", "board_text", {"word": "tiny", "example": "medium, 5x4"}),
    ("carnac medium many r r1 -", "stock_text", {"word": "many", "low": 1, "high": 60}),
    ("carnac medium 99 r r1 -", "stock_text", {"word": "99", "low": 1, "high": 60}),
    ("carnac medium 28 x r1 -", "rules_text", {"word": "x", "example": "r"}),
    ("carnac medium 28 r r3 -", "turn_text", {"word": "r3", "example": "w2"}),
    ("carnac medium 28 r w2 zz9", "stone_text", {"word": "zz9"}),
    ("carnac medium 28 r w2 c4rw,k3rw", "off_board", {"word": "k3rw"}),
    ("carnac medium 28 r w2 j7k7r", "off_board", {"word": "j7k7r"}),
    ("carnac medium 28 r r1 E", "stone_text", {"word": "E"}),
    ("carnac medium 28 r r1 a1b1w?", "stone_text", {"word": "a1b1w?"}),
    ("carnac medium 28 r r1 a1b2r", "apart", {"word": "a1b2r"}),
    ("carnac medium 28 r r1 j1a2r", "apart", {"word": "j1a2r"}),
    ("carnac medium 28 r r1 a1a3r", "apart", {"word": "a1a3r"}),
    ("carnac medium 28 r r1 a1c1r", "apart", {"word": "a1c1r"}),
    ("carnac medium 28 r r1 a1rr?,b2rr?", "several_waiting", {}),
    ("carnac medium 28 r r1 a1b1r,b1ww", "twice", {"square": "b1"}),
    ("carnac medium 1 r r1 a1rr,b2rr", "stock", {"count": 2, "stock": 1}),
    ("carnac medium 28 r w1 a1rr", "swapped", {"colour": "white"}),
    ("carnac medium 28 rs r2 -", "swapped", {"colour": "red"}),
    ("carnac medium 28 w r2 -", "begins", {"colour": "white"}),
    ("carnac medium 1 r w2 a1rr?", "last_waits", {"square": "a1"}),
    ("carnac 3x3 9 r w2 b2rr?", "cannot_tilt", {"square": "b2"}),
]
CAMINOS = [
    ("caminos", "ends_early", {"example": "caminos square classic 2y g2 L3T4S4O2/L4T4S4O2 yL:a1*3,b1"}),
    (
        f"caminos hexagon classic 2y y1 {START} -",
        "board_text",
        {"word": "hexagon", "example": "square, octagon"},
    ),
    (f"caminos square modern 2y y1 {START} -", "set_text", {"word": "modern", "example": "classic"}),
    (f"caminos square classic 3y y1 {START} -", "rules_text", {"word": "3y", "example": "2y"}),
    (f"caminos square classic 4ys y0 {FOUR} -", "setup", {}),
    (f"caminos square classic 4y y1 {FOUR} -", "turn_text", {"word": "y1", "example": "g2"}),
    (f"caminos square classic 2y y3 {START} -", "turn_text", {"word": "y3", "example": "g2"}),
    (f"caminos square classic 2y y1 {START} yO:a9,a8,b9,b8", "off_board", {"word": "yO:a9,a8,b9,b8"}),
    (f"caminos square classic 2y y2 {START} -", "swapped", {"colour": "yellow"}),
    ("caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO(a1)", "piece_text", {"word": "yO(a1)"}),
    (f"caminos square classic 2y y1 {START} yO:a1,b1;;", "cannot_turn", {"word": "yO:a1,b1", "shape": "O"}),
    (f"caminos square classic 2y y1 {START} y{'O' * 61}", "piece_text", {"word": "y" + "O" * 56 + "..."}),
    (
        f"caminos square classic 2y g2 {START} yO:b1,a1,a2,b2",
        "piece_order",
        {"word": "yO:b1,a1,a2,b2", "written": "yO:a1,a2,b1,b2"},
    ),
    (f"caminos square classic 2y g2 {START} yO:a1,b", "piece_text", {"word": "yO:a1,b"}),
    (f"caminos square classic 2y g2 {START} yX:a1", "no_such_piece", {"colour": "yellow", "shape": "X"}),
    (f"caminos square classic 2y g2 {START} nO:a1", "no_such_piece", {"colour": "neutral", "shape": "O"}),
    (f"caminos square classic 2y g2 {START} gI:a1*3", "no_such_piece", {"colour": "green", "shape": "I"}),
    ("caminos square classic 2y y1 L4T4S4O2 -", "hands_text", {"word": "L4T4S4O2", "example": START_LEFT}),
    ("caminos square classic 2y y1 L4T4S4O2/O2 -", "supply", {"colour": "green", "shape": "L", "count": 4}),
    (
        "caminos square classic 2y y1 L4T4S4O2/O2L4 -",
        "hands_text",
        {"word": "L4T4S4O2/O2L4", "example": START_LEFT},
    ),
    (f"caminos square classic 2yn y1 {START} nI:a1*3;nI:b1*3;nI:c1*3", "neutrals", {"count": 2}),
    (f"caminos square classic 2y y1 {START} nI:a1*3", "neutrals", {"count": 0}),
    (
        "caminos square classic 2yn y1 L4T4S4O1/L4T4S4O1 nI:h8*3;yO:a1,a2,b1,b2;gO:d1,d2,e1,e2",
        "neutral_first",
        {},
    ),
    (
        "caminos square classic 2y y1 L4T4S4O1/L4T4S4O1 yO:a1,a2,b1,b2;gO:b2,b3,c2,c3",
        "twice",
        {"square": "b2"},
    ),
    ("caminos square classic 2y g2 L4T4S3O2/L4T4S4O2 yS:b2*2+1,c2*2", "hanging", {"square": "b2"}),
    (f"caminos {NOOK} few=I2:### 2y y1 I1/I1 yI:a1,a2,a3;gI:c1,c2,c3", "two_paths", {}),
    (
        "caminos square classic 2y y1 L4T4S4O2/L4T4S4O1 gO:b2,b3,c2,c3",
        "uneven",
        {"first": "yellow", "second": "green", "ahead": 0, "behind": 1},
    ),
    (
        "caminos square classic 2g g1 L4T4S4O0/L4T4S4O2 -".replace("O0", ""),
        "supply",
        {"colour": "green", "shape": "O", "count": 2},
    ),
    (f"caminos square classic 2y g2 {START} -", "not_on_turn", {"colour": "yellow"}),
    (f"caminos square classic 2ys y2 {START} -", "order", {"colour": "yellow"}),
    (f"caminos square classic 2y y1 L4T4S2O2/L4T4S2O2 {RING}", "order", {"colour": "yellow"}),
]


@pytest.mark.parametrize(("text", "code", "values"), CARNAC + CAMINOS)
def test_a_fault_has_a_code_and_names_what_it_is_about(text, code, values):
    with pytest.raises(InvalidPosition) as caught:
        parse(text)
    assert (caught.value.code, caught.value.values) == (code, values)


@pytest.mark.parametrize(
    ("text", "place", "unreadable"),
    [
        ("carnac medium 28 r w2 zz9", "zz9", True),
        ("carnac medium 28 r w2 c4rw,zz9,d4rw", "zz9", True),
        ("  carnac tiny 28 r w2 -", "tiny", True),
        ("carnac medium 28 r w2", "", True),
        ("carnac medium 28 r w2 - zz9", "zz9", True),
        ("chess medium 28", "chess", True),
        ("carnac medium 28 r w2 c4rw,c4ww", "c4ww", False),
        ("carnac medium 28 r w2 c4rw,k3rw", "k3rw", False),
        ("carnac medium 28 r w2 c4rw,a1c1w", "a1c1w", False),
        ("carnac medium 28 r w2 c4rw?,a1rw?", "a1rw?", False),
        (f"caminos square classic 2y g2 {START} yO:a1,a2,b1,b2;yO(a1)", "yO(a1)", True),
        (f"caminos square classic 2y g2 {START} yO:a1,a2,b1,b2;gO:b2,b3,c2,c3", "gO:b2,b3,c2,c3", False),
        (f"caminos square classic 2y g2 {START} yS:b2*2+1,c2*2", "yS:b2*2+1,c2*2", False),
        ("caminos square classic 2y g2 nothing -", "nothing", True),
        (f"caminos square classic 2y y3 {START} -", "y3", True),
    ],
)
def test_a_fault_says_where_it_is_and_whether_the_text_can_be_read_at_all(text, place, unreadable):
    with pytest.raises(InvalidPosition) as caught:
        read_draft(text)
    start, end = caught.value.span
    assert text[start:end] == place
    # Not an earlier one that reads the same.
    assert start == (text.rindex(place) if place else len(text))
    assert isinstance(caught.value, UnreadablePosition) == unreadable


def test_pieces_in_a_ring_cannot_even_be_set_up_by_hand():
    with pytest.raises(InvalidPosition) as caught:
        read_draft(f"caminos square classic 2y y1 L4T4S2O2/L4T4S2O2 {RING}")
    assert caught.value.code == "ring"


# Edits


def after(text: str, *edits: str):
    position = read_draft(text)
    for one in edits:
        position = edit(position, one)
    return position


EMPTY = "carnac small 28 r r1 -"
TABLE = f"caminos square classic 2y y1 {START} -"


def test_another_setting_keeps_who_decides_and_what_waits():
    waiting = after(EMPTY, "put a1rw", "put c3rw", "wait c3", "option stock=20")
    assert str(waiting) == "carnac small 20 r r1 a1rw,c3rw?"
    assert waiting.pending.square == "c3"
    assert (
        str(after(EMPTY, "put a1rw", "put h5rw", "wait h5", "option board=5x4")) == "carnac 5x4 28 r r1 a1rw"
    )
    assert (
        str(after(EMPTY, "put a1rw", "put h5rw", "wait a1", "option board=5x4")) == "carnac 5x4 28 r r1 a1rw?"
    )
    assert str(after(EMPTY, "put a1rw", "decides 2", "option stock=20")) == "carnac small 20 r w2 a1rw"
    assert str(after(EMPTY, "put a1rw", "decides 2", "option first=white")) == "carnac small 28 w w1 a1rw"
    assert str(after(EMPTY, "put h5rw", "decides 2", "option board=5x4")) == "carnac 5x4 28 r r1 -"


def test_colours_are_swapped_and_swapped_back():
    swapped = after(EMPTY, "option swap=on", "put a1rw", "swapped yes")
    assert (str(swapped), swapped.is_swapped) == ("carnac small 28 rs r2 a1rw", True)
    assert edit(swapped, "swapped yes") == swapped
    assert str(edit(swapped, "swapped no")) == "carnac small 28 rs r1 a1rw"
    pieces = after(TABLE, "option swap=on", "put yO:a1,a2,b1,b2", "swapped yes")
    assert (str(pieces).split()[4], pieces.is_swapped) == ("g1", True)
    assert str(edit(pieces, "decides 2")).split()[4] == "y2"


def test_four_players_cannot_swap_and_share_the_pieces():
    four = after(TABLE, "option swap=on", "option players=4")
    assert (four.options["swap"], four.options["players"]) == (False, 4)
    assert after(TABLE, "option swap=on", "option neutral=on").options["swap"]
    with pytest.raises(InvalidOption, match="are not edited like this"):
        edit(four, "swapped yes")
    assert edit(four, "decides 3").player == 3


@pytest.mark.parametrize("text", ["decides 3", "decides 12", "decides x", "decides ²", "decides"])
def test_only_players_decide(text):
    with pytest.raises(InvalidOption, match="the players are 1, 2"):
        edit(read_draft(EMPTY), text)


@pytest.mark.parametrize("text", ["swapped maybe", "swapped", "dance", "x" * 99])
def test_what_is_no_edit_is_quoted_and_cut_where_it_is_long(text):
    with pytest.raises(InvalidOption) as caught:
        edit(read_draft(EMPTY), text)
    assert str(caught.value) == f"`{text[:60]}`: positions of carnac are not edited like this"


def test_a_setting_that_cannot_be_is_a_fault_of_the_setup():
    with pytest.raises(InvalidPosition) as caught:
        edit(read_draft(EMPTY), "option board=huge")
    assert caught.value.code == "setup"
    with pytest.raises(InvalidOption, match=r"^`x{40}`: this board has no such symmetry"):
        edit(read_draft(EMPTY), "symmetry " + "x" * 41)


def test_what_is_in_hand_belongs_to_somebody():
    (hand,) = (
        after(EMPTY, "put c3rw", "wait c3").game.workbench.hands(after(EMPTY, "put c3rw", "wait c3")).items()
    )
    assert (hand[0], str(hand[1])) == ("", "carnac small 28 r r1 c3rw")
    table = after(TABLE, "option neutral=on")
    hands = table.game.workbench.hands(table)
    assert list(hands) == ["yellow", "green", "neutral"]
    assert {str(move)[0] for move in hands["yellow"].legal_moves()} == set("LTSO")
    assert {str(move)[0] for move in hands["neutral"].legal_moves()} == {"I"}
    both = after(TABLE, "option neutral=on", "put nI:a1*3", "put nI:h8*3")
    assert list(both.game.workbench.hands(both)) == ["yellow", "green"]


def test_a_piece_is_taken_away_by_its_top():
    stacked = after(TABLE, "put yO:a1,a2,b1,b2", "put gS:b2*2,c2*2")
    assert str(edit(stacked, "remove b2")).endswith(" yO:a1,a2,b1,b2")
    assert str(edit(stacked, "remove c2")).endswith(" yO:a1,a2,b1,b2")
