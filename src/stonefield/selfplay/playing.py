"""Self-play: a fixed number of games side by side; one that ends makes room for the next at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.selfplay.game import AnyState, Ending, TrainingGame
from stonefield.selfplay.network import Network, Weights, judge
from stonefield.selfplay.search import Decision, Evaluate, search


class Rows(NamedTuple):
    """One decision a game: what was there, what the search came to, and what became of it."""

    state: AnyState
    policy: jax.Array
    """float16[…, actions]"""
    value: jax.Array
    """float16: what the search thought of it, for the colour that decides."""
    counts: jax.Array
    """bool: the search was deep enough to learn from its policy and value."""
    over: jax.Array
    """bool: this decision ended the game."""
    ending: Ending
    """How it ended, if it did."""


PlayOn: TypeAlias = Callable[[Weights, AnyState, jax.Array], tuple[AnyState, Rows]]


def evaluator(network: Network, folded: Weights) -> Evaluate:
    """The network as the search wants it."""
    game = network.game

    def evaluate(states: AnyState) -> tuple[jax.Array, jax.Array]:
        opinion = judge(network, folded, game.as_canvas(jax.vmap(game.planes_of)(states)))
        return opinion.logits, opinion.value

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
    """A function that plays every game on by that many decisions, giving Rows[plies, B].

    With ``deep_plies`` so many of them, chosen by lot, are searched with ``deep`` simulations, and only
    those count. New games are on the boards in these ``shares``, or in the game's own.
    """
    game, exploration = network.game, network.game.exploration

    def ply(weights: Weights, states: AnyState, draw: tuple[jax.Array, jax.Array]) -> tuple[AnyState, Rows]:
        key, is_deep = draw
        explore, stray, pick, renew = jax.random.split(key, 4)
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
                noise=jnp.where(progress < exploration.bold, 1.0, exploration.calm)[:, None],
            )

        decision = (
            jax.lax.cond(is_deep, lambda: decide(deep), lambda: decide(simulations))
            if deep_plies
            else decide(simulations)
        )
        strays = jax.random.uniform(stray, (games,)) < exploration.random_move
        strays &= progress < exploration.opening
        action = jnp.where(strays, random_actions(game, states, pick), decision.action)
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
    """Any legal action for each of states[B]; anything where a game is over."""
    legal = jax.vmap(game.legal_actions)(states) | states.over[:, None]
    return jax.random.categorical(key, jnp.where(legal, 0.0, -jnp.inf), axis=1)
