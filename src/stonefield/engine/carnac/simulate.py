"""One simulation after another: down the tree, a game from its edge, and the result back up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.features import Survey, appraise, judge
from stonefield.engine.carnac.ground import FINAL_TILT, MOST_MOVES, PENDING, STOCK, TURN, Geometry, Words
from stonefield.engine.carnac.kernel import copy_state, is_over, play
from stonefield.engine.carnac.later import blank_diary, follow, tell
from stonefield.engine.carnac.mirrors import drop_images
from stonefield.engine.carnac.playout import playout
from stonefield.engine.carnac.scoring import final_score, last_score
from stonefield.engine.choice import BALANCE, Later, choose
from stonefield.engine.compiled import Whole, add_shared, compiled, inlined, read_shared
from stonefield.engine.tree import (
    DRAWN,
    GROWING,
    LEAF,
    PATH,
    UNKNOWN,
    Tree,
    back_up,
    child_count,
    enter,
    exact_value,
    grow_likeliest,
    has_all,
    last_child,
)

PATIENCE, SHARPNESS, ANSWER_SHARPNESS, WIDTH, MARGIN, GLANCE = range(3, 9)

_DEFAULTS = np.array([2.0, 0.4, 0.0, 4.0, 10.0, 3.0, 24.0, 0.2, 0.0])
SMALL_BOARD, SOFTER = 50, 2.5
"""Up to so many squares the features say less about a placement, and search more: with this sharpness the
engine took 54 of 60 games on the small board from itself, and lost most on the others."""

_OPEN = 1000
"""No score: the end is not in sight."""


def knobs_for(squares: int, *, balance: bool) -> NDArray[np.float64]:
    """The settings of a search on a board of this size."""
    knobs = _DEFAULTS.copy()
    knobs[BALANCE] = balance
    if squares <= SMALL_BOARD:
        knobs[SHARPNESS] = SOFTER
    return knobs


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
    count = judge(geometry, state, survey, moves, scores)
    count = drop_images(geometry, state, moves, scores, count)
    soften(scores, count, knobs[SHARPNESS] if state[PENDING] == np.uint64(0) else knobs[ANSWER_SHARPNESS])
    return grow_likeliest(tree, node, moves, scores, count, width)


@compiled
def descend(
    geometry: Geometry,
    tree: Tree,
    state: Words,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    length: Whole,
    knobs: NDArray[np.float64],
    later: Later | None,
) -> Whole:
    """Follow the choices down from the last of ``length`` nodes on the path, and play them on its state.

    Ends where a node is proven, has no children, wants more of them or has none left to try; the new length.
    """
    while True:
        node = path[length - 1]
        mover = np.int64(state[TURN])
        movers[length - 1] = mover
        if tree.proven[node] != UNKNOWN:
            return length
        word = read_shared(tree.children, node)
        if word < 0 or (not has_all(word) and tree.visits[last_child(word)] > 0):
            return length
        child = choose(tree, later, node, mover, knobs)
        if child < 0:
            return length
        play(geometry, state, np.int64(tree.moves[child]))
        enter(tree, child, mover)
        path[length] = child
        length += 1


@compiled
def simulate(
    geometry: Geometry,
    tree: Tree,
    root_state: Words,
    survey: Survey,
    random: Words,
    budget: NDArray[np.int64],
    knobs: NDArray[np.float64],
    later: Later | None,
) -> None:
    """Simulations until the budget, which all threads share, is spent.

    ``later``: what was heard of moves played later, if that is to count.
    """
    path = np.zeros(PATH, dtype=np.int64)
    movers = np.empty(PATH, dtype=np.int64)
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    scores = np.empty(MOST_MOVES, dtype=np.float64)
    scratch = np.empty(SCRATCH, dtype=np.int64)
    state, spare = np.empty_like(root_state), np.empty_like(root_state)
    diary, game = blank_diary(), 0
    while add_shared(budget, 0, -1) > 0:
        copy_state(root_state, state)
        length, score = np.int64(1), _OPEN
        while True:
            length = descend(geometry, tree, state, path, movers, length, knobs, later)
            node = path[length - 1]
            word = read_shared(tree.children, node)
            if tree.proven[node] != UNKNOWN or word == GROWING:
                break
            width = 4 * child_count(word)
            if word == LEAF:
                if node > 0:
                    score = _finish(geometry, state, survey, scratch, spare)
                    if score != _OPEN:
                        tree.proven[node] = DRAWN - (1 if score > 0 else -1 if score < 0 else 0)
                        break
                patience = knobs[PATIENCE] if state[PENDING] == np.uint64(0) else 1.0
                if node > 0 and tree.visits[node] <= patience:
                    break
                width = np.int64(knobs[WIDTH]) if node > 0 else np.int64(MOST_MOVES)
            elif has_all(word):
                break
            if not expand(geometry, tree, node, state, survey, moves, scores, width, knobs):
                break
            if later is not None:
                follow(tree, later, node, word)
        if tree.proven[node] != UNKNOWN:
            won = exact_value(tree.proven[node])
            lead = (
                score / 2.0 if score != _OPEN else tree.margins[node] / (16.0 * max(1, tree.visits[node] - 1))
            )
        else:
            game += 1
            if later is not None:
                won, leads = playout(geometry, state, random, scratch, diary, game)
            else:
                won, leads = playout(geometry, state, random, scratch, None, game)
            lead = float(leads)
        value = (1.0 - knobs[MARGIN]) * won + knobs[MARGIN] * min(1.0, max(-1.0, lead / 4.0))
        if knobs[GLANCE] > 0.0 and tree.proven[node] == UNKNOWN:
            value += knobs[GLANCE] * (appraise(geometry, state, survey) - value)
        if later is not None and tree.proven[node] == UNKNOWN:
            tell(tree, later, path, movers, length, value, diary, game)
        back_up(tree, path, movers, length, value, lead)


@inlined
def _finish(
    geometry: Geometry, state: Words, survey: Survey, scratch: NDArray[np.int64], spare: Words
) -> Whole:
    """The score where the game is over or one megalith is left that nobody answers, else _OPEN."""
    if is_over(geometry, state):
        return final_score(geometry, state, scratch)
    if state[STOCK] == np.uint64(1) and state[PENDING] == np.uint64(0) and geometry.shape[FINAL_TILT] == 0:
        return last_score(geometry, state, survey, scratch, spare)
    return _OPEN
