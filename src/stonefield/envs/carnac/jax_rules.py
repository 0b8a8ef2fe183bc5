"""Carnac's rules in JAX for `stonefield.envs.vectorised`."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.envs.fast_rules import JaxRules
from stonefield.games.carnac import Position
from stonefield.games.game import InvalidOption
from stonefield.selfplay.carnac import rules
from stonefield.selfplay.carnac.scoring import score


def rules_of(position: Position, names: Sequence[str]) -> JaxRules:
    """The rules of games that begin in a position, observed by the planes of these names."""
    board, setup = position.board, position.setup
    if board.files > rules.FILES or board.ranks > rules.RANKS:
        raise InvalidOption(f"`{board.name}`: boards in JAX have {rules.FILES} files, {rules.RANKS} ranks")
    tables = jnp.asarray(_tables(position))
    squares = jnp.asarray([_on_canvas(board.files, square) for square in range(board.size)])

    def observe(state: rules.State, mine: jax.Array) -> jax.Array:
        cells = state.cells[squares]
        pending = squares == state.pending
        planes = {
            "my colour on top": cells == mine,
            "their colour on top": cells == 3 - mine,
            "the megalith that may be tilted": pending,
            "the same if it has my colour east and west": pending & (state.axis == mine),
            "I decide": jnp.broadcast_to(~state.over & (state.turn == mine), squares.shape),
            "stockpile, of what it was at the start": jnp.full(squares.shape, state.stock / setup.stock),
        }
        seen = jnp.stack([planes[name].astype(jnp.float32) for name in names], axis=-1)
        return seen.reshape(board.ranks, board.files, len(names))

    return JaxRules(
        start=rules.start(
            board.files,
            board.ranks,
            stock=setup.stock,
            first=1 + setup.first,
            final_tilt=setup.final_tilt,
        ),
        first=setup.first,
        swap_ply=1 if setup.swap else -1,
        numbers=lambda state: tables[state.turn - 1],
        legal=rules.legal_actions,
        play=rules.play,
        winner=lambda state: score(jnp.where(state.over, state.cells, 0)).winner,
        observe=observe,
    )


def _on_canvas(files: int, square: int) -> int:
    return square // files * rules.FILES + square % files


def _tables(position: Position) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """int32[2, actions]: each action's number for red and for white, to whom colours are mine or theirs."""
    files = position.board.files
    tables = [
        [
            4 * _on_canvas(files, square) + 2 * (top != turn) + (axis != turn)
            for square in range(position.board.size)
            for axis in range(2)
            for top in range(2)
        ]
        + [rules.PLACEMENTS + answer for answer in range(rules.ANSWERS)]
        for turn in range(2)
    ]
    return np.array(tables, np.int32)
