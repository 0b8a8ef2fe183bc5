"""Training: samples seen through a random symmetry, one loss a head, AdamW, averaged weights."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax

from stonefield.learn.field import OUTSIDE, PLACEMENTS, RED, SQUARES, legal_actions
from stonefield.learn.network import Opinion, Shape, Weights, fold, init, judge_training
from stonefield.learn.planes import as_canvas, mirror, mirror_answers, planes_of
from stonefield.learn.replay import Replay, Samples, draw

_STATISTICS = 0.98
"""How much of the running statistics a step keeps."""

OPTIMIZER = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.99),
    optax.add_decayed_weights(2e-5, mask=lambda params: {name: name.endswith("/w") for name in params}),
)
"""Everything but the learning rate, which the run's clock decides."""


class Losses(NamedTuple):
    """What each head still gets wrong."""

    policy: jax.Array
    outcome: jax.Array
    dolmens: jax.Array
    colour: jax.Array

    def total(self, auxiliary: float) -> jax.Array:
        """What training makes small; ``auxiliary`` is the share of what the search does not use."""
        return self.policy + self.outcome + auxiliary * (0.1 * self.dolmens + 0.5 * self.colour)


class Learner(NamedTuple):
    """All that training changes."""

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
    outcome: jax.Array
    """int32[B]: 0 win, 1 draw, 2 loss"""
    dolmens: jax.Array
    colour: jax.Array
    """int32[B, SQUARES]: 0 empty, 1 mine, 2 theirs, 3 off the board"""


def new_learner(shape: Shape, key: jax.Array) -> Learner:
    """A learner that knows nothing."""
    params, stats = init(shape, key)
    # Copies, since a training step may reuse the memory of what it is given.
    average, average_stats = jax.tree.map(jnp.array, (params, stats))
    return Learner(params, stats, average, average_stats, OPTIMIZER.init(params), jnp.int32(0))


def targets_of(samples: Samples, key: jax.Array) -> Targets:
    """Samples[B], each turned by one of the four symmetries and seen by its mover."""
    count = samples.winner.shape[0]
    flips = jax.random.bernoulli(key, 0.5, (2, count))
    return jax.vmap(_target)(samples, flips[0], flips[1])


def _target(sample: Samples, east_west: jax.Array, north_south: jax.Array) -> Targets:
    field = sample.field
    source = mirror(field.cells, east_west, north_south)
    answer_source = mirror_answers(east_west, north_south)

    def turned(actions: jax.Array) -> jax.Array:
        placements = actions[:PLACEMENTS].reshape(SQUARES, 4)[source].reshape(PLACEMENTS)
        return jnp.concatenate([placements, actions[PLACEMENTS:][answer_source]])

    red_decides = field.turn == RED
    result = jnp.where(red_decides, sample.winner, -sample.winner)
    final = sample.final[source]
    relative = jnp.where((final == 0) | (final == OUTSIDE), final, jnp.where(final == field.turn, 1, 2))
    return Targets(
        planes=planes_of(field)[source],
        legal=turned(legal_actions(field)),
        policy=turned(sample.policy).astype(jnp.float32),
        outcome=1 - result.astype(jnp.int32),
        dolmens=jnp.where(red_decides, sample.dolmens, sample.dolmens[::-1]).astype(jnp.float32),
        colour=relative.astype(jnp.int32),
    )


def losses_of(opinion: Opinion, targets: Targets) -> Losses:
    """The mean loss of each head over the batch."""
    on_board = targets.planes[..., 0]
    logits = jnp.concatenate([opinion.placement.reshape(-1, PLACEMENTS), opinion.answer], axis=1)
    log_policy = jax.nn.log_softmax(jnp.where(targets.legal, logits, -1e9))
    surprise = -jnp.sum(targets.policy * jnp.where(targets.legal, log_policy, 0), axis=1)
    known = -jnp.sum(jax.scipy.special.xlogy(targets.policy, targets.policy), axis=1)
    log_outcome = jax.nn.log_softmax(opinion.outcome)
    outcome = -jnp.take_along_axis(log_outcome, targets.outcome[:, None], axis=1)
    log_colour = jax.nn.log_softmax(opinion.colour.reshape(*on_board.shape, 3))
    colour = -jnp.take_along_axis(log_colour, jnp.minimum(targets.colour, 2)[..., None], axis=2)[..., 0]
    return Losses(
        policy=jnp.mean(surprise - known),
        outcome=jnp.mean(outcome),
        dolmens=jnp.mean(optax.huber_loss(opinion.dolmens, targets.dolmens)),
        colour=jnp.sum(colour * on_board) / jnp.sum(on_board),
    )


def learn(
    shape: Shape,
    learner: Learner,
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
) -> tuple[Learner, Losses]:
    """That many steps on random samples of the ring; the mean losses."""

    def step(learner: Learner, key: jax.Array) -> tuple[Learner, Losses]:
        choose, turn = jax.random.split(key)
        targets = targets_of(draw(replay.ring, newest, reach, choose, batch), turn)

        def loss(params: Weights) -> tuple[jax.Array, tuple[Weights, Losses]]:
            opinion, seen = judge_training(shape, params, as_canvas(targets.planes), dtype)
            losses = losses_of(opinion, targets)
            return losses.total(auxiliary), (seen, losses)

        gradients, (seen, losses) = jax.grad(loss, has_aux=True)(learner.params)
        return _improved(learner, gradients, seen, rate, averaging), losses

    learner, losses = jax.lax.scan(step, learner, jax.random.split(key, steps))
    return learner, Losses(*jax.tree.map(jnp.mean, losses))


def _improved(
    learner: Learner, gradients: Weights, seen: Weights, rate: jax.Array, averaging: float
) -> Learner:
    updates, moments = OPTIMIZER.update(gradients, learner.moments, learner.params)
    params = jax.tree.map(lambda value, update: value - rate * update, learner.params, updates)
    early = (1.0 + learner.steps) / (10.0 + learner.steps)
    keep = jnp.minimum(averaging, early)

    def blend(old: Weights, new: Weights, share: jax.Array | float) -> Weights:
        return {name: share * old[name] + (1 - share) * new[name] for name in old}

    stats = blend(learner.stats, seen, jnp.minimum(_STATISTICS, early))
    return Learner(
        params=params,
        stats=stats,
        average=blend(learner.average, params, keep),
        average_stats=blend(learner.average_stats, stats, keep),
        moments=moments,
        steps=learner.steps + 1,
    )
