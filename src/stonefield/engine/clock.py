"""Time management: the limits of a search turned into seconds and simulations."""

from __future__ import annotations

import math
from dataclasses import dataclass

from stonefield.engine.thinker import Limits

OVERHEAD = 0.01
"""Seconds kept back for everything that is not search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one decision may cost; infinite where nothing limits it."""

    seconds: float
    nodes: float


def budget(limits: Limits, decisions_left: float) -> Budget:
    """The budget of one decision when the same side has about this many still to take in this game."""
    seconds = math.inf
    if limits.movetime is not None:
        seconds = max(0.001, limits.movetime - OVERHEAD)
    if limits.clock is not None:
        share = limits.clock / max(2.0, decisions_left) + 0.8 * limits.increment
        most = max(0.001, 0.5 * limits.clock - OVERHEAD)
        seconds = min(seconds, share, most)
    nodes = math.inf if limits.nodes is None else max(1, limits.nodes)
    return Budget(seconds, nodes)
