"""Which decisions come to the same, by the rules alone: a try can be judged where no solver is at hand."""

from __future__ import annotations

from stonefield.games.game import Position


def is_same(position: Position, move: str, other: str) -> bool:
    """Whether two decisions lead to the same position, in everything the rest of the game depends on."""
    return position.play(move).continuation_key == position.play(other).continuation_key
