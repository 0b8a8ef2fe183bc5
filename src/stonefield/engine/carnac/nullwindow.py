"""Null-window search to the end of the game: does the side that places next reach a goal?

A placement leads to a few positions only: the megalith lies in one of its slots, showing one of two
colours, and the other side places next, or it stands and the same side places again. Placements share these
positions, so each is searched once for all of them. What is returned is a bound (fail-soft): a score of
``goal`` or more is a bound below, a score less than ``goal`` a bound above. Scores are those of
``scoring``, for the mover.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.heuristics import Groups, score_moves
from stonefield.engine.carnac.kernel import copy_state, is_over
from stonefield.engine.carnac.laststones import (
    NOWHERE,
    SEEN,
    UNKNOWN,
    LastStones,
    blank_last_stones,
    is_open,
    last_stone,
    last_two,
    survey,
)
from stonefield.engine.carnac.scoring import MOST, final_score
from stonefield.engine.carnac.transposition import TranspositionTable, keep, look_up, zobrist_key
from stonefield.engine.compiled import Whole, Word, bit_count, compiled, inlined

MOST_STONES = 61
"""One row of the working arrays for each number of megaliths in the stockpile."""
STANDS = 512
"""A result is ``2 * slot + colour`` of a megalith that has fallen, or STANDS + ``2 * square + colour``."""
RESULTS = 768
NODES, LIMIT = range(2)

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class Stack(NamedTuple):
    """Working arrays of one thread, one row for each number of megaliths left."""

    states: Words
    colours: NDArray[np.int64]
    roots: NDArray[np.int64]
    sizes: NDArray[np.int64]
    stamps: NDArray[np.int64]
    gains: NDArray[np.float64]
    moves: NDArray[np.int16]
    scores: NDArray[np.float64]
    results: NDArray[np.int8]
    """[result] the score for the placer, or UNKNOWN"""
    order: NDArray[np.int64]
    """The results of one placement, the worst for the placer first"""
    ending: LastStones
    scratch: NDArray[np.int64]
    counters: NDArray[np.int64]
    """Nodes seen, and how many may be seen"""


def make_stack(nodes: int) -> Stack:
    """Working arrays for a search of at most this many nodes."""
    return Stack(
        np.zeros((MOST_STONES, at.STATE_WORDS), np.uint64),
        np.zeros((MOST_STONES, 128), np.int64),
        np.zeros((MOST_STONES, 128), np.int64),
        np.zeros((MOST_STONES, 128), np.int64),
        np.zeros((MOST_STONES, 128), np.int64),
        np.zeros((MOST_STONES, 256, 2)),
        np.zeros((MOST_STONES, at.MOST_MOVES), np.int16),
        np.zeros((MOST_STONES, at.MOST_MOVES)),
        np.zeros((MOST_STONES, RESULTS), np.int8),
        np.zeros((MOST_STONES, 5), np.int64),
        blank_last_stones(),
        np.zeros(SCRATCH, np.int64),
        np.array([0, nodes], np.int64),
    )


@inlined
def _take_best(moves: NDArray[np.int16], scores: NDArray[np.float64], first: Whole, count: Whole) -> Whole:
    """Move the placement of the highest score to ``first``."""
    best = first
    for nth in range(first + 1, count):
        if scores[nth] > scores[best]:
            best = nth
    moves[first], moves[best] = moves[best], moves[first]
    scores[first], scores[best] = scores[best], scores[first]
    return np.int64(moves[first])


@inlined
def _results_of(layout: Layout, groups: Groups, move: Whole, order: NDArray[np.int64]) -> Whole:
    """Write what a placement may lead to into ``order``; their number."""
    square, top, axis = move >> 2, move & 1, move >> 1 & 1
    count = 0
    for direction in range(4):
        slot = layout.slot_of[4 * square + direction]
        if not is_open(layout, groups, slot):
            continue
        shown = axis if direction & 1 else 1 - axis
        place = count
        while (
            place > 0
            and groups.gains[order[place - 1] >> 1, order[place - 1] & 1] > groups.gains[slot, shown]
        ):
            order[place] = order[place - 1]
            place -= 1
        order[place] = 2 * slot + shown
        count += 1
    order[count] = STANDS + 2 * square + top
    return count + 1


@inlined
def _worst_known(results: NDArray[np.int8], order: NDArray[np.int64], ways: Whole) -> Whole:
    """The least score of those results of a placement that were searched before."""
    worst: Whole = MOST
    for way in range(ways):
        if results[order[way]] != UNKNOWN:
            worst = min(worst, np.int64(results[order[way]]))
    return worst


@inlined
def _put(layout: Layout, state: Words, result: Whole, alone: bool, after: Words) -> None:
    """Write the state in which a placement results; ``alone``: it could not fall."""
    copy_state(state, after)
    after[at.STOCK] -= _ONE
    colour = result & 1
    if result < STANDS:
        slot = result >> 1
        for nth in range(2):
            square = layout.slots[slot, nth]
            after[at.RED_LOW + 2 * colour + (square >> 6)] |= _ONE << np.uint64(square & 63)
        after[at.TURN] ^= _ONE
        return
    square = result - STANDS >> 1
    after[at.RED_LOW + 2 * colour + (square >> 6)] |= _ONE << np.uint64(square & 63)
    if alone:
        after[at.TURN] ^= _ONE


@inlined
def _near_end(layout: Layout, state: Words, goal: Whole, stack: Stack) -> Whole:
    """The score of a game with one megalith to go, which is not answered, or with two."""
    ending = stack.ending
    survey(layout, state, ending)
    if state[at.STOCK] == _ONE:
        score = last_stone(layout, ending, np.int64(state[at.TURN]), goal, NOWHERE, NOWHERE, NOWHERE)
    else:
        score = last_two(layout, state, ending, goal)
    stack.counters[NODES] += ending.facts[SEEN]
    return score


@inlined
def _order_placements(layout: Layout, state: Words, groups: Groups, stack: Stack, known_move: Whole) -> Whole:
    """Find and score the placements, the one known to be good first, and forget all results; their number."""
    stock = np.int64(state[at.STOCK])
    moves, scores = stack.moves[stock], stack.scores[stock]
    count = score_moves(layout, state, groups, moves, scores)
    stack.results[stock][:] = UNKNOWN
    for nth in range(count):
        if moves[nth] == known_move:
            scores[nth] = 1e6
    return count


@inlined
def _empty_squares(layout: Layout, state: Words) -> Word:
    low, high = state[at.RED_LOW] | state[at.WHITE_LOW], state[at.RED_HIGH] | state[at.WHITE_HIGH]
    return np.uint64(layout.shape[at.SQUARES]) - bit_count(low) - bit_count(high)


@inlined
def _groups_at(stack: Stack, stock: Whole) -> Groups:
    return Groups(
        stack.colours[stock], stack.roots[stock], stack.sizes[stock], stack.stamps[stock], stack.gains[stock]
    )


@compiled
def prove(
    layout: Layout, state: Words, goal: Whole, table: TranspositionTable, stack: Stack, zobrist_words: Words
) -> Whole:
    """As `_prove`, which calls itself: entries that do not are compiled once."""
    return _prove(layout, state, goal, table, stack, zobrist_words)


@compiled
def _prove(
    layout: Layout, state: Words, goal: Whole, table: TranspositionTable, stack: Stack, zobrist_words: Words
) -> Whole:
    """The score for the side that places next, or a bound of it on its side of the goal.

    Once ``stack.counters`` are used up the answer means nothing. More megaliths than empty squares are taken
    out of ``state``: they are never placed, and without them more positions are the same.
    """
    if is_over(layout, state):
        score = final_score(layout, state, stack.scratch)
        return score if state[at.TURN] == _ZERO else -score
    state[at.STOCK] = min(state[at.STOCK], _empty_squares(layout, state))
    key = zobrist_key(layout, state, zobrist_words)
    low, high, known_move = look_up(table, key)
    if low >= goal:
        return low
    if high < goal:
        return high
    stack.counters[NODES] += 1
    if stack.counters[NODES] > stack.counters[LIMIT]:
        return 0
    stock = np.int64(state[at.STOCK])
    best, best_move = -MOST, np.int64(-1)
    if stock <= 2 and layout.shape[at.FINAL_TILT] == 0:
        best = _near_end(layout, state, goal, stack)
    else:
        groups, order, results = _groups_at(stack, stock), stack.order[stock], stack.results[stock]
        after = stack.states[stock - 1]
        # The table's placement is that of the image that was searched, so mirrors have none.
        count = _order_placements(
            layout, state, groups, stack, known_move if zobrist_words.shape[0] == 1 else -1
        )
        for nth in range(count):
            move = _take_best(stack.moves[stock], stack.scores[stock], nth, count)
            ways = _results_of(layout, groups, move, order)
            worst = _worst_known(results, order, ways)
            for way in range(ways):
                result = order[way]
                if worst < goal:
                    break
                if results[result] != UNKNOWN:
                    continue
                _put(layout, state, result, ways == 1, after)
                if after[at.TURN] == state[at.TURN]:
                    score = _prove(layout, after, goal, table, stack, zobrist_words)
                else:
                    score = -_prove(layout, after, 1 - goal, table, stack, zobrist_words)
                if stack.counters[NODES] > stack.counters[LIMIT]:
                    return 0
                results[result] = score
                worst = min(worst, score)
            if worst > best:
                best, best_move = worst, move
            if best >= goal:
                break
    low, high = (max(low, best), high) if best >= goal else (low, min(high, best))
    keep(table, key, low, high, stock, best_move)
    return best
