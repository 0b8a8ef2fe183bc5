"""Caminos' network for browsers: evaluations, and the search that it leads."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, StateBytes
from stonefield.engine.caminos.distance import Workspace
from stonefield.engine.caminos.network import ORIENTATIONS, UNIT, Encoding
from stonefield.engine.caminos.network_search import encode_planes, expand_leaves, gather_leaves, open_root
from stonefield.engine.compiled import Whole, allocating, compiled
from stonefield.engine.network_search import Batch, EvaluationCache, Reals
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import AmafStats, Puct
from stonefield.engine.tree import LEAF, Tree
from stonefield.engine.wasm.network import Heads, Maps, Weights, forward
from stonefield.engine.wasm.searching import is_certain, is_nearly_full, make_room


@compiled
def evaluate(
    layout: Layout,
    encoding: Encoding,
    state: StateBytes,
    batch: Batch,
    weights: Weights,
    maps: Maps,
    heads: Heads,
) -> None:
    """Write the network's evaluation of the position into the first row of ``batch.evaluations``."""
    encode_planes(layout, encoding, state, batch.planes[0])
    _evaluate(layout, batch.planes[0], weights, maps, heads, batch.evaluations[0])


@compiled
def _evaluate(
    layout: Layout, planes: Reals, weights: Weights, maps: Maps, heads: Heads, evaluation: Reals
) -> None:
    """As ``CaminosNetwork.evaluate``: in a plain game the lead stays what it was."""
    forward(planes, weights, maps, heads)
    squares = layout.facts[at.SQUARES]
    for nth in range(maps.squares.size):
        for orientation in range(ORIENTATIONS):
            evaluation[orientation * squares + maps.squares[nth]] = heads.placement[nth, orientation]
    value = ORIENTATIONS * squares
    if layout.facts[at.POINTS] != 0:
        evaluation[value] = UNIT * (heads.scores[0] - heads.scores[1])
        evaluation[value + 1] = heads.outcome[0]
    else:
        evaluation[value] = heads.outcome[0]


@allocating
def open_with_network(
    layout: Layout,
    encoding: Encoding,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    batch: Batch,
    weights: Weights,
    maps: Maps,
    heads: Heads,
) -> None:
    """Give the root all its children by the network; that is one simulation."""
    batch.evaluations[0, batch.evaluations.shape[1] - 1] = 0.0
    evaluate(layout, encoding, state, batch, weights, maps, heads)
    open_root(layout, encoding, tree, state, workspace, batch)


@allocating
def search_with_network(
    layout: Layout,
    encoding: Encoding,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    batch: Batch,
    cache: EvaluationCache,
    puct: Puct,
    no_amaf: AmafStats,
    weights: Weights,
    maps: Maps,
    heads: Heads,
    simulations: Whole,
    rounds: Whole,
    lines: Whole,
) -> Whole:
    """As ``search``, led by the network; a round is one batch of leaves."""
    steering = Puct(puct.exploration, puct.fpu_reduction, puct.balance, lines)
    done: Whole = np.int64(0)
    for _ in range(rounds):
        if done >= simulations or is_certain(tree):
            break
        if is_nearly_full(tree):
            make_room(tree)
        most = min(simulations - done, REPEATABLE_ROUND)
        wanted = np.int64(1) if tree.children[0] == LEAF else min(most, np.int64(batch.lengths.size))
        found, known = gather_leaves(
            layout, encoding, tree, state, workspace, batch, cache, wanted, most, steering, no_amaf
        )
        for nth in range(found):
            _evaluate(layout, batch.planes[nth], weights, maps, heads, batch.evaluations[nth])
        if found > 0:
            expand_leaves(layout, encoding, tree, workspace, batch, cache, np.int64(found))
        done += found + known
    return done
