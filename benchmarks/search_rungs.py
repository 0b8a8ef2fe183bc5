"""Carnac's two searches in one: what the training's and the engine's do differently, each a field of a rung.

Many positions of one board are searched side by side, so that the network evaluates the leaves of all of
them together; each search is the same as alone. `two_searches.py` compares rungs and lets them play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rung_selection import CONSIDERED, Forest, Rung, descend, promise

from stonefield.engine import tree as trees
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout
from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.kernel import copy_state, is_over, legal_moves, state_key
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import PLANES, encode_planes, outputs_for
from stonefield.engine.carnac.symmetry import drop_symmetric_moves
from stonefield.engine.compiled import Whole, allocating
from stonefield.engine.network_search import (
    Batch,
    EvaluationCache,
    blank_batch,
    blank_cache,
    recall,
    remember,
    undo_virtual_loss,
)
from stonefield.engine.selection import NO_AMAF, AmafStats
from stonefield.engine.softmax import softmax
from stonefield.engine.tree import SCALE, UNKNOWN
from stonefield.games.carnac import Position

CACHE_MB = 256


@allocating
def gather(
    layout: Layout,
    forest: Forest,
    batch: Batch,
    cache: EvaluationCache,
    known: NDArray[np.bool_],
    rung: Rung,
    simulations: Whole,
    amaf: AmafStats,
) -> int:
    """Select leaves in all searches that are not done; how many there are.

    One whose evaluation is ``known`` waits as well: what another rung has asked must not change this one.
    """
    tree, found = forest.tree, np.int64(0)
    scratch = np.empty(SCRATCH, dtype=np.int64)
    logits = np.empty(at.MOST_MOVES, dtype=np.float64)
    for root in range(forest.done.size):
        if tree.proven[root] != UNKNOWN:
            forest.done[root] = simulations
        met, waiting = 0, 0
        wanted = 1 if forest.done[root] < 0 else rung.batch
        while waiting < wanted and forest.done[root] < simulations and met < 4:
            path, movers, state = batch.paths[found], batch.movers[found], batch.states[found]
            copy_state(forest.roots[root], state)
            path[0] = root
            due = forest.due[root, max(0, forest.done[root])]
            length = descend(layout, forest, state, path, movers, due, rung, logits, amaf)
            batch.lengths[found] = length
            node = path[length - 1]
            if tree.proven[node] == UNKNOWN and not forest.ended[node] and is_over(layout, state):
                won, lead = verdict(layout, state, scratch)
                if rung.proves:
                    tree.proven[node] = trees.DRAWN - won
                else:
                    forest.ended[node] = 1
            if tree.proven[node] != UNKNOWN or forest.ended[node]:
                won, lead = verdict(layout, state, scratch)
                if tree.proven[node] != UNKNOWN:
                    won = trees.exact_value(tree.proven[node])
                trees.backpropagate(tree, path, movers, length, float(won), float(lead))
                forest.done[root] += 1
                if tree.proven[root] != UNKNOWN:
                    forest.done[root] = simulations
            elif tree.children[node] == trees.LEAF:
                tree.children[node] = trees.EXPANDING
                forest.done[root] += 1
                known[found] = not (rung.sides and length == 1) and recall(
                    cache, state_key(state), batch, found
                )
                if not known[found]:
                    encode_planes(layout, state, batch.planes[found])
                waiting += 1
                found += 1
            else:
                undo_virtual_loss(tree, path, movers, length)
                met += 1
    return found


@allocating
def expand(
    layout: Layout, forest: Forest, batch: Batch, cache: EvaluationCache, rung: Rung, found: Whole
) -> None:
    """Give the first ``found`` leaves their children, and backpropagate their values."""
    moves = np.empty(at.MOST_MOVES, dtype=np.int16)
    squares = layout.shape[at.SQUARES]
    for nth in range(found):
        path, movers, length = batch.paths[nth], batch.movers[nth], batch.lengths[nth]
        state, evaluation = batch.states[nth], batch.evaluations[nth]
        if not (rung.sides and length == 1):
            remember(cache, state_key(state), batch, np.int64(nth))
        mover = np.int64(state[at.TURN])
        count = legal_moves(layout, state, moves)
        priors = np.empty(count, dtype=np.float64)
        for index in range(count):
            move = np.int64(moves[index])
            place = 4 * squares + move - at.ANSWERS
            if move < at.ANSWERS:
                place = (move & ~3) + 2 * (move & 1 ^ mover) + (move >> 1 & 1 ^ mover)
            priors[index] = evaluation[place]
        if rung.mirrors:
            count = drop_symmetric_moves(layout, state, moves, priors, count)
        softmax(priors, count)
        leaf, sign = path[length - 1], 1.0 - 2.0 * mover
        forest.tree.children[leaf] = trees.LEAF
        trees.expand_likeliest(forest.tree, leaf, moves, priors, count, np.int64(rung.kept))
        value, lead = float(evaluation[4 * squares + 5]), float(evaluation[4 * squares + 6])
        forest.raw[leaf] = sign * value
        trees.backpropagate(forest.tree, path, movers, length, sign * value, sign * lead)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to."""

    move: int
    value: float
    """For the side that decides, from -1 to 1."""
    visits: NDArray[np.float64] | None
    """[moves] shares of the visits, by the integer of the move."""
    policy: NDArray[np.float64] | None
    """[moves] the improved policy, by the integer of the move."""


