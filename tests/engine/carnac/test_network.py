"""The network sees what it was trained on, and its search obeys the rules and the symmetries of the board."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from stonefield import carnac
from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import PLANES, encode_planes, outputs_for
from stonefield.engine.carnac.simulators import NetworkSimulator
from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import blank_cache
from stonefield.engine.thinker import Limits, Settings
from stonefield.engine.tree import DRAWN, UNKNOWN, Tree, child_count, children_of, first_child, new_tree


@pytest.fixture(scope="module")
def network() -> CarnacNetwork:
    return CarnacNetwork()


def random_position(seed: int, board: str, plies: int, **options) -> carnac.Position:
    rng = random.Random(seed)
    position = carnac.start(board, **options)
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_moves()))
        if after.is_over:
            break
        position = after
    return position


def planes_of(position: carnac.Position) -> np.ndarray:
    planes = np.empty((PLANES, position.board.size), dtype=np.float32)
    encode_planes(arrays.layout_of(position), arrays.state_of(position), planes)
    return planes


def evaluation_of(network: CarnacNetwork, position: carnac.Position, *, sides: bool = False) -> np.ndarray:
    evaluations = np.empty((1, outputs_for(position.board.size)), dtype=np.float32)
    evaluate = network.evaluate_symmetrized if sides else network.evaluate
    evaluate(planes_of(position)[None], position.board.files, evaluations)
    return evaluations[0]


@pytest.mark.parametrize("board", ["small", "medium", "large", "5x4"])
def test_the_engine_and_the_training_see_the_same(board):
    jnp = pytest.importorskip("jax.numpy")
    from stonefield.selfplay.carnac import rules
    from stonefield.selfplay.carnac.planes import planes_of as trained_on

    for seed in range(12):
        position = random_position(seed, board, plies=3 * seed, final_tilt=seed % 2 == 0)
        cells = np.full((rules.RANKS, rules.FILES), rules.OUTSIDE, dtype=np.int8)
        cells[: position.board.ranks, : position.board.files] = rules.EMPTY
        for square, colour in position.tops.items():
            rank, file = divmod(position.board.square(square), position.board.files)
            cells[rank, file] = rules.RED if colour == "red" else rules.WHITE
        pending, axis = -1, 0
        if position.pending:
            rank, file = divmod(position.pending.index, position.board.files)
            pending = rank * rules.FILES + file
            axis = rules.RED if position.pending.axis == "red" else rules.WHITE
        field = rules.State(
            cells=jnp.asarray(cells.reshape(-1)),
            pending=jnp.int8(pending),
            axis=jnp.int8(axis),
            turn=jnp.int8(rules.RED if position.turn == "red" else rules.WHITE),
            stock=jnp.int8(position.stock),
            final_tilt=jnp.asarray(position.setup.final_tilt),
            over=jnp.asarray(False),
        )
        canvas = np.asarray(trained_on(field)).reshape(rules.RANKS, rules.FILES, PLANES)
        expected = canvas[: position.board.ranks, : position.board.files].reshape(-1, PLANES).T
        np.testing.assert_allclose(planes_of(position), expected, atol=1e-6)


def test_an_opinion_from_all_sides_turns_with_the_board(network):
    position = random_position(3, "small", plies=21)
    squares, files = position.board.size, position.board.files
    evaluation = evaluation_of(network, position, sides=True)
    mirrored = position.game.symmetries(position)[1]
    image = evaluation_of(network, mirrored.position(position), sides=True)
    placement = evaluation[: 4 * squares].reshape(-1, files, 4)
    turned = image[: 4 * squares].reshape(-1, files, 4)[:, ::-1]
    np.testing.assert_allclose(turned, placement, atol=1e-4)
    north, east, south, west, stand = evaluation[4 * squares : 4 * squares + 5]
    np.testing.assert_allclose(
        image[4 * squares : 4 * squares + 5], [north, west, south, east, stand], atol=1e-4
    )
    np.testing.assert_allclose(image[-2:], evaluation[-2:], atol=1e-4)


def test_exchanging_the_colours_changes_nothing_for_the_one_who_decides(network):
    position = random_position(5, "medium", plies=17)
    image = carnac.exchange_colours(position)
    np.testing.assert_allclose(evaluation_of(network, position), evaluation_of(network, image), atol=1e-5)


def simulator_of(position: carnac.Position, tree: Tree, networks: list[CarnacNetwork]) -> NetworkSimulator:
    return NetworkSimulator(
        arrays.layout_of(position),
        tree,
        arrays.state_of(position),
        networks=networks,
        cache=blank_cache(1, outputs_for(position.board.size)),
        size=SMALL_BATCH,
        balance=False,
    )


def grown(position: carnac.Position, networks: list[CarnacNetwork], simulations: int) -> Tree:
    tree = new_tree(8)
    simulator = simulator_of(position, tree, networks)
    done = 0
    with ThreadPoolExecutor() as helpers:
        while done < simulations and tree.proven[0] == UNKNOWN:
            done += simulator.simulate(simulations - done, helpers)
    return tree


def test_the_same_search_twice_gives_the_same_tree(network):
    position = random_position(7, "small", plies=12)
    one, other = (grown(position, [network], 80) for _ in range(2))
    used = int(one.used[0])
    assert used == other.used[0]
    np.testing.assert_array_equal(one.visits[:used], other.visits[:used])


def test_the_root_has_every_legal_move_and_the_visits_add_up(network):
    position = random_position(8, "medium", plies=10)
    tree = grown(position, [network], 120)
    word = int(tree.children[0])
    first, count = int(first_child(word)), int(child_count(word))
    board = position.board
    texts = {arrays.move_text(board, int(move)) for move in tree.moves[first : first + count]}
    assert texts == {str(move) for move in position.legal_moves()}
    assert tree.visits[first : first + count].sum() == tree.visits[0] - 1
    assert np.isclose(tree.priors[first : first + count].sum(), 1.0, atol=1e-4)


def test_a_decided_end_is_proven_not_guessed(network):
    position = carnac.parse("carnac 5x4 6 rt w2 a1b1r,c1rr,a4b4w,c4ww,e4ww,e2rr?")
    tree = grown(position, [network], 200)
    assert tree.proven[0] != UNKNOWN


def test_two_threads_share_one_tree(network):
    tree = grown(carnac.start("small"), [network, CarnacNetwork()], 300)
    word = int(tree.children[0])
    first, count = int(first_child(word)), int(child_count(word))
    assert tree.visits[first : first + count].sum() == tree.visits[0] - 1
    assert (tree.visits[: int(tree.used[0])] >= 0).all()


def test_a_node_whose_children_are_all_proven_does_not_hold_the_search_up(network):
    # As two threads leave it that prove the last two children at once.
    position = random_position(8, "small", plies=10)
    tree = new_tree(8)
    simulator = simulator_of(position, tree, [network])
    with ThreadPoolExecutor() as helpers:
        simulator.simulate(20, helpers)
        tree.proven[list(children_of(tree, 0))] = DRAWN
        assert tree.proven[0] == UNKNOWN
        assert simulator.simulate(20, helpers) > 0
    assert tree.proven[0] == DRAWN


def test_the_thinker_uses_the_network_unless_told_otherwise():
    position = random_position(9, "small", plies=8)
    stop = threading.Event()
    led, alone = (
        CarnacThinker().think(position, Limits(nodes=60), Settings(threads=1, seed=1, network=on), stop=stop)
        for on in (True, False)
    )
    assert led.nodes == alone.nodes == 60
    assert led.lines[0].win_rate != alone.lines[0].win_rate
