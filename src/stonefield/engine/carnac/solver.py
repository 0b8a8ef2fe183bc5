"""The exact solver: null windows tell what a position is worth under best play."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays, kernel, nullwindow, transposition
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.nullwindow import LIMIT, NODES, Stack, prove
from stonefield.engine.carnac.scoring import MOST
from stonefield.engine.carnac.transposition import TranspositionTable
from stonefield.engine.compiled import Whole, portable
from stonefield.games.carnac import Position

NO_LIMIT = 1 << 62
LONGEST_LINE = 2 * nullwindow.MOST_STONES


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play leads to, for the player who decides now."""

    value: str
    """"win", "draw" or "loss\""""
    margin: int
    """Dolmens ahead at the end (behind: negative). Among wins, and among losses, more is better."""
    line: tuple[str, ...]
    """Best play to the end"""
    nodes: int

    @property
    def verdict(self) -> str:
        """In words: "wins by 2 dolmens"."""
        if self.value == "draw":
            return "draws"
        dolmens = abs(self.margin)
        how = (
            f"by {dolmens} dolmen{'s' if dolmens != 1 else ''}" if dolmens else "by the sizes of the dolmens"
        )
        return f"{'wins' if self.value == 'win' else 'loses'} {how}"


class Unsolved(Exception):
    """Stopped, or out of nodes, before the result was certain."""


@portable
def is_spent(stack: Stack) -> bool:
    """Whether the nodes are used up: then no answer means anything."""
    return bool(stack.counters[NODES] > stack.counters[LIMIT])


@portable
def reaches(
    layout: Layout, state: Words, goal: Whole, table: TranspositionTable, stack: Stack, zobrist_words: Words
) -> Whole:
    """The score for the deciding side: a bound below if it is ``goal`` or more, else a bound above."""
    if state[arrays.PENDING] == 0:
        return prove(layout, state, goal, table, stack, zobrist_words)
    moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
    best = np.int64(-MOST)
    for nth in range(kernel.legal_moves(layout, state, moves)):
        after = state.copy()
        kernel.play(layout, after, np.int64(moves[nth]))
        if after[arrays.TURN] == state[arrays.TURN]:
            best = max(best, prove(layout, after, goal, table, stack, zobrist_words))
        else:
            best = max(best, -prove(layout, after, 1 - goal, table, stack, zobrist_words))
        if best >= goal or is_spent(stack):
            break
    return best


@portable
def exact_score(
    layout: Layout, state: Words, table: TranspositionTable, stack: Stack, zobrist_words: Words
) -> Whole:
    """The score for red: first who wins, then by how much, a step of the goal at a time (MTD)."""
    low, high, goal = np.int64(-MOST), np.int64(MOST), np.int64(1)
    while low < high and not is_spent(stack):
        bound = reaches(layout, state, goal, table, stack, zobrist_words)
        if bound >= goal:
            low, goal = bound, bound + 1
        else:
            high, goal = bound, bound
    return low if state[arrays.TURN] == 0 else -low


@portable
def principal_line(
    layout: Layout,
    state: Words,
    score: Whole,
    line: NDArray[np.int16],
    table: TranspositionTable,
    stack: Stack,
    zobrist_words: Words,
) -> Whole:
    """Write best play to the end, given the exact score for red, each move by a null window; how many."""
    moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
    length, count = 0, kernel.legal_moves(layout, state, moves)
    while count > 0:
        after = state
        for nth in range(count):
            after = state.copy()
            kernel.play(layout, after, np.int64(moves[nth]))
            if is_worth(layout, after, score, table, stack, zobrist_words) or is_spent(stack):
                line[length] = moves[nth]
                break
        if is_spent(stack):
            break
        state = after
        length += 1
        count = kernel.legal_moves(layout, state, moves)
    return length


@portable
def is_worth(
    layout: Layout,
    state: Words,
    score: Whole,
    table: TranspositionTable,
    stack: Stack,
    zobrist_words: Words,
) -> bool:
    """Whether a state has that score for red."""
    own = score if state[arrays.TURN] == 0 else -score
    if reaches(layout, state, own, table, stack, zobrist_words) < own:
        return False
    return bool(reaches(layout, state, own + 1, table, stack, zobrist_words) <= own)


