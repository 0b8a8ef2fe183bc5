"""Which games of Carnac self-play begins."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from stonefield.selfplay.carnac.rules import BOARDS, FILES, RANKS, STOCK, State, start

SHARES = (0.28, 0.32, 0.32)
"""Share of games on each board; what they leave goes to boards of any size."""
SHORT_STOCK = 0.06
"""Share of games with fewer megaliths in the stockpile."""
FINAL_TILT = 0.08
"""Share of games whose last megalith may be tilted."""


def new_games(key: jax.Array, games: int, shares: tuple[float, ...] = SHARES) -> State:
    """The starts of games[B]."""
    board, files, ranks, short, stock, tilt = jax.random.uniform(key, (6, games))
    kind = jnp.sum(board[:, None] >= jnp.cumsum(jnp.array(shares)), axis=1)
    named = kind < len(BOARDS)
    sizes = jnp.array([*BOARDS.values(), (0, 0)])[kind]
    return jax.vmap(start)(
        jnp.where(named, sizes[:, 0], 4 + jnp.floor(files * (FILES - 3)).astype(jnp.int32)),
        jnp.where(named, sizes[:, 1], 4 + jnp.floor(ranks * (RANKS - 3)).astype(jnp.int32)),
        stock=jnp.where(short < SHORT_STOCK, 4 + jnp.floor(stock * (STOCK - 4)), STOCK),
        final_tilt=tilt < FINAL_TILT,
    )


def first_games(key: jax.Array, games: int, shares: tuple[float, ...] = SHARES) -> State:
    """Games[B] to begin with; their stockpiles differ, so that they do not all end at the same time."""
    begin, stock = jax.random.split(key)
    states = new_games(begin, games, shares)
    return states._replace(stock=jax.random.randint(stock, (games,), 2, STOCK + 1, jnp.int8))
