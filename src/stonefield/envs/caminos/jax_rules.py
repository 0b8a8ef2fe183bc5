"""Caminos' rules in JAX for `stonefield.envs.vectorised`."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.envs.fast_rules import JaxRules
from stonefield.games.caminos import Position
from stonefield.games.caminos.board import BOARDS
from stonefield.games.caminos.moves import COLOURS
from stonefield.games.caminos.pieces import HIGHEST
from stonefield.games.caminos.sites import Site
from stonefield.games.game import InvalidOption
from stonefield.selfplay.caminos import rules
from stonefield.selfplay.caminos.geometry import BASES, CUBES, FILES, ORIENTATIONS, SHAPE_OF, SUPPLY


def rules_of(position: Position, sites: Sequence[Site]) -> JaxRules:
    """The rules of games that begin in a position."""
    setup, board = position.setup, position.board
    if str(board) not in BOARDS or str(setup.pieces) != "classic" or setup.players != 2:
        raise InvalidOption("Caminos in JAX is for two players, with the built-in boards and pieces")
    first = COLOURS.index(setup.first)
    numbers = jnp.asarray(_numbers(position, sites))
    squares = np.array([_on_canvas(board.files, square) for square in range(board.files * board.ranks)])
    on_board = np.zeros(squares.size, np.float32)
    on_board[list(board.squares)] = 1.0
    pieces = float(SUPPLY.sum())

    def observe(state: rules.State, mine: jax.Array) -> jax.Array:
        columns = state.columns[squares].astype(jnp.int32)
        cubes = jnp.stack([columns >> 2 * level & 3 for level in range(HIGHEST)], axis=-1)
        me = mine.astype(jnp.int32) - 1
        local: list[jax.Array] = [
            jnp.asarray(on_board)[:, None],
            cubes == me + 1,
            cubes == 2 - me,
            cubes == rules.NEUTRAL,
        ]
        overall = jnp.concatenate(
            [
                jnp.stack([~state.over & (state.turn == mine), state.neutral_due > 0]),
                (state.hands[me] / SUPPLY),
                (state.hands[1 - me] / SUPPLY),
                jnp.stack([state.out[me], state.out[1 - me]]),
                jnp.stack([state.border[me], state.border[1 - me]]) / pieces,
            ]
        )
        seen = jnp.concatenate(
            [*(plane.astype(jnp.float32) for plane in local), jnp.tile(overall, (squares.size, 1))], axis=-1
        )
        return seen.astype(jnp.float32).reshape(board.ranks, board.files, -1)

    return JaxRules(
        start=rules.start(
            BOARDS.index(board.name), first=1 + first, neutral=setup.neutral, points=setup.points
        ),
        first=first,
        swap_ply=1 + 2 * setup.neutral if setup.swap else -1,
        numbers=lambda state: numbers,
        legal=rules.legal_actions,
        play=rules.play,
        winner=lambda state: state.winner,
        observe=observe,
    )


def _on_canvas(files: int, square: int) -> int:
    return square // files * FILES + square % files


def _numbers(position: Position, sites: Sequence[Site]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """int32[sites]: anchor and orientation of each site as one number."""
    known = {
        (int(SHAPE_OF[number]), CUBES[number].tobytes(), BASES[number].tobytes()): number
        for number in range(ORIENTATIONS)
    }
    files, shapes = position.board.files, position.setup.pieces.index
    found = []
    for site in sites:
        places = [divmod(column, files) for column in site.columns]
        south, west = min(rank for rank, _ in places), min(file for _, file in places)
        cubes, bases = np.zeros_like(CUBES[0]), np.full_like(BASES[0], -1)
        for (rank, file), base, count in zip(places, site.bases, site.counts, strict=True):
            cubes[rank - south, file - west], bases[rank - south, file - west] = count, base
        orientation = known[shapes[site.placement.piece], cubes.tobytes(), bases.tobytes()]
        found.append((south * FILES + west) * ORIENTATIONS + orientation)
    return np.array(found, np.int32)
