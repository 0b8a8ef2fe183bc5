"""Gumbel search over many games at once, wholly on the device.

The choices are those of `mctx.gumbel_muzero_policy`: sequential halving at the root, the deterministic
policy improvement below it, Q-values completed by the mixed value. But a node keeps only its most likely
moves. With few simulations the others are never entered, and a node of 16 moves instead of hundreds or
thousands makes the tree small enough to stay in the device's cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.selfplay.game import AnyState, TrainingGame

Evaluate: TypeAlias = Callable[[AnyState], tuple[jax.Array, jax.Array]]
"""States[B] to logits[B, actions] and values[B] for the colours that decide."""

NEVER = -1e9
"""The logit of an illegal action."""


_TINY = 1.2e-38
"""Just above the smallest normal float32: keeps a share above zero."""


class Decision(NamedTuple):
    """The result of a search."""

    action: jax.Array
    """int32[B]"""
    policy: jax.Array
    """float32[B, ACTIONS]: the improved policy, the target of training."""
    value: jax.Array
    """float32[B]: for the colour that decides."""


_BackUp: TypeAlias = tuple[jax.Array, jax.Array, jax.Array, jax.Array]
"""Values and visits of all nodes, the node reached on the way up, the value returned to it."""


class _Tree(NamedTuple):
    """N nodes per game, K moves per node; node 0 is the root, and as a child 0 means none."""

    action: jax.Array  # int32[B, N, K]
    prior: jax.Array  # float32[B, N, K], logarithms
    child: jax.Array  # int32[B, N, K]
    parent: jax.Array  # int32[B, N]
    raw: jax.Array  # float32[B, N], the network's value
    value: jax.Array  # float32[B, N], the mean of the values returned
    visits: jax.Array  # int32[B, N]
    reward: jax.Array  # float32[B, N], on the way into the node, for the mover
    discount: jax.Array  # float32[B, N], 1 if the mover decides again, -1 if not, 0 at the end
    state: AnyState  # [B, N, ...]


class _Moves(NamedTuple):
    """The moves of one node per game, with what is known of them; all [B, K]."""

    prior: jax.Array
    visits: jax.Array
    gain: jax.Array
    """What the completed, rescaled Q-value adds to the logit."""
    gain_unseen: jax.Array
    """[B, 1]: the same for every move never entered."""


def search(
    game: TrainingGame,
    evaluate: Evaluate,
    states: AnyState,
    key: jax.Array,
    *,
    simulations: int,
    considered: int = 16,
    kept: int = 16,
    noise: jax.Array | float = 1.0,
) -> Decision:
    """Search every state[B]; ``noise`` ([B, 1] or one number) scales the exploration at the root."""
    logits, value = evaluate(states)
    legal = jax.vmap(game.legal_actions)(states)
    logits = jnp.where(legal, logits, NEVER)
    gumbel = noise * jax.random.gumbel(key, logits.shape)
    perturbed, candidates = _top(jnp.where(legal, gumbel + logits, NEVER), max(considered, kept))
    tree = _new_tree(states, logits, value, candidates, simulations + 1)
    table = jnp.array([halving(count, simulations) for count in range(considered + 1)])
    row = table[jnp.minimum(considered, jnp.sum(legal, axis=1))]

    def simulate(number: jax.Array, tree: _Tree) -> _Tree:
        moves = _moves(tree, jnp.zeros_like(tree.parent[:, 0]))
        due = moves.visits == row[:, number][:, None]
        first = jnp.argmax(jnp.where(due & (perturbed > NEVER / 2), perturbed + moves.gain, -jnp.inf), axis=1)
        node, move = _descend(tree, first)
        return _back_up(_expand(game, evaluate, tree, node, move, number + 1), number + 1)

    tree = jax.lax.fori_loop(0, simulations, simulate, tree)
    moves = _moves(tree, jnp.zeros_like(tree.parent[:, 0]))
    most = jnp.max(moves.visits, axis=1, keepdims=True)
    best = jnp.argmax(
        jnp.where((moves.visits == most) & (perturbed > NEVER / 2), perturbed + moves.gain, -jnp.inf), axis=1
    )
    games = jnp.arange(logits.shape[0])
    gain = jnp.broadcast_to(moves.gain_unseen, logits.shape).at[games[:, None], candidates].set(moves.gain)
    return Decision(
        action=candidates[games, best],
        policy=jax.nn.softmax(jnp.where(legal, logits + gain, NEVER)),
        value=tree.value[:, 0],
    )


def halving(considered: int, simulations: int) -> list[int]:
    """Sequential halving: how many visits the move entered next has had, simulation by simulation."""
    if considered <= 1:
        return list(range(simulations))
    rounds = (considered - 1).bit_length()
    visits = [0] * considered
    order: list[int] = []
    left = considered
    while len(order) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            order += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return order[:simulations]


def _top(values: jax.Array, count: int) -> tuple[jax.Array, jax.Array]:
    """The largest values[B, n] and where they are, in order.

    Of many values, those in the groups with the largest maxima: far cheaper than sorting them all.
    """
    size = values.shape[1]
    group = math.isqrt(size)
    if size < 1024 or count >= size // group:
        return jax.lax.top_k(values, count)
    padded = jnp.pad(values, ((0, 0), (0, -size % group)), constant_values=-jnp.inf)
    groups = padded.reshape(values.shape[0], -1, group)
    _, which = jax.lax.top_k(jnp.max(groups, axis=2), count)
    few = jnp.take_along_axis(groups, which[:, :, None], axis=1).reshape(values.shape[0], -1)
    best, place = jax.lax.top_k(few, count)
    return best, _at(which, place // group) * group + place % group


def _new_tree(
    states: AnyState, logits: jax.Array, value: jax.Array, candidates: jax.Array, nodes: int
) -> _Tree:
    games, kept = candidates.shape
    prior = jnp.take_along_axis(jax.nn.log_softmax(logits), candidates, axis=1)

    def with_root(root: jax.Array) -> jax.Array:
        space = jnp.zeros((games, nodes, *root.shape[1:]), root.dtype)
        return space.at[:, 0].set(root)

    none = jnp.zeros((games, nodes))
    return _Tree(
        action=with_root(candidates),
        prior=with_root(prior),
        child=jnp.zeros((games, nodes, kept), jnp.int32),
        parent=jnp.zeros((games, nodes), jnp.int32),
        raw=with_root(value),
        value=with_root(value),
        visits=with_root(jnp.ones(games, jnp.int32)),
        reward=none,
        discount=none,
        state=jax.tree.map(with_root, states),
    )


def _at(values: jax.Array, index: jax.Array) -> jax.Array:
    """values[b, index[b]]; index may have a second axis."""
    games = jnp.arange(values.shape[0])
    return values[games if index.ndim == 1 else games[:, None], index]


def _moves(tree: _Tree, node: jax.Array) -> _Moves:
    """What is known of the moves of node[B]: Q-values completed by the mixed value and rescaled to 0..1."""
    child = _at(tree.child, node)
    prior = _at(tree.prior, node)
    seen = child > 0
    visits = jnp.where(seen, _at(tree.visits, child), 0)
    q = _at(tree.reward, child) + _at(tree.discount, child) * _at(tree.value, child)
    chance = jnp.where(seen, jnp.maximum(jnp.exp(prior), _TINY), 0.0)
    mean = jnp.sum(chance * q, 1) / jnp.maximum(jnp.sum(chance, 1), _TINY)
    total = jnp.sum(visits, axis=1)
    mixed = ((_at(tree.raw, node) + total * mean) / (total + 1))[:, None]
    q = jnp.where(seen, q, mixed)
    low = jnp.minimum(jnp.min(q, axis=1, keepdims=True), mixed)
    high = jnp.maximum(jnp.max(q, axis=1, keepdims=True), mixed)
    weight = 0.1 * (50 + jnp.max(visits, axis=1, keepdims=True)) / jnp.maximum(high - low, 1e-8)
    return _Moves(prior, visits, weight * (q - low), weight * (mixed - low))


def _improve(tree: _Tree, node: jax.Array) -> jax.Array:
    """The move at node[B] whose share of visits lags furthest behind the improved policy."""
    moves = _moves(tree, node)
    rest = jnp.maximum(1 - jnp.sum(jnp.exp(moves.prior), axis=1, keepdims=True), 0)
    mass = jnp.exp(moves.prior + moves.gain)
    share = mass / (jnp.sum(mass, axis=1, keepdims=True) + rest * jnp.exp(moves.gain_unseen))
    done = moves.visits / (1 + jnp.sum(moves.visits, axis=1, keepdims=True))
    return jnp.argmax(share - done, axis=1)


def _descend(tree: _Tree, first: jax.Array) -> tuple[jax.Array, jax.Array]:
    """From the root over the move ``first`` to a move never entered: its node and its number."""

    def below(node: jax.Array, move: jax.Array) -> jax.Array:
        return jnp.take_along_axis(_at(tree.child, node), move[:, None], axis=1)[:, 0]

    def step(carry: tuple[jax.Array, jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array, jax.Array]:
        node, move, child = carry
        inner = child > 0
        node = jnp.where(inner, child, node)
        move = jnp.where(inner, _improve(tree, node), move)
        return node, move, jnp.where(inner, below(node, move), 0)

    root = jnp.zeros_like(first)
    start = (root, first, below(root, first))
    node, move, _ = jax.lax.while_loop(lambda carry: jnp.any(carry[2] > 0), step, start)
    return node, move


def _expand(
    game: TrainingGame, evaluate: Evaluate, tree: _Tree, node: jax.Array, move: jax.Array, new: jax.Array
) -> _Tree:
    """The tree with node ``new`` where that move leads."""
    games = jnp.arange(node.shape[0])
    before = jax.tree.map(lambda values: _at(values, node), tree.state)
    after = jax.vmap(game.play)(before, tree.action[games, node, move])
    winner = game.endings(after).winner
    reward = jnp.where(before.turn == 1, winner, -winner) * (after.over & ~before.over)
    discount = jnp.where(after.over, 0, jnp.where(after.turn == before.turn, 1, -1))
    logits, value = evaluate(after)
    logits = jnp.where(jax.vmap(game.legal_actions)(after) | after.over[:, None], logits, NEVER)
    prior, action = _top(jax.nn.log_softmax(logits), tree.action.shape[2])
    return tree._replace(
        action=tree.action.at[:, new].set(action),
        prior=tree.prior.at[:, new].set(prior),
        child=tree.child.at[games, node, move].set(new),
        parent=tree.parent.at[:, new].set(node),
        raw=tree.raw.at[:, new].set(value),
        value=tree.value.at[:, new].set(value),
        visits=tree.visits.at[:, new].set(1),
        reward=tree.reward.at[:, new].set(reward.astype(jnp.float32)),
        discount=tree.discount.at[:, new].set(discount.astype(jnp.float32)),
        state=jax.tree.map(lambda values, grown: values.at[:, new].set(grown), tree.state, after),
    )


def _back_up(tree: _Tree, new: jax.Array) -> _Tree:
    """The tree with the value of node ``new`` backed up to the root."""
    number = jnp.arange(tree.parent.shape[1])[None, :]

    def step(carry: _BackUp) -> _BackUp:
        value, visits, node, returned = carry
        inner = node > 0
        returned = _at(tree.reward, node) + _at(tree.discount, node) * returned
        parent = _at(tree.parent, node)
        here = (number == parent[:, None]) & inner[:, None]
        value = jnp.where(here, (value * visits + returned[:, None]) / (visits + 1), value)
        return value, visits + here, parent, returned

    node = jnp.full(tree.parent.shape[0], new)
    start = (tree.value, tree.visits, node, tree.raw[:, new])
    value, visits, _, _ = jax.lax.while_loop(lambda carry: jnp.any(carry[2] > 0), step, start)
    return tree._replace(value=value, visits=visits)
