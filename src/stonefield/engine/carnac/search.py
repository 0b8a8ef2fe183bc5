"""The thinker for Carnac: keeps a tree and a table of proofs from one decision to the next."""

from __future__ import annotations

import os
import threading
import time

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.carnac import ground, kernel
from stonefield.engine.carnac.alphabeta import Table, make_table
from stonefield.engine.carnac.decision import CarnacDecision, must_balance
from stonefield.engine.carnac.ending import Proof
from stonefield.engine.carnac.ground import Geometry, Words
from stonefield.engine.carnac.guided import Memory, blank_memory
from stonefield.engine.carnac.hands import Hands, Opinions, Playouts
from stonefield.engine.carnac.later import TREE_PART
from stonefield.engine.carnac.network import Network, has_network
from stonefield.engine.carnac.simulate import SMALL_BOARD
from stonefield.engine.clock import budget
from stonefield.engine.decision import Task
from stonefield.engine.pruning import prune
from stonefield.engine.thought import Limits, Report, Settings, Thought
from stonefield.games import carnac
from stonefield.games.carnac import Position as CarnacPosition
from stonefield.games.game import Position

FEW_NODES = 2_000
"""Searches of so few nodes want every leaf well chosen rather than cheap."""
TABLE_PART, OPINIONS_PART = 8, 4
"""One part in so many of the memory is for proofs, one for opinions of the network, the rest for the tree."""


class CarnacThinker:
    """Tree search with exact ends, led by the network."""

    def __init__(self) -> None:
        self._tree: trees.Tree | None = None
        self._memory: Memory | None = None
        self._table: Table | None = None
        self._networks: list[Network] = []
        self._kind: tuple[object, ...] = ()
        self._state: Words | None = None
        self._balanced = False
        self._pruning: threading.Thread | None = None

    def forget(self) -> None:
        """Drop tree, table and opinions: a new game begins."""
        self._state = self._table = None
        if self._memory is not None:
            self._memory.keys[:] = 0

    def warm_up(self, position: Position) -> None:
        """Compile, or load from the cache, what a search of such a board needs, with the network or without.

        On small boards the search without network is compiled apart, since there it listens.
        """
        assert isinstance(position, CarnacPosition)
        start = carnac.start("small" if position.board.size <= SMALL_BOARD else "medium")
        for network in (False, True):
            quick = Settings(threads=1, hash_mb=1, seed=1, network=network)
            CarnacThinker().think(start, Limits(nodes=20), quick, stop=threading.Event())
        prune(trees.plant(1), 0, 0)
        Proof(start, make_table(0)).attempt(1, 60.0, threading.Event())

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search until a limit is reached, the result is certain or ``stop`` is set."""
        assert isinstance(position, CarnacPosition)
        began = time.perf_counter()
        if self._pruning is not None:
            self._pruning.join()
        spending = budget(limits, decisions_left=position.stock + 2)
        tree, state = self._rooted(position, settings)
        proof = None
        if Proof.is_near(position) and not must_balance(position):
            if self._table is None:
                self._table = make_table(settings.hash_mb / TABLE_PART)
            proof = Proof(position, self._table)
        hands = self._hands(
            position,
            tree,
            state,
            settings,
            threads=max(1, settings.threads - (proof is not None)),
            few_nodes=spending.nodes <= FEW_NODES,
        )
        task = Task(spending, settings, report, began)
        decision = CarnacDecision(position, tree, hands, proof, task)
        thought = decision.take(stop)
        self._pruning = decision.pruning
        return thought

    def _rooted(self, position: CarnacPosition, settings: Settings) -> tuple[trees.Tree, Words]:
        """A tree for this position, which keeps what earlier decisions taught unless a seed is set."""
        geometry, state = ground.geometry_of(position), ground.state_of(position)
        guided = _asks_network(settings)
        kind = (settings.hash_mb, guided, id(geometry))
        if self._tree is None or kind != self._kind:
            remembered = settings.hash_mb // OPINIONS_PART if guided else 0
            megabytes = settings.hash_mb * (1 - 1 / TABLE_PART) - remembered
            listens = not guided and position.board.size <= SMALL_BOARD
            self._tree = trees.plant(megabytes * TREE_PART if listens else megabytes)
            self._memory = blank_memory(remembered, position.board.size) if guided else None
            self._kind = kind
            self.forget()
        if settings.seed is not None:
            self.forget()
        balanced = must_balance(position)
        node = -1
        if self._state is not None and not balanced and not self._balanced:
            node = find_node(geometry, self._tree, self._state, state)
        # A leaf may have been proven without children, and then there is no move to read off.
        if node < 0 or not trees.children_of(self._tree, node):
            trees.clear(self._tree)
        elif node > 0:
            prune(self._tree, node, 0)
        self._state, self._balanced = state, balanced
        return self._tree, state

    def _hands(
        self,
        position: CarnacPosition,
        tree: trees.Tree,
        state: Words,
        settings: Settings,
        *,
        threads: int,
        few_nodes: bool,
    ) -> Hands:
        geometry, balance = ground.geometry_of(position), must_balance(position)
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


def find_node(geometry: Geometry, tree: trees.Tree, start: Words, wanted: Words) -> int:
    """The node of a state a few decisions below the root, or -1."""
    open_nodes = [(0, start)]
    for _ in range(6):
        deeper = []
        for node, state in open_nodes:
            if np.array_equal(state, wanted):
                return node
            for child in trees.children_of(tree, node):
                after = state.copy()
                kernel.play(geometry, after, int(tree.moves[child]))
                if tree.visits[child] and _leads_to(after, wanted):
                    deeper.append((child, after))
        open_nodes = deeper
    return -1


def _leads_to(state: Words, wanted: Words) -> bool:
    """Whether nothing that has been answered speaks against it."""
    if state[ground.STOCK] < wanted[ground.STOCK]:
        return False
    squares = state[:4].copy()
    pending = int(state[ground.PENDING]) - 1
    if pending >= 0:
        squares[[pending >> 6, 2 + (pending >> 6)]] &= ~np.uint64(1 << (pending & 63))
    return not np.any(squares & ~wanted[:4])
