"""Two networks against each other; without search it is cheap enough to repeat while training."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import jax
import jax.numpy as jnp

from stonefield.ratings.elo import elo_difference
from stonefield.selfplay.game import AnyState
from stonefield.selfplay.network import Network, Weights
from stonefield.selfplay.playing import evaluator
from stonefield.selfplay.search import NEVER, search

Contest: TypeAlias = Callable[[Weights, Weights, jax.Array], jax.Array]

_TEMPERATURE = 0.3
"""Enough variety for different games, little enough for the better policy to win them."""


def contest(network: Network, games: int, *, other: Network | None = None, simulations: int = 0) -> Contest:
    """A function from challenger, champion and key to the challenger's scores (0..1): [boards, pairs].

    ``games`` per board, in pairs with sides exchanged from the same opening, which both play together.
    The champion may have an ``other`` network of the same game; without ``simulations`` the bare policies
    play.
    """
    game = network.game
    pairs = (games + 1) // 2
    starts = [game.start(board) for board in game.boards for _ in range(2 * pairs)]
    first_challenges = jnp.arange(len(starts)) % 2 == 0

    def run(challenger: Weights, champion: Weights, key: jax.Array) -> jax.Array:
        both = evaluator(network, challenger), evaluator(other or network, champion)

        def ply(states: AnyState, key: jax.Array) -> tuple[AnyState, None]:
            together, alone = jax.random.split(key)
            challenged = (states.turn == 1) == first_challenges
            legal = jax.vmap(game.legal_actions)(states) | states.over[:, None]

            def mover(seen: AnyState) -> tuple[jax.Array, jax.Array]:
                (ours, our_value), (theirs, their_value) = (evaluate(seen) for evaluate in both)
                return (
                    jnp.where(challenged[:, None], ours, theirs),
                    jnp.where(challenged, our_value, their_value),
                )

            if simulations:
                considered = min(16, simulations)
                action = search(
                    game, mover, states, alone, simulations=simulations, considered=considered, noise=0.1
                ).action
            else:
                logits = mover(states)[0] / _TEMPERATURE
                action = jax.random.categorical(alone, jnp.where(legal, logits, NEVER), axis=1)
            # Both games of a pair see the same position and the same noise here, so they open alike.
            common = (both[0](states)[0] + both[1](states)[0]) / 2
            noise = jax.random.gumbel(together, (len(starts) // 2, common.shape[1])).repeat(2, axis=0)
            opening = jnp.argmax(jnp.where(legal, common + noise, NEVER), axis=1)
            action = jnp.where(game.progress(states) < game.exploration.opening, opening, action)
            return jax.vmap(game.play)(states, action), None

        start = jax.tree.map(lambda *parts: jnp.stack(parts), *starts)
        states, _ = jax.lax.scan(ply, start, jax.random.split(key, game.longest))
        winner = game.endings(states).winner
        won = jnp.where(first_challenges, winner, -winner)
        return jnp.mean(((1 + won) / 2).reshape(len(game.boards), pairs, 2), axis=2)

    return run


def elo_gain(score: float) -> float:
    """The challenger's lead in Elo; a clean sweep counts as 99 %, because its Elo would be infinite."""
    return elo_difference(min(max(score, 0.01), 0.99))
