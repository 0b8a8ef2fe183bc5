"""On small boards a simulation also tells of the placements that came later in it."""

from __future__ import annotations

import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from stonefield.engine.carnac import ground
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.features import blank_survey
from stonefield.engine.carnac.hands import Playouts
from stonefield.engine.carnac.later import follow
from stonefield.engine.carnac.playout import playout
from stonefield.engine.carnac.search import CarnacThinker
from stonefield.engine.carnac.simulate import knobs_for, simulate
from stonefield.engine.chance import random_words
from stonefield.engine.choice import Later, choose, hear_of
from stonefield.engine.pruning import prune
from stonefield.engine.thought import Limits, Settings
from stonefield.engine.tree import SCALE, Tree, children_of, grow, plant
from stonefield.games import carnac
from stonefield.games.carnac import Position

KNOBS = np.array([2.0, 0.4, 0.0])


def noted_in(position: Position, games: int) -> list[tuple[set[int], set[int]]]:
    """The squares on which red and white placed something in each of some random games."""
    geometry, state = ground.geometry_of(position), ground.state_of(position)
    diary = np.zeros((2, ground.MOST_MOVES), dtype=np.int64)
    scratch, random = np.empty(SCRATCH, dtype=np.int64), random_words(1, 0)
    found = []
    for game in range(1, games + 1):
        playout(geometry, state, random, scratch, diary, game)
        red, white = ({int(move) >> 2 for move in np.flatnonzero(row == game)} for row in diary)
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


def with_children(*priors: float) -> tuple[Tree, Later]:
    tree = plant(1)
    moves = np.arange(len(priors), dtype=np.int32)
    assert grow(tree, 0, moves, np.array(priors, dtype=np.float32), len(priors), False)
    tree.visits[0] = 1
    return tree, hear_of(tree.visits.size)


def hear(later: Later, child: int, times: int, value: float) -> None:
    later.visits[child] = times
    later.values[child] = int(times * value * SCALE)


def test_placements_are_heard_of_long_before_they_are_tried():
    position = carnac.start("small")
    geometry, state = ground.geometry_of(position), ground.state_of(position)
    tree = plant(8)
    later, knobs = hear_of(tree.visits.size), knobs_for(position.board.size, balance=False)
    budget = np.array([100], dtype=np.int64)
    simulate(geometry, tree, state, blank_survey(), random_words(3, 0), budget, knobs, later)
    children = children_of(tree, 0)
    heard = later.visits[children.start : children.stop]
    assert (heard > 0).mean() > 0.9
    assert heard.sum() > 2 * tree.visits[0]


def test_a_node_that_gets_more_children_keeps_what_was_heard_of_the_first():
    tree, later = with_children(0.6, 0.3)
    hear(later, children_of(tree, 0)[1], 7, 1.0)
    old = tree.children[0]
    assert grow(tree, 0, np.arange(3, dtype=np.int32), np.full(3, 0.1, dtype=np.float32), 3, True)
    follow(tree, later, 0, old)
    assert [int(later.visits[child]) for child in children_of(tree, 0)] == [0, 7, 0]


def test_the_likeliest_child_comes_first_until_better_is_heard_of_another():
    tree, later = with_children(0.5, 0.5)
    first, second = children_of(tree, 0)
    assert choose(tree, later, 0, 0, KNOBS) == first
    hear(later, second, 10, 0.9)
    assert choose(tree, later, 0, 0, KNOBS) == second
    assert choose(tree, later, 0, 1, KNOBS) == first


def test_what_was_heard_gives_way_to_what_was_seen():
    tree, later = with_children(0.5, 0.5)
    first, second = children_of(tree, 0)
    hear(later, first, 1000, 0.9)
    tree.visits[[first, second]] = 10
    tree.values[[first, second]] = 0, SCALE
    assert choose(tree, later, 0, 0, KNOBS) == first
    tree.visits[[first, second]] = 100_000
    tree.values[[first, second]] = 0, 10_000 * SCALE
    assert choose(tree, later, 0, 0, KNOBS) == second


def test_a_pruned_tree_is_listened_for_anew():
    position = carnac.start("small")
    tree = plant(1)
    hands = Playouts(
        ground.geometry_of(position), tree, ground.state_of(position), threads=1, seed=1, balance=False
    )
    with ThreadPoolExecutor() as helpers:
        hands.simulate(500, helpers)
        used = int(tree.used[0])
        prune(tree, 0, 100)
        assert tree.used[0] < used
        hands.simulate(0, helpers)
        assert not hands._later.visits.any()


@pytest.mark.parametrize("board", ["small", "medium"])
def test_only_on_small_boards_does_anybody_listen(board):
    position = carnac.start(board)
    geometry, state = ground.geometry_of(position), ground.state_of(position)
    hands = Playouts(geometry, plant(1), state, threads=1, seed=1, balance=False)
    assert (hands._later is not None) == (board == "small")


def test_tree_and_what_was_heard_share_their_memory():
    thinker, settings = CarnacThinker(), Settings(threads=1, hash_mb=8, seed=1, network=False)
    thinker.think(carnac.start("small"), Limits(nodes=20), settings, stop=threading.Event())
    thinker = CarnacThinker()
    tracemalloc.start()
    thinker.think(carnac.start("small"), Limits(nodes=200), settings, stop=threading.Event())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 << 20