def halving(considered: int, simulations: int) -> list[int]:
    """As in `stonefield.selfplay.search`, which needs JAX."""
    if considered <= 1:
        return list(range(simulations))
    rounds = (considered - 1).bit_length()
    visits, order, left = [0] * considered, list[int](), considered
    while len(order) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            order += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return order[:simulations]


class Judge:
    """A network with what it has said so far: the searches of a position have many leaves in common."""

    def __init__(self, network: CarnacNetwork, squares: int) -> None:
        self.network, self.cache = network, blank_cache(CACHE_MB, outputs_for(squares))


def search(judge: Judge, rung: Rung, positions: Sequence[Position], simulations: int) -> list[Found]:
    """Search positions of one board side by side."""
    layout, count = at.layout_of(positions[0]), len(positions)
    squares, files = int(layout.shape[at.SQUARES]), int(layout.shape[at.FILES])
    nodes = count * (2 + (simulations + 1) * min(rung.kept, 4 * squares))
    tree = trees.new_tree(nodes * trees.NODE_BYTES / (1 << 20) + 1)
    tree.visits[:count] = tree.values[:count] = tree.margins[:count] = tree.proven[:count] = 0
    tree.priors[:count], tree.children[:count] = 1.0, trees.LEAF
    tree.used[0] = count
    forest = Forest(
        tree,
        raw=np.zeros(tree.visits.size),
        ended=np.zeros(tree.visits.size, dtype=np.int8),
        roots=np.array([at.state_of(position) for position in positions]),
        due=np.array([halving(min(CONSIDERED, len(p.legal_moves())), simulations + 1) for p in positions]),
        done=np.full(count, -1),
    )
    batch = blank_batch(count * rung.batch, forest.roots[0], (PLANES, squares), outputs_for(squares))
    known, evaluated = np.zeros(count * rung.batch, dtype=np.bool_), batch.evaluations
    at_roots = rung.sides
    while (forest.done < simulations).any():
        found = gather(layout, forest, batch, judge.cache, known, rung, np.int64(simulations), NO_AMAF)
        new = np.flatnonzero(~known[:found])
        if at_roots:
            for one in new:
                judge.network.evaluate_symmetrized(batch.planes[[one]], files, evaluated[one : one + 1])
        elif new.size:
            outputs = np.empty((new.size, outputs_for(squares)), dtype=np.float32)
            judge.network.evaluate(batch.planes[new], files, outputs)
            evaluated[new] = outputs
        expand(layout, forest, batch, judge.cache, rung, found)
        at_roots = False
    return [_found(forest, root, rung) for root in range(count)]


def _found(forest: Forest, root: int, rung: Rung) -> Found:
    tree, mover = forest.tree, int(forest.roots[root][at.TURN])
    children = trees.children_of(tree, root)
    every, sign = slice(children.start, children.stop), 1 - 2 * mover
    logits = np.zeros(at.MOST_MOVES)
    promise(forest, root, mover, logits)
    logits = logits[: len(children)]
    moves, visits, proven = tree.moves[every], tree.visits[every], tree.proven[every]
    exact = np.where(proven == UNKNOWN, 0, sign * (trees.DRAWN - proven))
    favour = logits if rung.halving else tree.priors[every]
    best = int(np.lexsort((favour, np.where(exact > 0, 0, visits), exact))[-1])
    shares, policy = np.zeros(at.ANSWERS + 5), np.zeros(at.ANSWERS + 5)
    shares[moves] = visits / max(1, visits.sum())
    policy[moves] = np.exp(logits - logits.max())
    value = sign * tree.values[root] / (tree.visits[root] * SCALE)
    if tree.proven[root] != UNKNOWN:
        value = sign * (trees.DRAWN - tree.proven[root])
    return Found(int(moves[best]), float(value), shares, policy / policy.sum())
