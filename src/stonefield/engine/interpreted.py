"""The engine without compiled code, for the very first start: the same functions, interpreted by Python.

Until its search is compiled, levels of few nodes are played by a process of their own that compiles nothing.
It is slower by far, but can begin at once. With time enough it decides as the compiled engine would; it
answers after ``MOST_SECONDS`` at the latest, with fewer nodes if need be.

``python -m stonefield.engine interpreted`` is that process; it talks UGI as the engine does.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from stonefield.engine.client import BlockingEngine, own_command
from stonefield.engine.levels import MORE_THAN_ANY_LEVEL, Level
from stonefield.engine.plain import Stateless
from stonefield.engine.thinker import Limits, Report, Settings, Thought
from stonefield.games.game import Position

MOST_NODES = 150
MOST_SECONDS = 1.5
HASH_MB = 4


def can_be_interpreted(level: Level) -> bool:
    """Whether a level needs so little that Python is fast enough."""
    return level.nodes <= MOST_NODES and not level.network


class InterpretedThinker(Stateless):
    """Lets the process think; one search at a time."""

    def __init__(self, most_seconds: float = MOST_SECONDS) -> None:
        self._most_seconds = most_seconds
        self._engine = BlockingEngine((*own_command(), "interpreted"))
        self._lock = threading.Lock()

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search at the level of the settings."""
        wishes: dict[str, object] = {"Level": settings.level or 0, "Hash": HASH_MB}
        wishes |= {"MultiPV": settings.multipv, "FairLines": settings.fair_lines}
        with self._lock:
            self._engine.set_options(wishes | {"Seed": -1 if settings.seed is None else settings.seed})
            self._engine.set_position(position)
            seconds = min(self._most_seconds, limits.movetime or self._most_seconds)
            until_done = replace(
                limits, nodes=limits.nodes or MORE_THAN_ANY_LEVEL, movetime=seconds, infinite=False
            )
            return self._engine.go(until_done, report=report, stop=stop)

    def close(self) -> None:
        """End the process once it has thought."""
        with self._lock:
            self._engine.close()
