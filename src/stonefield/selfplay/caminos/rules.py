"""Caminos for thousands of games at once: the rules in JAX for two seats and the built-in boards.

All functions take one game; `jax.vmap` makes them take many. A column is a number of base-4 digits from the
board up: 0 nothing, 1 and 2 the two colours, 3 neutral.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp

from stonefield.games.caminos.pieces import HIGHEST
from stonefield.selfplay.caminos import geometry
from stonefield.selfplay.caminos.paths import has_path, heights

YELLOW, GREEN, NEUTRAL = 1, 2, 3
LONGEST = 2 * int(geometry.SUPPLY.sum()) + 2
"""No game has more decisions than this, neutral pieces included."""

_SQUARE = jnp.arange(geometry.SQUARES)
_TOWER = jnp.array([0, 0b1, 0b101, 0b10101])
"""This many cubes of colour 1 on each other as a column."""


class State(NamedTuple):
    """One moment of a game."""

    columns: jax.Array
    """int8[SQUARES]: the cubes on each square."""
    hands: jax.Array
    """int8[2, SHAPES]: what each colour has left to place."""
    out: jax.Array
    """bool[2]: which colour has dropped out."""
    border: jax.Array
    """int8[2]: each colour's pieces with a cube lying on the board on a border square."""
    board: jax.Array
    """int8: the number of the board."""
    turn: jax.Array
    """int8: the colour that decides."""
    neutral_due: jax.Array
    """int8: how many neutral pieces are still to come."""
    points: jax.Array
    """bool: whether the game is played for points, so that the border decides without a path."""
    winner: jax.Array
    """int8: 1 yellow, -1 green, 0 neither (yet)."""
    over: jax.Array
    """bool: whether the game has ended."""


def start(
    board: jax.Array | int,
    *,
    first: jax.Array | int = YELLOW,
    neutral: jax.Array | bool = False,
    points: jax.Array | bool = False,
) -> State:
    """The start of a game on the board of that number."""
    return State(
        columns=jnp.zeros(geometry.SQUARES, jnp.int8),
        hands=jnp.tile(jnp.asarray(geometry.SUPPLY), (2, 1)),
        out=jnp.zeros(2, bool),
        border=jnp.zeros(2, jnp.int8),
        board=jnp.asarray(board, jnp.int8),
        turn=jnp.asarray(first, jnp.int8),
        neutral_due=2 * jnp.asarray(neutral, jnp.int8),
        points=jnp.asarray(points, bool),
        winner=jnp.int8(0),
        over=jnp.asarray(False, bool),
    )


def fitting(state: State) -> jax.Array:
    """bool[SQUARES, ORIENTATIONS]: where each orientation would rest on what is there, for either colour."""
    height = heights(state.columns)
    on_board = jnp.asarray(geometry.ON_BOARD)[state.board]
    levels = (height[:, None] == jnp.arange(HIGHEST)) & on_board[:, None]
    found = jax.lax.conv_general_dilated(
        levels.astype(jnp.bfloat16).reshape(1, geometry.RANKS, geometry.FILES, HIGHEST),
        jnp.asarray(geometry.FITTING, jnp.bfloat16),
        (1, 1),
        ((0, HIGHEST - 1), (0, HIGHEST - 1)),
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )
    return (
        found.reshape(geometry.SQUARES, geometry.ORIENTATIONS)
        > jnp.asarray(geometry.COLUMNS, jnp.bfloat16) - 0.5
    )


def legal_actions(state: State) -> jax.Array:
    """bool[ACTIONS]: what may be placed now; nothing once the game is over."""
    hand = state.hands[state.turn - 1] > 0
    neutral = state.neutral_due > 0
    owned = jnp.append(hand & ~neutral, neutral)[geometry.SHAPE_OF]
    return (fitting(state) & owned & ~state.over).reshape(-1)


def play(state: State, action: jax.Array) -> State:
    """The game after a legal placement; a game that is over stays as it is."""
    neutral = state.neutral_due > 0
    anchor, orientation = action // geometry.ORIENTATIONS, action % geometry.ORIENTATIONS
    cubes, base = _piece_on_canvas(anchor, orientation)
    colour = jnp.where(neutral, NEUTRAL, state.turn).astype(jnp.int32)
    height = heights(state.columns)
    columns = state.columns + ((colour * _TOWER[cubes]) << (2 * height)).astype(jnp.int8)
    sides = jnp.asarray(geometry.SIDES)[state.board]
    at_border = jnp.any((base == 0) & (sides > 0))
    mover = (jnp.arange(1, 3) == state.turn) & ~neutral
    shape = jnp.asarray(geometry.SHAPE_OF)[orientation]
    after = state._replace(
        columns=columns,
        hands=state.hands - (mover[:, None] & (jnp.arange(geometry.SHAPES) == shape)).astype(jnp.int8),
        border=state.border + (mover & at_border).astype(jnp.int8),
        neutral_due=jnp.maximum(state.neutral_due - 1, 0).astype(jnp.int8),
    )
    won = has_path(columns, state.turn, state.board) & ~neutral
    after = _give_turn(after, won, neutral)
    return State(*jax.tree.map(lambda new, old: jnp.where(state.over, old, new), after, state))


def _piece_on_canvas(anchor: jax.Array, orientation: jax.Array) -> tuple[jax.Array, jax.Array]:
    """int8[SQUARES] each: the piece's cubes on each square, and the level of its lowest there (-1: none)."""
    rank, file = (
        _SQUARE // geometry.FILES - anchor // geometry.FILES,
        _SQUARE % geometry.FILES - anchor % geometry.FILES,
    )
    inside = (rank >= 0) & (rank < HIGHEST) & (file >= 0) & (file < HIGHEST)
    place = jnp.where(inside, rank * HIGHEST + file, 0)
    cubes = jnp.asarray(geometry.CUBES.reshape(geometry.ORIENTATIONS, -1))[orientation][place]
    base = jnp.asarray(geometry.BASES.reshape(geometry.ORIENTATIONS, -1))[orientation][place]
    return jnp.where(inside, cubes, 0), jnp.where(inside, base, -1)


def _give_turn(state: State, won: jax.Array, neutral: jax.Array) -> State:
    """Hand the turn on after a placement; a colour that cannot place on its turn is out for good."""
    room = jnp.any(fitting(state), axis=0)
    shapes = jnp.stack([jnp.any(room[shape == geometry.SHAPE_OF]) for shape in range(geometry.SHAPES)])
    able = jnp.any((state.hands > 0) & shapes, axis=1) & ~state.out
    mover = jnp.arange(1, 3) == state.turn
    other_able, mover_able = jnp.any(able & ~mover), jnp.any(able & mover)
    # On the built-in boards a neutral piece, and the first piece after it, always finds room.
    passes = neutral | other_able | won
    stuck = ~passes & ~mover_able
    by_border = jnp.sign(state.border[1] - state.border[0]) * (stuck & state.points)
    by_path = jnp.where(state.turn == YELLOW, 1, -1) * won
    return state._replace(
        out=state.out | (~passes & ~mover) | (stuck & mover),
        turn=jnp.where(passes, 3 - state.turn, state.turn).astype(jnp.int8),
        winner=(by_border + by_path).astype(jnp.int8),
        over=won | stuck,
    )
