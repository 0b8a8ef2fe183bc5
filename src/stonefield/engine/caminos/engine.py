"""What the engine knows of Caminos; nothing heavy is imported before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stonefield.engine.registry import GameEngine
from stonefield.engine.thinker import Settings, Thinker


class CaminosEngine(GameEngine):
    """Tree search led by the network; the plain levels were measured without it."""

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.caminos.thinker import CaminosThinker

        return CaminosThinker()

    def precompilations(self) -> Mapping[str, Callable[[], object]]:
        """The search with the network, then the one without it."""
        return {
            "search with the network": lambda: self._compile_search(network=True),
            "search": lambda: self._compile_search(network=False),
        }

    def _compile_search(self, *, network: bool) -> None:
        from stonefield.games import caminos

        self.new_thinker().warm_up(caminos.start(), Settings(threads=1, hash_mb=4, network=network))


ENGINE = CaminosEngine()
