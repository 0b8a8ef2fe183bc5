"""Two networks against each other; without search it is cheap enough to do all the time while training."""

from __future__ import annotations

from collections.abc import Callable
from math import log10
from typing import TypeAlias

import jax
import jax.numpy as jnp

from stonefield.learn.field import BOARDS, LONGEST, RED, WHITE, Field, empty_field, legal_actions, play
from stonefield.learn.network import Shape, Weights
from stonefield.learn.scoring import score
from stonefield.learn.search import NEVER, search
from stonefield.learn.selfplay import evaluator

Contest: TypeAlias = Callable[[Weights, Weights, jax.Array], jax.Array]

_TEMPERATURE = 0.3
"""Enough variety for different games, little enough for the better policy to win them."""


_OPENING = 8
"""A searching player explores until so many squares are taken, for the same reason."""


def contest(shape: Shape, games: int, *, other: Shape | None = None, simulations: int = 0) -> Contest:
    """A function from challenger, champion and key to the challenger's score (0..1) on each board.

    ``games`` a board, half of them with the challenger as red. The champion's network may have an ``other``
    shape; without ``simulations`` the bare policies play.
    """
    kinds = jnp.repeat(jnp.array(list(BOARDS.values())), games, axis=0)
    red_challenges = jnp.arange(len(kinds)) % 2 == 0

    def run(challenger: Weights, champion: Weights, key: jax.Array) -> jax.Array:
        def ply(fields: Field, key: jax.Array) -> tuple[Field, None]:
            challenged = (fields.turn == RED) == red_challenges

            def mover(seen: Field) -> tuple[jax.Array, jax.Array]:
                ours, our_value = evaluator(shape, challenger)(seen)
                theirs, their_value = evaluator(other or shape, champion)(seen)
                return (
                    jnp.where(challenged[:, None], ours, theirs),
                    jnp.where(challenged, our_value, their_value),
                )

            if simulations:
                taken = jnp.sum((fields.cells == RED) | (fields.cells == WHITE), axis=1)
                noise = jnp.where(taken < _OPENING, 1.0, 0.1)[:, None]
                considered = min(16, simulations)
                action = search(
                    mover, fields, key, simulations=simulations, considered=considered, noise=noise
                ).action
            else:
                legal = jax.vmap(legal_actions)(fields) | fields.over[:, None]
                logits = mover(fields)[0] / _TEMPERATURE
                action = jax.random.categorical(key, jnp.where(legal, logits, NEVER), axis=1)
            return jax.vmap(play)(fields, action), None

        start = jax.vmap(lambda size: empty_field(size[0], size[1]))(kinds)
        fields, _ = jax.lax.scan(ply, start, jax.random.split(key, LONGEST))
        red = jax.vmap(score)(fields.cells).winner
        won = jnp.where(red_challenges, red, -red)
        return jnp.mean(((1 + won) / 2).reshape(len(BOARDS), games), axis=1)

    return run


def elo(score: float) -> float:
    """The difference in strength that a score stands for, within ±800."""
    bounded = min(max(score, 0.01), 0.99)
    return 400 * log10(bounded / (1 - bounded))
