"""Carnac for thousands of games at once: the rules in JAX on one canvas that holds every board.

A board of ``files`` × ``ranks`` squares lies in the canvas's south-western corner; what is off the board
is filled with ``OUTSIDE``. All functions take one game; `jax.vmap` makes them take many.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp

RANKS, FILES = 9, 14
SQUARES = RANKS * FILES
EMPTY, RED, WHITE, OUTSIDE = 0, 1, 2, 3

PLACEMENTS = 4 * SQUARES
"""Placements come first: ``4 * square + 2 * (top is theirs) + (east and west are theirs)``."""
ANSWERS = 5
"""Then the answers: north, east, south, west, stand."""
STAND = 4
ACTIONS = PLACEMENTS + ANSWERS

STOCK = 28
LONGEST = 2 * STOCK
"""No game with the usual stockpile has more decisions than this, `final_tilt` included."""

BOARDS = {"small": (8, 5), "medium": (10, 7), "large": (14, 9)}
"""Files and ranks of the boards by name."""

_SQUARE = jnp.arange(SQUARES)
_STEP = jnp.array([FILES, 1, -FILES, -1])


class State(NamedTuple):
    """One moment of a game. Only what is seen from above matters for what follows."""

    cells: jax.Array
    """int8[SQUARES]: EMPTY, RED, WHITE or OUTSIDE."""
    pending: jax.Array
    """int8: the square of the megalith that may be tilted now, or -1."""
    axis: jax.Array
    """int8: the colour of the pending megalith's east and west sides."""
    turn: jax.Array
    """int8: the colour that decides."""
    stock: jax.Array
    """int8: megaliths left in the stockpile."""
    final_tilt: jax.Array
    """bool: whether the last megalith may still be tilted."""
    over: jax.Array
    """bool: whether the game has ended."""


def start(
    files: jax.Array | int,
    ranks: jax.Array | int,
    *,
    stock: jax.Array | int = STOCK,
    first: jax.Array | int = RED,
    final_tilt: jax.Array | bool = False,
) -> State:
    """The start of a game on a board of that size."""
    on_board = (files > _SQUARE % FILES) & (ranks > _SQUARE // FILES)
    return State(
        cells=jnp.where(on_board, EMPTY, OUTSIDE).astype(jnp.int8),
        pending=jnp.int8(-1),
        axis=jnp.int8(0),
        turn=jnp.asarray(first, jnp.int8),
        stock=jnp.asarray(stock, jnp.int8),
        final_tilt=jnp.asarray(final_tilt, bool),
        over=jnp.asarray(False, bool),
    )


def falls(cells: jax.Array, square: jax.Array) -> jax.Array:
    """bool[4]: into which directions a megalith on that square could fall."""
    empty = jnp.pad((cells == EMPTY).reshape(RANKS, FILES), 2)
    near_and_far = (
        (empty[3:-1, 2:-2], empty[4:, 2:-2]),
        (empty[2:-2, 3:-1], empty[2:-2, 4:]),
        (empty[1:-3, 2:-2], empty[:-4, 2:-2]),
        (empty[2:-2, 1:-3], empty[2:-2, :-4]),
    )
    room = jnp.stack([(near & far).reshape(SQUARES) for near, far in near_and_far])
    return jnp.any(room & (square == _SQUARE), axis=1)


def legal_actions(state: State) -> jax.Array:
    """bool[ACTIONS]: what may be decided now; nothing once the game is over."""
    placing = state.pending < 0
    placements = jnp.repeat(placing & (state.cells == EMPTY), 4)
    answers = ~placing & jnp.append(falls(state.cells, state.pending), True)
    return jnp.concatenate([placements, answers]) & ~state.over


def play(state: State, action: jax.Array) -> State:
    """The game after a legal decision; a game that is over stays as it is."""
    after = jax.tree.map(
        lambda placed, answered: jnp.where(state.pending < 0, placed, answered),
        _place(state, action),
        _answer(state, action - PLACEMENTS),
    )
    return State(*jax.tree.map(lambda new, old: jnp.where(state.over, old, new), after, state))


def _place(state: State, action: jax.Array) -> State:
    square, kind = action // 4, action % 4
    theirs = 3 - state.turn
    top = jnp.where(kind >= 2, theirs, state.turn)
    axis = jnp.where(kind % 2 == 1, theirs, state.turn)
    cells = jnp.where(square == _SQUARE, top, state.cells)
    stock = state.stock - 1
    tiltable = jnp.any(falls(cells, square))
    full = ~jnp.any(cells == EMPTY)
    over = full | ((stock == 0) & ~(state.final_tilt & tiltable))
    pending = jnp.where(tiltable & ~over, square, -1).astype(jnp.int8)
    return State(cells, pending, axis, theirs, stock, state.final_tilt, over)


def _answer(state: State, answer: jax.Array) -> State:
    step = _STEP[jnp.clip(answer, 0, 3)]
    colour = jnp.where(answer % 2 == 1, state.axis, 3 - state.axis)
    covered = (state.pending + step == _SQUARE) | (state.pending + 2 * step == _SQUARE)
    tilted = jnp.where(covered, colour, jnp.where(state.pending == _SQUARE, EMPTY, state.cells))
    stands = answer == STAND
    return State(
        cells=jnp.where(stands, state.cells, tilted).astype(jnp.int8),
        pending=jnp.int8(-1),
        axis=state.axis,
        turn=jnp.where(stands, 3 - state.turn, state.turn),
        stock=state.stock,
        final_tilt=state.final_tilt,
        over=state.stock == 0,
    )
