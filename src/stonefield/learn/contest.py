"""Two networks against each other; without search it is cheap enough to do all the time while training."""

from __future__ import annotations

from collections.abc import Callable
from math import log10
from typing import TypeAlias

import jax
import jax.numpy as jnp

from stonefield.learn.game import AnyState
from stonefield.learn.network import Network, Weights
from stonefield.learn.search import NEVER, search
from stonefield.learn.selfplay import evaluator

Contest: TypeAlias = Callable[[Weights, Weights, jax.Array], jax.Array]

_TEMPERATURE = 0.3
"""Enough variety for different games, little enough for the better policy to win them."""


def contest(network: Network, games: int, *, other: Network | None = None, simulations: int = 0) -> Contest:
    """A function from challenger, champion and key to the challenger's score (0..1) on each board.

    ``games`` a board, half of them with the challenger as the first colour. The champion's network may be an
    ``other`` one of the same game; without ``simulations`` the bare policies play.
    """
    game = network.game
    first_challenges = jnp.arange(games * len(game.boards)) % 2 == 0
    starts = [game.start(board) for board in game.boards for _ in range(games)]

    def run(challenger: Weights, champion: Weights, key: jax.Array) -> jax.Array:
        def ply(states: AnyState, key: jax.Array) -> tuple[AnyState, None]:
            challenged = (states.turn == 1) == first_challenges

            def mover(seen: AnyState) -> tuple[jax.Array, jax.Array]:
                ours, our_value = evaluator(network, challenger)(seen)
                theirs, their_value = evaluator(other or network, champion)(seen)
                return (
                    jnp.where(challenged[:, None], ours, theirs),
                    jnp.where(challenged, our_value, their_value),
                )

            if simulations:
                # A searching player explores in the opening, for the same reason.
                noise = jnp.where(game.progress(states) < game.exploration.opening, 1.0, 0.1)[:, None]
                considered = min(16, simulations)
                action = search(
                    game, mover, states, key, simulations=simulations, considered=considered, noise=noise
                ).action
            else:
                legal = jax.vmap(game.legal_actions)(states) | states.over[:, None]
                logits = mover(states)[0] / _TEMPERATURE
                action = jax.random.categorical(key, jnp.where(legal, logits, NEVER), axis=1)
            return jax.vmap(game.play)(states, action), None

        start = jax.tree.map(lambda *parts: jnp.stack(parts), *starts)
        states, _ = jax.lax.scan(ply, start, jax.random.split(key, game.longest))
        winner = game.endings(states).winner
        won = jnp.where(first_challenges, winner, -winner)
        return jnp.mean(((1 + won) / 2).reshape(len(game.boards), games), axis=1)

    return run


def elo(score: float) -> float:
    """The difference in strength that a score stands for, within ±800."""
    bounded = min(max(score, 0.01), 0.99)
    return 400 * log10(bounded / (1 - bounded))
