"""A question to an engine, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stonefield.engine.thinker import Candidate, Thought


@dataclass(slots=True)
class Question:
    """An open question."""

    number: int
    purpose: str
    """`move`, `hint`, `rate` or `coach`."""
    game: str
    version: int
    """That of the position it is about."""
    ply: int
    line: int = -1
    """Who asked; -1: the game itself."""
    request: str | None = None
    seat: int = -1
    level: float | None = None
    seconds: float | None = None


def thought_of(said: Mapping[str, Any]) -> Thought:
    """What an engine in the browser has said."""
    lines = tuple(
        Candidate(
            tuple(line["pv"]), float(line["value"]), float(line["score"]), int(line["visits"]), line["proven"]
        )
        for line in said["lines"]
    )
    depth = max(len(line.moves) for line in lines)
    sees_end = any(line.proven for line in lines)
    return Thought(depth, int(said["nodes"]), said["milliseconds"] / 1000, lines, sees_end)
