"""The players of Caminos that measure, about as strong as levels 1 to 6."""

from __future__ import annotations

from stonefield.engine.careless import Recipe

RECIPES = (
    Recipe(50, random_rate=0.6, greedy_rate=0.3, heeds_proofs=False),
    Recipe(50, random_rate=0.4, greedy_rate=0.2, heeds_proofs=False),
    Recipe(50, random_rate=0.6),
    Recipe(100, random_rate=0.3),
    Recipe(150),
    Recipe(1_000),
)
