"""Ten strengths, from a friendly beginner up: each is a number of nodes on one thread and some carelessness.

Nodes and not seconds, so that a level is as strong on a slow machine; nothing is carried over from earlier
decisions, so that with a seed the same position is always answered in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is."""

    nodes: int
    random_rate: float = 0.0
    """How often it plays any legal move."""
    greedy_rate: float = 0.0
    """How often it looks only one move ahead, for score of its own."""
    sees_ends: bool = True
    """Plays its best as soon as anything is proven: never misses a win or a defence that it has found."""
    network: bool = False
    """Its nodes are evaluated by the learned network, which makes each of them worth many."""


LEVELS = range(1, 11)
MORE_THAN_ANY_LEVEL = 10**9
"""Nodes to ask for where the level alone should say how long to think."""

PLAIN_LEVELS = (
    Level(nodes=50, random_rate=0.6, greedy_rate=0.3, sees_ends=False),
    Level(nodes=50, random_rate=0.4, greedy_rate=0.2, sees_ends=False),
    Level(nodes=50, random_rate=0.6),
    Level(nodes=100, random_rate=0.3),
    Level(nodes=150),
    Level(nodes=400),
    Level(nodes=1_000),
    Level(nodes=2_500),
    Level(nodes=7_000),
    Level(nodes=20_000),
)
"""The levels of a game that has none of its own."""
