"""What the network sees of a state, and the four-fold symmetry of what it sees."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from stonefield.selfplay.carnac import rules

PLANES = (
    "on the board",
    "mine",
    "theirs",
    "pending megalith",
    "pending megalith with my colour east and west",
    "an answer is due",
    "stockpile / 28",
    "exp(-stockpile / 4)",
    "final tilt",
    "empty",
)
"""Each plane is seen by the colour that decides."""

_RANK = jnp.arange(rules.SQUARES) // rules.FILES
_FILE = jnp.arange(rules.SQUARES) % rules.FILES


def planes_of(state: rules.State) -> jax.Array:
    """float32[SQUARES, PLANES]: one state as the network sees it."""
    on_board = state.cells != rules.OUTSIDE
    pending = jnp.arange(rules.SQUARES) == state.pending
    everywhere = on_board.astype(jnp.float32)
    stock = state.stock.astype(jnp.float32)
    columns = (
        everywhere,
        state.cells == state.turn,
        state.cells == 3 - state.turn,
        pending,
        pending & (state.axis == state.turn),
        everywhere * (state.pending >= 0),
        everywhere * stock / rules.STOCK,
        everywhere * jnp.exp(-stock / 4),
        everywhere * state.final_tilt,
        state.cells == rules.EMPTY,
    )
    return jnp.stack([column.astype(jnp.float32) for column in columns], axis=-1)


def square_source(state: rules.State, symmetry: jax.Array) -> jax.Array:
    """int[SQUARES]: from which square each one is taken; bit 0 mirrors east-west, bit 1 north-south."""
    canvas = (state.cells != rules.OUTSIDE).reshape(rules.RANKS, rules.FILES)
    files, ranks = jnp.sum(canvas[0]), jnp.sum(canvas[:, 0])
    file = jnp.where((symmetry & 1 > 0) & (files > _FILE), files - 1 - _FILE, _FILE)
    rank = jnp.where((symmetry & 2 > 0) & (ranks > _RANK), ranks - 1 - _RANK, _RANK)
    return rank * rules.FILES + file


def action_source(state: rules.State, symmetry: jax.Array) -> jax.Array:
    """int[ACTIONS]: the same for placements, then north, east, south, west, stand."""
    placements = 4 * square_source(state, symmetry)[:, None] + jnp.arange(4)
    answer = jnp.arange(rules.ANSWERS)
    turned = (jnp.where(answer % 2 == 1, symmetry & 1, symmetry & 2) > 0) & (answer < rules.STAND)
    answers = rules.PLACEMENTS + jnp.where(turned, (answer + 2) % 4, answer)
    return jnp.concatenate([placements.reshape(-1), answers])