class Solver:
    """Proves positions of one board; what it proved serves the next position too."""

    def __init__(
        self, position: Position, *, table_mb: float = 64, table: TranspositionTable | None = None
    ) -> None:
        self._layout = arrays.layout_of(position)
        self._stack: Stack = nullwindow.make_stack(NO_LIMIT)
        table = table or transposition.make_table(table_mb)
        self._means = table, self._stack, transposition.zobrist_words(position.board)

    @property
    def nodes(self) -> int:
        """Nodes seen so far, over all positions."""
        return int(self._stack.counters[NODES])

    def allow(self, nodes: int) -> None:
        """See at most this many nodes more."""
        self._stack.counters[LIMIT] = min(NO_LIMIT, self.nodes + nodes)

    def stop(self) -> None:
        """Let a search in another thread end at once: it raises Unsolved."""
        self._stack.counters[LIMIT] = 0

    def reaches(self, state: Words, goal: int) -> int:
        """The score for the deciding side: a bound below if it is ``goal`` or more, else a bound above."""
        return int(self._checked(reaches(self._layout, state, goal, *self._means)))

    def result(self, state: Words) -> int:
        """Whether the side that decides wins (1), draws (0) or loses (-1)."""
        bound = self.reaches(state, 1)
        if bound == 0:
            bound = self.reaches(state, 0)
        return (bound > 0) - (bound < 0)

    def exact_score(self, state: Words) -> int:
        """The score for red: first who wins, then by how much, a step of the goal at a time (MTD)."""
        return int(self._checked(exact_score(self._layout, state, *self._means)))

    def line(self, state: Words, score: int) -> list[int]:
        """The principal variation to the end, given the exact score for red; each move by a null window."""
        line = np.empty(LONGEST_LINE, dtype=np.int16)
        count = self._checked(principal_line(self._layout, state, score, line, *self._means))
        moves: list[int] = line[:count].tolist()
        return moves

    def _checked(self, answer: Whole) -> Whole:
        if self.nodes > self._stack.counters[LIMIT]:
            raise Unsolved
        return answer


def solve(
    position: Position,
    *,
    table_mb: float = 256,
    table: TranspositionTable | None = None,
    stop: threading.Event | None = None,
) -> Solution:
    """Prove a position outright; Unsolved if ``stop`` is set first."""
    solver = Solver(position, table_mb=table_mb, table=table)
    done = threading.Event()
    if stop is not None:
        threading.Thread(target=_watch, args=(solver, stop, done), daemon=True).start()
    try:
        score, line = _solve(solver, position)
    finally:
        done.set()
    value = "win" if score > 0 else "loss" if score < 0 else "draw"
    return Solution(value, int(score / 2), tuple(line), solver.nodes)


def _watch(solver: Solver, stop: threading.Event, done: threading.Event) -> None:
    while not done.wait(0.02):
        if stop.is_set():
            solver.stop()


def _solve(solver: Solver, position: Position) -> tuple[int, list[str]]:
    """Score for the player who decides, and best play."""
    if position.setup.swap and not position.stones:
        return _solve_opening(solver, position)
    sign = 1 if position.turn == "red" else -1
    state = arrays.state_of(position)
    score = solver.exact_score(state)
    line = [arrays.move_text(position.board, move) for move in solver.line(state, score)]
    if position.may_swap and sign * score < 0:
        return -sign * score, ["swap", *line]
    return sign * score, line


def _solve_opening(solver: Solver, position: Position) -> tuple[int, list[str]]:
    """The first placement when the opponent may take it over: the most even one."""
    best: tuple[int, list[str]] = (-MOST, [])
    for move in position.legal_moves():
        after = position.play(move)
        line: list[str] = []
        if after.is_over:
            score = solver.exact_score(arrays.state_of(after))
            score = score if position.turn == "red" else -score
        else:
            score, line = _solve(solver, after)
            score = -score
        if score > best[0]:
            best = score, [str(move), *line]
    return best
