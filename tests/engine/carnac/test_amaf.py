"""AMAF and RAVE: on small boards a playout also counts for the placements that came later in it."""

from __future__ import annotations

import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.amaf import keep_amaf
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.heuristics import blank_groups
from stonefield.engine.carnac.parameters import parameters_for
from stonefield.engine.carnac.playout import playout
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.carnac.simulators import PlayoutSimulator
from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.pruning import prune
from stonefield.engine.rng import random_words
from stonefield.engine.selection import AmafStats, Puct, blank_amaf, select_child
from stonefield.engine.thinker import Limits, Settings
from stonefield.engine.tree import SCALE, Tree, children_of, expand, new_tree
from stonefield.games import carnac
from stonefield.games.carnac import Position

PUCT = Puct(exploration=2.0, fpu_reduction=0.4, balance=False)


def noted_in(position: Position, games: int) -> list[tuple[set[int], set[int]]]:
    """The squares on which red and white placed something in each of some random games."""
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    last_played = np.zeros((2, arrays.MOST_MOVES), dtype=np.int64)
    scratch, random = np.empty(SCRATCH, dtype=np.int64), random_words(1, 0)
    found = []
    for game in range(1, games + 1):
        playout(layout, state, random, scratch, last_played, game)
        red, white = ({int(move) >> 2 for move in np.flatnonzero(row == game)} for row in last_played)
        found.append((red, white))
    return found


def test_without_room_to_fall_the_sides_place_in_turn():
    position = carnac.parse("carnac 3x3 9 r r1 a1rr,b1ww,c1rr,a2ww,b2rr,c2ww,a3rr")
    squares = {position.board.square("b3"), position.board.square("c3")}
    for red, white in noted_in(position, 20):
        assert len(red) == len(white) == 1
        assert red | white == squares


def test_who_leaves_a_megalith_standing_does_not_place_the_next():
    position = carnac.parse("carnac 3x3 2 r w2 a1rr?")
    placers = [(len(red), len(white)) for red, white in noted_in(position, 200)]
    assert set(placers) == {(1, 0), (0, 1)}
    # Two of three answers let it fall, and then it is white's turn.
    assert 100 < placers.count((0, 1)) < 165


def with_children(*priors: float) -> tuple[Tree, AmafStats]:
    tree = new_tree(1)
    moves = np.arange(len(priors), dtype=np.int32)
    assert expand(tree, 0, moves, np.array(priors, dtype=np.float32), len(priors), False)
    tree.visits[0] = 1
    return tree, blank_amaf(tree.visits.size)


def set_amaf(amaf: AmafStats, child: int, times: int, value: float) -> None:
    amaf.visits[child] = times
    amaf.values[child] = int(times * value * SCALE)


def test_placements_have_amaf_results_long_before_they_are_tried():
    position = carnac.start("small")
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    tree = new_tree(8)
    amaf, parameters = blank_amaf(tree.visits.size), parameters_for(position.board.size, balance=False)
    budget = np.array([100], dtype=np.int64)
    simulate(layout, tree, state, blank_groups(), random_words(3, 0), budget, parameters, amaf)
    children = children_of(tree, 0)
    results = amaf.visits[children.start : children.stop]
    assert (results > 0).mean() > 0.9
    assert results.sum() > 2 * tree.visits[0]


def test_a_widened_node_keeps_the_amaf_results_of_its_first_children():
    tree, amaf = with_children(0.6, 0.3)
    set_amaf(amaf, children_of(tree, 0)[1], 7, 1.0)
    old = tree.children[0]
    assert expand(tree, 0, np.arange(3, dtype=np.int32), np.full(3, 0.1, dtype=np.float32), 3, True)
    keep_amaf(tree, amaf, 0, old)
    assert [int(amaf.visits[child]) for child in children_of(tree, 0)] == [0, 7, 0]


def test_the_likeliest_child_comes_first_until_amaf_results_favour_another():
    tree, amaf = with_children(0.5, 0.5)
    first, second = children_of(tree, 0)
    assert select_child(tree, amaf, 0, 0, PUCT) == first
    set_amaf(amaf, second, 10, 0.9)
    assert select_child(tree, amaf, 0, 0, PUCT) == second
    assert select_child(tree, amaf, 0, 1, PUCT) == first


def test_amaf_results_give_way_to_visits():
    tree, amaf = with_children(0.5, 0.5)
    first, second = children_of(tree, 0)
    set_amaf(amaf, first, 1000, 0.9)
    tree.visits[[first, second]] = 10
    tree.values[[first, second]] = 0, SCALE
    assert select_child(tree, amaf, 0, 0, PUCT) == first
    tree.visits[[first, second]] = 100_000
    tree.values[[first, second]] = 0, 10_000 * SCALE
    assert select_child(tree, amaf, 0, 0, PUCT) == second


def test_a_pruned_tree_begins_its_amaf_results_anew():
    position = carnac.start("small")
    tree = new_tree(1)
    simulator = PlayoutSimulator(
        arrays.layout_of(position), tree, arrays.state_of(position), threads=1, seed=1, balance=False
    )
    with ThreadPoolExecutor() as helpers:
        simulator.simulate(500, helpers)
        used = int(tree.used[0])
        prune(tree, 0, 100)
        assert tree.used[0] < used
        simulator.simulate(0, helpers)
        assert not simulator._amaf.visits.any()


@pytest.mark.parametrize("board", ["small", "medium"])
def test_amaf_is_kept_only_on_small_boards(board):
    position = carnac.start(board)
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    simulator = PlayoutSimulator(layout, new_tree(1), state, threads=1, seed=1, balance=False)
    assert (simulator._amaf.visits.size > 0) == (board == "small")


def test_tree_and_amaf_share_their_memory():
    thinker, settings = CarnacThinker(), Settings(threads=1, hash_mb=8, seed=1, network=False)
    thinker.think(carnac.start("small"), Limits(nodes=20), settings, stop=threading.Event())
    thinker = CarnacThinker()
    tracemalloc.start()
    thinker.think(carnac.start("small"), Limits(nodes=200), settings, stop=threading.Event())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 << 20
