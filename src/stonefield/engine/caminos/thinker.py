"""The thinker for Caminos: keeps a tree from one decision to the next."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.distance import workspace_for
from stonefield.engine.caminos.search import CaminosSearch
from stonefield.engine.caminos.threats import mark_losing
from stonefield.engine.pruning import prune
from stonefield.engine.search import Task
from stonefield.engine.thinker import Limits, Settings
from stonefield.engine.tree import new_tree
from stonefield.engine.tree_thinker import TreeThinker
from stonefield.games import caminos
from stonefield.games.caminos import Position

DECISIONS = 9.0
"""As many decisions a side has in a typical game."""


class CaminosThinker(TreeThinker):
    """Tree search over connection distances."""

    def warm_up(self, position: Any) -> None:
        """Compile, or load from the cache, all that a search of any board needs."""
        start = caminos.start()
        quick = Settings(threads=1, hash_mb=4, seed=1)
        CaminosThinker().think(start, Limits(nodes=20), quick, stop=threading.Event())
        prune(new_tree(1), 0, 0)
        game = CaminosAdapter(start)
        none = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
        mark_losing(game.layout, game.root, *none, workspace_for(game.layout))

    def _decisions_left(self, position: Position) -> float:
        return max(3.0, DECISIONS - len(position.pieces) / position.setup.players)

    def _search(self, position: Position, task: Task) -> CaminosSearch:
        game = CaminosAdapter(position)
        tree = self._rooted(game, task.settings, (task.settings.hash_mb,), task.settings.hash_mb)
        return CaminosSearch(game, tree, task)
