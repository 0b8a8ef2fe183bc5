"""A line of moves as the positions it leads through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from stonefield.games.game import Position

P = TypeVar("P", bound=Position)


def trail(position: P, line: Sequence[str]) -> list[P]:
    """The position, and the one after each move of the line."""
    found = [position]
    for text in line:
        found.append(found[-1].play(text))
    return found
