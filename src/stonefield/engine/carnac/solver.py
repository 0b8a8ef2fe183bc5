"""The exact solver: alpha-beta in narrow windows tells what a position is worth under best play."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from stonefield.engine.carnac import alphabeta, arrays, kernel
from stonefield.engine.carnac.alphabeta import LIMIT, NODES, Stack, TranspositionTable
from stonefield.engine.carnac.arrays import Words
from stonefield.engine.carnac.heuristics import blank_groups
from stonefield.engine.carnac.scoring import MOST
from stonefield.games.carnac import Position

NO_LIMIT = 1 << 62
SMALL_BOARD = 25
"""Up to so many squares, mirror images meet often enough to look for them."""


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


class Solver:
    """Proves positions of one board; what it proved serves the next position too."""

    def __init__(
        self, position: Position, *, table_mb: float = 64, table: TranspositionTable | None = None
    ) -> None:
        self._layout = arrays.layout_of(position)
        self._board = position.board
        self._zobrist_words = alphabeta.zobrist_words(
            position.board, mirrored=position.board.size <= SMALL_BOARD
        )
        self._table = table or alphabeta.make_table(table_mb)
        self._groups = blank_groups()
        self._stack: Stack = alphabeta.make_stack(NO_LIMIT)

    @property
    def nodes(self) -> int:
        """Nodes seen so far, over all positions."""
        return int(self._stack.counters[NODES])

    def allow(self, nodes: int) -> None:
        """See at most so many nodes more."""
        self._stack.counters[LIMIT] = min(NO_LIMIT, self.nodes + nodes)

    def stop(self) -> None:
        """Let a search in another thread end at once: it raises Unsolved."""
        self._stack.counters[LIMIT] = 0

    def score(self, state: Words, low: int = -MOST, high: int = MOST) -> int:
        """The score for red (see ``scoring``) if it lies between low and high, else a bound beyond them."""
        score = alphabeta.alpha_beta(
            self._layout, state, low, high, 0, self._groups, self._table, self._stack, self._zobrist_words
        )
        if self.nodes > self._stack.counters[LIMIT]:
            raise Unsolved
        return int(score)

    def exact_score(self, state: Words) -> int:
        """The score for red: first a window around a draw shows who wins, then a wider one by how much."""
        score = self.score(state, -1, 1)
        if score >= 1:
            return self.score(state, 0, MOST)
        if score <= -1:
            return self.score(state, -MOST, 0)
        return 0

    def line(self, state: Words, score: int) -> list[int]:
        """The principal variation to the end, given the exact score for red; each move by a null window."""
        moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
        line = []
        while count := kernel.legal_moves(self._layout, state, moves):
            for move in moves[:count].tolist():
                after = state.copy()
                kernel.play(self._layout, after, move)
                if self.score(after, score - 1, score + 1) == score:
                    break
            else:
                raise AssertionError("no move keeps the proven score")
            line.append(move)
            state = after
        return line


def solve(position: Position, *, table_mb: float = 256, stop: threading.Event | None = None) -> Solution:
    """Prove a position outright; Unsolved if ``stop`` is set first."""
    solver = Solver(position, table_mb=table_mb)
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
