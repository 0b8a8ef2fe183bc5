"""A thinker that plays at a level: its search is cut short, and now and then it plays a careless move."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

from stonefield.engine.levels import Level
from stonefield.engine.plain import GreedyThinker, RandomThinker, seeded
from stonefield.engine.registry import find_level
from stonefield.engine.thinker import Limits, Report, Settings, Thinker, Thought
from stonefield.games.game import Position


class Levelled:
    """A thinker that plays at the level its settings ask for, and at full strength if they ask for none."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search within the limits and the level; the line to play comes first."""
        if settings.level is None:
            return self._thinker.think(position, limits, settings, stop=stop, report=report)
        level = find_level(settings.level, position.game.name)
        self._thinker.forget()
        rng = seeded(settings, position)
        thought = self._thinker.think(
            position,
            replace(limits, nodes=min(level.nodes, limits.nodes or level.nodes), infinite=False),
            replace(
                settings,
                threads=1,
                seed=rng.getrandbits(32),
                network=level.network,
            ),
            stop=stop,
            report=report,
        )
        return _play_as(thought, position, settings, level, rng)

    def forget(self) -> None:
        """Drop tree and tables: a new game begins."""
        self._thinker.forget()

    def warm_up(self, position: Position) -> None:
        """Compile whatever a search of this position needs."""
        self._thinker.warm_up(position)


def _play_as(
    thought: Thought, position: Position, settings: Settings, level: Level, rng: random.Random
) -> Thought:
    """The same thought with the line that this level plays in front."""
    if level.sees_ends and thought.sees_end:
        return thought
    roll = rng.random()
    if roll < level.random_rate:
        instead: Thinker = RandomThinker()
    elif roll < level.random_rate + level.greedy_rate:
        instead = GreedyThinker()
    else:
        return thought
    move = instead.think(position, Limits(), settings, stop=threading.Event()).best
    known = next((line for line in thought.lines if line.moves[0] == move), None)
    chosen = known or replace(thought.lines[-1], moves=(move,), visits=0, proven=None)
    others = (line for line in thought.lines if line is not known)
    return replace(thought, lines=(chosen, *others)[: max(1, settings.multipv)])
