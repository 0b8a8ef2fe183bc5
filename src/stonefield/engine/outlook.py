"""What the end of a game is expected to look like from a position: colours, scores, and the ways across."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Way:
    """A shortest way across the board that a colour has not completed yet, walls left aside."""

    squares: tuple[str, ...]
    """From side to side."""
    missing: tuple[str, ...]
    """Those of them that do not show the colour yet."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is expected of one position; a part that a game or its network does not know is empty."""

    tints: Mapping[str, float] = field(default_factory=dict)
    """By square: 1 if it is sure to show the game's first colour at the end, -1 the second, 0 if open."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """By colour: the score to expect at the end, in Carnac dolmens."""
    ways: Mapping[str, Way] = field(default_factory=dict)
    """By colour, in a game of connection."""

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        return {
            "tints": {square: round(tint, 3) for square, tint in self.tints.items()},
            "scores": {colour: round(score, 2) for colour, score in self.scores.items()},
            "ways": {
                colour: {"squares": list(way.squares), "missing": list(way.missing)}
                for colour, way in self.ways.items()
            },
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """What ``to_json`` wrote; something else is a ValueError, KeyError, TypeError or AttributeError."""
        ways = {
            colour: Way(_squares(way["squares"]), _squares(way["missing"]))
            for colour, way in found["ways"].items()
        }
        return cls(_numbers(found["tints"]), _numbers(found["scores"]), ways)


def _squares(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(square, str) for square in found):
        raise TypeError("squares are a list of texts")
    return tuple(found)


def _numbers(found: Any) -> dict[str, float]:
    numbers = {name: float(number) for name, number in found.items()}
    if not all(map(math.isfinite, numbers.values())):
        raise ValueError("a number is not finite")
    return numbers
