"""Training: samples seen through a random symmetry, one loss per head, AdamW, averaged weights."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax

from stonefield.selfplay.game import TrainingGame
from stonefield.selfplay.network import Network, NetworkOutput, Weights, apply_training, fold, init
from stonefield.selfplay.replay import Replay, Samples, draw

_STATISTICS = 0.98
"""The share of the running statistics that a step keeps."""

OPTIMIZER = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.99),
    optax.add_decayed_weights(2e-5, mask=lambda params: {name: name.endswith("/w") for name in params}),
)
"""Everything but the learning rate, which the run's clock decides."""


class Losses(NamedTuple):
    """The loss of each head."""

    policy: jax.Array
    outcome: jax.Array
    score: jax.Array
    colour: jax.Array
    value: jax.Array

    def total(self, auxiliary: float, trust: float) -> jax.Array:
        """What training minimises.

        ``auxiliary`` is the share of what the search does not use, ``trust`` that of the search's own value.
        """
        rest = 0.1 * self.score + 0.5 * self.colour
        return self.policy + self.outcome + trust * self.value + auxiliary * rest


class TrainState(NamedTuple):
    """Weights, running statistics and optimiser state: all that training changes."""

    params: Weights
    stats: Weights
    average: Weights
    average_stats: Weights
    moments: optax.OptState
    steps: jax.Array

    def playing(self, dtype: jnp.dtype = jnp.float32) -> Weights:
        """The averaged network, folded for play."""
        return fold(self.average, self.average_stats, dtype)


class Targets(NamedTuple):
    """Samples as the network should see and answer them."""

    planes: jax.Array
    legal: jax.Array
    policy: jax.Array
    value: jax.Array
    """float32[B]: the search's value"""
    counts: jax.Array
    """bool[B]: whether policy and value are from a search deep enough"""
    outcome: jax.Array
    """int32[B]: 0 win, 1 draw, 2 loss"""
    score: jax.Array
    """float32[B, 2]: mine and theirs, in the game's unit"""
    colour: jax.Array
    """int32[B, squares]: 0 neither, 1 mine, 2 theirs"""


def new_train_state(network: Network, key: jax.Array) -> TrainState:
    """Random weights, no moments, no steps."""
    params, stats = init(network, key)
    # Copies, since a training step may reuse the memory of what it is given.
    average, average_stats = jax.tree.map(jnp.array, (params, stats))
    return TrainState(params, stats, average, average_stats, OPTIMIZER.init(params), jnp.int32(0))


def targets_of(game: TrainingGame, samples: Samples, key: jax.Array) -> Targets:
    """Samples[B], each turned by one of the game's symmetries and seen by its mover."""
    symmetries = jax.random.randint(key, samples.ending.winner.shape, 0, game.symmetries)
    return jax.vmap(partial(_target, game))(samples, symmetries)


def _target(game: TrainingGame, sample: Samples, symmetry: jax.Array) -> Targets:
    state, ending = sample.state, sample.ending
    squares, actions = game.square_source(state, symmetry), game.action_source(state, symmetry)
    first_decides = state.turn == 1
    result = jnp.where(first_decides, ending.winner, -ending.winner)
    scores = jnp.where(first_decides, ending.scores, ending.scores[::-1])
    final = ending.final[squares]
    return Targets(
        planes=game.planes_of(state)[squares],
        legal=game.legal_actions(state)[actions],
        policy=sample.policy[actions].astype(jnp.float32),
        value=sample.value.astype(jnp.float32),
        counts=sample.counts,
        outcome=1 - result.astype(jnp.int32),
        score=scores / game.score_unit,
        colour=jnp.where(final == 0, 0, jnp.where(final == state.turn, 1, 2)),
    )


def losses_of(output: NetworkOutput, targets: Targets) -> Losses:
    """The mean loss of each head over the batch; of policy and value over the samples that count."""
    on_board = targets.planes[..., 0]
    log_policy = jax.nn.log_softmax(jnp.where(targets.legal, output.logits, -1e9))
    surprise = -jnp.sum(targets.policy * jnp.where(targets.legal, log_policy, 0), axis=1)
    known = -jnp.sum(jax.scipy.special.xlogy(targets.policy, targets.policy), axis=1)
    log_outcome = jax.nn.log_softmax(output.outcome)
    outcome = -jnp.take_along_axis(log_outcome, targets.outcome[:, None], axis=1)
    log_colour = jax.nn.log_softmax(output.colour.reshape(*on_board.shape, 3))
    colour = -jnp.take_along_axis(log_colour, targets.colour[..., None], axis=2)[..., 0]
    counted = targets.counts / jnp.maximum(jnp.sum(targets.counts), 1)
    return Losses(
        policy=jnp.sum((surprise - known) * counted),
        outcome=jnp.mean(outcome),
        score=jnp.mean(optax.huber_loss(output.score, targets.score)),
        colour=jnp.sum(colour * on_board) / jnp.sum(on_board),
        value=jnp.sum(jnp.square(output.value - targets.value) * counted),
    )


def train_steps(
    network: Network,
    train_state: TrainState,
    replay: Replay,
    newest: jax.Array,
    reach: jax.Array,
    rate: jax.Array,
    key: jax.Array,
    *,
    steps: int,
    batch: int,
    dtype: jnp.dtype,
    auxiliary: float,
    averaging: float,
    trust: float,
) -> tuple[TrainState, Losses]:
    """This many steps on random samples of the ring; the mean losses."""
    game = network.game

    def step(train_state: TrainState, key: jax.Array) -> tuple[TrainState, Losses]:
        choose, turn = jax.random.split(key)
        targets = targets_of(game, draw(replay.ring, newest, reach, choose, batch), turn)

        def loss(params: Weights) -> tuple[jax.Array, tuple[Weights, Losses]]:
            output, seen = apply_training(network, params, game.as_canvas(targets.planes), dtype)
            losses = losses_of(output, targets)
            return losses.total(auxiliary, trust), (seen, losses)

        gradients, (seen, losses) = jax.grad(loss, has_aux=True)(train_state.params)
        return _improved(train_state, gradients, seen, rate, averaging), losses

    train_state, losses = jax.lax.scan(step, train_state, jax.random.split(key, steps))
    return train_state, Losses(*jax.tree.map(jnp.mean, losses))


def _improved(
    train_state: TrainState, gradients: Weights, seen: Weights, rate: jax.Array, averaging: float
) -> TrainState:
    updates, moments = OPTIMIZER.update(gradients, train_state.moments, train_state.params)
    params = jax.tree.map(lambda value, update: value - rate * update, train_state.params, updates)
    early = (1.0 + train_state.steps) / (10.0 + train_state.steps)
    keep = jnp.minimum(averaging, early)

    def blend(old: Weights, new: Weights, share: jax.Array | float) -> Weights:
        return {name: share * old[name] + (1 - share) * new[name] for name in old}

    stats = blend(train_state.stats, seen, jnp.minimum(_STATISTICS, early))
    return TrainState(
        params=params,
        stats=stats,
        average=blend(train_state.average, params, keep),
        average_stats=blend(train_state.average_stats, stats, keep),
        moments=moments,
        steps=train_state.steps + 1,
    )
