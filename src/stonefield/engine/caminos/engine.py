"""What the engine knows of Caminos; nothing heavy is imported before it is needed."""

from __future__ import annotations

from stonefield.engine.registry import GameEngine
from stonefield.engine.thinker import Thinker


class CaminosEngine(GameEngine):
    """Tree search over connection distances; the plain levels were measured with it."""

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.caminos.thinker import CaminosThinker

        return CaminosThinker()


ENGINE = CaminosEngine()
