"""Which games have puzzles: who proves theirs, and which of their decisions come to the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from stonefield.games.game import Position, StonefieldError
from stonefield.games.registry import Registry
from stonefield.puzzles.proving import Prover

_PROVERS: Registry[type[Prover]] = Registry(
    "stonefield.puzzles",
    {
        "carnac": "stonefield.puzzles.carnac.prover:CarnacProver",
        "caminos": "stonefield.puzzles.caminos.prover:CaminosProver",
    },
)
# Apart from the provers: a try is judged by the rules alone, where no solver is at hand.
_KEYS: Registry[Callable[[Any], Hashable]] = Registry(
    "stonefield.puzzles.keys", {"carnac": "stonefield.puzzles.carnac.sameness:key"}
)


def prover_for(game: str) -> Prover:
    """A new prover for a game."""
    found = _PROVERS.get(game)
    if found is None:
        raise StonefieldError(f"`{game}`: there are no puzzles of this game")
    return found()


def is_same(position: Position, move: str, other: str) -> bool:
    """Whether two decisions lead to the same position, in everything the rest of the game depends on."""
    key = _KEYS.get(position.game.name) or str
    return key(position.play(move)) == key(position.play(other))
