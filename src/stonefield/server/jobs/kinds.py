"""The classes of work, each with its limits, and the tasks that are declared in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The limits of a class of work."""

    seconds: float = math.inf
    """Processor time of one job: no one is refused because others keep the machine busy."""
    patience: float
    """Seconds that it may take in any case."""
    memory: int = 0
    """Bytes of address space; 0: as many as the system gives."""
    most_of_one: int
    """How many wait for one person, of an engine about one game."""
    most_waiting: int = 400
    """How many wait in all, of those that are limited."""
    attempts: int = 1
    """How often it is tried when its process fails."""
    is_billed: bool = False
    """Whether people pay for the processor time."""


KINDS: Mapping[str, Kind] = {
    "engine": Kind(patience=120.0, most_of_one=2, attempts=3),
    "short": Kind(seconds=5.0, patience=30.0, memory=768 * 2**20, most_of_one=40, is_billed=True),
    "long": Kind(seconds=5.0, patience=30.0, memory=768 * 2**20, most_of_one=40, is_billed=True),
    # What is known to take more than 20 seconds is not begun (`film_cost.py`).
    "film": Kind(seconds=30.0, patience=120.0, memory=768 * 2**20, most_of_one=4, is_billed=True),
    # What is compiled reserves much more memory than it uses.
    "proof": Kind(seconds=60.0, patience=300.0, memory=4 * 2**30, most_of_one=8),
}


class Task(NamedTuple):
    """A function that runs in a process of its own. The same question has the same answer."""

    function: Callable[..., Any]
    kind: str
    is_short: bool


TASKS: dict[str, Task] = {}
"""All that are declared, by their names."""


def task(kind: str, *, short: bool = False) -> Callable[[F], F]:
    """Declare a function as a task: what goes in and out is plain JSON.

    ``short``: it is soon done, though others of its class are not.
    """
    assert kind in KINDS, kind

    def declare(function: F) -> F:
        TASKS[function.__name__] = Task(function, kind, short or kind == "short")
        return function

    return declare
