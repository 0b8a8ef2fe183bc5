"""Carnac's two searches in one: what the training's and the engine's do differently, each a field of a rung.

Many positions of one board are searched side by side, so that the network evaluates the leaves of all of
them together; each search is the same as alone. `two_searches.py` compares rungs and lets them play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import tree as trees
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.kernel import copy_state, is_over, legal_moves, play, state_key
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import PLANES, encode_planes, outputs_for
from stonefield.engine.carnac.parameters import NETWORK_PUCT
from stonefield.engine.carnac.symmetry import drop_symmetric_moves
from stonefield.engine.compiled import Real, Whole, allocating, compiled
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.network_search import (
    Batch,
    EvaluationCache,
    blank_batch,
    blank_cache,
    recall,
    remember,
    undo_virtual_loss,
)
from stonefield.engine.selection import NO_AMAF, AmafStats, Puct, select_child
from stonefield.engine.softmax import softmax
from stonefield.engine.tree import SCALE, UNKNOWN, Tree, first_child, last_child
from stonefield.games.carnac import Position

CONSIDERED = 16
"""Moves at the root that sequential halving begins with, as in the training."""
TINY = 1.2e-38
CACHE_MB = 256


class Rung(NamedTuple):
    """A search; as it is, the training's."""

    halving: bool = True
    """Sequential halving at the root, or PUCT; of the most visited moves the most promising is chosen."""
    improved: bool = True
    """Below the root the move that lags behind the improved policy, or PUCT."""
    kept: int = CONSIDERED
    """The likeliest moves of a node that can be entered."""
    mirrors: bool = False
    """Of two moves that mirror each other one is dropped."""
    proves: bool = False
    """What is proven climbs."""
    sides: bool = False
    """The network sees the root from four sides."""
    batch: int = 1
    """Leaves of one search that are evaluated together."""
    puct: Puct = NETWORK_PUCT


TRAINING = Rung()
ENGINE = Rung(
    halving=False,
    improved=False,
    kept=at.MOST_MOVES,
    mirrors=True,
    proves=True,
    sides=True,
    batch=SMALL_BATCH,
)


class Forest(NamedTuple):
    """Searches side by side: their roots are the first nodes of one tree."""

    tree: Tree
    raw: NDArray[np.float64]
    """The network's value of each node, for side 0."""
    ended: NDArray[np.int8]
    """Whether the game is over there, if nothing is proven."""
    roots: Words
    """[P, state]"""
    due: NDArray[np.int64]
    """[P, simulations] visits of the move that is entered next at the root, by sequential halving."""
    done: NDArray[np.int64]
    """[P] simulations after the evaluation of the root, -1 before."""


@compiled
def _value(tree: Tree, child: Whole, sign: Real) -> Real:
    if tree.proven[child] != UNKNOWN:
        return sign * trees.exact_value(tree.proven[child])
    return sign * tree.values[child] / (tree.visits[child] * SCALE)


@compiled
def _completed(forest: Forest, node: Whole, sign: Real) -> tuple[Real, Real, Real]:
    """The value of moves never entered, the lowest value, and what a unit of value is worth in logits."""
    tree, word = forest.tree, forest.tree.children[node]
    total, most, chance, mean, low, high = 0, 0, 0.0, 0.0, 1e9, -1e9
    for child in range(first_child(word), last_child(word) + 1):
        visits = tree.visits[child]
        if visits > 0:
            value, prior = _value(tree, child, sign), max(float(tree.priors[child]), TINY)
            total, most = total + visits, max(most, visits)
            chance, mean = chance + prior, mean + prior * value
            low, high = min(low, value), max(high, value)
    mixed = (sign * forest.raw[node] + total * mean / max(chance, TINY)) / (total + 1)
    low, high = min(low, mixed), max(high, mixed)
    return mixed, low, 0.1 * (50 + most) / max(high - low, 1e-8)


@compiled
def promise(forest: Forest, node: Whole, mover: Whole, logits: NDArray[np.float64]) -> Real:
    """Write what speaks for each child, in logits; what its value says for one not entered."""
    tree, word, sign = forest.tree, forest.tree.children[node], 1.0 - 2.0 * mover
    mixed, low, weight = _completed(forest, node, sign)
    first = first_child(word)
    for child in range(first, last_child(word) + 1):
        value = _value(tree, child, sign) if tree.visits[child] > 0 else mixed
        logits[child - first] = np.log(max(float(tree.priors[child]), TINY)) + weight * (value - low)
    return weight * (mixed - low)


@compiled
def _improved_child(forest: Forest, node: Whole, mover: Whole, logits: NDArray[np.float64]) -> int:
    """The child whose share of visits lags furthest behind the improved policy, or -1 if all are proven."""
    tree, word = forest.tree, forest.tree.children[node]
    unseen = promise(forest, node, mover, logits)
    first, last = first_child(word), last_child(word)
    total, priors, mass = 1.0, 0.0, 0.0
    for child in range(first, last + 1):
        total, priors = total + tree.visits[child], priors + tree.priors[child]
        mass += np.exp(logits[child - first])
    mass += max(1.0 - priors, 0.0) * np.exp(unseen)
    best, furthest, open_child = -1, -1e9, False
    for child in range(first, last + 1):
        if tree.proven[child] == UNKNOWN:
            open_child = True
        elif (1 - 2 * mover) * trees.exact_value(tree.proven[child]) < 0:
            continue
        lag = np.exp(logits[child - first]) / mass - tree.visits[child] / total
        if lag > furthest:
            best, furthest = child, lag
    return best if open_child else -1


@compiled
def _due_child(forest: Forest, root: Whole, mover: Whole, due: Whole, logits: NDArray[np.float64]) -> int:
    """Of the root's moves with so many visits the most promising one."""
    tree, word = forest.tree, forest.tree.children[root]
    promise(forest, root, mover, logits)
    first = first_child(word)
    best, most = -1, -1e9
    for child in range(first, min(last_child(word), first + CONSIDERED - 1) + 1):
        if tree.visits[child] == due and logits[child - first] > most:
            best, most = child, logits[child - first]
    return best


@compiled
def _descend(
    layout: Layout,
    forest: Forest,
    state: Words,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    due: Whole,
    rung: Rung,
    logits: NDArray[np.float64],
    amaf: AmafStats,
) -> Whole:
    """Select children down from the root and play their moves; the length of the path."""
    tree = forest.tree
    length = np.int64(1)
    while True:
        node = path[length - 1]
        mover = np.int64(state[at.TURN])
        movers[length - 1] = mover
        if tree.proven[node] != UNKNOWN or forest.ended[node] or tree.children[node] < 0:
            return length
        child = np.int64(-1)
        if length == 1 and rung.halving:
            child = _due_child(forest, node, mover, due, logits)
        elif rung.improved:
            child = _improved_child(forest, node, mover, logits)
        else:
            child = select_child(tree, amaf, node, mover, rung.puct)
        if child < 0:
            if rung.proves:
                trees.settle(tree, node, mover)
            return length
        play(layout, state, np.int64(tree.moves[child]))
        trees.add_virtual_loss(tree, child, mover)
        path[length] = child
        length += 1


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
            length = _descend(layout, forest, state, path, movers, due, rung, logits, amaf)
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
