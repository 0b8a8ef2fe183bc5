"""What a game's module is made of: its entries, and the memory they work on, once per board."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Memory:
    """All that the entries work on for one board, by the names of their parameters."""

    board: str
    arguments: Mapping[str, Any]
    squares: tuple[str, ...]
    """The name of each square, by its number"""
    moves: tuple[str, ...]
    """The text of each move, by its number; empty for numbers that are no move"""


@dataclass(frozen=True, slots=True)
class Module:
    """A game's part of the build."""

    name: str
    entries: Mapping[str, Callable[..., Any]]
    """Functions made by ``compiled``; an argument that is in no memory is a whole number of the caller."""
    files: Mapping[str, tuple[str, ...]]
    """Files of arguments that are the same for all boards"""
    memories: Callable[[], Iterator[Memory]]
    """The memory of each board"""


def parameters(entry: Any) -> tuple[str, ...]:
    """The names of an entry's parameters."""
    return tuple(inspect.signature(entry.py_func).parameters)


def numbers(entry: Any, memory: Memory) -> tuple[str, ...]:
    """Those that the caller gives as whole numbers."""
    return tuple(name for name in parameters(entry) if name not in memory.arguments)


def arguments(entry: Any, memory: Memory) -> list[Any]:
    """An entry's arguments on a memory, with 0 for what the caller gives."""
    return [memory.arguments.get(name, np.int64(0)) for name in parameters(entry)]
