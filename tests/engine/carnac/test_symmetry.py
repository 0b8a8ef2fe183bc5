"""Of moves that are mirror images of each other the search looks at one, and only of those."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from stonefield.engine.carnac import arrays, kernel
from stonefield.engine.carnac.solver import solve
from stonefield.engine.carnac.symmetry import drop_symmetric_moves
from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import carnac
from stonefield.games.carnac import Position

OWN_IMAGES = [
    "carnac small 28 r r1 -",
    "carnac medium 28 r r1 -",
    "carnac large 28 r r1 -",
    "carnac 4x14 28 r r1 -",
    "carnac 5x5 12 r w2 c3rw?",
    "carnac medium 28 r w2 c4rw?",
    "carnac medium 28 r r1 e4f4r,a1b1w,j7i7w",
    "carnac medium 28 r r1 e4rr,f4rr",
    "carnac small 28 r w2 d2d1r,e5e4r",
]


def kept_of(position: Position) -> list[str]:
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
    count = kernel.legal_moves(layout, state, moves)
    scores = moves[:count].astype(np.float64)
    kept = drop_symmetric_moves(layout, state, moves, scores, count)
    assert np.array_equal(scores[:kept], moves[:kept])
    return [arrays.move_text(position.board, int(move)) for move in moves[:kept]]


def orbits_of(position: Position) -> set[frozenset[str]]:
    """The moves, together with those that the rules' own symmetries turn into each other."""
    state = arrays.state_of(position)
    turns = [
        turn
        for turn in position.game.symmetries(position)[:4]
        if np.array_equal(arrays.state_of(turn.position(position)), state)
    ]
    return {frozenset(str(turn.move(move)) for turn in turns) for move in position.legal_moves()}


@pytest.mark.parametrize("text", OWN_IMAGES)
def test_of_each_set_of_images_exactly_one_stays(text):
    position = carnac.parse(text)
    kept, orbits = kept_of(position), orbits_of(position)
    assert len(kept) == len(orbits) < len(position.legal_moves())
    assert all(len(orbit & set(kept)) == 1 for orbit in orbits)


def test_where_nothing_is_its_own_image_every_move_stays():
    chance = random.Random(5)
    for _ in range(40):
        position = carnac.start(chance.choice(["small", "medium", "large"]))
        for _ in range(chance.randrange(3, 12)):
            position = position.play(chance.choice(position.legal_moves()))
        if len(orbits_of(position)) == len(position.legal_moves()):
            assert kept_of(position) == [str(move) for move in position.legal_moves()]


@pytest.mark.parametrize("network", [False, True])
def test_both_searches_look_at_a_quarter_of_the_empty_board(network):
    start = carnac.start("small")
    settings = Settings(threads=1, hash_mb=8, seed=1, network=network, multipv=256)
    thought = CarnacThinker().think(start, Limits(nodes=40), settings, stop=threading.Event())
    assert {line.moves[0] for line in thought.lines} == set(kept_of(start))


def test_what_is_left_proves_the_same(monkeypatch):
    monkeypatch.setattr("stonefield.engine.carnac.thinker.EndgameSolver.is_near", lambda position: False)
    settings = Settings(threads=1, hash_mb=32, seed=1, network=False)
    for stock in (1, 2):
        start = carnac.start("3x3", stock=stock)
        thought = CarnacThinker().think(start, Limits(nodes=60_000), settings, stop=threading.Event())
        assert thought.lines[0].proven == solve(start).value
