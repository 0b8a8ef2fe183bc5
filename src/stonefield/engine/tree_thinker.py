"""A thinker that searches a tree and reuses it: the next decision begins with the subtree of its position."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.adapter import GameAdapter, StateArray
from stonefield.engine.clock import budget
from stonefield.engine.pruning import prune
from stonefield.engine.search import SearchRequest, TreeSearch
from stonefield.engine.thinker import Limits, Report, Settings, Thought

WARM_UP_NODES = 20


class TreeThinker(ABC):
    """What the thinkers of all compiled games have in common."""

    def __init__(self) -> None:
        self._tree: trees.Tree | None = None
        self._kind: tuple[object, ...] = ()
        self._layout: object = None
        self._root: StateArray | None = None
        self._was_balanced = False
        self._pruning: threading.Thread | None = None

    def forget(self) -> None:
        """Drop the tree: a new game begins."""
        self._root = None

    def think(
        self,
        position: Any,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search until a limit is reached, the result is certain or ``stop`` is set."""
        began = time.perf_counter()
        if self._pruning is not None:
            self._pruning.join()
        request = SearchRequest(budget(limits, self._decisions_left(position)), settings, report, began)
        search = self._search(position, request)
        thought = search.run(stop)
        self._pruning = search.pruning
        return thought

    def warm_up(self, position: Any, settings: Settings, *, ends: bool = True) -> None:
        """Compile, or load from the cache, what such a search needs, and make room for it."""
        start = position.game.start(**position.options)
        self.think(start, Limits(nodes=WARM_UP_NODES), settings, stop=threading.Event())
        prune(trees.new_tree(1), 0, 0)
        if ends:
            self._warm_up_ends(start)
        self.forget()

    @abstractmethod
    def _warm_up_ends(self, start: Any) -> None:
        """Compile what is needed near the end of a game only."""

    @abstractmethod
    def _decisions_left(self, position: Any) -> float:
        """About how many decisions the same side has still to take in this game."""

    @abstractmethod
    def _search(self, position: Any, request: SearchRequest) -> TreeSearch:
        """A search of a position, ready to run."""

    def _rooted(
        self, game: GameAdapter, settings: Settings, kind: tuple[object, ...], megabytes: float
    ) -> trees.Tree:
        """A tree for a position: what the last search of the same ``kind`` knows of it, else an empty one.

        Nothing is reused where a seed is set, so that the same position is always searched alike.
        """
        if self._tree is None or kind != self._kind:
            self._tree, self._kind, self._root = trees.new_tree(megabytes), kind, None
        node = -1
        may_reuse = settings.seed is None and not game.must_balance and not self._was_balanced
        if may_reuse and self._root is not None and self._layout is game.layout:
            node = find_node(game, self._tree, self._root)
        if node < 0 or not game.can_be_root(self._tree, node):
            trees.reset(self._tree)
        elif node > 0:
            prune(self._tree, node, 0)
        self._layout, self._root, self._was_balanced = game.layout, game.root, game.must_balance
        return self._tree


def find_node(game: GameAdapter, tree: trees.Tree, old_root: StateArray) -> int:
    """The node of a game's position a few plies below the tree's root, or -1."""
    open_nodes = [(0, old_root)]
    for _ in range(game.reuse_plies + 1):
        deeper = []
        for node, state in open_nodes:
            if np.array_equal(state, game.root):
                return node
            for child in trees.children_of(tree, node):
                if tree.visits[child]:
                    after = game.after(state, int(tree.moves[child]))
                    if game.may_lead_to(after, game.root):
                        deeper.append((child, after))
        open_nodes = deeper
    return -1
