"""Simulations led by a network: leaves are gathered in batches, judged together and taken into the tree.

A leaf that waits for its opinion is marked as GROWING, so no other descent ends there meanwhile, and the
visits on the way to it count as lost for whoever chose them, so that the next descents look elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.ground import (
    ANSWERS,
    FACES,
    FINAL_TILT,
    MOST_MOVES,
    PENDING,
    RED_LOW,
    SQUARES,
    STATE_WORDS,
    STOCK,
    TURN,
    Geometry,
    Words,
)
from stonefield.engine.carnac.kernel import copy_state, is_over, legal_moves, play, state_key
from stonefield.engine.carnac.mirrors import drop_images
from stonefield.engine.choice import choose
from stonefield.engine.compiled import Whole, add_shared, compiled, read_shared, replace_shared
from stonefield.engine.tree import (
    DRAWN,
    GROWING,
    LEAF,
    PATH,
    SCALE,
    UNKNOWN,
    Tree,
    back_up,
    enter,
    exact_value,
    grow_likeliest,
)

PLANES = 10
"""What the network sees, each by the colour that decides, in the order of ``stonefield.learn.carnac.planes``."""
USUAL_STOCK = 28.0

Numbers = NDArray[np.int64]
Reals = NDArray[np.float32]


class Batch(NamedTuple):
    """Leaves that wait for their opinion, with the way that led to each."""

    states: Words
    """[B, STATE_WORDS]"""
    paths: Numbers
    """[B, PATH]"""
    movers: Numbers
    """[B, PATH]"""
    lengths: Numbers
    """[B]"""
    planes: Reals
    """[B, PLANES, squares]"""
    opinions: Reals
    """[B, 4 * squares + 5 + 2] logits of the placements and answers, then value and lead of the mover"""


class Memory(NamedTuple):
    """Opinions by the key of their state: what is met again need not be judged again."""

    keys: Words
    opinions: Reals


def blank_batch(size: int, squares: int) -> Batch:
    """Room for so many leaves."""
    return Batch(
        states=np.zeros((size, STATE_WORDS), dtype=np.uint64),
        paths=np.zeros((size, PATH), dtype=np.int64),
        movers=np.zeros((size, PATH), dtype=np.int64),
        lengths=np.zeros(size, dtype=np.int64),
        planes=np.zeros((size, PLANES, squares), dtype=np.float32),
        opinions=np.zeros((size, 4 * squares + 7), dtype=np.float32),
    )


def blank_memory(megabytes: int, squares: int) -> Memory:
    """A memory that never takes more than given."""
    bytes_each = 8 + 4 * (4 * squares + 7)
    entries = 1 << max(8, (megabytes * (1 << 20) // bytes_each).bit_length() - 1)
    return Memory(
        keys=np.zeros(entries, dtype=np.uint64),
        opinions=np.empty((entries, 4 * squares + 7), dtype=np.float32),
    )


@compiled
def see(geometry: Geometry, state: Words, planes: Reals) -> None:
    """Draw a state into planes[PLANES, squares]."""
    mover = np.int64(state[TURN])
    stock = np.float64(state[STOCK])
    pending = np.int64(state[PENDING]) - 1
    due = 1.0 if pending >= 0 else 0.0
    near_end = np.exp(-stock / 4.0)
    for square in range(geometry.shape[SQUARES]):
        bit = np.uint64(1) << np.uint64(square & 63)
        word = RED_LOW + (square >> 6)
        mine = 1.0 if state[word + 2 * mover] & bit else 0.0
        theirs = 1.0 if state[word + 2 - 2 * mover] & bit else 0.0
        here = 1.0 if square == pending else 0.0
        planes[0, square] = 1.0
        planes[1, square] = mine
        planes[2, square] = theirs
        planes[3, square] = here
        planes[4, square] = here if np.int64(state[FACES]) >> 1 == mover else 0.0
        planes[5, square] = due
        planes[6, square] = stock / USUAL_STOCK
        planes[7, square] = near_end
        planes[8, square] = geometry.shape[FINAL_TILT]
        planes[9, square] = 1.0 - mine - theirs


@compiled
def gather(
    geometry: Geometry,
    tree: Tree,
    root_state: Words,
    batch: Batch,
    memory: Memory,
    wanted: Whole,
    most: Whole,
    knobs: NDArray[np.float64],
) -> tuple[int, int]:
    """Descend until ``wanted`` leaves wait or there is no more to gain; the leaves that wait.

    The second number counts the simulations, at most ``most`` with the others, that needed no opinion.
    """
    scratch = np.empty(SCRATCH, dtype=np.int64)
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    found: Whole = np.int64(0)
    done, met = 0, 0
    while found < wanted and found + done < most and met < 4:
        path, movers, state = batch.paths[found], batch.movers[found], batch.states[found]
        copy_state(root_state, state)
        node: Whole = np.int64(0)
        length: Whole = np.int64(1)
        path[0] = 0
        waits, blocked = False, False
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
                waits = replace_shared(tree.children, node, LEAF, GROWING)
                blocked = not waits
                break
            if word == GROWING:
                blocked = True
                break
            child = choose(tree, None, node, mover, knobs)
            if child < 0:
                blocked = True
                break
            play(geometry, state, np.int64(tree.moves[child]))
            enter(tree, child, mover)
            node = child
            path[length] = node
            length += 1
        batch.lengths[found] = length
        if blocked:
            _withdraw(tree, path, movers, length)
            met += 1
        elif waits:
            key = state_key(state)
            slot = np.int64(key & np.uint64(memory.keys.size - 1))
            if memory.keys[slot] == key:
                _copy_opinion(memory.opinions, slot, batch.opinions, found)
                _take_in(geometry, tree, batch, found, moves)
                done += 1
            else:
                see(geometry, state, batch.planes[found])
                found += 1
        else:
            won, lead = verdict(geometry, state, scratch)
            back_up(tree, path, movers, length, float(exact_value(tree.proven[node])), float(lead))
            done += 1
    return found, done


@compiled
def absorb(geometry: Geometry, tree: Tree, batch: Batch, memory: Memory, found: Whole) -> None:
    """Take the opinions on the first ``found`` leaves into the tree."""
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    for nth in range(found):
        key = state_key(batch.states[nth])
        slot = np.int64(key & np.uint64(memory.keys.size - 1))
        # Another thread may write here too; a torn entry must not be found, so the key comes last.
        memory.keys[slot] = np.uint64(0)
        _copy_opinion(batch.opinions, nth, memory.opinions, slot)
        memory.keys[slot] = key
        _take_in(geometry, tree, batch, nth, moves)


@compiled
def _take_in(geometry: Geometry, tree: Tree, batch: Batch, nth: Whole, moves: NDArray[np.int16]) -> None:
    """Give a leaf its children and hand its value up."""
    state, opinion = batch.states[nth], batch.opinions[nth]
    squares = geometry.shape[SQUARES]
    mover = np.int64(state[TURN])
    count = legal_moves(geometry, state, moves)
    priors = np.empty(count, dtype=np.float64)
    for index in range(count):
        move = np.int64(moves[index])
        if move >= ANSWERS:
            place = 4 * squares + move - ANSWERS
        else:
            # The network counts 2 * (top is theirs) + (east and west are theirs).
            place = (move & ~3) + 2 * (move & 1 ^ mover) + (move >> 1 & 1 ^ mover)
        priors[index] = opinion[place]
    count = drop_images(geometry, state, moves, priors, count)
    best = np.max(priors[:count])
    total = 0.0
    for index in range(count):
        priors[index] = np.exp(priors[index] - best)
        total += priors[index]
    for index in range(count):
        priors[index] /= total
    path, movers, length = batch.paths[nth], batch.movers[nth], batch.lengths[nth]
    leaf = path[length - 1]
    replace_shared(tree.children, leaf, GROWING, LEAF)
    grow_likeliest(tree, leaf, moves, priors, count, count)
    sign = 1.0 - 2.0 * mover
    value, lead = float(opinion[4 * squares + 5]), float(opinion[4 * squares + 6])
    back_up(tree, path, movers, length, sign * value, sign * lead)


@compiled
def _copy_opinion(source: Reals, row: Whole, target: Reals, to_row: Whole) -> None:
    for place in range(source.shape[1]):
        target[to_row, place] = source[row, place]


@compiled
def _withdraw(tree: Tree, path: Numbers, movers: Numbers, length: Whole) -> None:
    """Take back the visits of a descent that led nowhere."""
    for depth in range(1, length):
        add_shared(tree.visits, path[depth], -1)
        add_shared(tree.values, path[depth], (1 - 2 * movers[depth - 1]) * SCALE)


@compiled
def release(tree: Tree, batch: Batch, found: Whole) -> None:
    """Give up the leaves that wait: nobody will judge them."""
    for nth in range(found):
        length = batch.lengths[nth]
        _withdraw(tree, batch.paths[nth], batch.movers[nth], length)
        replace_shared(tree.children, batch.paths[nth][length - 1], GROWING, LEAF)
