"""Handing a position over to the exact solver while, or before, the tree search goes on."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from stonefield.engine.carnac import ground
from stonefield.engine.carnac.alphabeta import Table
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.thought import Line
from stonefield.games.carnac import Position

LAST_STONES = 6
"""With so many megaliths in the stockpile or fewer a proof is always tried."""
SMALL_GAME = 105
"""With more of them it is tried if empty squares times megaliths left are no more than this."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is proven: the score for red (see ``scoring``) and best play."""

    score: int
    moves: tuple[int, ...]

    def line(self, position: Position, visits: int) -> Line:
        """The same as a candidate."""
        score = self.score if position.turn == "red" else -self.score
        sign = (score > 0) - (score < 0)
        moves = tuple(ground.move_text(position.board, move) for move in self.moves)
        return Line(moves, (1 + sign) / 2, int(score / 2), visits, {1: "win", 0: "draw", -1: "loss"}[sign])


class Proof:
    """An attempt to prove a position, here or in a thread of its own."""

    def __init__(self, position: Position, table: Table) -> None:
        self._solver = Solver(position, table=table)
        self._state = ground.state_of(position)
        self._thread: threading.Thread | None = None
        self.ending: Ending | None = None

    @staticmethod
    def is_near(position: Position) -> bool:
        """Whether the end is near enough to try."""
        empty = position.board.size - len(position.tops)
        return position.stock <= LAST_STONES or position.stock * empty <= SMALL_GAME

    @property
    def nodes(self) -> int:
        """Nodes seen so far."""
        return self._solver.nodes

    def attempt(self, nodes: int, seconds: float, stop: threading.Event) -> None:
        """Try within so many nodes and seconds, or until ``stop`` is set."""
        self._solver.allow(nodes)
        self.begin()
        assert self._thread is not None
        deadline = time.perf_counter() + seconds
        while self._thread.is_alive():
            if stop.is_set() or time.perf_counter() > deadline:
                self._solver.stop()
            self._thread.join(0.01)

    def begin(self) -> None:
        """Try in the background until it is done or ended."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop trying."""
        if self._thread is not None:
            self._solver.stop()
            self._thread.join()

    def _run(self) -> None:
        try:
            score = self._solver.exact_score(self._state)
            self.ending = Ending(score, tuple(self._solver.line(self._state, score)))
        except Unsolved:
            return
