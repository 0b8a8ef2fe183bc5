"""Boardspace's games of Carnac: gestures in SGF become plies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import trees
from stonefield import carnac
from stonefield.records import Record, RecordError, read_any
from stonefield.records.carnac.boardspace import read_boardspace

SIZES = {"small": "carnac_8x5", "medium": "carnac_10x7", "large": "carnac_14x9"}
KINDS = {"wr": 0, "rr": 1, "ww": 2, "rw": 3}
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

HEAD = "(;\nGM[Carnac]VV[1]\nSU[carnac_10x7 1234]\n"


def as_boardspace(record: Record, *, in_one: bool, red: int) -> str:
    """Our game as Boardspace would have kept it."""
    nodes, waiting = [], ""
    for move, position in zip(record.moves, record.positions, strict=False):
        player = red if position.turn == "red" else 1 - red
        gestures = [f"Tip {waiting} {step_from(waiting, move)}"] if move in STEPS else ["Pass"]
        if move not in (*STEPS, "-"):
            waiting = f"{move[0].upper()} {move[1:-2]}"
            kind = KINDS[move[-2:]]
            gestures = [f"OnBoard {kind} {waiting}"] if in_one else [f"Pick {kind}", f"Dropb {waiting}"]
        nodes += [f"; P{player}[{gesture}]" for gesture in (*gestures, "Done")]
    numbered = "\n".join(node.replace("[", f"[{index} ") for index, node in enumerate(nodes, 1))
    colours = "CM[1,0]\n" if red else ""
    board = SIZES[record.start.options["board"]]
    head = f'GM[Carnac]VV[1]\nSU[{board} 77]\n{colours}P0[id "Ann"]P1[id "Bob"]'
    return f"(;\n{head}\n; P0[0 Start P0]\n{numbered}\n)"


def step_from(square: str, direction: str) -> str:
    file, rank = square.split()
    east, north = STEPS[direction]
    return f"{chr(ord(file) + east)} {int(rank) + north}"


@given(st.sampled_from(sorted(SIZES)), st.booleans(), st.booleans(), st.integers(0, 999), st.integers(1, 200))
@settings(max_examples=30, deadline=None)
def test_our_games_come_back_from_boardspace(board, in_one, red_begins, seed, length):
    start = carnac.start(board, first="red" if red_begins else "white", final_tilt=True)
    record = Record.of(start, trees.random_game(start, seed, length))
    (found,) = read_any(as_boardspace(record, in_one=in_one, red=0 if red_begins else 1))
    assert found.start == start
    assert found.moves == record.moves
    assert found.result == record.result
    assert found.tags == {"Site": "Boardspace", "Player1": "Ann", "Player2": "Bob"}


def moves_of(body: str) -> tuple[str, ...]:
    (record,) = read_boardspace(HEAD + body + ")")
    return record.moves


def test_the_four_kinds_of_megalith():
    placed = [moves_of(f";P0[1 OnBoard {kind} D 4]") for kind in range(4)]
    assert placed == [("d4wr",), ("d4rr",), ("d4ww",), ("d4rw",)]


def test_a_tip_names_the_first_square_of_the_fall():
    one = ";P0[1 OnBoard 0 D 4]"
    falls = {target: moves_of(f"{one};P1[2 Tip D 4 {target}]")[1] for target in ("D 5", "E 4", "D 3", "C 4")}
    assert falls == {"D 5": "N", "E 4": "E", "D 3": "S", "C 4": "W"}


def test_a_placement_may_be_taken_up_again_before_it_is_confirmed():
    body = (
        ";P0[1 Pick 2];P0[2 Drop 2];P0[3 Pick 0];P0[4 Dropb D 4];P0[5 Pickb D 4];P0[6 Dropb E 4];P0[7 Done]"
        ";P1[8 Tip E 4 F 4];P1[9 Untip E 4];P1[10 Pass];P1[11 Done]"
        ";P0[12 pick 1];P0[13 dropb A 1];P0[14 done]"
    )
    assert moves_of(body) == ("e4wr", "-", "a1rr")


def test_who_begins_decides_the_first_colour():
    (record,) = read_boardspace("(;GM[Carnac]SU[carnac_8x5]CM[1,0];P0[1 OnBoard 1 A 1])")
    assert record.start == carnac.start("small", first="white", final_tilt=True)
    (record,) = read_boardspace("(;GM[Carnac]SU[carnac_8x5];P1[1 OnBoard 1 A 1])")
    assert record.start.options["first"] == "white"
    (record,) = read_boardspace("(;GM[Carnac]SU[carnac_8x5];P1[0 Start P0];P0[1 OnBoard 1 A 1])")
    assert record.start.options["first"] == "red"
    for colours, first in (("0,1", "red"), (" 1, 0", "white")):
        (record,) = read_boardspace(f"(;GM[Carnac]SU[carnac_8x5]CM[{colours}];P0[1 OnBoard 1 A 1])")
        assert record.start.options["first"] == first
    (record,) = read_boardspace("(;GM[Carnac]SU[carnac_8x5](;C[only talk];P1[1 OnBoard 1 A 1]))")
    assert record.start.options["first"] == "white"


def test_a_number_that_is_no_character_stays_as_it_is():
    (record,) = read_boardspace(HEAD + 'P0[id "%65%nn %1114111% %1114112%"]P1[id "%55296%"])')
    assert record.tags["Player1"] == "Ann \U0010ffff %1114112%"
    assert record.tags["Player2"] == "%55296%"


@pytest.mark.parametrize(
    ("code", "character"),
    [
        ("%31%", "%31%"),
        ("%32%x", " x"),
        ("%55295%", "\ud7ff"),
        ("%57343%", "%57343%"),
        ("%57344%", "\ue000"),
    ],
)
def test_the_numbers_of_characters_have_their_bounds(code, character):
    (record,) = read_boardspace(HEAD + f'P0[id "a{code}"])')
    assert record.tags["Player1"] == f"a{character}"


@pytest.mark.parametrize(
    ("property", "name"),
    [
        ("id Ann ", "Ann"),
        ('id  "Ann Lee"', "Ann Lee"),
        ('id "A\nB"', None),
        ("id", None),
        ('name "Ann"', None),
    ],
)
def test_a_player_may_have_a_name_of_one_line(property, name):
    (record,) = read_boardspace(HEAD + f"P0[{property}])")
    assert record.tags == {"Site": "Boardspace"} | ({"Player1": name} if name else {})


def test_the_last_megalith_is_still_tilted():
    (record,) = read_boardspace(HEAD + ")")
    assert record.start.options["final_tilt"]
    assert record.result == "*"


def test_resigning_ends_the_game_for_the_other():
    (record,) = read_boardspace(HEAD + ";P0[1 OnBoard 1 A 1];P0[2 Done];P1[3 Resign])")
    assert (record.result, record.tags["Reason"]) == ("1-0", "resignation")
    (record,) = read_boardspace(HEAD + ";P0[1 OnBoard 1 A 1];P0[2 Resign];P0[3 Done])")
    assert record.result == "0-1"


@pytest.mark.parametrize(
    ("verdict", "result"),
    [
        ("The game is won by Ann", "1-0"),
        ("won by bob", "0-1"),
        ("won by Bob (Ann offered a draw)", "0-1"),
        ("A draw", "1/2-1/2"),
        ("draw", "1/2-1/2"),
        ("the player P1 offered a draw, won by the player P0", "1/2-1/2"),
        ("won by the player P1", "0-1"),
        ("who knows", "*"),
    ],
)
def test_a_verdict_counts_where_the_rules_give_none(verdict, result):
    text = HEAD + f'P0[id "Ann"]P1[id "Bob"]GN[CN-1]DT[2024-05-01]RE[{verdict}];P0[1 OnBoard 1 A 1])'
    (record,) = read_boardspace(text)
    assert record.result == result
    assert record.tags["Event"] == "CN-1"
    assert record.tags["Date"] == "2024-05-01"


def test_a_draw_may_have_a_reason():
    (record,) = read_boardspace(HEAD + "RE[A draw (agreed)];P0[1 OnBoard 1 A 1])")
    assert (record.result, record.tags["Reason"]) == ("1/2-1/2", "agreed")
    for verdict in ("draw (agreed", "draw agreed)"):
        (record,) = read_boardspace(HEAD + f"RE[{verdict}];P0[1 OnBoard 1 A 1])")
        assert record.tags["Reason"] == verdict


def test_a_name_that_begins_like_the_other_one_is_told_apart():
    text = HEAD + 'P0[id "Ann"]P1[id "Anna"]RE[Game won by Anna];P0[1 OnBoard 1 A 1])'
    assert read_boardspace(text)[0].result == "0-1"


def test_comments_and_branches_are_kept():
    text = (
        HEAD + ";C[before];P0[1 Pick 1];P0[2 Dropb A 1]C[on it\\]];P0[3 Done]C[after]"
        "(;C[main];P1[4 Pass])(;P1[4 Tip A 1 B 1])(;C[empty]))"
    )
    (record,) = read_boardspace(text)
    first, second = record.line
    assert record.line.comment == "before"
    assert first.comment == "on it]\nafter\nmain"
    assert second.move == "-"
    assert [variation.plies[0].move for variation in second.variations] == ["E"]
    (bare,) = read_boardspace(HEAD + "(;C[only talk];P0[4 OnBoard 1 A 1]))")
    assert (bare.line.comment, bare.moves) == ("only talk", ("a1rr",))


def test_a_comment_on_a_decision_that_is_being_made_goes_to_the_first_branch():
    picked = ";P0[1 Pick 1]C[hm]"
    (record,) = read_boardspace(HEAD + picked + "(;P0[2 Dropb A 1])(;P0[2 Dropb B 1])(;P0[2 Dropb C 1]))")
    (ply,) = record.line
    assert (ply.move, ply.comment) == ("a1rr", "hm")
    assert [(line.comment, line.plies[0].comment) for line in ply.variations] == [("", ""), ("", "")]
    (record,) = read_boardspace(HEAD + picked + ")")
    assert record.line.comment == "hm"
    (record,) = read_boardspace(HEAD + ";P0[1 OnBoard 1 A 1]" + ";P1[2 Pick 1]C[hm])")
    assert record.line.plies[0].comment == "hm"


def test_gestures_need_no_numbers():
    assert moves_of(";P0[Pick 1];P0[Dropb A 1];P0[Done];P1[pass]") == ("a1rr", "-")
    assert moves_of(";P0[7];P0[resigned];P0[1 OnBoard 1 A 1]") == ("a1rr",)


def test_an_empty_property_of_a_player_says_nothing():
    (record,) = read_boardspace(HEAD + ";P0[];P1[ ];P0[1 OnBoard 1 A 1])")
    assert record.moves == ("a1rr",)
    assert "Player1" not in record.tags


def test_branches_may_lie_just_so_deep():
    assert moves_of("(;" * 119 + "(;P0[1 OnBoard 1 A 1]" + ")" * 120) == ("a1rr",)


def test_several_games_in_one_file():
    assert len(read_boardspace(HEAD + ")\n" + HEAD + ")\n")) == 2


CASES = [
    ("(;GM[Hive]SU[x])", 1, 1, "GM[Carnac] is missing"),
    ("(;GM[Carnac])", 1, 1, "SU[…] is missing"),
    ("(;GM[Carnac]SU[carnac_9x9])", 1, 16, "the boards are"),
    ("(;GM[Carnac]SU[carnac_8x5]CM[2])", 1, 30, "0,1 or 1,0"),
    (HEAD, 4, 1, "`)` is missing"),
    (HEAD + "GM", 4, 1, "GM[value]"),
    ("(", 1, 2, "`)` is missing"),
    ("()", 1, 2, "does not belong"),
    ("x", 1, 1, "begins with `(;`"),
    (" \n ", 1, 1, "no game in this text"),
    (HEAD + ")x", 4, 2, "begins with `(;`"),
    (HEAD + "(;" * 130, 4, 241, "120 deep"),
    (HEAD + "(;" * 121 + ")" * 122, 4, 241, "120 deep"),
    (HEAD + ";C[x](;P0[1 OnBoard 1 A 1]);", 4, 28, "`;` does not belong"),
    (HEAD + ";P0[1 Dance])", 4, 5, "no gesture"),
    (HEAD + ";P0[1 x9])", 4, 5, "no gesture"),
    (HEAD + ";P0[1 Pick 1];P0[2 Drop 1];P0[3 Dropb D 4])", 4, 31, "picked up before"),
    (HEAD + ";P0[1 OnBoard 1 A 1];P0[2 Untip A 1])", 4, 25, "nothing to take up again"),
    (HEAD + ";P0[1 OnBoard 1 A 1];P1[2 Tip A 1 B 1];P1[3 Pickb B 1])", 4, 43, "nothing to take up again"),
    (HEAD + ";P0[1 Pick 7])", 4, 5, "no gesture"),
    (HEAD + ";P0[1 Dropb D 4])", 4, 5, "picked up before"),
    (HEAD + ";P0[1 Pickb D 4])", 4, 5, "nothing to take up again"),
    (HEAD + ";P0[1 Untip])", 4, 5, "nothing to take up again"),
    (HEAD + ";P0[1 OnBoard 1 K 1])", 4, 5, "ends at j7"),
    (HEAD + ";P0[1 OnBoard 1 A 1];P0[2 Pass])", 4, 25, "white's decision"),
    (HEAD + ";P0[1 OnBoard 1 A 1];P1[2 Tip B 1 C 1])", 4, 25, "may be tilted now"),
    (HEAD + ";P0[1 OnBoard 1 A 1];P1[2 Tip A 1 C 1])", 4, 25, "the next one"),
    (HEAD + ";P0[1 OnBoard 1 A 1];\nP1[2 Tip A 1 A 0])", 5, 4, "over the edge"),
    (HEAD + ";P0[1 Resign];P1[2 Pass])", 4, 18, "P1 has won it"),
    (HEAD + "(;C[x])(;P0[1 OnBoard 1 A 1]))", 4, 1, "only next to it"),
    (HEAD + "(;C[x])(;P1[1 OnBoard 1 A 1]))", 4, 1, "only next to it"),
    (HEAD + ")\n (;GM[Hive]SU[x])", 5, 2, "GM[Carnac] is missing"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), CASES)
def test_errors_name_their_place(text, line, column, message):
    with pytest.raises(RecordError) as caught:
        read_boardspace(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
