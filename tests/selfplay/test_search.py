"""The search chooses as mctx's does."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import mctx
import numpy as np
import pytest

from stonefield.selfplay.carnac import GAME
from stonefield.selfplay.carnac.rules import RED, State, legal_actions, play
from stonefield.selfplay.carnac.scoring import score
from stonefield.selfplay.carnac.starts import first_games
from stonefield.selfplay.search import NEVER, halving, search

# Each compiles for the accelerator's compiler first, which takes most of a minute.
pytestmark = pytest.mark.full

GAMES, SIMULATIONS, CONSIDERED = 24, 24, 8


def arbitrary_opinion(states: State):
    """A stand-in for the network: fixed, but different in every position."""
    seed = jnp.sum(states.cells * jnp.arange(1, states.cells.shape[1] + 1), axis=1) * 7 + states.pending
    keys = jax.vmap(lambda s, t: jax.random.key(s.astype(jnp.int32) * 5 + t))(seed, states.turn)
    legal = jax.vmap(legal_actions)(states) | states.over[:, None]
    logits = 3 * jax.vmap(lambda key: jax.random.normal(key, (legal.shape[1],)))(keys)
    value = jax.vmap(lambda key: jax.random.uniform(jax.random.fold_in(key, 1), (), minval=-1))(keys)
    return jnp.where(legal, logits, NEVER), value


def by_mctx(states: State, key: jax.Array):
    def recurrent(_, __, action, before):
        after = jax.vmap(play)(before, action)
        red = jax.vmap(score)(after.cells).winner
        ended = after.over & ~before.over
        reward = jnp.where(before.turn == RED, red, -red) * ended
        discount = jnp.where(after.over, 0.0, jnp.where(after.turn == before.turn, 1.0, -1.0))
        logits, value = arbitrary_opinion(after)
        return (
            mctx.RecurrentFnOutput(
                reward=reward.astype(jnp.float32), discount=discount, prior_logits=logits, value=value
            ),
            after,
        )

    logits, value = arbitrary_opinion(states)
    output = mctx.gumbel_muzero_policy(
        None,
        key,
        mctx.RootFnOutput(prior_logits=logits, value=value, embedding=states),
        recurrent,
        SIMULATIONS,
        invalid_actions=~jax.vmap(legal_actions)(states),
        max_num_considered_actions=CONSIDERED,
        gumbel_scale=0.0,
    )
    return output.action, output.action_weights, output.search_tree.node_values[:, 0]


def late_states() -> State:
    """Games with few megaliths left, so that the search meets their ends."""
    states = first_games(jax.random.key(5), GAMES)
    states = states._replace(stock=jnp.arange(GAMES, dtype=jnp.int8) % 4 + 1)

    def random_ply(states, key):
        legal = jax.vmap(legal_actions)(states)
        action = jax.random.categorical(key, jnp.where(legal | states.over[:, None], 0.0, NEVER), axis=1)
        return jax.vmap(play)(states._replace(stock=states.stock + (states.pending < 0)), action), None

    return jax.jit(lambda: jax.lax.scan(random_ply, states, jax.random.split(jax.random.key(6), 9))[0])()


def test_the_search_comes_to_what_mctx_comes_to():
    states = late_states()
    assert bool(jnp.any(states.pending >= 0))
    key = jax.random.key(0)
    ours = jax.jit(
        lambda f: search(
            GAME,
            arbitrary_opinion,
            f,
            key,
            simulations=SIMULATIONS,
            considered=CONSIDERED,
            kept=SIMULATIONS,
            noise=0.0,
        )
    )(states)
    action, policy, value = jax.jit(lambda f: by_mctx(f, key))(states)
    np.testing.assert_array_equal(ours.action, action)
    np.testing.assert_allclose(ours.value, value, atol=1e-5)
    np.testing.assert_allclose(ours.policy, policy, atol=1e-4)


def test_halving_enters_each_considered_move_once_before_any_twice():
    order = halving(16, 32)
    assert order[:16] == [0] * 16
    assert len(order) == 32
    assert halving(1, 4) == [0, 1, 2, 3]
