"""Self-play: a fixed number of games side by side; one that ends is replaced at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.selfplay.game import AnyState, Ending, TrainingGame
from stonefield.selfplay.network import Network, Weights, apply
from stonefield.selfplay.search import Decision, Evaluate, search


class Rows(NamedTuple):
    """One decision per game: the state, the result of the search, and how the game ended."""

    state: AnyState
    policy: jax.Array
    """float16[…, actions]"""
    value: jax.Array
    """float16: the search's value, for the colour that decides."""
    counts: jax.Array
    """bool: the search was deep enough to train on its policy and value."""
    over: jax.Array
    """bool: this decision ended the game."""
    ending: Ending
    """How it ended, if it did."""


PlayOn: TypeAlias = Callable[[Weights, AnyState, jax.Array], tuple[AnyState, Rows]]


def evaluator(network: Network, folded: Weights) -> Evaluate:
    """The network as the search's evaluation."""
    game = network.game

    def evaluate(states: AnyState) -> tuple[jax.Array, jax.Array]:
        output = apply(network, folded, game.as_canvas(jax.vmap(game.planes_of)(states)))
        return output.logits, output.value

    return evaluate


def play_on(
    network: Network,
    *,
    plies: int,
    simulations: int,
    considered: int,
    deep: int = 0,
    deep_plies: int = 0,
    shares: tuple[float, ...] = (),
) -> PlayOn:
    """A function that continues every game by this many decisions, giving Rows[plies, B].

    With ``deep_plies`` this many of them, chosen at random, are searched with ``deep`` simulations, and only
    those count. New games are on the boards in these ``shares``, or in the game's own.
    """
    game, exploration = network.game, network.game.exploration

    def ply(weights: Weights, states: AnyState, draw: tuple[jax.Array, jax.Array]) -> tuple[AnyState, Rows]:
        key, is_deep = draw
        explore, chance, pick, renew = jax.random.split(key, 4)
        games = states.over.shape[0]
        progress = game.progress(states)

        def decide(simulations: int) -> Decision:
            return search(
                game,
                evaluator(network, weights),
                states,
                explore,
                simulations=simulations,
                considered=considered,
                kept=considered,
                noise=jnp.where(progress < exploration.full_noise, 1.0, exploration.later_noise)[:, None],
            )

        decision = (
            jax.lax.cond(is_deep, lambda: decide(deep), lambda: decide(simulations))
            if deep_plies
            else decide(simulations)
        )
        at_random = jax.random.uniform(chance, (games,)) < exploration.random_move
        at_random &= progress < exploration.opening
        action = jnp.where(at_random, random_actions(game, states, pick), decision.action)
        after = jax.vmap(game.play)(states, action)
        rows = Rows(
            states,
            decision.policy.astype(jnp.float16),
            decision.value.astype(jnp.float16),
            jnp.broadcast_to(is_deep, (games,)),
            after.over,
            game.endings(after),
        )
        return _renewed(after, game.new_games(renew, games, shares or game.shares)), rows

    def run(weights: Weights, states: AnyState, key: jax.Array) -> tuple[AnyState, Rows]:
        lot, key = jax.random.split(key)
        is_deep = jax.random.permutation(lot, plies) < (deep_plies or plies)
        return jax.lax.scan(partial(ply, weights), states, (jax.random.split(key, plies), is_deep))

    return run


def _renewed(states: AnyState, fresh: AnyState) -> AnyState:
    """States[B], with fresh ones where a game is over."""

    def renew(new: jax.Array, old: jax.Array) -> jax.Array:
        return jnp.where(states.over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

    return jax.tree.map(renew, fresh, states)


def random_actions(game: TrainingGame, states: AnyState, key: jax.Array) -> jax.Array:
    """Any legal action for each of states[B]; any action where a game is over."""
    legal = jax.vmap(game.legal_actions)(states) | states.over[:, None]
    return jax.random.categorical(key, jnp.where(legal, 0.0, -jnp.inf), axis=1)
