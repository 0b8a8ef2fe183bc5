"""What each symmetry does to the board, by its name."""

from __future__ import annotations

import pytest

from stonefield import carnac

IMAGES = {
    "identity": ("a2rw", "N"),
    "mirror east-west": ("e2rw", "N"),
    "mirror north-south": ("a3rw", "S"),
    "half turn": ("e3rw", "S"),
    "colours": ("a2wr", "N"),
}


@pytest.mark.parametrize("name", IMAGES)
def test_a_symmetry_does_what_its_name_says(name):
    start = carnac.start("5x4")
    placed = start.play("a2rw")
    images = {
        symmetry.name: [str(symmetry.move(move)) for move in (start.read("a2rw"), placed.read("N"))]
        for symmetry in start.game.symmetries(start)
    }
    assert list(images) == list(IMAGES)
    assert images[name] == list(IMAGES[name])


SQUARE_IMAGES = {
    "identity": ("a2rw", "N"),
    "mirror east-west": ("d2rw", "N"),
    "mirror north-south": ("a3rw", "S"),
    "half turn": ("d3rw", "S"),
    "quarter turn": ("c1rr", "W"),
    "three-quarter turn": ("b4rr", "E"),
    "mirror rising diagonal": ("b1rr", "E"),
    "mirror falling diagonal": ("c4rr", "W"),
    "colours": ("a2wr", "N"),
}


@pytest.mark.parametrize("name", SQUARE_IMAGES)
def test_a_square_board_has_quarter_turns_which_turn_the_sides_of_a_megalith(name):
    start = carnac.start("4x4")
    placed = start.play("a2rw")
    found = {symmetry.name: symmetry for symmetry in start.game.symmetries(start)}
    assert list(found) == list(SQUARE_IMAGES)
    assert (str(found[name].move(placed.pending)), str(found[name].move(placed.read("N")))) == SQUARE_IMAGES[
        name
    ]
    # What is seen after the fall is turned with the board.
    image = found[name].position(placed.play("N"))
    assert image == found[name].position(start).play(SQUARE_IMAGES[name][0]).play(SQUARE_IMAGES[name][1])


def test_eight_first_moves_differ_on_a_square_board_of_sixteen_squares():
    start = carnac.start("4x4")
    turns = [one for one in start.game.symmetries(start) if one.name != "colours"]
    assert len({frozenset(str(turn.move(move)) for turn in turns) for move in start.legal_moves()}) == 8
