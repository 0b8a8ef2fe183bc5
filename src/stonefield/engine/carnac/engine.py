"""What the engine knows of Carnac; nothing heavy is imported before it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from stonefield.engine.game_engine import GameEngine, Part, Solve
from stonefield.engine.levels import Level
from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Settings, Thinker
from stonefield.ratings.ladder import Ladder, Scale

if TYPE_CHECKING:
    from stonefield.engine.wasm_module import Module


class CarnacEngine(GameEngine):
    """Tree search led by the network, an exact solver, and levels of its own."""

    levels = (
        Level(nodes=100, overlooks=0.95, builds=True, sees_wins=False, sees_ends=False),
        Level(nodes=100, overlooks=0.6, builds=True, sees_ends=False),
        Level(nodes=100, overlooks=0.93),
        Level(nodes=100, overlooks=0.5),
        Level(nodes=150),
        Level(nodes=1_200),
        Level(nodes=4_000),
        Level(nodes=1, network=True),
        Level(nodes=100, network=True),
        Level(nodes=1_500, network=True),
    )
    # docs/strength.md, Levels: one ladder on the medium board, 48 games per pairing.
    # docs/strength.md, One scale: benchmarks/puzzle_scale.py.
    ladder = Ladder((-1448, -1095, -739, -300, -61, 238, 500, 941, 1232, 1511), Scale(zero=1657, slope=0.77))
    # docs/ratings.md, Who begins: the shares in docs/what-it-taught-us.md as Elo.
    first_player = MappingProxyType({"small": 28.0, "medium": -35.0, "large": -92.0})

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.carnac.thinker import CarnacThinker

        return CarnacThinker()

    def solver(self) -> Solve:
        """Null windows to the end."""
        from stonefield.engine.carnac.solver import solve

        return solve

    def own_gains(self, position: Any) -> Sequence[float]:
        """The groups of the own colour."""
        from stonefield.engine.carnac.sight import own_gains

        return own_gains(position)

    def outlook(self, position: Any) -> Outlook | None:
        """The colours and dolmens that the network expects."""
        from stonefield.engine.carnac.outlook import outlook

        return outlook(position)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The search, the search that the network leads, and the solver."""
        return (
            Part("search", 12.0, lambda: self._compile_search(network=False)),
            Part("network", 9.0, lambda: self._compile_search(network=True)),
            Part("solver", 10.0, self._compile_solver),
        )

    def parts_for(self, position: Any, settings: Settings) -> tuple[str, ...]:
        """The solver only near the end."""
        from stonefield.engine.carnac.endgame import EndgameSolver

        search = "network" if settings.network else "search"
        return (search, "solver") if EndgameSolver.is_near(position) else (search,)

    def module(self) -> Module:
        """Rules, searches and the network."""
        from stonefield.engine.carnac.wasm import MODULE

        return MODULE

    def _compile_solver(self) -> None:
        from stonefield.engine.carnac.solver import solve
        from stonefield.games import carnac

        solve(carnac.start("3x3", stock=2), table_mb=1)

    def _compile_search(self, *, network: bool) -> None:
        from stonefield.games import carnac

        settings = Settings(threads=1, hash_mb=1, network=network)
        self.new_thinker().warm_up(carnac.start("small"), settings, ends=False)
        if not network:
            self.own_gains(carnac.start("small"))


ENGINE = CarnacEngine()
