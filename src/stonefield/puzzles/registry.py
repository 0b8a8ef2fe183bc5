"""Which games have puzzles, and who proves them."""

from __future__ import annotations

from stonefield.games.game import StonefieldError
from stonefield.games.registry import Registry
from stonefield.puzzles.proving import Prover

_PROVERS: Registry[type[Prover]] = Registry(
    "stonefield.puzzles",
    {
        "carnac": "stonefield.puzzles.carnac.prover:CarnacProver",
        "caminos": "stonefield.puzzles.caminos.prover:CaminosProver",
    },
)


def prover_for(game: str) -> Prover:
    """A new prover for a game."""
    found = _PROVERS.get(game)
    if found is None:
        raise StonefieldError(f"`{game}`: there are no puzzles of this game")
    return found()
