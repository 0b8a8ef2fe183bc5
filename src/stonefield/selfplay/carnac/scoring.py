"""Dolmens in JAX: how many each colour has, and who wins."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp

from stonefield.selfplay.carnac.rules import FILES, RANKS, RED, SQUARES, WHITE

_NUMBER = jnp.arange(1, SQUARES + 1, dtype=jnp.int32)


class Score(NamedTuple):
    """What a state is worth, seen by red."""

    winner: jax.Array
    """int8: 1 red, -1 white, 0 a draw."""
    red: jax.Array
    """int8: red's dolmens."""
    white: jax.Array
    """int8: white's dolmens."""


def score(cells: jax.Array) -> Score:
    """Count first, then the sizes from the largest down."""
    label = _components(cells)
    size = jnp.zeros(SQUARES + 1, jnp.int32).at[label].add(1)[1:]
    dolmen = (label == _NUMBER) & (size >= 3)
    sign = jnp.where(cells == RED, 1, -1) * dolmen
    balance = jnp.sum(sign)
    # Equal counts: the largest size of which the two sides have unequal numbers decides.
    surplus = jnp.zeros(SQUARES + 1, jnp.int32).at[size].add(sign)[1:]
    deciding = jnp.max(jnp.where(surplus != 0, _NUMBER, 0))
    by_size = jnp.sum(jnp.where(deciding == _NUMBER, surplus, 0))
    winner = jnp.where(balance != 0, jnp.sign(balance), jnp.sign(by_size))
    red = jnp.sum(dolmen & (cells == RED))
    white = jnp.sum(dolmen & (cells == WHITE))
    return Score(winner.astype(jnp.int8), red.astype(jnp.int8), white.astype(jnp.int8))


def _components(cells: jax.Array) -> jax.Array:
    """int32[SQUARES]: the highest square number (from 1) of each stone's group, 0 where there is no stone."""
    stones = (cells == RED) | (cells == WHITE)
    colour = jnp.pad(jnp.where(stones, cells, 0).reshape(RANKS, FILES), 1)
    here = colour[1:-1, 1:-1]
    windows = (
        (slice(2, None), slice(1, -1)),
        (slice(None, -2), slice(1, -1)),
        (slice(1, -1), slice(2, None)),
        (slice(1, -1), slice(None, -2)),
    )
    same = [(colour[window] == here) & (here > 0) for window in windows]

    def spread(label: jax.Array) -> jax.Array:
        around = jnp.pad(label.reshape(RANKS, FILES), 1)
        best = around[1:-1, 1:-1]
        for window, joined in zip(windows, same, strict=True):
            best = jnp.maximum(best, jnp.where(joined, around[window], 0))
        flat = best.reshape(SQUARES)
        # Following the label to the label found there halves the passes a long group needs.
        return jnp.where(stones, flat[jnp.maximum(flat - 1, 0)], 0)

    def again(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        # One pass per round: several in a row are fused into one kernel that takes minutes to compile.
        label, _ = carry
        new = spread(label)
        return new, jnp.any(new != label)

    start = jnp.where(stones, _NUMBER, 0)
    label, _ = jax.lax.while_loop(lambda carry: carry[1], again, (start, jnp.any(stones)))
    return label
