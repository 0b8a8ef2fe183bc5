"""The training's own search of positions of Carnac, as `two_searches.py` asks it; needs JAX."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from search_rungs import Found

from stonefield.engine.carnac import arrays
from stonefield.games.carnac import Position
from stonefield.selfplay.carnac import notation, rules
from stonefield.selfplay.checkpoint import load
from stonefield.selfplay.game import AnyState
from stonefield.selfplay.network import fold
from stonefield.selfplay.playing import evaluator
from stonefield.selfplay.search import search

COLOURS = {"red": rules.RED, "white": rules.WHITE}


def decisions(checkpoint: Path, positions: Sequence[Position], simulations: int) -> list[Found]:
    """What the training's search decides, without noise."""
    states = jax.tree.map(lambda *parts: jnp.stack(parts), *map(state_of, positions))
    decision = _compiled(checkpoint, simulations)(states)
    return [
        _found(position, int(action), float(value), np.asarray(policy, dtype=np.float64))
        for position, action, value, policy in zip(
            positions, decision.action, decision.value, decision.policy, strict=True
        )
    ]


@cache
def _compiled(checkpoint: Path, simulations: int) -> Any:
    network, train_state, _ = load(checkpoint)
    evaluate = evaluator(network, fold(train_state.average, train_state.average_stats))

    def run(states: AnyState) -> Any:
        key = jax.random.key(0)
        return search(network.game, evaluate, states, key, simulations=simulations, noise=0.0)

    return jax.jit(run)


def state_of(position: Position) -> rules.State:
    """A position on the training's canvas."""
    board, state = position.board, arrays.state_of(position)
    begun = rules.start(board.files, board.ranks, stock=position.stock)
    cells = np.array(begun.cells)
    for colour, bits in zip((rules.RED, rules.WHITE), position.bits, strict=True):
        for square in range(board.size):
            if bits >> square & 1:
                rank, file = divmod(square, board.files)
                cells[rank * rules.FILES + file] = colour
    pending = int(state[arrays.PENDING]) - 1
    if pending >= 0:
        rank, file = divmod(pending, board.files)
        pending = rank * rules.FILES + file
    return begun._replace(
        cells=jnp.asarray(cells, jnp.int8),
        pending=jnp.int8(pending),
        axis=jnp.int8((int(state[arrays.FACES]) >> 1) + 1 if pending >= 0 else 0),
        turn=jnp.int8(COLOURS[position.turn]),
        final_tilt=jnp.asarray(position.setup.final_tilt),
    )


def _found(position: Position, action: int, value: float, policy: np.ndarray) -> Found:
    turn, shares = COLOURS[position.turn], np.zeros(arrays.ANSWERS + 5)
    for nth in np.flatnonzero(policy):
        shares[_number(position, int(nth), turn)] = policy[nth]
    return Found(_number(position, action, turn), value, None, shares)


def _number(position: Position, action: int, turn: int) -> int:
    return arrays.move_number(position, notation.text_of(action, turn))
