"""The thinker for Caminos: keeps a tree from one decision to the next."""

from __future__ import annotations

from typing import Any

import numpy as np

from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.arrays import SQUARES
from stonefield.engine.caminos.distance import workspace_for
from stonefield.engine.caminos.network import CaminosNetwork, knows, outputs_for
from stonefield.engine.caminos.search import CaminosSearch
from stonefield.engine.caminos.simulators import NetworkSimulator, PlayoutSimulator
from stonefield.engine.caminos.threats import mark_losing
from stonefield.engine.network import CACHE_PART, batch_size
from stonefield.engine.network_search import EvaluationCache, blank_cache
from stonefield.engine.search import SearchRequest
from stonefield.engine.thinker import Settings
from stonefield.engine.tree_thinker import TreeThinker
from stonefield.games.caminos import Position

DECISIONS = 9.0
"""As many decisions a side has in a typical game."""


def network_leads(position: Position) -> bool:
    """Whether the network can lead a search of this position."""
    # Where the opponent may swap, the heuristics find even openings; the network only good ones.
    known = CaminosNetwork.is_installed() and knows(position.setup)
    return known and not CaminosAdapter(position).must_balance


def forces_wins(position: Position, settings: Settings) -> bool:
    """Whether wins in two are proven before a search."""
    # Levels are left to find them by themselves, and where points count, a win is not enough.
    return settings.level is None and not position.setup.points


class CaminosThinker(TreeThinker):
    """Tree search over connection distances, led by the network in the games that it knows."""

    def __init__(self) -> None:
        super().__init__()
        self._cache: EvaluationCache | None = None
        self._networks: list[CaminosNetwork] = []

    def forget(self) -> None:
        """Drop tree and evaluations: a new game begins."""
        super().forget()
        if self._cache is not None:
            self._cache.keys[:] = 0

    def _warm_up_ends(self, start: Any) -> None:
        game = CaminosAdapter(start)
        none = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
        mark_losing(game.layout, game.root, *none, workspace_for(game.layout))

    def _decisions_left(self, position: Position) -> float:
        return max(3.0, DECISIONS - len(position.pieces) / position.setup.players)

    def _search(self, position: Position, request: SearchRequest) -> CaminosSearch:
        game, settings = CaminosAdapter(position), request.settings
        if not (settings.network and network_leads(position)):
            tree = self._rooted(game, settings, (settings.hash_mb,), settings.hash_mb)
            return CaminosSearch(game, tree, PlayoutSimulator(game, tree, settings), request)
        kind = (settings.hash_mb, id(game.layout))
        squares, cached = int(game.layout.facts[SQUARES]), settings.hash_mb // CACHE_PART
        if self._cache is None or kind != self._kind:
            self._cache = blank_cache(cached, outputs_for(squares))
        elif settings.seed is not None:
            self.forget()
        tree = self._rooted(game, settings, kind, settings.hash_mb - cached)
        threads = max(1, settings.threads)
        while len(self._networks) < threads:
            self._networks.append(CaminosNetwork())
        size = batch_size(squares, request.budget.nodes)
        simulator = NetworkSimulator(
            game,
            tree,
            networks=self._networks[:threads],
            cache=self._cache,
            size=size,
            fair_lines=settings.lines_to_search,
        )
        return CaminosSearch(game, tree, simulator, request, forces_wins=forces_wins(position, settings))
