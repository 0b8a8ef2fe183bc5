"""What the engine knows of Caminos; nothing heavy is imported before it is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from stonefield.engine.registry import GameEngine
from stonefield.engine.thinker import Limits, Settings, Thinker


class CaminosEngine(GameEngine):
    """Tree search led by the network; the plain levels were measured without it."""

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.caminos.thinker import CaminosThinker

        return CaminosThinker()

    def precompilations(self) -> Sequence[Callable[[], object]]:
        """The search with the network, which the engine compiles last."""
        return (self._compile_network_search,)

    def _compile_network_search(self) -> None:
        from stonefield.games import caminos

        quick = Settings(threads=1, hash_mb=4, seed=1)
        self.new_thinker().think(caminos.start(), Limits(nodes=20), quick, stop=threading.Event())


ENGINE = CaminosEngine()
