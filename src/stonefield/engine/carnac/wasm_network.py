"""Carnac's network for browsers: evaluations, and the search that it leads."""

from __future__ import annotations

import numpy as np

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.network_search import PLANES, encode_planes, expand_leaves, gather_leaves
from stonefield.engine.compiled import Whole, allocating, compiled
from stonefield.engine.network_search import Batch, EvaluationCache, Reals
from stonefield.engine.search import REPEATABLE_ROUND
from stonefield.engine.selection import AmafStats, Puct
from stonefield.engine.tree import LEAF, Tree
from stonefield.engine.wasm.network import Heads, Maps, Weights, forward
from stonefield.engine.wasm.searching import is_certain, is_nearly_full, make_room

PLACEMENTS, ANSWERS = 4, 5


@compiled
def evaluate(layout: Layout, state: Words, batch: Batch, weights: Weights, maps: Maps, heads: Heads) -> None:
    """Write the network's evaluation of the position into the first row of ``batch.evaluations``."""
    encode_planes(layout, state, batch.planes[0])
    _evaluate(batch.planes[0], weights, maps, heads, batch.evaluations[0])


@compiled
def evaluate_from_all_sides(
    layout: Layout, state: Words, batch: Batch, turned: Batch, weights: Weights, maps: Maps, heads: Heads
) -> None:
    """The same as the mean over the board's four reflections: how the root of a search is evaluated."""
    encode_planes(layout, state, batch.planes[0])
    _evaluate_from_all_sides(layout, batch.planes[0], weights, maps, heads, turned, batch.evaluations[0])


@compiled
def _evaluate(planes: Reals, weights: Weights, maps: Maps, heads: Heads, evaluation: Reals) -> None:
    forward(planes, weights, maps, heads)
    squares = maps.squares.size
    for square in range(squares):
        for placement in range(PLACEMENTS):
            evaluation[PLACEMENTS * square + placement] = heads.placement[square, placement]
    for answer in range(ANSWERS):
        evaluation[PLACEMENTS * squares + answer] = heads.answer[answer]
    evaluation[PLACEMENTS * squares + ANSWERS] = heads.outcome[0]
    evaluation[PLACEMENTS * squares + ANSWERS + 1] = heads.scores[0] - heads.scores[1]


@compiled
def _evaluate_from_all_sides(
    layout: Layout, planes: Reals, weights: Weights, maps: Maps, heads: Heads, turned: Batch, mean: Reals
) -> None:
    """The mean over the board's four reflections, as ``CarnacNetwork.evaluate_symmetrized`` takes it."""
    files, ranks = layout.shape[at.FILES], layout.shape[at.RANKS]
    answers = PLACEMENTS * files * ranks
    for place in range(mean.size):
        mean[place] = np.float32(0)
    for side in range(4):
        north, east = side >> 1, side & 1
        seen, evaluation = turned.planes[0], turned.evaluations[0]
        for square in range(files * ranks):
            image = _image(square, files, ranks, north, east)
            for plane in range(PLANES):
                seen[plane, square] = planes[plane, image]
        _evaluate(seen, weights, maps, heads, evaluation)
        for square in range(files * ranks):
            image = _image(square, files, ranks, north, east)
            for placement in range(PLACEMENTS):
                mean[PLACEMENTS * square + placement] += evaluation[PLACEMENTS * image + placement]
        for direction in range(4):
            opposite = east if direction & 1 else north
            mean[answers + direction] += evaluation[answers + (direction ^ 2 * opposite)]
        for place in range(answers + 4, mean.size):
            mean[place] += evaluation[place]
    for place in range(mean.size):
        mean[place] /= np.float32(4)


@compiled
def _image(square: Whole, files: Whole, ranks: Whole, north: Whole, east: Whole) -> Whole:
    rank, file = square // files, square % files
    if north:
        rank = ranks - 1 - rank
    if east:
        file = files - 1 - file
    return rank * files + file


@allocating
def search_with_network(
    layout: Layout,
    tree: Tree,
    state: Words,
    batch: Batch,
    turned: Batch,
    cache: EvaluationCache,
    puct: Puct,
    no_amaf: AmafStats,
    weights: Weights,
    maps: Maps,
    heads: Heads,
    simulations: Whole,
    rounds: Whole,
    balance: Whole,
    lines: Whole,
) -> Whole:
    """As ``search``, led by the network; a round is one batch of leaves."""
    steering = Puct(puct.exploration, puct.fpu_reduction, balance != 0, lines)
    done: Whole = np.int64(0)
    for _ in range(rounds):
        if done >= simulations or is_certain(tree):
            break
        if is_nearly_full(tree):
            make_room(tree)
        most = min(simulations - done, REPEATABLE_ROUND)
        is_root = tree.children[0] == LEAF
        wanted = np.int64(1) if is_root else min(most, np.int64(batch.lengths.size))
        found, known = gather_leaves(layout, tree, state, batch, cache, wanted, most, steering, no_amaf)
        if is_root and found > 0:
            _evaluate_from_all_sides(
                layout, batch.planes[0], weights, maps, heads, turned, batch.evaluations[0]
            )
        else:
            for nth in range(found):
                _evaluate(batch.planes[nth], weights, maps, heads, batch.evaluations[nth])
        if found > 0:
            expand_leaves(layout, tree, batch, cache, np.int64(found))
        done += found + known
    return done
