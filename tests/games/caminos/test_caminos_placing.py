"""The law of placing: no empty space beneath, and at least one cube on the board itself."""

from __future__ import annotations

import random

import pytest

from stonefield import IllegalMove, InvalidMove, caminos
from stonefield.games.caminos.pieces import _turnings


def naive_placements(position) -> set[frozenset[tuple[int, int, int]]]:
    """Every way to turn and move every piece that the law allows, cube by cube."""
    board, heights = position.board, position.heights
    names = {divmod(square, board.files)[::-1]: board.name_of(square) for square in board.squares}
    found = set()
    shapes = position.setup.pieces.all_shapes
    left = position.supply(position.player)
    if position.places_neutral:
        left = {shapes[-1].letter: 1}
    for shape in shapes:
        if not left.get(shape.letter):
            continue
        for turning in _turnings(shape.cubes):
            for file in range(board.files):
                for rank in range(board.ranks):
                    cubes = frozenset((file + x, rank + y, z) for x, y, z in turning)
                    if not all((x, y) in names for x, y, _ in cubes):
                        continue
                    free = all(z >= heights[names[x, y]] for x, y, z in cubes)
                    held = all(z == heights[names[x, y]] or (x, y, z - 1) in cubes for x, y, z in cubes)
                    if free and held:
                        found.add((shape.letter, cubes))
    return found


@pytest.mark.parametrize("board", ["square", "diamond", "octagon", "torus"])
@pytest.mark.parametrize("neutral", [False, True])
def test_the_listed_moves_are_exactly_those_the_law_allows(board, neutral):
    rng = random.Random(f"{board} {neutral}")
    position = caminos.start(board, neutral=neutral)
    ply = 0
    while not position.is_over:
        moves = position.legal_moves()
        if ply % 4 == 0 or len(moves) < 20:
            assert {(move.piece, move.cubes) for move in moves} == naive_placements(position)
        position = position.play(rng.choice(moves))
        ply += 1


def test_a_move_names_the_cubes_it_fills(lay):
    position = lay("O:a1,a2,b1,b2")
    assert position.read("T:b2,c2*3").cubes == {(1, 1, 1), (2, 1, 0), (2, 1, 1), (2, 1, 2)}
    assert {str(move) for move in position.legal_moves()} >= {"T:b2,c2*3", "S:b2*2,c2*2", "L:c2*3,d2"}


def test_a_piece_may_lie_partly_on_pieces_of_either_colour(lay):
    position = lay("O:a1,a2,b1,b2 S:b2*2,c2*2 S:a2*2,a3*2")
    assert position.columns["b2"] == ("yellow", "green", "green")
    assert position.columns["a2"] == ("yellow", "yellow", "yellow")
    assert (position.tops["b2"], position.tops["b1"], position.heights["b2"]) == ("green", "yellow", 3)


def test_a_piece_never_lies_wholly_on_others(lay):
    position = lay("O:a1,a2,b1,b2 O:c1,c2,d1,d2")
    with pytest.raises(IllegalMove, match="may not lie wholly on others"):
        position.play("O:b1,b2,c1,c2")


def test_no_empty_space_may_be_beneath_a_piece(lay):
    position = lay("O:a1*2,b1*2")
    with pytest.raises(IllegalMove, match="empty space beneath it on c1"):
        position.play("T:a1,b1*2,c1")
    with pytest.raises(IllegalMove, match="empty space beneath it on c1"):
        position.play("S:b1*2,c1*2")
    with pytest.raises(IllegalMove, match="empty space beneath it on b2"):
        position.play("O:b1,b2,c1,c2")


def test_a_shape_that_no_turning_gives_is_illegal():
    with pytest.raises(IllegalMove, match="cannot be turned to fill these columns"):
        caminos.start().play("L:a1,b2,c3,d4")


def test_nothing_rises_above_three():
    rng = random.Random(7)
    for _ in range(5):
        position = caminos.start("octagon", neutral=True)
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        assert max(position.heights.values()) == 3


def test_a_shape_can_be_used_up(lay):
    position = lay("O:a1,a2,b1,b2 O:g7,g8,h7,h8 O:c1*2,d1*2 L:f8*3,e8")
    with pytest.raises(IllegalMove, match="yellow has no O left"):
        position.play("O:e4,e5,f4,f5")
    assert position.play("L:e4*3,e5").supply(1) == {"L": 3, "T": 4, "S": 4, "O": 0}


def test_the_neutral_piece_is_nobodys_in_the_basic_game():
    with pytest.raises(IllegalMove, match="neutral piece, which only opens a game"):
        caminos.start().play("I:a1*3")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "L",
        "L:",
        "l:a1*3,b1",
        "L:a1*3;b1",
        "L:a1*3,b1 ",
        "L:a1*3,b1,",
        "L:a1*4,b1",
        "L:a1*3",
        "L:a1*0,a2*4",
        "L:a1*2,a1*2",
        "X:a1*3,b1",
        "L:a01*3,b1",
        "Swap",
        "L:a1*3,b1\n",
        "L:ａ1*3,b1",
    ],
)
def test_what_is_no_move_at_all_is_not_read(text):
    with pytest.raises(InvalidMove):
        caminos.start().read(text)


@pytest.mark.parametrize("text", ["L:a1,b1,c1,i1", "L:a1,b1,c1,a9"])
def test_a_square_that_only_other_boards_have_is_illegal(text):
    with pytest.raises(IllegalMove, match="the square board has no such square"):
        caminos.start().play(text)


def test_a_move_may_be_written_in_any_order_and_comes_back_in_the_right_one():
    assert str(caminos.start().read("L:b1*1,a1*3")) == "L:a1*3,b1"


def test_a_move_of_another_game_is_no_move_here():
    from stonefield import carnac

    with pytest.raises(InvalidMove, match="no move of Caminos"):
        caminos.start().play(carnac.start().read("c4rw"))


def test_an_equal_text_is_an_equal_move_whatever_lies_beneath(lay):
    empty, laid = caminos.start(), lay("O:a1,a2,b1,b2")
    assert empty.read("T:b2,c2*3") == laid.read("T:b2,c2*3")
    assert laid.play(empty.read("T:b2,c2*3")) == laid.play("T:b2,c2*3")
