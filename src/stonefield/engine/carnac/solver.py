"""The exact solver: null windows tell what a position is worth under best play."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stonefield.engine.carnac import arrays, kernel, nullwindow, transposition
from stonefield.engine.carnac.arrays import Words
from stonefield.engine.carnac.nullwindow import LIMIT, NODES, Stack
from stonefield.engine.carnac.scoring import MOST
from stonefield.engine.carnac.transposition import TranspositionTable
from stonefield.games.carnac import Position

NO_LIMIT = 1 << 62


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
        self._zobrist_words = transposition.zobrist_words(position.board)
        self._table = table or transposition.make_table(table_mb)
        self._stack: Stack = nullwindow.make_stack(NO_LIMIT)

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
        if state[arrays.PENDING] == 0:
            score = nullwindow.prove(self._layout, state, goal, self._table, self._stack, self._zobrist_words)
            if self.nodes > self._stack.counters[LIMIT]:
                raise Unsolved
            return int(score)
        best = -MOST
        for after in self._afters(state):
            same = after[arrays.TURN] == state[arrays.TURN]
            best = max(best, self.reaches(after, goal) if same else -self.reaches(after, 1 - goal))
            if best >= goal:
                break
        return best

    def _afters(self, state: Words) -> Iterator[Words]:
        moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
        for move in moves[: kernel.legal_moves(self._layout, state, moves)].tolist():
            after = state.copy()
            kernel.play(self._layout, after, move)
            yield after

    def result(self, state: Words) -> int:
        """Whether the side that decides wins (1), draws (0) or loses (-1)."""
        bound = self.reaches(state, 1)
        if bound == 0:
            bound = self.reaches(state, 0)
        return (bound > 0) - (bound < 0)

    def exact_score(self, state: Words) -> int:
        """The score for red: first who wins, then by how much, a step of the goal at a time (MTD)."""
        low, high = -MOST, MOST
        goal = 1
        while low < high:
            bound = self.reaches(state, goal)
            if bound >= goal:
                low, goal = bound, bound + 1
            else:
                high, goal = bound, bound
        return low if state[arrays.TURN] == 0 else -low

    def line(self, state: Words, score: int) -> list[int]:
        """The principal variation to the end, given the exact score for red; each move by a null window."""
        moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
        line = []
        while count := kernel.legal_moves(self._layout, state, moves):
            for move in moves[:count].tolist():
                after = state.copy()
                kernel.play(self._layout, after, move)
                if self._is_worth(after, score):
                    break
            else:
                raise AssertionError("no move keeps the proven score")
            line.append(move)
            state = after
        return line

    def _is_worth(self, state: Words, score: int) -> bool:
        """Whether a state has that score for red."""
        own = score if state[arrays.TURN] == 0 else -score
        return self.reaches(state, own) >= own and self.reaches(state, own + 1) <= own


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
