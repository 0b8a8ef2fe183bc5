"""What the network sees of a game of Caminos, and the eight-fold symmetry of what it sees."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from stonefield.games.caminos.pieces import HIGHEST
from stonefield.selfplay.caminos import geometry
from stonefield.selfplay.caminos.paths import foreign_heights, heights, tops
from stonefield.selfplay.caminos.rules import State

_LEVELS = range(1, HIGHEST + 1)
PLANES = (
    "on the board",
    *(f"my cube on level {level}" for level in _LEVELS),
    *(f"their cube on level {level}" for level in _LEVELS),
    *(f"height of {level} or more" for level in _LEVELS),
    "my top",
    "their top",
    "my cubes in a row from the top / 3",
    "their cubes in a row from the top / 3",
    "border",
    "corner: square of two sides",
    "eight sides",
    *(f"my {letter} left / as many as at the start" for letter in geometry.LETTERS[: geometry.SHAPES]),
    *(f"their {letter} left / as many as at the start" for letter in geometry.LETTERS[: geometry.SHAPES]),
    "a neutral piece is due",
    "they are out",
    "points",
    "points: my pieces at the border / 8",
    "points: their pieces at the border / 8",
)
"""Each plane is seen by the colour that decides."""


def planes_of(state: State) -> jax.Array:
    """float32[SQUARES, PLANES]: one state as the network sees it."""
    on_board = jnp.asarray(geometry.ON_BOARD)[state.board]
    sides = jnp.asarray(geometry.SIDES)[state.board]
    mine, theirs = state.turn.astype(jnp.int32), 3 - state.turn.astype(jnp.int32)
    wide = state.columns.astype(jnp.int32)
    cubes = [(wide >> (2 * level)) & 3 for level in range(HIGHEST)]
    height, top = heights(state.columns), tops(state.columns)
    me = mine - 1
    local = [
        on_board,
        *(cube == mine for cube in cubes),
        *(cube == theirs for cube in cubes),
        *(height >= level for level in _LEVELS),
        top == mine,
        top == theirs,
        *((height - foreign_heights(state.columns, colour)) / HIGHEST for colour in (mine, theirs)),
        sides > 0,
        (sides & (sides - 1)) > 0,
    ]
    overall = jnp.concatenate(
        [
            jnp.asarray(geometry.EIGHT_SIDES)[state.board][None],
            state.hands[me] / geometry.SUPPLY,
            state.hands[1 - me] / geometry.SUPPLY,
            (state.neutral_due > 0)[None],
            state.out[1 - me][None],
            state.points[None],
            state.points * jnp.stack([state.border[me], state.border[1 - me]]) / 8,
        ]
    ).astype(jnp.float32)
    here = jnp.stack([plane.astype(jnp.float32) for plane in local], axis=-1)
    return jnp.concatenate([here, on_board[:, None] * overall], axis=-1)


def square_source(state: State, symmetry: jax.Array) -> jax.Array:
    """int[SQUARES]: from which square each is taken when the board is turned."""
    return jnp.asarray(geometry.SQUARE_SOURCES)[state.board, symmetry]


def action_source(state: State, symmetry: jax.Array) -> jax.Array:
    """int[ACTIONS]: the same for actions."""
    return jnp.asarray(geometry.ACTION_SOURCES)[state.board, symmetry]
