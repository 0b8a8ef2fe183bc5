"""Which games of Caminos self-play begins."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from stonefield.selfplay.caminos.geometry import SHAPES, SUPPLY
from stonefield.selfplay.caminos.rules import State, start

SHARES = (0.46, 0.18, 0.18, 0.18)
"""Share of games on each board; what they leave goes to the last."""
NEUTRAL_PIECES = 0.1
"""Share of games with neutral pieces."""
POINTS = 0.12
"""Share of games played for points."""


def new_games(key: jax.Array, games: int, shares: tuple[float, ...] = SHARES) -> State:
    """The starts of games[B]."""
    board, neutral, points = jax.random.uniform(key, (3, games))
    number = jnp.sum(board[:, None] >= jnp.cumsum(jnp.array(shares))[:-1], axis=1)
    return jax.vmap(lambda number, neutral, points: start(number, neutral=neutral, points=points))(
        number, neutral < NEUTRAL_PIECES, points < POINTS
    )


def first_games(key: jax.Array, games: int, shares: tuple[float, ...] = SHARES) -> State:
    """Games[B] to begin with; their supplies differ, so that they do not all end at the same time."""
    begin, supply = jax.random.split(key)
    hands = jax.random.randint(supply, (games, 1, SHAPES), 1, SUPPLY + 1).astype(jnp.int8)
    return new_games(begin, games, shares)._replace(hands=jnp.tile(hands, (1, 2, 1)))
