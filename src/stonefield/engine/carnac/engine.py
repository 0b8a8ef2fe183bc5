"""What the engine knows of Carnac; nothing heavy is imported before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stonefield.engine.levels import Level
from stonefield.engine.outlook import Outlook
from stonefield.engine.registry import GameEngine, Solve
from stonefield.engine.strength import Ladder
from stonefield.engine.thinker import Settings, Thinker


class CarnacEngine(GameEngine):
    """Tree search led by the network, an exact solver, and levels of its own."""

    levels = (
        Level(nodes=100, random_rate=0.75, greedy_rate=0.2, sees_ends=False),
        Level(nodes=100, random_rate=0.2, greedy_rate=0.6, sees_ends=False),
        Level(nodes=100, greedy_rate=0.5),
        Level(nodes=100, greedy_rate=0.15),
        Level(nodes=150),
        Level(nodes=1_200),
        Level(nodes=4_000),
        Level(nodes=1, network=True),
        Level(nodes=100, network=True),
        Level(nodes=1_500, network=True),
    )
    ladder = Ladder(
        (-1357, -1043, -713, -309, -49, 187, 432, 860, 1209, 1565),
        "docs/strength.md, Levels: one ladder on the medium board, 40 games a pairing",
    )

    def new_thinker(self) -> Thinker:
        """The tree search."""
        from stonefield.engine.carnac.thinker import CarnacThinker

        return CarnacThinker()

    def solver(self) -> Solve:
        """Null windows to the end."""
        from stonefield.engine.carnac.solver import solve

        return solve

    def outlook(self, position: Any) -> Outlook | None:
        """The colours and dolmens that the network expects."""
        from stonefield.engine.carnac.outlook import outlook

        return outlook(position)

    def precompilations(self) -> Mapping[str, Callable[[], object]]:
        """The solver, then the search with the network and without it, which differs on small boards."""
        return {
            "solver": self._compile_solver,
            "search with the network": lambda: self._compile_search("medium", network=True),
            "search on small boards": lambda: self._compile_search("small", network=False),
            "search": lambda: self._compile_search("medium", network=False),
        }

    def _compile_solver(self) -> None:
        from stonefield.engine.carnac.solver import solve
        from stonefield.games import carnac

        solve(carnac.start("3x3", stock=2), table_mb=1)

    def _compile_search(self, board: str, *, network: bool) -> None:
        from stonefield.games import carnac

        self.new_thinker().warm_up(carnac.start(board), Settings(threads=1, hash_mb=1, network=network))


ENGINE = CarnacEngine()
