"""What both games' searches share: rounds of simulations within limits."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from stonefield.engine import Candidate, Settings
from stonefield.engine import search as searches
from stonefield.engine import tree as trees
from stonefield.engine.clock import Budget
from stonefield.engine.rng import random_words
from stonefield.engine.search import SearchRequest, TreeSearch


class OneSided(TreeSearch):
    """A search and its own simulator: visits only the first of two moves, in rounds that take a while."""

    def __init__(self, budget: Budget, settings: Settings, wait=time.sleep) -> None:
        tree = trees.new_tree(1)
        trees.expand(tree, 0, np.arange(2, dtype=np.int32), np.full(2, 0.5, dtype=np.float32), 2, True)
        super().__init__(tree, self, SearchRequest(budget, settings, None, searches.time.perf_counter()))
        self.rounds, self._wait = 0, wait

    def _prepare(self, stop):
        return True

    def simulate(self, count, helpers):
        self._wait(0.005)
        self._tree.visits[trees.children_of(self._tree, 0)[0]] += count
        self.rounds += 1
        return count

    def _lines(self, count):
        return (Candidate(("first",), 0.5, 0.0, 1), Candidate(("second",), 0.5, 0.0, 1))[:count]


class Clock:
    """Time that passes only where somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def rounds_of(clock: Clock, *, multipv: int) -> int:
    settings = Settings(threads=1, multipv=multipv)
    search = OneSided(Budget(seconds=0.5, nodes=np.inf), settings, clock.wait)
    assert search.run(threading.Event()).best == "first"
    return search.rounds


def test_a_decision_that_time_cannot_change_is_taken_early_unless_other_lines_are_wanted(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(searches, "time", clock)
    assert rounds_of(clock, multipv=1) < 0.9 * rounds_of(clock, multipv=2)


@pytest.mark.parametrize("nodes", [1, 31, 64, 1000])
def test_nodes_are_kept_to_exactly(nodes):
    search = OneSided(Budget(seconds=np.inf, nodes=nodes), Settings(threads=1, seed=1))
    assert search.run(threading.Event()).nodes == nodes


def test_whoever_says_stop_does_not_wait_until_a_full_tree_is_pruned(monkeypatch):
    pruned, at_work, stop = threading.Event(), threading.Event(), threading.Event()

    def prune_for_ages(tree: trees.Tree) -> None:
        at_work.set()
        stop.set()
        pruned.wait()

    monkeypatch.setattr(searches, "make_room", prune_for_ages)
    search = OneSided(Budget(seconds=np.inf, nodes=np.inf), Settings(threads=1))
    search._tree.used[0] = search._tree.visits.size
    assert search.run(stop).best == "first"
    assert at_work.is_set()
    assert search.pruning is not None
    assert search.pruning.is_alive()
    pruned.set()
    search.pruning.join()


def test_a_search_goes_on_in_a_tree_that_was_pruned(monkeypatch):
    monkeypatch.setattr(searches, "make_room", lambda tree: tree.used.fill(3))
    search = OneSided(Budget(seconds=np.inf, nodes=500), Settings(threads=1))
    search._tree.used[0] = search._tree.visits.size
    assert search.run(threading.Event()).nodes == 500
    assert search.pruning is None


def test_a_set_stop_ends_the_search_after_one_round():
    search, stop = OneSided(Budget(seconds=np.inf, nodes=np.inf), Settings(threads=1)), threading.Event()
    stop.set()
    search.run(stop)
    assert search.rounds == 1


def test_random_sequences_begin_differently_in_each_thread_and_never_with_zero():
    words = {int(random_words(seed, thread)[0]) for seed in range(50) for thread in range(4)}
    assert len(words) == 200
    assert 0 not in words


def expanded(tree: trees.Tree, count: int, complete: bool) -> bool:
    priors = np.full(count, 1 / count, dtype=np.float32)
    return bool(trees.expand(tree, 0, np.arange(count, dtype=np.int32), priors, count, complete))


def test_a_thread_that_comes_too_late_leaves_the_children_alone():
    tree = trees.new_tree(1)
    assert expanded(tree, 4, True)
    children, used = trees.children_of(tree, 0), int(tree.used[0])
    tree.children[children[1]] = trees.EXPANDING
    assert not expanded(tree, 4, True)
    assert (trees.children_of(tree, 0), tree.used[0]) == (children, used)


def test_a_child_that_moves_while_somebody_expands_it_is_a_leaf_again():
    tree = trees.new_tree(1)
    assert expanded(tree, 2, False)
    tree.children[trees.children_of(tree, 0)[1]] = trees.EXPANDING
    assert expanded(tree, 4, True)
    moved = list(trees.children_of(tree, 0))
    assert len(moved) == 4
    assert (tree.children[moved] == trees.LEAF).all()
