"""Alpha-beta to the end of the game, fail-soft, with a transposition table and Zobrist keys.

Scores are those of ``scoring``, for red.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.arrays import (
    FINAL_TILT,
    MOST_MOVES,
    PENDING,
    RED_HIGH,
    RED_LOW,
    SQUARES,
    STATE_WORDS,
    STOCK,
    TURN,
    WHITE_HIGH,
    WHITE_LOW,
    Layout,
    Words,
)
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.heuristics import Groups, score_moves
from stonefield.engine.carnac.kernel import copy_state, is_over, play
from stonefield.engine.carnac.scoring import MOST, final_score, last_score
from stonefield.engine.compiled import Whole, Word, compiled, inlined
from stonefield.games.carnac import Board

DEEPEST = 130
ENTRY_BYTES = 16

EXACT, LOWER_BOUND, UPPER_BOUND = range(3)
NODES, LIMIT = range(2)

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class TranspositionTable(NamedTuple):
    """Scores and bounds of states in which a megalith is to be placed, by Zobrist key; always replaced."""

    keys: Words
    entries: NDArray[np.int64]
    """score + MOST, kind of bound << 8, best move + 1 << 16"""


class Stack(NamedTuple):
    """Working arrays, one row a depth."""

    states: Words
    moves: NDArray[np.int16]
    scores: NDArray[np.float64]
    scratch: NDArray[np.int64]
    counters: NDArray[np.int64]
    """Nodes seen, and how many may be seen"""


def make_table(megabytes: float) -> TranspositionTable:
    """An empty table of at most that size."""
    entries = 1 << max(10, int(megabytes * (1 << 20) / ENTRY_BYTES).bit_length() - 1)
    return TranspositionTable(np.zeros(entries, dtype=np.uint64), np.zeros(entries, dtype=np.int64))


def make_stack(nodes: int) -> Stack:
    """Working arrays for a search of at most so many nodes."""
    return Stack(
        np.zeros((DEEPEST, STATE_WORDS), dtype=np.uint64),
        np.zeros((DEEPEST, MOST_MOVES), dtype=np.int16),
        np.zeros((DEEPEST, MOST_MOVES), dtype=np.float64),
        np.zeros(SCRATCH, dtype=np.int64),
        np.array([0, nodes], dtype=np.int64),
    )


@cache
def zobrist_words(board: Board, *, mirrored: bool) -> Words:
    """The random words of Zobrist keys: [symmetry, 2 * square + is it the mover's].

    Without ``mirrored`` for the identity only.
    """
    rng = np.random.Generator(np.random.PCG64(board.size))
    words = rng.integers(1, 1 << 63, size=(2 * board.size), dtype=np.uint64)
    squares = np.arange(board.size).reshape(board.ranks, board.files)
    views = [squares]
    if mirrored:
        views += [squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
        if board.files == board.ranks:
            views += [view.T for view in views]
    return np.array([[words[2 * at + mine] for at in view.ravel() for mine in (0, 1)] for view in views])


@compiled
def zobrist_key(layout: Layout, state: Words, zobrist_words: Words) -> Word:
    """The Zobrist key of a state, one for its images under the symmetries given and exchanged colours."""
    flip = state[TURN] * np.uint64(2)
    own_low, own_high = state[np.uint64(RED_LOW) + flip], state[np.uint64(RED_HIGH) + flip]
    low, high = state[RED_LOW] | state[WHITE_LOW], state[RED_HIGH] | state[WHITE_HIGH]
    least = ~_ZERO
    for view in range(zobrist_words.shape[0]):
        key = state[STOCK] * np.uint64(0x9E3779B97F4A7C15)
        for square in range(layout.shape[SQUARES]):
            shift = np.uint64(square & 63)
            if (low if square < 64 else high) >> shift & _ONE:
                mine = (own_low if square < 64 else own_high) >> shift & _ONE
                key ^= zobrist_words[view, np.uint64(2 * square) + mine]
        least = min(least, key)
    return least | _ONE


@inlined
def _sort(moves: NDArray[np.int16], scores: NDArray[np.float64], count: Whole) -> None:
    """The highest scores first."""
    for end in range(1, count):
        move, score, at = moves[end], scores[end], end
        while at > 0 and scores[at - 1] < score:
            moves[at], scores[at] = moves[at - 1], scores[at - 1]
            at -= 1
        moves[at], scores[at] = move, score


@inlined
def _turned(kind: Whole) -> Whole:
    """The kind of bound that it is for the other side."""
    return kind if kind == EXACT else LOWER_BOUND + UPPER_BOUND - kind


@compiled
def alpha_beta(
    layout: Layout,
    state: Words,
    alpha: Whole,
    beta: Whole,
    depth: Whole,
    groups: Groups,
    table: TranspositionTable,
    stack: Stack,
    zobrist_words: Words,
) -> Whole:
    """The score under best play, or a bound of it where it lies outside alpha and beta.

    Moves are ordered by the heuristics, the table's move first. Once ``stack.counters`` are used up the
    answer means nothing.
    """
    if is_over(layout, state):
        return final_score(layout, state, stack.scratch)
    stack.counters[NODES] += 1
    if stack.counters[NODES] > stack.counters[LIMIT]:
        return 0
    red = state[TURN] == _ZERO
    placing = state[PENDING] == _ZERO
    slot: Whole = 0
    known: Whole = -1
    kind: Whole = EXACT
    key = _ZERO
    if placing:
        if state[STOCK] == _ONE and layout.shape[FINAL_TILT] == 0:
            return last_score(layout, state, groups, stack.scratch, stack.states[DEEPEST - 1])
        key = zobrist_key(layout, state, zobrist_words)
        slot = np.int64(key >> _ONE & np.uint64(table.keys.size - 1))
        if table.keys[slot] == key:
            entry = table.entries[slot]
            score = (entry & 255) - MOST
            # Scores are kept for the mover, since exchanged colours share an entry.
            kind = entry >> 8 & 3
            if not red:
                score, kind = -score, _turned(kind)
            is_cut = (kind == LOWER_BOUND and score >= beta) or (kind == UPPER_BOUND and score <= alpha)
            if kind == EXACT or is_cut:
                return score
            if zobrist_words.shape[0] == 1:
                known = (entry >> 16) - 1
    moves, scores = stack.moves[depth], stack.scores[depth]
    count = score_moves(layout, state, groups, moves, scores)
    if known >= 0:
        for nth in range(count):
            if moves[nth] == known:
                scores[nth] = 1e6
    _sort(moves, scores, count)
    after = stack.states[depth]
    low, high = alpha, beta
    best, best_move = (-MOST if red else MOST), -1
    for nth in range(count):
        copy_state(state, after)
        play(layout, after, np.int64(moves[nth]))
        score = alpha_beta(layout, after, low, high, depth + 1, groups, table, stack, zobrist_words)
        if stack.counters[NODES] > stack.counters[LIMIT]:
            return 0
        if red and score > best:
            best, best_move = score, moves[nth]
            low = max(low, best)
        elif not red and score < best:
            best, best_move = score, moves[nth]
            high = min(high, best)
        if low >= high:
            break
    if placing:
        kind = EXACT
        if best <= alpha:
            kind = UPPER_BOUND
        elif best >= beta:
            kind = LOWER_BOUND
        kept = best
        if not red:
            kept, kind = -best, _turned(kind)
        table.keys[slot] = key
        table.entries[slot] = kept + MOST | kind << 8 | (np.int64(best_move) + 1) << 16
    return best
