"""What the engine knows of Caminos; nothing heavy is imported before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stonefield.engine.levels import PLAIN_LEVELS, Level
from stonefield.engine.outlook import Outlook
from stonefield.engine.registry import GameEngine
from stonefield.engine.strength import Ladder
from stonefield.engine.thinker import Settings, Thinker


class CaminosEngine(GameEngine):
    """Tree search led by the network, and levels of its own where the network knows the game."""

    levels = (
        *PLAIN_LEVELS[:5],
        Level(nodes=1_000),
        Level(nodes=7_000),
        Level(nodes=32, network=True),
        Level(nodes=128, network=True),
        Level(nodes=512, network=True),
    )
    ladder = Ladder(
        (-1418, -1203, -951, -663, -549, -290, -37, 323, 600, 746),
        "docs/strength.md, Levels: 4 to 10 from a ladder on the square board, 32 games a pairing;"
        " each below by the share of 40 games that it took from the next (16, 19 and 22.5 %)",
    )

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.caminos.thinker import CaminosThinker

        return CaminosThinker()

    def network_leads(self, position: Any) -> bool:
        """With two seats on a built-in board, unless the opponent may swap."""
        from stonefield.engine.caminos.thinker import network_leads

        return network_leads(position)

    def outlook(self, position: Any) -> Outlook:
        """Both ways across, and the colours that the network expects."""
        from stonefield.engine.caminos.outlook import outlook

        return outlook(position)

    def precompilations(self) -> Mapping[str, Callable[[], object]]:
        """The search with the network, which also proves wins in two, then the one without it."""
        return {
            "search with the network": lambda: self._compile_search(network=True),
            "search": lambda: self._compile_search(network=False),
        }

    def _compile_search(self, *, network: bool) -> None:
        from stonefield.games import caminos

        self.new_thinker().warm_up(caminos.start(), Settings(threads=1, hash_mb=4, network=network))


ENGINE = CaminosEngine()
