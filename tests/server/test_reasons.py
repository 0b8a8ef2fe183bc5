"""Why a move is good, in the game's own words."""

from __future__ import annotations

import pytest

from stonefield.games import caminos, carnac
from stonefield.server.presenting.caminos.reasons import distance
from stonefield.server.presenting.registry import reasons
from stonefield.server.protocol.messages import Reason

from .models import sent


def codes(position, text: str) -> list[str]:
    return [one["code"] for one in sent(list[Reason], reasons(position, text))]


def test_a_new_dolmen_is_a_gain():
    position = carnac.parse("carnac small 28 r r1 b2c2r")
    found = reasons(position, "d2rw")
    assert found[0] == {"code": "gains", "colour": "red", "count": 1, "squares": ["b2", "c2", "d2"]}


def test_a_dolmen_that_grows_is_enlarged():
    position = carnac.parse("carnac small 28 r r1 b2c2r,d2rw")
    assert codes(position, "e2rw") == ["enlarges"]


def test_two_of_the_opponents_dolmens_that_grow_together_are_joined():
    position = carnac.parse("carnac small 28 r r1 a2b2w,a3wr,d2e2w,e3wr")
    assert reasons(position, "c2wr")[0] == {
        "code": "joins",
        "colour": "white",
        "count": 2,
        "squares": ["a2", "b2", "c2", "d2", "e2", "a3", "e3"],
    }


def test_standing_in_the_way_of_a_dolmen_blocks_it():
    position = carnac.parse("carnac small 28 r r1 a2b2w")
    assert codes(position, "c2rw") == ["blocks"]
    assert codes(position, "c2wr") == []


def test_leaving_a_stone_makes_the_opponent_place_again():
    position = carnac.start("small").play("c3rw")
    assert codes(position, "-") == ["keeps_turn"]


def test_the_last_stone_that_wins_says_so():
    position = carnac.parse("carnac small 3 r r1 b2c2r,f4g4w")
    assert codes(position, "d2rw") == ["wins"]


def test_swapping_needs_no_reason():
    position = carnac.start("small", swap=True).play("c3rw")
    assert codes(position, "swap") == []


@pytest.fixture
def yellow_is_close():
    """Yellow needs one more piece to cross from west to east; green is to decide."""
    position = caminos.start("square")
    for move in ("L:a4,b4,c4,c5", "O:a7,a8,b7,b8", "L:d4,e4,f4,f5"):
        position = position.play(move)
    return position


def test_the_distance_counts_the_squares_still_needed(yellow_is_close):
    assert distance(caminos.start("square"), "yellow") == 8
    assert distance(yellow_is_close, "yellow") == 2


def test_exactly_the_moves_after_which_there_is_no_win_prevent_it(yellow_is_close):
    for move in yellow_is_close.legal_moves()[::60]:
        after = yellow_is_close.play(move)
        yellow_wins = any(after.play(reply).is_over for reply in after.legal_moves())
        assert ("prevents_win" in codes(yellow_is_close, str(move))) == (not yellow_wins)


def test_getting_nearer_is_told():
    position = caminos.start("square").play("O:a1,a2,b1,b2")
    found = {one["code"]: one for one in reasons(position, "T:d4,e4,e5,f4")}
    assert found["extends"]["count"] == 3
    assert found["extends"]["colour"] == "green"


def test_a_win_is_told_in_caminos_too(yellow_is_close):
    position = yellow_is_close.play("O:a1,a2,b1,b2")
    assert codes(position, "O:g4,g5,h4,h5") == ["wins"]
