"""What the network sees of a field, and the four-fold symmetry of what it sees."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from stonefield.learn.field import ANSWERS, EMPTY, FILES, OUTSIDE, RANKS, SQUARES, STOCK, Field

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

_RANK = jnp.arange(SQUARES) // FILES
_FILE = jnp.arange(SQUARES) % FILES


def planes_of(field: Field) -> jax.Array:
    """float32[SQUARES, PLANES]: one field as the network sees it."""
    on_board = field.cells != OUTSIDE
    pending = jnp.arange(SQUARES) == field.pending
    everywhere = on_board.astype(jnp.float32)
    stock = field.stock.astype(jnp.float32)
    columns = (
        everywhere,
        field.cells == field.turn,
        field.cells == 3 - field.turn,
        pending,
        pending & (field.axis == field.turn),
        everywhere * (field.pending >= 0),
        everywhere * stock / STOCK,
        everywhere * jnp.exp(-stock / 4),
        everywhere * field.final_tilt,
        field.cells == EMPTY,
    )
    return jnp.stack([column.astype(jnp.float32) for column in columns], axis=-1)


def as_canvas(planes: jax.Array) -> jax.Array:
    """[…, SQUARES, n] as […, RANKS, FILES, n]."""
    return planes.reshape(*planes.shape[:-2], RANKS, FILES, planes.shape[-1])


def mirror(cells: jax.Array, east_west: jax.Array, north_south: jax.Array) -> jax.Array:
    """int[SQUARES]: from which square each one is taken when the board in ``cells`` is mirrored."""
    canvas = (cells != OUTSIDE).reshape(RANKS, FILES)
    files, ranks = jnp.sum(canvas[0]), jnp.sum(canvas[:, 0])
    file = jnp.where(east_west & (files > _FILE), files - 1 - _FILE, _FILE)
    rank = jnp.where(north_south & (ranks > _RANK), ranks - 1 - _RANK, _RANK)
    return rank * FILES + file


def mirror_answers(east_west: jax.Array, north_south: jax.Array) -> jax.Array:
    """int[ANSWERS]: the same for north, east, south, west, stand."""
    answer = jnp.arange(ANSWERS)
    turned = jnp.where(answer % 2 == 1, east_west, north_south) & (answer < 4)
    return jnp.where(turned, (answer + 2) % 4, answer)
