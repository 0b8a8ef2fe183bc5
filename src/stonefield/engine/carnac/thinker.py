"""The thinker for Carnac: keeps a tree, a transposition table and evaluations between decisions."""

from __future__ import annotations

import os
import threading
from typing import Any

from stonefield.engine.carnac.adapter import CarnacAdapter
from stonefield.engine.carnac.amaf import TREE_PART
from stonefield.engine.carnac.arrays import SQUARES
from stonefield.engine.carnac.endgame import EndgameSolver
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import outputs_for
from stonefield.engine.carnac.parameters import SMALL_BOARD
from stonefield.engine.carnac.search import CarnacSearch
from stonefield.engine.carnac.simulators import NetworkSimulator, PlayoutSimulator
from stonefield.engine.carnac.transposition import TranspositionTable, make_table
from stonefield.engine.network import CACHE_PART, batch_size
from stonefield.engine.network_search import EvaluationCache, blank_cache
from stonefield.engine.search import SearchRequest, Simulator
from stonefield.engine.thinker import Settings
from stonefield.engine.tree import Tree
from stonefield.engine.tree_thinker import TreeThinker
from stonefield.games.carnac import Position

TABLE_PART = 8
"""One part in this many of the memory is for proofs."""


class CarnacThinker(TreeThinker):
    """Tree search with exact ends, led by the network."""

    def __init__(self) -> None:
        super().__init__()
        self._cache: EvaluationCache | None = None
        self._table: TranspositionTable | None = None
        self._networks: list[CarnacNetwork] = []

    def forget(self) -> None:
        """Drop tree, table and evaluations: a new game begins."""
        super().forget()
        self._table = None
        if self._cache is not None:
            self._cache.keys[:] = 0

    def _warm_up_ends(self, start: Any) -> None:
        EndgameSolver(start, make_table(0)).attempt(1, 60.0, threading.Event())

    def _decisions_left(self, position: Position) -> float:
        return position.stock + 2

    def _search(self, position: Position, request: SearchRequest) -> CarnacSearch:
        game = CarnacAdapter(position)
        tree = self._tree_for(position, game, request.settings)
        endgame = None
        if EndgameSolver.is_near(position) and not game.must_balance:
            if self._table is None:
                self._table = make_table(request.settings.hash_mb / TABLE_PART)
            endgame = EndgameSolver(position, self._table)
        return CarnacSearch(game, tree, self._simulator(game, tree, request, endgame), endgame, request)

    def _tree_for(self, position: Position, game: CarnacAdapter, settings: Settings) -> Tree:
        with_network = settings.network and CarnacNetwork.is_installed()
        kind = (settings.hash_mb, with_network, id(game.layout))
        cached = settings.hash_mb // CACHE_PART if with_network else 0
        megabytes = settings.hash_mb * (1 - 1 / TABLE_PART) - cached
        if not with_network and position.board.size <= SMALL_BOARD:
            megabytes *= TREE_PART
        if kind != self._kind:
            self._cache = blank_cache(cached, outputs_for(position.board.size)) if with_network else None
            self.forget()
        if settings.seed is not None:
            self.forget()
        return self._rooted(game, settings, kind, megabytes)

    def _simulator(
        self, game: CarnacAdapter, tree: Tree, request: SearchRequest, endgame: EndgameSolver | None
    ) -> Simulator:
        settings = request.settings
        threads = max(1, settings.threads - (endgame is not None))
        if self._cache is None:
            seed = int.from_bytes(os.urandom(8)) if settings.seed is None else settings.seed
            return PlayoutSimulator(
                game.layout,
                tree,
                game.root,
                threads=threads,
                seed=seed,
                balance=game.must_balance,
                fair_lines=settings.lines_to_search,
            )
        while len(self._networks) < threads:
            self._networks.append(CarnacNetwork())
        return NetworkSimulator(
            game.layout,
            tree,
            game.root,
            networks=self._networks[:threads],
            cache=self._cache,
            size=batch_size(int(game.layout.shape[SQUARES]), request.budget.nodes),
            balance=game.must_balance,
            fair_lines=settings.lines_to_search,
        )
