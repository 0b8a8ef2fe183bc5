"""The texts of thousands of moves in little space: patterns, and the square at which each is laid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

_SQUARE = re.compile("([a-z]+[0-9]+)")
Pattern: TypeAlias = tuple[str | int, ...]


class Texts(NamedTuple):
    """Move ``n`` is pattern ``numbers[n] // squares`` at square ``numbers[n] % squares``."""

    patterns: tuple[Pattern, ...]
    """Words, and squares by how far their numbers are from that of the first"""
    numbers: NDArray[np.int32]


def patterns_of(moves: Sequence[str], squares: Sequence[str]) -> Texts:
    """The patterns in which these moves are written."""
    number_of = {name: number for number, name in enumerate(squares)}
    patterns: dict[Pattern, int] = {}
    numbers = []
    for move in moves:
        parts = [number_of.get(part, part) for part in _SQUARE.split(move) if part]
        anchor = next((part for part in parts if isinstance(part, int)), 0)
        pattern = tuple(part - anchor if isinstance(part, int) else part for part in parts)
        numbers.append(patterns.setdefault(pattern, len(patterns)) * len(squares) + anchor)
    return Texts(tuple(patterns), np.array(numbers, dtype=np.int32))
