"""The players of Carnac that measure, about as strong as levels 1 to 6."""

from __future__ import annotations

from stonefield.engine.careless import Recipe

RECIPES = (
    Recipe(100, random_rate=0.75, greedy_rate=0.2, heeds_proofs=False),
    Recipe(100, random_rate=0.2, greedy_rate=0.6, heeds_proofs=False),
    Recipe(100, greedy_rate=0.5),
    Recipe(100, greedy_rate=0.15),
    Recipe(150),
    Recipe(1_200),
)
