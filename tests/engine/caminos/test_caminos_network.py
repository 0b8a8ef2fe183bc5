"""The network sees what it was trained on, and the search it leads obeys the rules and sees every threat."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from stonefield import caminos
from stonefield.engine.caminos import arrays
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.network import (
    ORIENTATIONS,
    PLANES,
    POINTS_PLANE,
    UNIT,
    CaminosNetwork,
    encoding_of,
    knows,
    outputs_for,
)
from stonefield.engine.caminos.network_search import encode_planes, judgement
from stonefield.engine.caminos.thinker import CaminosThinker
from stonefield.engine.network import values_of
from stonefield.engine.thinker import Limits, Settings
from stonefield.games.caminos.board import BOARDS

NETWORK = Settings(threads=1, hash_mb=16, seed=1)


def random_game(seed: int, **options) -> list[caminos.Position]:
    rng = random.Random(seed)
    line = [caminos.start(**options)]
    while not line[-1].is_over:
        line.append(line[-1].play(rng.choice(line[-1].legal_moves())))
    return line[:-1]


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("board", BOARDS)
def test_the_engine_and_the_training_see_the_same_and_name_moves_alike(board, points):
    jax = pytest.importorskip("jax")
    from stonefield.selfplay.caminos import GAME, geometry
    from stonefield.selfplay.caminos.rules import start

    assert GAME.score_unit == UNIT
    play, see = jax.jit(GAME.play), jax.jit(GAME.planes_of)
    rng = random.Random(4)
    position, state = caminos.start(board, points=points), start(BOARDS.index(board), points=points)
    files, ranks = position.board.files, position.board.ranks
    layout, encoding = arrays.layout_of(position), encoding_of(position.setup)
    while not position.is_over:
        planes = np.empty((PLANES, files * ranks), dtype=np.float32)
        encode_planes(layout, encoding, arrays.state_of(position), planes)
        canvas = np.asarray(see(state)).reshape(geometry.RANKS, geometry.FILES, PLANES)
        np.testing.assert_allclose(planes, canvas[:ranks, :files].reshape(-1, PLANES).T, atol=1e-6)
        move = str(rng.choice(position.legal_moves()))
        orientation, corner = divmod(int(encoding.actions[arrays.move_number(position, move)]), files * ranks)
        anchor = corner // files * geometry.FILES + corner % files
        action = anchor * ORIENTATIONS + orientation
        assert GAME.text_of(action, int(state.turn)) == move
        position, state = position.play(position.read(move)), play(state, action)


def test_what_it_was_not_trained_for_is_left_to_the_other_search():
    variants = ({}, {"neutral": True}, {"points": True})
    assert all(knows(caminos.start(board, **variant).setup) for board in BOARDS for variant in variants)
    assert not knows(caminos.start(players=4).setup)
    assert not knows(caminos.start("tiny=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3").setup)


def test_where_points_count_the_value_is_a_lead_in_points_and_the_lead_tells_who_wins():
    position = random_game(3, points=True)[8]
    game, network = CaminosAdapter(position), CaminosNetwork()
    planes = np.empty((1, PLANES, 64), dtype=np.float32)
    encode_planes(game.layout, encoding_of(game.setup), game.root, planes[0])
    assert planes[0, POINTS_PLANE].all()
    evaluations = np.zeros((1, outputs_for(64)), dtype=np.float32)
    network.evaluate(planes, 8, evaluations)
    outcome, points = network.run(("outcome", "points"), planes, 8)
    assert evaluations[0, -2] == pytest.approx(UNIT * (points[0, 0] - points[0, 1]))
    assert evaluations[0, -1] == pytest.approx(values_of(outcome)[0])
    value, lead = judgement(game.layout, encoding_of(game.setup), evaluations[0], 1)
    assert value == pytest.approx(-evaluations[0, -2] / 32)
    assert lead == pytest.approx(-evaluations[0, -1])


@pytest.mark.parametrize("board", ["square", "octagon"])
def test_a_game_for_points_is_led_to_its_end(board):
    thinker, position = CaminosThinker(), caminos.start(board, points=True)
    while not position.is_over:
        thought = thinker.think(position, Limits(nodes=40), NETWORK, stop=threading.Event())
        assert 0 <= thought.lines[0].win_rate <= 1
        assert abs(thought.lines[0].score) <= 60
        position = position.play(thought.best)


def test_a_search_weighs_every_legal_move_and_its_visits_add_up():
    for position in random_game(2, board="diamond")[:12:4]:
        settings = Settings(threads=1, hash_mb=16, seed=1, multipv=10_000)
        thought = CaminosThinker().think(position, Limits(nodes=60), settings, stop=threading.Event())
        assert {line.moves[0] for line in thought.lines} == {str(move) for move in position.legal_moves()}
        if not thought.sees_end:
            assert sum(line.visits for line in thought.lines) == 59


def test_a_tree_is_reused_and_still_weighs_every_move():
    thinker, stop = CaminosThinker(), threading.Event()
    settings = Settings(threads=1, hash_mb=16, multipv=10_000)
    position = caminos.start()
    for _ in range(4):
        thought = thinker.think(position, Limits(nodes=80), settings, stop=stop)
        assert {line.moves[0] for line in thought.lines} == {str(move) for move in position.legal_moves()}
        position = position.play(position.read(thought.best))


def test_the_same_search_twice_finds_the_same():
    position = random_game(5)[6]
    thinker = CaminosThinker()
    one, other = (
        thinker.think(position, Limits(nodes=100), NETWORK, stop=threading.Event()) for _ in range(2)
    )
    assert one.lines == other.lines
    alone = Settings(threads=1, hash_mb=16, seed=1, network=False)
    assert thinker.think(position, Limits(nodes=100), alone, stop=threading.Event()).lines != one.lines
