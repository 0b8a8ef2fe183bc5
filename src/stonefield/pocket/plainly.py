"""Positions that the engine of the page does not know: what the rules alone make of them, within a moment."""

from __future__ import annotations

import threading

from stonefield.engine.levels import PLAIN_LEVELS, Levelled
from stonefield.engine.plain import PlainThinker
from stonefield.engine.thinker import Limits, Settings, Thought
from stonefield.games.game import Position

MOMENT = 1.0
"""Seconds: nothing else is answered meanwhile."""
_THINKER = Levelled(PlainThinker(), PLAIN_LEVELS)


def think_plainly(position: Position, level: float | None, seconds: float | None) -> Thought:
    """What a plain search of a moment finds, at a level or (None) as strong as it is."""
    limits = Limits(movetime=MOMENT if seconds is None else min(seconds, MOMENT))
    return _THINKER.think(position, limits, Settings(level=level), stop=threading.Event())
