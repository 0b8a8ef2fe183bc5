"""What the engine knows of Caminos; nothing heavy is imported before it is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from stonefield.engine.levels import PLAIN_LEVELS, Level
from stonefield.engine.registry import GameEngine
from stonefield.engine.thinker import Limits, Settings, Thinker


class CaminosEngine(GameEngine):
    """Tree search led by the network, and levels of its own where the network knows the game."""

    levels = (
        *PLAIN_LEVELS[:4],
        Level(nodes=400),
        Level(nodes=2_500),
        Level(nodes=20_000),
        Level(nodes=32, network=True),
        Level(nodes=128, network=True),
        Level(nodes=512, network=True),
    )

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.caminos.thinker import CaminosThinker

        return CaminosThinker()

    def network_leads(self, position: Any) -> bool:
        """With two seats on a built-in board, unless the opponent may swap."""
        from stonefield.engine.caminos.thinker import network_leads

        return network_leads(position)

    def precompilations(self) -> Sequence[Callable[[], object]]:
        """The search with the network, which the engine compiles last."""
        return (self._compile_network_search,)

    def _compile_network_search(self) -> None:
        from stonefield.games import caminos

        quick = Settings(threads=1, hash_mb=4, seed=1)
        self.new_thinker().think(caminos.start(), Limits(nodes=20), quick, stop=threading.Event())


ENGINE = CaminosEngine()
