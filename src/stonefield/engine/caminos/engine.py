"""What the engine knows of Caminos; nothing heavy is imported before it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from stonefield.engine.game_engine import GameEngine, Part
from stonefield.engine.levels import LEVELS, PLAIN_LEVELS, Level
from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Settings, Thinker
from stonefield.ratings.ladder import Ladder, Scale

if TYPE_CHECKING:
    from stonefield.engine.wasm_module import Module


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
    # docs/strength.md, Levels: one ladder on the square board, 60 games per pairing, 369 lower.
    # docs/strength.md, One scale: benchmarks/puzzle_scale.py.
    ladder = Ladder((-1376, -1143, -883, -733, -563, -308, -102, 239, 493, 685), Scale(zero=2170, slope=1.02))
    # docs/ratings.md, Who begins: the shares in docs/what-it-taught-us.md as Elo.
    first_player = MappingProxyType({"square": 0.0, "diamond": 15.0, "octagon": 10.0, "torus": 5.0})

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.caminos.thinker import CaminosThinker

        return CaminosThinker()

    def network_leads(self, position: Any) -> bool:
        """With two seats on a built-in board, unless the opponent may swap."""
        from stonefield.engine.caminos.thinker import network_leads

        return network_leads(position)

    def own_gains(self, position: Any) -> Sequence[float]:
        """The own way across."""
        from stonefield.engine.caminos.sight import own_gains

        return own_gains(position)

    def outlook(self, position: Any) -> Outlook:
        """Both ways across, and the colours that the network expects."""
        from stonefield.engine.caminos.outlook import outlook

        return outlook(position)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The search, the search that the network leads, and the proof of wins in two."""
        return (
            Part("search", 17.0, lambda: self._compile_search(level=LEVELS[0], network=False)),
            Part("network", 19.0, lambda: self._compile_search(level=LEVELS[-1], network=True)),
            Part("forced wins", 4.0, lambda: self._compile_search(level=None, network=True)),
        )

    def parts_for(self, position: Any, settings: Settings) -> tuple[str, ...]:
        """Wins in two are proven at full strength only."""
        from stonefield.engine.caminos.thinker import forces_wins, network_leads

        if not (settings.network and network_leads(position)):
            return ("search",)
        return ("network", "forced wins") if forces_wins(position, settings) else ("network",)

    def module(self) -> Module:
        """Rules, searches and the network."""
        from stonefield.engine.caminos.wasm import MODULE

        return MODULE

    def _compile_search(self, *, level: int | None, network: bool) -> None:
        from stonefield.games import caminos

        settings = Settings(threads=1, hash_mb=4, level=level, network=network)
        self.new_thinker().warm_up(caminos.start(), settings)
        if not network:
            self.own_gains(caminos.start())


ENGINE = CaminosEngine()
