"""The thinker for Carnac: keeps a tree, lets threads simulate in it, and says what it finds."""

from __future__ import annotations

import math
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.carnac import kernel
from stonefield.engine.carnac.guided import Memory, blank_memory
from stonefield.engine.carnac.hands import Hands, Opinions, Playouts
from stonefield.engine.carnac.kernel import Geometry, Words
from stonefield.engine.carnac.lines import read_lines
from stonefield.engine.carnac.network import Network, has_network
from stonefield.engine.clock import Budget, budget
from stonefield.engine.thought import Limits, Line, Report, Settings, Thought
from stonefield.games.carnac import Position as CarnacPosition
from stonefield.games.game import Position

ROUND = 0.012
"""Seconds between two looks at the clock and at ``stop``."""
FIRST_REPORT, REPORT_EVERY = 0.1, 0.5
FEW_NODES = 2_000
"""Searches of so few nodes want every leaf well chosen rather than cheap."""


class CarnacThinker:
    """Tree search with exact ends, led by the network; the tree is kept from one decision to the next."""

    def __init__(self) -> None:
        self._tree: trees.Tree | None = None
        self._memory: Memory | None = None
        self._networks: list[Network] = []
        self._kind: tuple[object, ...] = ()
        self._state: Words | None = None
        self._balanced = False

    def forget(self) -> None:
        """Drop the tree: a new game begins."""
        self._state = None

    def warm_up(self, position: Position) -> None:
        """Compile, or load from the cache, all that a search needs, with and without the network."""
        for network in (False, True):
            quick = Settings(threads=1, hash_mb=1, seed=1, network=network)
            CarnacThinker().think(position, Limits(nodes=20), quick, stop=threading.Event())
        trees.prune(trees.plant(1), 0, 0)

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search until a limit is reached or ``stop`` is set."""
        assert isinstance(position, CarnacPosition)
        began = time.perf_counter()
        share = budget(limits, decisions_left=position.stock + 2)
        tree, state = self._rooted(position, settings)
        hands = self._hands(position, tree, state, settings, few_nodes=share.nodes <= FEW_NODES)
        search = _Search(position, tree, hands, settings, share, began, report)
        search.run(stop)
        return search.thought(settings.multipv)

    def _rooted(self, position: CarnacPosition, settings: Settings) -> tuple[trees.Tree, Words]:
        """A tree for this position, which keeps what earlier decisions taught unless a seed is set."""
        geometry, state = kernel.geometry_of(position), kernel.state_of(position)
        kind = (settings.hash_mb, _asks_network(settings), id(geometry))
        if self._tree is None or kind != self._kind:
            remembered = settings.hash_mb // 4 if _asks_network(settings) else 0
            self._tree, self._state = trees.plant(settings.hash_mb - remembered), None
            self._memory = blank_memory(remembered, position.board.size) if _asks_network(settings) else None
            self._kind = kind
        balanced = must_balance(position)
        node = -1
        if self._state is not None and settings.seed is None and not balanced:
            node = find_node(geometry, self._tree, self._state, state)
        if node < 0 or self._balanced:
            trees.clear(self._tree)
        elif node > 0:
            trees.prune(self._tree, node, 0)
        self._state, self._balanced = state, balanced
        return self._tree, state

    def _hands(
        self,
        position: CarnacPosition,
        tree: trees.Tree,
        state: Words,
        settings: Settings,
        *,
        few_nodes: bool,
    ) -> Hands:
        geometry, threads = kernel.geometry_of(position), max(1, settings.threads)
        balance = must_balance(position)
        if self._memory is None:
            seed = int.from_bytes(os.urandom(8)) if settings.seed is None else settings.seed
            return Playouts(geometry, tree, state, threads=threads, seed=seed, balance=balance)
        while len(self._networks) < threads:
            self._networks.append(Network())
        return Opinions(
            geometry,
            tree,
            state,
            networks=self._networks[:threads],
            memory=self._memory,
            few_nodes=few_nodes,
            balance=balance,
        )


def _asks_network(settings: Settings) -> bool:
    return settings.network and has_network()


def must_balance(position: CarnacPosition) -> bool:
    """Whether the opponent may take over what is placed now, so that an even game is best."""
    return position.setup.swap and not position.stones


def find_node(geometry: Geometry, tree: trees.Tree, start: Words, wanted: Words) -> int:
    """The node of a state a few decisions below the root, or -1."""
    open_nodes = [(0, start)]
    for _ in range(6):
        deeper = []
        for node, state in open_nodes:
            if np.array_equal(state, wanted):
                return node
            word = int(tree.children[node])
            if word < 0:
                continue
            first = trees.first_child(word)
            for child in range(first, first + trees.child_count(word)):
                after = state.copy()
                kernel.play(geometry, after, tree.moves[child])
                if tree.visits[child] and _leads_to(after, wanted):
                    deeper.append((child, after))
        open_nodes = deeper
    return -1


def _leads_to(state: Words, wanted: Words) -> bool:
    """Whether nothing that has been answered speaks against it."""
    if state[kernel.STOCK] < wanted[kernel.STOCK]:
        return False
    cells, later = state[:4].copy(), wanted[:4]
    pending = int(state[kernel.PENDING]) - 1
    if pending >= 0:
        cells[[pending >> 6, 2 + (pending >> 6)]] &= ~np.uint64(1 << (pending & 63))
    return not np.any(cells & ~later)


class _Search:
    """One decision."""

    def __init__(
        self,
        position: CarnacPosition,
        tree: trees.Tree,
        hands: Hands,
        settings: Settings,
        share: Budget,
        began: float,
        report: Report | None,
    ) -> None:
        self._position, self._tree, self._hands = position, tree, hands
        self._settings, self._share, self._began, self._report = settings, share, began, report
        self._done = 0

    def run(self, stop: threading.Event) -> None:
        next_report = self._began + FIRST_REPORT
        batch = 64
        with ThreadPoolExecutor(max_workers=max(1, self._settings.threads - 1)) as helpers:
            while self._done < self._share.nodes:
                if self._tree.used[0] > 0.95 * self._tree.visits.size:
                    self._make_room()
                start = time.perf_counter()
                count = self._hands.simulate(int(min(batch, self._share.nodes - self._done)), helpers)
                self._done += count
                now = time.perf_counter()
                remaining = self._share.seconds - (now - self._began)
                if stop.is_set() or remaining <= 0 or self._tree.proven[0] != trees.UNKNOWN:
                    break
                pace = count / max(now - start, 1e-6)
                if self._share.by_clock and self._is_clear(pace * remaining):
                    break
                if self._settings.threads > 1 or math.isinf(self._share.nodes):
                    batch = max(1, int(pace * min(ROUND, remaining)))
                else:
                    batch = min(2 * batch, 256)
                if self._report is not None and now >= next_report:
                    self._report(self.thought(self._settings.multipv))
                    next_report = now + REPORT_EVERY

    def _make_room(self) -> None:
        """Forget the least visited half of the tree."""
        least = 8
        while self._tree.used[0] > 0.6 * self._tree.visits.size and least < 1 << 30:
            trees.prune(self._tree, 0, least)
            least *= 2

    def _is_clear(self, simulations_left: float) -> bool:
        """Whether no other move can overtake the best one in the time left."""
        word = int(self._tree.children[0])
        if word < 0:
            return False
        first = int(trees.first_child(word))
        visits = np.sort(self._tree.visits[first : first + int(trees.child_count(word))])
        return len(visits) > 1 and visits[-1] - visits[-2] > simulations_left

    def thought(self, multipv: int) -> Thought:
        """What the tree says now."""
        balance = must_balance(self._position)
        lines = read_lines(self._position, self._tree, max(multipv, 1), balance=balance)
        if self._position.may_swap:
            lines = _with_swap(lines, int(self._tree.visits[0]))
        return Thought(
            depth=max(len(line.moves) for line in lines),
            nodes=self._done,
            seconds=time.perf_counter() - self._began,
            lines=lines[:multipv],
        )


_OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw", None: None}


def _with_swap(lines: tuple[Line, ...], visits: int) -> tuple[Line, ...]:
    """To swap is to hand the opponent the best of these lines."""
    best = lines[0]
    swap = replace(
        best,
        moves=("swap", *best.moves),
        win_rate=1.0 - best.win_rate,
        score=-best.score,
        visits=visits,
        proven=_OPPOSITE[best.proven],
    )
    return (swap, *lines) if swap.win_rate > best.win_rate else (best, swap, *lines[1:])
