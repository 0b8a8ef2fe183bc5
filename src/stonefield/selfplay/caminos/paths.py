"""Paths of Caminos in JAX: whether a colour joins two sides, and what its path scores. All for one game.

A column is a number of base-4 digits from the board up: 0 nothing, 1 and 2 the two colours, 3 neutral.
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp

from stonefield.games.caminos.pieces import HIGHEST
from stonefield.selfplay.caminos import geometry

_FAR = 999
"""More points than any path has."""
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_STEPS = 3
"""Steps of spreading between two looks whether anything still changes."""


def heights(columns: jax.Array) -> jax.Array:
    """int32[SQUARES]: how many cubes stand on each square."""
    return (columns > 0).astype(jnp.int32) + (columns > 3) + (columns > 15)


def tops(columns: jax.Array) -> jax.Array:
    """int32[SQUARES]: the colour seen from above, 0 where there is none."""
    wide = columns.astype(jnp.int32)
    return jnp.where(wide > 15, wide >> 4, jnp.where(wide > 3, wide >> 2, wide))


def foreign_heights(columns: jax.Array, colour: jax.Array) -> jax.Array:
    """int32[SQUARES]: the height of the highest cube that is not of that colour."""
    wide = columns.astype(jnp.int32)
    highest = jnp.zeros(geometry.SQUARES, jnp.int32)
    for level in range(HIGHEST):
        cube = (wide >> (2 * level)) & 3
        highest = jnp.where((cube > 0) & (cube != colour), level + 1, highest)
    return highest


def _beside(values: jax.Array, direction: tuple[int, int], nothing: int) -> jax.Array:
    """[…, SQUARES]: for each square the value of its neighbour in that direction."""
    ranks, files = direction
    canvas = values.reshape(*values.shape[:-1], geometry.RANKS, geometry.FILES)
    pads = [(0, 0)] * (canvas.ndim - 2) + [(1, 1), (1, 1)]
    padded = jnp.pad(canvas, pads, constant_values=nothing)
    moved = padded[..., 1 + ranks : 1 + ranks + geometry.RANKS, 1 + files : 1 + files + geometry.FILES]
    return moved.reshape(values.shape)


def _connections(columns: jax.Array, colour: jax.Array) -> list[jax.Array]:
    """bool[SQUARES] for each direction: whether a path of that colour may go there."""
    height = heights(columns)
    foreign = foreign_heights(columns, colour)
    mine = tops(columns) == colour
    # Both tops are the colour's, and no foreign cube stands in the wall between them.
    height = jnp.where(mine, height, -1)
    return [
        mine & (_beside(height, way, -1) >= foreign) & (height >= _beside(foreign, way, HIGHEST + 1))
        for way in _DIRECTIONS
    ]


def _spread(values: jax.Array, step: Callable[[jax.Array], jax.Array]) -> jax.Array:
    """Repeat ``step`` until nothing changes."""

    def again(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        old = new = carry[0]
        for _ in range(_STEPS):
            # The barrier keeps the steps from being fused into one kernel that recomputes each for the next.
            new = jax.lax.optimization_barrier(step(new))  # type: ignore[no-untyped-call]
        return new, jnp.any(new != old)

    return jax.lax.while_loop(lambda carry: carry[1], again, (values, jnp.asarray(True)))[0]


def has_path(columns: jax.Array, colour: jax.Array, board: jax.Array) -> jax.Array:
    """bool: whether a colour joins two sides that count."""
    ways = _connections(columns, colour)

    def step(reached: jax.Array) -> jax.Array:
        for way, open_ in zip(_DIRECTIONS, ways, strict=True):
            reached = reached | jnp.where(open_, _beside(reached, way, 0), 0)
        return reached

    sides = jnp.where(tops(columns) == colour, jnp.asarray(geometry.SIDES)[board], 0)
    return jnp.any(jnp.asarray(geometry.JOINING)[board, _spread(sides, step)])


def path_points(columns: jax.Array, colour: jax.Array, board: jax.Array) -> jax.Array:
    """int32: what a colour's path scores, 0 without one; joining opposite sides of eight counts double."""
    ways = _connections(columns, colour)
    height = heights(columns)
    costs = [1 + jnp.abs(height - _beside(height, way, 0)) for way in _DIRECTIONS]
    sides = (jnp.asarray(geometry.SIDES)[board] >> jnp.arange(geometry.MOST_SIDES)[:, None]) & 1
    there = (sides > 0) & (tops(columns) == colour)

    def step(distance: jax.Array) -> jax.Array:
        for way, open_, cost in zip(_DIRECTIONS, ways, costs, strict=True):
            along = _beside(distance, way, _FAR) + cost
            distance = jnp.where(open_, jnp.minimum(distance, along), distance)
        return distance

    distance = _spread(jnp.where(there, 1, _FAR), step)
    joined = jnp.min(jnp.where(there[None], distance[:, None], _FAR), axis=2)
    beside, across = (
        jnp.min(jnp.where(jnp.asarray(geometry.LINKS)[board, kind], joined, _FAR)) for kind in (0, 1)
    )
    doubled = jnp.where(jnp.asarray(geometry.EIGHT_SIDES)[board], 2, 1) * across
    return jnp.maximum(jnp.where(beside < _FAR, beside, 0), jnp.where(across < _FAR, doubled, 0))
