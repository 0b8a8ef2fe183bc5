"""Players that measure: short searches, with a share of careless moves.

They make the games that positions are taken from, and try puzzles to tell how hard they are. Their recipes
must not change, or a seed would make other positions and other figures than those that are shipped.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from stonefield.engine.plain import GreedyThinker, OneMoveThinker, RandomThinker, seeded
from stonefield.engine.thinker import Limits, Settings, Thinker
from stonefield.games.game import Position


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a side plays."""

    nodes: int
    random_rate: float = 0.0
    """How often it plays any legal move."""
    greedy_rate: float = 0.0
    """How often it looks only one move ahead, for score of its own."""
    heeds_proofs: bool = True
    """Is never careless where the result of any move is proven."""


def decide(thinker: Thinker, position: Position, recipe: Recipe, settings: Settings) -> str:
    """The move that the recipe plays; with a seed always the same one."""
    thinker.forget()
    rng = seeded(settings, position)
    searching = Settings(
        threads=1, hash_mb=settings.hash_mb, seed=rng.getrandbits(32), network=settings.network
    )
    stop = threading.Event()
    thought = thinker.think(position, Limits(nodes=recipe.nodes), searching, stop=stop)
    if recipe.heeds_proofs and thought.sees_end:
        return thought.best
    roll = rng.random()
    if roll >= recipe.random_rate + recipe.greedy_rate:
        return thought.best
    instead: OneMoveThinker = RandomThinker() if roll < recipe.random_rate else GreedyThinker()
    return instead.think(position, Limits(), settings, stop=stop).best
