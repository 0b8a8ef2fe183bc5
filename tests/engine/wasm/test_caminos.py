"""Caminos' module does what the native code does: rules, searches, threats and network."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from stonefield import caminos
from stonefield.engine.arithmetic import EIGHT_BITS
from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos import kernel
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.distance import workspace_for
from stonefield.engine.caminos.forcing import make_search
from stonefield.engine.caminos.network import UNIT, CaminosNetwork, outputs_for
from stonefield.engine.caminos.parameters import parameters_for
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.caminos.root import AT_ONCE, mark_losses, mark_win_in_two, mark_wins
from stonefield.engine.caminos.simulate import simulate
from stonefield.engine.caminos.simulators import NetworkSimulator, PlayoutSimulator
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import blank_cache
from stonefield.engine.rng import random_words
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import NO_AMAF
from stonefield.engine.thinker import Settings
from stonefield.engine.tree import Tree, children_of, new_tree
from stonefield.engine.wasm.searching import CACHE_MB, TREE_MB
from stonefield.games.caminos.board import BOARDS

from .loaded import (
    ALL_ROUNDS,
    Loaded,
    assert_same_tree,
    assert_says_the_same,
    assert_typed,
)

pytestmark = pytest.mark.xdist_group("wasm caminos")
"""Its module is built and loaded once: on one worker."""

BOARD_NAMES = tuple(BOARDS)
VARIANTS = (
    {},
    {"points": True},
    {"swap": True, "neutral": True},
    {"players": 4},
    {"players": 4, "neutral": True, "points": True},
)


@pytest.fixture(scope="module")
def folder(built: Callable[[str], Path]) -> Path:
    return built("caminos")


def begin(loaded: Loaded, setup: caminos.Setup) -> None:
    loaded.call("begin", setup.players, setup.neutral, setup.points, setup.swap)


def in_module(loaded: Loaded, state: np.ndarray) -> np.ndarray:
    """A state with the bytes that a game of four would need."""
    padded = np.zeros(loaded.array("state").size, np.uint8)
    padded[: state.size] = state
    return padded


def put(loaded: Loaded, position: caminos.Position) -> None:
    """Give the module a position to search."""
    begin(loaded, position.setup)
    loaded.array("state")[:] = in_module(loaded, at.state_of(position))
    loaded.call("forget")


def played(plies: int, seed: int = 1, **options: object) -> caminos.Position:
    """A position of a random game, before its end."""
    chance, position = random.Random(seed), caminos.start(**options)
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves()))
        if after.is_over:
            break
        position = after
    return position


def random_games(loaded: Loaded, board: str, games: int) -> None:
    chance = random.Random(games)
    for nth in range(games):
        start = caminos.start(board=board, **VARIANTS[nth % len(VARIANTS)])
        layout, state = at.layout_of(start), at.state_of(start)
        scratch = at.scratch_for(layout)
        moves = np.zeros(int(layout.facts[at.SITES]) + 1, np.int32)
        begin(loaded, start.setup)
        while True:
            count = kernel.legal_moves(layout, state, moves, scratch)
            assert loaded.call("look") == count
            assert loaded.array("moves")[:count].tobytes() == moves[:count].tobytes()
            assert loaded.array("state")[: state.size].tobytes() == state.tobytes()
            if count == 0:
                assert tuple(loaded.array("standing")) == verdict(layout, state, scratch)
                break
            move = int(moves[chance.randrange(count)])
            kernel.play(layout, state, move, scratch)
            loaded.call("play", move)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_random_games_are_those_of_the_native_rules(folder, board):
    random_games(Loaded(folder, "caminos", board), board, 60)


@pytest.mark.full
@pytest.mark.parametrize("board", BOARD_NAMES)
def test_ten_thousand_random_games_are_those_of_the_native_rules(folder, board):
    random_games(Loaded(folder, "caminos", board), board, 10_000)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_moves_and_results_are_written_as_in_the_games(folder, board):
    loaded, chance = Loaded(folder, "caminos", board), random.Random(5)
    position = caminos.start(board=board, points=True)
    begin(loaded, position.setup)
    while not position.is_over:
        count = loaded.call("look")
        legal = [str(move) for move in position.legal_moves()]
        assert sorted(loaded.texts(count)) == sorted(legal)
        nth = chance.randrange(count)
        move = int(loaded.array("moves")[nth])
        position = position.play(loaded.moves[move])
        loaded.call("play", move)
    assert loaded.call("look") == 0
    assert position.outcome is not None
    first = position.setup.first
    winner = {1: first, 0: None, -1: next(c for c in ("yellow", "green") if c != first)}
    assert position.outcome.winner == winner[int(loaded.array("standing")[0])]


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("options", [{}, {"points": True}, {"players": 4}, {"swap": True}])
@pytest.mark.parametrize("plies", [0, 8])
def test_a_seeded_search_grows_the_same_tree(folder, board, options, plies):
    loaded, position = Loaded(folder, "caminos", board), played(plies, board=board, **options)
    game, tree = CaminosAdapter(position), new_tree(TREE_MB)
    root, random_state = in_module(loaded, game.root), random_words(7, 0)
    parameters = parameters_for(balance=game.must_balance, full_points=game.full_points)
    workspace, done = workspace_for(game.layout), 0
    while done < 200 and tree.proven[0] == 0:
        count = min(REPEATABLE_ROUND, 200 - done)
        budget = np.array([count])
        simulate(game.layout, tree, root, workspace, random_state, budget, parameters, NO_AMAF)
        done += count
    put(loaded, played(3, board=board))
    loaded.call("search", 50, ALL_ROUNDS, 0, 1)  # what was searched before leaves no trace
    put(loaded, position)
    loaded.array("random")[:] = random_words(7, 0)
    assert loaded.call("search", 200, ALL_ROUNDS, game.must_balance, 1) == done
    assert_same_tree(loaded, tree)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_wins_and_losses_of_the_root_are_marked_alike(folder, board):
    loaded, marked = Loaded(folder, "caminos", board), 0
    for seed in range(4):
        position = played(40, seed, board=board, points=seed % 2 == 1)
        game, tree = CaminosAdapter(position), new_tree(TREE_MB)
        simulator = PlayoutSimulator(game, tree, Settings(threads=1, seed=7))
        simulator.open_root()
        root = game.layout, tree, game.root, simulator.workspace
        put(loaded, position)
        loaded.array("random")[:] = random_words(7, 0)
        loaded.call("open_root", 0, 1)
        assert loaded.call("wins") == mark_wins(*root, game.full_points)
        for start in range(0, len(children_of(tree, 0)), AT_ONCE):
            assert loaded.call("losses", start) == mark_losses(*root, start)
        assert loaded.call("win_in_two") == mark_win_in_two(*root, make_search(game.layout))
        assert_same_tree(loaded, tree)
        marked += tree.proven[: int(tree.used[0])].any()
    assert marked


def evaluated(loaded: Loaded, squares: int) -> np.ndarray:
    loaded.call("evaluate")
    return loaded.array("batch.evaluations")[: outputs_for(squares)].copy()


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("points", [False, True])
def test_the_network_in_whole_numbers_says_what_the_served_one_says(folder, board, points):
    loaded, network = Loaded(folder, "caminos", board), CaminosNetwork(EIGHT_BITS)
    said, served = [], []
    for seed in range(6):
        position = played(3 * seed, seed, board=board, points=points)
        put(loaded, position)
        squares, on_board = position.board.files * position.board.ranks, sorted(position.board.squares)
        got = evaluated(loaded, squares)
        planes = loaded.array("batch.planes").reshape(SMALL_BATCH, -1, squares)[:1].copy()
        evaluations = np.zeros((1, outputs_for(squares)), np.float32)
        network.evaluate(planes, position.board.files, evaluations)
        for row, rows in ((got, said), (evaluations[0], served)):
            # Off the board nothing is placed, so what is said there does not matter.
            placement = row[:-2].reshape(-1, squares)[:, on_board]
            rows.append(np.concatenate([placement.ravel(), row[-2:]]))
    assert_says_the_same(said, served, UNIT if points else 1.0)


class ModuleSimulator(NetworkSimulator):
    """The native search, led by the network of the module."""

    def __init__(self, loaded: Loaded, game: CaminosAdapter, tree: Tree) -> None:
        squares = int(game.layout.facts[at.SQUARES])
        super().__init__(
            game, tree, networks=[CaminosNetwork(EIGHT_BITS)],
            cache=blank_cache(CACHE_MB, outputs_for(squares)), size=SMALL_BATCH,
        )  # fmt: skip
        self._loaded, self._squares = loaded, squares

    def _evaluate(self, thread: int, found: int, *, is_root: bool) -> None:
        batch = self._batches[thread]
        for nth in range(found):
            self._loaded.array("state")[:] = self._game.root if is_root else batch.states[nth]
            kept = self._game.setup.points or batch.evaluations[nth, -1]
            batch.evaluations[nth] = evaluated(self._loaded, self._squares)
            if not self._game.setup.points:
                batch.evaluations[nth, -1] = kept


@pytest.mark.parametrize(
    ("board", "points", "plies"), [("square", False, 6), ("octagon", True, 10), ("torus", False, 0)]
)
def test_a_search_led_by_the_network_grows_the_same_tree(folder, board, points, plies):
    loaded, position = Loaded(folder, "caminos", board), played(plies, board=board, points=points)
    game, tree = CaminosAdapter(position), new_tree(TREE_MB)
    game.root = in_module(loaded, game.root)
    begin(loaded, position.setup)
    simulator = ModuleSimulator(loaded, game, tree)
    with ThreadPoolExecutor(1) as helpers:
        simulator.open_root()
        done = 0
        while done < 100:
            done += simulator.simulate(min(REPEATABLE_ROUND, 100 - done), helpers)
    put(loaded, position)
    loaded.call("open_with_network")
    assert loaded.call("search_with_network", 100, ALL_ROUNDS, 1) == done
    assert_same_tree(loaded, tree)


def test_the_types_for_typescript_hold(folder):
    assert_typed(folder, "caminos")
