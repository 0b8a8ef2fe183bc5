"""Proving Carnac positions: alpha-beta over the compiled rules with a table of what is already proven.

Scores are those of ``scoring``, for red.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.features import Survey, judge
from stonefield.engine.carnac.ground import (
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
    Geometry,
    Words,
)
from stonefield.engine.carnac.kernel import copy_state, is_over, play
from stonefield.engine.carnac.scoring import MOST, final_score, last_score
from stonefield.engine.compiled import Whole, Word, compiled, inlined
from stonefield.games.carnac import Board

DEEPEST = 130
ENTRY_BYTES = 16

EXACT, AT_LEAST, AT_MOST = range(3)
NODES, LIMIT = range(2)

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class Table(NamedTuple):
    """What is proven of states in which a megalith is to be placed, by key."""

    keys: Words
    notes: NDArray[np.int64]
    """score + MOST, kind of bound << 8, best move + 1 << 16"""


class Desk(NamedTuple):
    """Room to work in, by depth."""

    states: Words
    moves: NDArray[np.int16]
    scores: NDArray[np.float64]
    scratch: NDArray[np.int64]
    counters: NDArray[np.int64]
    """Nodes seen, and how many may be seen"""


def make_table(megabytes: float) -> Table:
    """An empty table of at most that size."""
    entries = 1 << max(10, int(megabytes * (1 << 20) / ENTRY_BYTES).bit_length() - 1)
    return Table(np.zeros(entries, dtype=np.uint64), np.zeros(entries, dtype=np.int64))


def make_desk(nodes: int) -> Desk:
    """An empty desk for a search of at most so many nodes."""
    return Desk(
        np.zeros((DEEPEST, STATE_WORDS), dtype=np.uint64),
        np.zeros((DEEPEST, MOST_MOVES), dtype=np.int16),
        np.zeros((DEEPEST, MOST_MOVES), dtype=np.float64),
        np.zeros(SCRATCH, dtype=np.int64),
        np.array([0, nodes], dtype=np.int64),
    )


@cache
def marks(board: Board, *, mirrored: bool) -> Words:
    """[symmetry, 2 * square + is it the mover's] random words; without ``mirrored`` for the identity only."""
    chance = np.random.Generator(np.random.PCG64(board.size))
    words = chance.integers(1, 1 << 63, size=(2 * board.size), dtype=np.uint64)
    squares = np.arange(board.size).reshape(board.ranks, board.files)
    views = [squares]
    if mirrored:
        views += [squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
        if board.files == board.ranks:
            views += [view.T for view in views]
    return np.array([[words[2 * at + mine] for at in view.ravel() for mine in (0, 1)] for view in views])


@compiled
def position_key(geometry: Geometry, state: Words, marks: Words) -> Word:
    """The same for positions that the symmetries in ``marks``, or exchanged colours, make one."""
    flip = state[TURN] * np.uint64(2)
    own_low, own_high = state[np.uint64(RED_LOW) + flip], state[np.uint64(RED_HIGH) + flip]
    low, high = state[RED_LOW] | state[WHITE_LOW], state[RED_HIGH] | state[WHITE_HIGH]
    least = ~_ZERO
    for view in range(marks.shape[0]):
        key = state[STOCK] * np.uint64(0x9E3779B97F4A7C15)
        for square in range(geometry.shape[SQUARES]):
            shift = np.uint64(square & 63)
            if (low if square < 64 else high) >> shift & _ONE:
                mine = (own_low if square < 64 else own_high) >> shift & _ONE
                key ^= marks[view, np.uint64(2 * square) + mine]
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


@compiled
def prove(
    geometry: Geometry,
    state: Words,
    alpha: Whole,
    beta: Whole,
    depth: Whole,
    survey: Survey,
    table: Table,
    desk: Desk,
    marks: Words,
) -> Whole:
    """The score under best play, or a bound of it where it lies outside alpha and beta.

    Once ``desk.counters`` are used up the answer means nothing.
    """
    if is_over(geometry, state):
        return final_score(geometry, state, desk.scratch)
    desk.counters[NODES] += 1
    if desk.counters[NODES] > desk.counters[LIMIT]:
        return 0
    red = state[TURN] == _ZERO
    placing = state[PENDING] == _ZERO
    slot: Whole = 0
    known: Whole = -1
    kind: Whole = EXACT
    key = _ZERO
    if placing:
        if state[STOCK] == _ONE and geometry.shape[FINAL_TILT] == 0:
            return last_score(geometry, state, survey, desk.scratch, desk.states[DEEPEST - 1])
        key = position_key(geometry, state, marks)
        slot = np.int64(key >> _ONE & np.uint64(table.keys.size - 1))
        if table.keys[slot] == key:
            note = table.notes[slot]
            score = (note & 255) - MOST
            # Scores are kept for the mover, since exchanged colours share an entry.
            kind = note >> 8 & 3
            if not red:
                score = -score
                if kind != EXACT:
                    kind = AT_LEAST + AT_MOST - kind
            if kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha):
                return score
            if marks.shape[0] == 1:
                known = (note >> 16) - 1
    moves, scores = desk.moves[depth], desk.scores[depth]
    count = judge(geometry, state, survey, moves, scores)
    if known >= 0:
        for nth in range(count):
            if moves[nth] == known:
                scores[nth] = 1e6
    _sort(moves, scores, count)
    after = desk.states[depth]
    low, high = alpha, beta
    best, best_move = (-MOST if red else MOST), -1
    for nth in range(count):
        copy_state(state, after)
        play(geometry, after, np.int64(moves[nth]))
        score = prove(geometry, after, low, high, depth + 1, survey, table, desk, marks)
        if desk.counters[NODES] > desk.counters[LIMIT]:
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
            kind = AT_MOST
        elif best >= beta:
            kind = AT_LEAST
        kept = best
        if not red:
            kept = -best
            if kind != EXACT:
                kind = AT_LEAST + AT_MOST - kind
        table.keys[slot] = key
        table.notes[slot] = kept + MOST | kind << 8 | (np.int64(best_move) + 1) << 16
    return best
