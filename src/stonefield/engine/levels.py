"""Ten strengths, from a friendly beginner up: each is a number of nodes on one thread and some carelessness.

Nodes and not seconds, so that a level is as strong on a slow machine; nothing is carried over from earlier
decisions, so that with a seed the same position is always answered in the same way.
"""

from __future__ import annotations

import math
import random
import threading
from dataclasses import dataclass, replace

from stonefield.engine.plain import seeded
from stonefield.engine.thought import Limits, Line, Report, Settings, Thinker, Thought
from stonefield.games.game import InvalidOption, Position

CANDIDATES = 64
"""As many lines a careless level chooses from."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is."""

    nodes: int
    slips: float = 0.0
    """How often it plays just any legal move."""
    carelessness: float = 0.0
    """How much win rate it does not notice; lines worse by that much are chosen a third as often."""
    sees_ends: bool = True
    """Never passes by a proven win, and never walks into a proven loss it can avoid."""
    network: bool = False


LEVELS: dict[int, Level] = {
    1: Level(nodes=100, slips=0.6, carelessness=0.2, sees_ends=False),
    2: Level(nodes=200, slips=0.3, carelessness=0.1, sees_ends=False),
    3: Level(nodes=300, carelessness=0.1),
    4: Level(nodes=500, carelessness=0.05),
    5: Level(nodes=1_000, carelessness=0.02),
    6: Level(nodes=2_000),
    7: Level(nodes=4_000),
    8: Level(nodes=10_000),
    9: Level(nodes=25_000),
    10: Level(nodes=60_000),
}


def find_level(number: int) -> Level:
    """The level of that number."""
    try:
        return LEVELS[number]
    except KeyError:
        raise InvalidOption(f"`{number}`: the levels are 1 to {max(LEVELS)}") from None


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
        level = find_level(settings.level)
        self._thinker.forget()
        chance = seeded(settings, position)
        thought = self._thinker.think(
            position,
            replace(limits, nodes=min(level.nodes, limits.nodes or level.nodes), infinite=False),
            replace(
                settings,
                threads=1,
                seed=chance.getrandbits(32),
                multipv=max(settings.multipv, CANDIDATES if level.carelessness else 1),
                network=settings.network and level.network,
            ),
            stop=stop,
            report=report and (lambda thought: report(_cut(thought, settings.multipv))),
        )
        return _cut(_choose(thought, position, level, chance), settings.multipv)

    def forget(self) -> None:
        """Drop tree and tables: a new game begins."""
        self._thinker.forget()

    def warm_up(self, position: Position) -> None:
        """Compile whatever a search of this position needs."""
        self._thinker.warm_up(position)


def _cut(thought: Thought, lines: int) -> Thought:
    return replace(thought, lines=thought.lines[:lines])


def _choose(thought: Thought, position: Position, level: Level, chance: random.Random) -> Thought:
    """The same thought with the line that this level plays in front."""
    if level.sees_ends and thought.lines[0].proven == "win":
        return thought
    if chance.random() < level.slips:
        move = str(chance.choice(position.legal_moves()))
        line = next((line for line in thought.lines if line.moves[0] == move), None)
        return _first(thought, line or replace(thought.lines[-1], moves=(move,), visits=0, proven=None))
    if not level.carelessness:
        return thought
    # A line that was never tried has no win rate of its own to be careless about.
    lines = tuple(line for line in thought.lines if line.visits) or thought.lines
    if level.sees_ends:
        lines = tuple(line for line in lines if line.proven != "loss") or lines
    best = max(line.win_rate for line in lines)
    weights = [math.exp((line.win_rate - best) / level.carelessness) for line in lines]
    return _first(thought, chance.choices(lines, weights)[0])


def _first(thought: Thought, chosen: Line) -> Thought:
    others = tuple(line for line in thought.lines if line.moves[0] != chosen.moves[0])
    return replace(thought, lines=(chosen, *others))
