"""What the engine expects of the end of a game: colours, scores, and the ways across."""

from __future__ import annotations

import random
import sys

import pytest

from stonefield.engine.client import BlockingEngine, EngineError, own_command
from stonefield.engine.game_engine import engine_for
from stonefield.engine.outlook import Outlook
from stonefield.games import caminos, carnac


def outlook(position):
    return engine_for(position.game.name).outlook(position)


def played_at_random(start, plies: int, seed: int):
    rng, position = random.Random(seed), start
    for _ in range(plies):
        position = position.play(rng.choice(position.legal_moves()))
    return position


def test_every_square_has_a_tint_and_both_sides_expect_dolmens():
    position = carnac.start("medium").play("c4rw").play("E")
    found = outlook(position)
    assert tuple(found.tints) == position.board.names
    assert all(-1 <= tint <= 1 for tint in found.tints.values())
    assert found.scores.keys() == {"red", "white"}
    assert found.ways == {}


def test_what_lies_is_certain_and_what_waits_is_not():
    position = carnac.parse("carnac small 28 r r1 b2c2r,f4g4w,d2wr?")
    tints = outlook(position).tints
    assert (tints["b2"], tints["g4"]) == (1, -1)
    assert abs(tints["d2"]) < 1


def test_a_mirrored_board_has_the_mirrored_outlook():
    position = carnac.parse("carnac small 20 r r1 b2c2r,f4g4w")
    mirrored = carnac.parse("carnac small 20 r r1 f2g2r,b4c4w")
    here, there = outlook(position).tints, outlook(mirrored).tints
    for square, tint in here.items():
        assert there["hgfedcba"["abcdefgh".index(square[0])] + square[1]] == pytest.approx(tint, abs=1e-4)


def test_a_finished_game_is_as_it_is():
    position = played_at_random(carnac.start("4x3", stock=3), 3, seed=1)
    while not position.is_over:
        position = position.play(position.legal_moves()[0])
    found = outlook(position)
    tops = {square: {1: "red", -1: "white"}.get(tint) for square, tint in found.tints.items()}
    assert {square: top for square, top in tops.items() if top} == position.tops
    assert found.scores == {colour: position.score(colour) for colour in ("red", "white")}


@pytest.mark.parametrize("board", ["square", "torus"])
def test_the_way_across_joins_two_sides_and_misses_what_it_says(board):
    position = played_at_random(caminos.start(board), 6, seed=3)
    for colour, way in outlook(position).ways.items():
        names = position.board.names
        assert set(way.squares) <= set(names)
        tops = position.tops
        assert list(way.missing) == [square for square in way.squares if tops.get(square) != colour]
        for one, other in zip(way.squares, way.squares[1:], strict=False):
            assert abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1
        first, last = (
            {side for side, squares in enumerate(position.board.sides) if square in squares}
            for square in (way.squares[0], way.squares[-1])
        )
        assert any((one, other) in {(a, b) for a, b, _ in position.board.links} or
                   (other, one) in {(a, b) for a, b, _ in position.board.links}
                   for one in first for other in last)  # fmt: skip


def test_a_team_that_is_across_misses_nothing():
    position = caminos.start("square").play("L:a4,b4,c4,c5").play("O:a7,a8,b7,b8").play("L:d4,e4,f4,f5")
    way = outlook(position).ways["yellow"]
    assert len(way.missing) == 2
    won = position.play("O:a1,a2,b1,b2").play("O:g4,g5,h4,h5")
    assert won.is_over
    assert outlook(won).ways["yellow"].missing == ()


def test_caminos_has_tints_where_the_network_knows_the_game():
    board = caminos.start("octagon").board
    assert outlook(caminos.start("octagon")).tints.keys() == set(board.names)
    assert outlook(caminos.start("square", players=4)).tints == {}


def test_an_outlook_travels_as_json():
    found = outlook(caminos.start("diamond"))
    again = Outlook.from_json(found.to_json())
    assert again.ways == found.ways
    assert again.tints == pytest.approx(found.tints, abs=0.001)


def test_an_engine_in_a_process_of_its_own_tells_its_outlook():
    with BlockingEngine(own_command()) as engine:
        engine.set_position(carnac.start("small"), ["c3rw"])
        found = engine.outlook()
    assert found is not None
    assert found.tints == pytest.approx(outlook(carnac.start("small").play("c3rw")).tints, abs=0.001)


@pytest.mark.parametrize(("answer", "error"), [("none", False), ("{}", True), ("[1", True)])
def test_an_engine_that_knows_nothing_or_answers_nonsense(answer, error):

    program = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('ugiok' if line.strip() == 'ugi' else 'outlook ' + sys.argv[1], flush=True)\n"
    )
    with BlockingEngine((sys.executable, "-c", program, answer)) as engine:
        if error:
            with pytest.raises(EngineError, match="its outlook cannot be read"):
                engine.outlook()
        else:
            assert engine.outlook() is None
