"""Ten strengths, from a friendly beginner up: each is a number of nodes on one thread and some carelessness.

Nodes and not seconds, so that a level is as strong on a slow machine; nothing is carried over from earlier
decisions, so that with a seed the same position is always answered in the same way.
"""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, replace

from stonefield.engine.plain import GreedyThinker, RandomThinker, seeded
from stonefield.engine.thought import Limits, Report, Settings, Thinker, Thought
from stonefield.games.game import InvalidOption, Position


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is."""

    nodes: int
    whims: float = 0.0
    """How often it plays just any move."""
    greed: float = 0.0
    """How often it looks only one move ahead, for dolmens or a path of its own."""
    sees_ends: bool = True
    """Plays its best as soon as anything is proven: never misses a win or a defence that it has found."""
    network: bool = False
    """Its nodes are judged by the learned network, which makes each of them worth many."""


LEVELS = range(1, 11)
MORE_THAN_ANY_LEVEL = 10**9
"""Nodes to ask for where the level alone should say how long to think."""

_CARNAC = (
    Level(nodes=100, whims=0.75, greed=0.2, sees_ends=False),
    Level(nodes=100, whims=0.2, greed=0.6, sees_ends=False),
    Level(nodes=100, greed=0.5),
    Level(nodes=100, greed=0.15),
    Level(nodes=150),
    Level(nodes=1_200),
    Level(nodes=4_000),
    Level(nodes=1, network=True),
    Level(nodes=100, network=True),
    Level(nodes=1_500, network=True),
)
_ANY_GAME = (
    Level(nodes=50, whims=0.6, greed=0.3, sees_ends=False),
    Level(nodes=50, whims=0.4, greed=0.2, sees_ends=False),
    Level(nodes=50, whims=0.6),
    Level(nodes=100, whims=0.3),
    Level(nodes=150),
    Level(nodes=400),
    Level(nodes=1_000),
    Level(nodes=2_500),
    Level(nodes=7_000),
    Level(nodes=20_000),
)
_OWN = {"carnac": _CARNAC}


def find_level(number: int, game_name: str) -> Level:
    """What a level is in a game: each is measured in the game it is for."""
    if number not in LEVELS:
        raise InvalidOption(f"`{number}`: the levels are {LEVELS[0]} to {LEVELS[-1]}")
    return _OWN.get(game_name, _ANY_GAME)[number - 1]


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
        chance = seeded(settings, position)
        thought = self._thinker.think(
            position,
            replace(limits, nodes=min(level.nodes, limits.nodes or level.nodes), infinite=False),
            replace(
                settings,
                threads=1,
                seed=chance.getrandbits(32),
                network=level.network,
            ),
            stop=stop,
            report=report,
        )
        return _choose(thought, position, settings, level, chance)

    def forget(self) -> None:
        """Drop tree and tables: a new game begins."""
        self._thinker.forget()

    def warm_up(self, position: Position) -> None:
        """Compile whatever a search of this position needs."""
        self._thinker.warm_up(position)


def _choose(
    thought: Thought, position: Position, settings: Settings, level: Level, chance: random.Random
) -> Thought:
    """The same thought with the line that this level plays in front."""
    if level.sees_ends and thought.sees_end:
        return thought
    mood = chance.random()
    if mood < level.whims:
        instead: Thinker = RandomThinker()
    elif mood < level.whims + level.greed:
        instead = GreedyThinker()
    else:
        return thought
    move = instead.think(position, Limits(), settings, stop=threading.Event()).best
    known = next((line for line in thought.lines if line.moves[0] == move), None)
    chosen = known or replace(thought.lines[-1], moves=(move,), visits=0, proven=None)
    others = (line for line in thought.lines if line is not known)
    return replace(thought, lines=(chosen, *others)[: max(1, settings.multipv)])
