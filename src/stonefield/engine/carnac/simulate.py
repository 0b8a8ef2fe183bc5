"""One simulation after another: down the tree, a game from its edge, and the result back up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.features import Survey, judge
from stonefield.engine.carnac.kernel import (
    MOST_MOVES,
    PENDING,
    SCRATCH,
    TURN,
    Geometry,
    Words,
    copy_state,
    is_over,
    play,
    playout,
    verdict,
)
from stonefield.engine.compiled import Whole, add_shared, compiled, read_shared
from stonefield.engine.tree import (
    DRAWN,
    GROWING,
    LEAF,
    PATH,
    UNKNOWN,
    Tree,
    back_up,
    child_count,
    choose,
    enter,
    exact_value,
    grow,
    has_all,
    last_child,
)

PATIENCE, SHARPNESS, ANSWER_SHARPNESS, TEMPO, WIDTH, MARGIN = range(3, 9)

DEFAULTS = np.array([1.0, 0.2, 0.0, 4.0, 3.0, 3.0, 0.0, 24.0, 0.1])


@compiled
def soften(scores: NDArray[np.float64], count: Whole, sharpness: Whole) -> None:
    """Turn scores into probabilities; only products and sums, so that every machine gets the same ones."""
    best = scores[0]
    for nth in range(1, count):
        best = max(best, scores[nth])
    total = 0.0
    for nth in range(count):
        power = max(0.0, 1.0 + sharpness * (scores[nth] - best) / 1024.0)
        for _ in range(10):
            power *= power
        scores[nth] = power
        total += power
    for nth in range(count):
        scores[nth] /= total


@compiled
def expand(
    geometry: Geometry,
    tree: Tree,
    node: Whole,
    state: Words,
    survey: Survey,
    moves: NDArray[np.int16],
    scores: NDArray[np.float64],
    width: Whole,
    knobs: NDArray[np.float64],
) -> bool:
    """Give a node its likeliest children, at most ``width``."""
    count = judge(geometry, state, survey, moves, scores, knobs[TEMPO])
    soften(scores, count, knobs[SHARPNESS] if state[PENDING] == np.uint64(0) else knobs[ANSWER_SHARPNESS])
    keep = min(count, width)
    best_moves = np.empty(keep, dtype=np.int16)
    best_priors = np.empty(keep, dtype=np.float32)
    filled = 0
    for nth in range(count):
        prior = np.float32(scores[nth])
        if filled == keep and prior <= best_priors[keep - 1]:
            continue
        at = filled if filled < keep else keep - 1
        while at > 0 and best_priors[at - 1] < prior:
            best_priors[at] = best_priors[at - 1]
            best_moves[at] = best_moves[at - 1]
            at -= 1
        best_priors[at] = prior
        best_moves[at] = moves[nth]
        filled = min(filled + 1, keep)
    return grow(tree, node, best_moves, best_priors, keep, keep == count)


@compiled
def simulate(
    geometry: Geometry,
    tree: Tree,
    root_state: Words,
    survey: Survey,
    random: Words,
    budget: NDArray[np.int64],
    knobs: NDArray[np.float64],
) -> None:
    """Simulations until the budget, which all threads share, is spent."""
    path = np.empty(PATH, dtype=np.int64)
    movers = np.empty(PATH, dtype=np.int64)
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    scores = np.empty(MOST_MOVES, dtype=np.float64)
    scratch = np.empty(SCRATCH, dtype=np.int64)
    state = np.empty_like(root_state)
    width = np.int64(knobs[WIDTH])
    while add_shared(budget, 0, -1) > 0:
        copy_state(root_state, state)
        node: Whole = np.int64(0)
        length = np.int64(1)
        path[0] = 0
        while True:
            mover = np.int64(state[TURN])
            movers[length - 1] = mover
            if tree.proven[node] != UNKNOWN:
                break
            word = read_shared(tree.children, node)
            if word == LEAF:
                if is_over(geometry, state):
                    won, lead = verdict(geometry, state, scratch)
                    tree.proven[node] = DRAWN - won
                    break
                patience = knobs[PATIENCE] if state[PENDING] == np.uint64(0) else 1
                if node > 0 and tree.visits[node] <= patience:
                    break
                if not expand(
                    geometry,
                    tree,
                    node,
                    state,
                    survey,
                    moves,
                    scores,
                    MOST_MOVES if node == 0 else width,
                    knobs,
                ):
                    break
            elif word == GROWING:
                break
            elif not has_all(word) and tree.visits[last_child(word)] > 0:
                expand(geometry, tree, node, state, survey, moves, scores, 4 * child_count(word), knobs)
            child = choose(tree, node, mover, knobs)
            if child < 0:
                break
            play(geometry, state, np.int64(tree.moves[child]))
            enter(tree, child, mover)
            node = child
            path[length] = node
            length += 1
        if tree.proven[node] != UNKNOWN:
            won, lead = verdict(geometry, state, scratch)
            won = exact_value(tree.proven[node])
        else:
            won, lead = playout(geometry, state, random, scratch)
        value = (1.0 - knobs[MARGIN]) * won + knobs[MARGIN] * min(1.0, max(-1.0, lead / 4.0))
        back_up(tree, path, movers, length, value, lead)
