"""Which decisions come to the same, by the rules alone: a try can be judged where no solver is at hand."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from stonefield.games.game import Position
from stonefield.games.registry import Registry

_KEYS: Registry[Callable[[Any], Hashable]] = Registry(
    "stonefield.puzzles.keys", {"carnac": "stonefield.puzzles.carnac.sameness:key"}
)


def is_same(position: Position, move: str, other: str) -> bool:
    """Whether two decisions lead to the same position, in everything the rest of the game depends on."""
    key = _KEYS.get(position.game.name) or str
    return key(position.play(move)) == key(position.play(other))
