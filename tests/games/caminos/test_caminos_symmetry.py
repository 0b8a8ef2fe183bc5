"""Which turns and mirrorings of the board the rules do not notice."""

from __future__ import annotations

import pytest

from stonefield import caminos

TURNS = ["identity", "quarter turn", "half turn", "three-quarter turn"]
MIRRORS = ["mirror east-west", "mirror north-south", "mirror rising diagonal", "mirror falling diagonal"]


@pytest.mark.parametrize("board", ["square", "diamond", "octagon", "torus"])
def test_the_built_in_boards_have_all_eight_symmetries(board):
    found = [symmetry.name for symmetry in caminos.symmetries(caminos.start(board))]
    assert found == [*TURNS, *MIRRORS, "colours"]


def test_a_rectangle_has_four():
    lane = "lane=####/####=a1b1c1d1|d1d2|a2b2c2d2|a1a2"
    found = [symmetry.name for symmetry in caminos.symmetries(caminos.start(lane))]
    assert found == ["identity", "half turn", "mirror east-west", "mirror north-south", "colours"]


def test_sides_that_are_not_symmetric_make_a_board_less_so():
    board = "lame=###/###/###=a1b1|c1c2c3|a3b3c3|a1a2a3"
    found = [symmetry.name for symmetry in caminos.symmetries(caminos.start(board))]
    assert found == ["identity", "colours"]


def test_a_handed_piece_leaves_only_the_turns():
    position = caminos.start(pieces="handed=Z4:##,.#+..,.#")
    assert [symmetry.name for symmetry in caminos.symmetries(position)] == [*TURNS, "colours"]


def test_exchanging_colours_leaves_the_players_where_they_are(lay):
    moves = "L:a4*3,b4 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7 O:e4*2,f4*2 L:f1*3,g1"
    for position in (lay(moves, points=True), lay(moves + " O:g4*2,h4*2", points=True)):
        image = caminos.exchange_colours(position)
        assert (image.player, image.setup.first) == (position.player, "green")
        assert image.turn != position.turn
        assert image.score("green") == position.score("yellow")
        assert image.path("green") == position.path("yellow")
        assert caminos.exchange_colours(image) == position
        assert caminos.parse(str(image)) == image


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("identity", {"b1", "c1", "d1", "b2"}),
        ("quarter turn", {"h2", "h3", "h4", "g2"}),
        ("half turn", {"g8", "f8", "e8", "g7"}),
        ("three-quarter turn", {"a7", "a6", "a5", "b7"}),
        ("mirror east-west", {"g1", "f1", "e1", "g2"}),
        ("mirror north-south", {"b8", "c8", "d8", "b7"}),
        ("mirror rising diagonal", {"a2", "a3", "a4", "b2"}),
        ("mirror falling diagonal", {"h7", "h6", "h5", "g7"}),
    ],
)
def test_a_symmetry_does_what_its_name_says(name, image):
    start = caminos.start("square")
    move = start.read("L:b1,c1,d1,b2")
    (symmetry,) = [found for found in caminos.symmetries(start) if found.name == name]
    assert set(symmetry.move(move).squares) == image
