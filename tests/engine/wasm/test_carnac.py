"""Carnac's module does what the native code does: rules, searches and network."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from stonefield import carnac
from stonefield.engine.arithmetic import EIGHT_BITS
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac import kernel
from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import outputs_for
from stonefield.engine.carnac.nullwindow import NODES
from stonefield.engine.carnac.simulators import NetworkSimulator, PlayoutSimulator
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.carnac.transposition import make_table
from stonefield.engine.carnac.wasm import TABLE_MB
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import blank_cache
from stonefield.engine.pruning import is_nearly_full, make_room
from stonefield.engine.rng import random_words
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.tree import Tree, new_tree
from stonefield.engine.wasm.searching import CACHE_MB, TREE_MB
from stonefield.games.carnac.board import SIZES

from .loaded import (
    ALL_ROUNDS,
    Loaded,
    assert_same_tree,
    assert_says_the_same,
    assert_typed,
)

pytestmark = pytest.mark.xdist_group("wasm carnac")
"""Its module is built and loaded once: on one worker."""

BOARDS = tuple(SIZES)
LIMIT = 30_000
"""Nodes for a proof: some positions of the tests need more, most fewer."""


@pytest.fixture(scope="module")
def folder(built: Callable[[str], Path]) -> Path:
    return built("carnac")


def played(board: str, plies: int, seed: int = 1, **options: object) -> carnac.Position:
    """A position of a random game, before its end."""
    chance, position = random.Random(seed), carnac.start(board, **options)
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves()))
        if after.is_over:
            break
        position = after
    return position


def put(loaded: Loaded, position: carnac.Position) -> None:
    """Give the module a position to search."""
    loaded.call("begin", 1, 0, position.setup.final_tilt)
    loaded.array("state")[:] = at.state_of(position)
    loaded.call("forget")


def random_games(loaded: Loaded, board: str, games: int) -> None:
    chance, scratch = random.Random(games), np.zeros(SCRATCH, np.int64)
    moves = np.zeros(at.MOST_MOVES, np.int16)
    for _ in range(games):
        options = {"stock": chance.choice((28, 40, 60, 9)), "final_tilt": chance.random() < 0.5}
        first = chance.randrange(2)
        start = carnac.start(board, first=("red", "white")[first], **options)
        layout, state = at.layout_of(start), at.state_of(start)
        loaded.call("begin", options["stock"], first, options["final_tilt"])
        while True:
            count = kernel.legal_moves(layout, state, moves)
            assert loaded.call("look") == count
            assert loaded.array("moves")[:count].tobytes() == moves[:count].tobytes()
            assert loaded.array("state").tobytes() == state.tobytes()
            assert tuple(loaded.array("standing")) == verdict(layout, state, scratch)
            if count == 0:
                break
            move = int(moves[chance.randrange(count)])
            kernel.play(layout, state, move)
            loaded.call("play", move)


@pytest.mark.parametrize("board", BOARDS)
def test_random_games_are_those_of_the_native_rules(folder, board):
    random_games(Loaded(folder, "carnac", board), board, 60)


@pytest.mark.full
@pytest.mark.parametrize("board", BOARDS)
def test_ten_thousand_random_games_are_those_of_the_native_rules(folder, board):
    random_games(Loaded(folder, "carnac", board), board, 10_000)


@pytest.mark.parametrize("board", BOARDS)
def test_moves_and_results_are_written_as_in_the_games(folder, board):
    loaded, chance = Loaded(folder, "carnac", board), random.Random(5)
    position = carnac.start(board)
    loaded.call("begin", position.stock, 0, 0)
    while not position.is_over:
        legal = [str(move) for move in position.legal_moves()]
        assert loaded.texts(loaded.call("look")) == legal
        text = chance.choice(legal)
        position = position.play(text)
        loaded.call("play", loaded.moves.index(text))
    assert loaded.call("look") == 0
    assert position.outcome is not None
    winner = {1: "red", 0: None, -1: "white"}[int(loaded.array("standing")[0])]
    assert position.outcome.winner == winner


def native_playouts(position: carnac.Position, simulations: int, *, balance: bool = False) -> Tree:
    tree = new_tree(TREE_MB)
    simulator = PlayoutSimulator(
        at.layout_of(position), tree, at.state_of(position), threads=1, seed=7, balance=balance
    )
    with ThreadPoolExecutor(1) as helpers:
        done = 0
        while done < simulations and tree.proven[0] == 0:
            if is_nearly_full(tree):
                make_room(tree)
            done += simulator.simulate(min(REPEATABLE_ROUND, simulations - done), helpers)
    return tree


def searched(loaded: Loaded, position: carnac.Position, simulations: int, *, balance: bool = False) -> Loaded:
    put(loaded, position)
    loaded.array("random")[:] = random_words(7, 0)
    assert loaded.call("search", simulations, ALL_ROUNDS, balance, 1) <= simulations
    return loaded


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("plies", "balance"), [(0, False), (0, True), (11, False), (48, False)])
def test_a_seeded_search_grows_the_same_tree(folder, board, plies, balance):
    position, loaded = played(board, plies), Loaded(folder, "carnac", board)
    searched(loaded, played(board, 5), 200)  # what was searched before leaves no trace
    searched(loaded, position, 1_000, balance=balance)
    assert_same_tree(loaded, native_playouts(position, 1_000, balance=balance))


@pytest.mark.full
def test_a_full_tree_is_pruned_alike(folder):
    position = carnac.start("large")
    loaded = searched(Loaded(folder, "carnac", "large"), position, 300_000)
    tree = native_playouts(position, 300_000)
    assert tree.used[0] < 300_000 * 3
    assert_same_tree(loaded, tree)


def evaluated(loaded: Loaded, entry: str, squares: int) -> np.ndarray:
    loaded.call(entry)
    return loaded.array("batch.evaluations")[: outputs_for(squares)].copy()


@pytest.mark.parametrize("board", BOARDS)
def test_the_network_in_whole_numbers_says_what_the_served_one_says(folder, board):
    loaded, network = Loaded(folder, "carnac", board), CarnacNetwork(EIGHT_BITS)
    said, served = [], []
    for seed in range(10):
        position = played(board, 5 * seed, seed)
        put(loaded, position)
        squares, files = position.board.size, position.board.files
        said.append(evaluated(loaded, "evaluate", squares))
        planes = loaded.array("batch.planes").reshape(SMALL_BATCH, -1, squares)[:1].copy()
        evaluations = np.zeros((1, outputs_for(squares)), np.float32)
        network.evaluate(planes, files, evaluations)
        served.append(evaluations[0])
    assert_says_the_same(said, served)


class ModuleNetwork(CarnacNetwork):
    """The native mean over four reflections, each evaluated by the module."""

    def __init__(self, loaded: Loaded, position: carnac.Position) -> None:
        self._loaded, self._state, self._board = loaded, at.state_of(position), position.board

    def evaluate(self, planes, files, evaluations):
        ways = [(ranks, way) for ranks in (1, -1) for way in (1, -1)]
        for nth, (ranks, way) in enumerate(ways):
            self._loaded.array("state")[:] = self._mirrored(ranks, way)
            evaluations[nth] = evaluated(self._loaded, "evaluate", self._board.size)

    def _mirrored(self, ranks: int, way: int) -> np.ndarray:
        numbers = np.arange(self._board.size).reshape(self._board.ranks, self._board.files)
        image = numbers[::ranks, ::way].ravel().tolist()
        state = self._state.copy()
        for word in (at.RED_LOW, at.WHITE_LOW):
            covered = int(self._state[word]) | int(self._state[word + 1]) << 64
            turned = sum(1 << image[square] for square in range(len(image)) if covered >> square & 1)
            state[word], state[word + 1] = turned & (1 << 64) - 1, turned >> 64
        if self._state[at.PENDING]:
            state[at.PENDING] = image[int(self._state[at.PENDING]) - 1] + 1
        return state


@pytest.mark.parametrize("board", BOARDS)
def test_the_root_is_evaluated_from_all_sides(folder, board):
    loaded = Loaded(folder, "carnac", board)
    for seed in range(4):
        position = played(board, 9 * seed, seed)
        put(loaded, position)
        squares = position.board.size
        got = evaluated(loaded, "evaluate_from_all_sides", squares)
        planes = loaded.array("batch.planes").reshape(SMALL_BATCH, -1, squares)[:1].copy()
        expected = np.zeros((1, outputs_for(squares)), np.float32)
        network = ModuleNetwork(loaded, position)
        network.evaluate_symmetrized(planes, position.board.files, expected)
        np.testing.assert_allclose(got, expected[0], atol=1e-5)


class ModuleSimulator(NetworkSimulator):
    """The native search, led by the network of the module."""

    def __init__(self, loaded: Loaded, position: carnac.Position, tree: Tree) -> None:
        squares = position.board.size
        super().__init__(
            at.layout_of(position), tree, at.state_of(position), networks=[CarnacNetwork(EIGHT_BITS)],
            cache=blank_cache(CACHE_MB, outputs_for(squares)), size=SMALL_BATCH, balance=False,
        )  # fmt: skip
        self._loaded, self._squares = loaded, squares

    def _evaluate(self, thread: int, found: int, *, is_root: bool) -> None:
        batch = self._batches[thread]
        for nth in range(found):
            self._loaded.array("state")[:] = batch.states[nth]
            entry = "evaluate_from_all_sides" if is_root else "evaluate"
            batch.evaluations[nth] = evaluated(self._loaded, entry, self._squares)


@pytest.mark.parametrize(("board", "plies"), [("small", 30), ("medium", 14), ("large", 0)])
def test_a_search_led_by_the_network_grows_the_same_tree(folder, board, plies):
    position, tree = played(board, plies), new_tree(TREE_MB)
    simulator = ModuleSimulator(Loaded(folder, "carnac", board), position, tree)
    with ThreadPoolExecutor(1) as helpers:
        done = 0
        while done < 100:
            done += simulator.simulate(min(REPEATABLE_ROUND, 100 - done), helpers)
    loaded = Loaded(folder, "carnac", board)
    put(loaded, position)
    assert loaded.call("search_with_network", 100, ALL_ROUNDS, 0, 1) == done
    assert_same_tree(loaded, tree)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("left", [2, 4, 5, 6])
def test_the_solver_proves_the_same_with_the_same_nodes(folder, board, left):
    loaded, chance, position = Loaded(folder, "carnac", board), random.Random(left), carnac.start(board)
    while position.stock > left:
        position = position.play(chance.choice(position.legal_moves()))
    state = at.state_of(position)
    native = Solver(position, table=make_table(TABLE_MB))
    native.allow(LIMIT)
    put(loaded, position)
    count = loaded.call("solve", LIMIT)
    try:
        score = native.exact_score(state)
    except Unsolved:
        assert count == 0
        return
    assert loaded.array("solved")[0] == score
    assert loaded.array("line")[:count].tolist() == native.line(state, score)
    assert loaded.array("stack.counters")[NODES] == native.nodes


def test_the_types_for_typescript_hold(folder):
    assert_typed(folder, "carnac")
