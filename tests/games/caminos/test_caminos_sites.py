"""Sites: where pieces can be placed, found by shifting sets of squares, and kept in little memory."""

import gc
import random
import tracemalloc
from itertools import product

import pytest

from games.caminos.own_boards import geometry, plain_board
from stonefield import caminos
from stonefield.games.caminos.board import BOARDS, square_name
from stonefield.games.caminos.setup import MOST_PLACEMENTS
from stonefield.games.caminos.sites import shared_sites
from stonefield.games.errors import IllegalMove

ODD = "odd=A3:##,#.+#.,..+#.,../B2:#.#,###/C4:#/D3:##+.#/N*:###"
"""Shapes with overhangs, gaps seen from above, a single cube, and one as wide as a board of three."""


def placements_one_by_one(position):
    """What the rules say, square by square: a turning rests where each column has just its height."""
    board, heights = position.board, position.heights
    shapes = position.setup.pieces.all_shapes
    left = position.supply(position.player)
    for shape in shapes:
        if not left.get(shape.letter) or (shape is shapes[-1] and len(shapes) > 4) != position.places_neutral:
            continue
        for turning in shape.turnings:
            bases = {
                column: min(z for *at, z in turning if tuple(at) == column) for column in columns(turning)
            }
            for file, rank in product(range(board.files), range(board.ranks)):
                names = ((square_name(file + x, rank + y), base) for (x, y), base in bases.items())
                if all(heights.get(name) == base for name, base in names):
                    yield shape.letter, frozenset((file + x, rank + y, z) for x, y, z in turning)


def columns(cubes):
    return {(x, y) for x, y, _ in cubes}


@pytest.mark.parametrize("pieces", ["classic", ODD])
@pytest.mark.parametrize("board", [*BOARDS, plain_board(3), plain_board(11)])
def test_the_placements_are_those_found_square_by_square(board, pieces):
    chance = random.Random(7)
    position = caminos.start(board, pieces=pieces, neutral=True)
    while not position.is_over:
        found = position.legal_moves()
        assert {(move.piece, move.cubes) for move in found} == set(placements_one_by_one(position))
        assert len(set(found)) == len(found)
        for _ in range(4):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))


def test_placements_come_shape_by_shape_in_the_order_of_their_texts():
    position = caminos.start(plain_board(12), pieces=ODD)
    moves = [(position.setup.pieces.index[move.piece], move.text) for move in position.legal_moves()]
    assert moves == sorted(moves)
    texts = position.sites.texts()
    for number, site in enumerate(site for sites in position.sites.of_shape for site in sites):
        assert position.sites.number_of(site) == number
        assert texts[number] == site.placement.text


def test_a_new_name_is_no_new_geometry():
    one, other = (caminos.start(plain_board(9, name), pieces=f"{name}=L4:###,#..") for name in ("one", "two"))
    assert one != other
    assert one.sites is other.sites
    with pytest.raises(IllegalMove, match="the two board has no such square"):
        other.play("L:j1,j2,j3,j4")


def test_own_boards_just_below_the_cap_take_little_memory():
    positions = []
    gc.collect()
    tracemalloc.start()
    for number in range(6):
        board, pieces = geometry(number)
        position = caminos.start(board, pieces=pieces)
        placements = position.setup.pieces.placements_on(position.board.files, position.board.ranks)
        assert MOST_PLACEMENTS // 2 < placements <= MOST_PLACEMENTS
        position.legal_moves()
        positions.append(position)
    held, _ = tracemalloc.get_traced_memory()
    del position
    shared_sites.cache_clear()
    positions.clear()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Once they took 2 kB for each placement, 13 MB for each of these.
    assert (held - after) / 6 < 300_000
    assert held < 30_000_000
