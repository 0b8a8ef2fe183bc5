"""The exact endgame: the solver at work before the tree search or next to it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.adapter import CarnacAdapter
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.carnac.transposition import TranspositionTable
from stonefield.engine.compiled import Whole, portable
from stonefield.engine.thinker import Candidate
from stonefield.games.carnac import Position

LAST_STONES = 6
"""With this many megaliths in the stockpile or fewer a proof is always tried."""
SMALL_GAME = 105
"""With more of them it is tried if empty squares times megaliths left are no more than this."""


@portable
def is_near(stock: Whole, empty: Whole) -> bool:
    """Whether with so many megaliths in the stockpile, and empty squares, a proof is tried."""
    return bool(stock <= LAST_STONES or stock * empty <= SMALL_GAME)


@dataclass(frozen=True, slots=True)
class Solved:
    """What is proven: the score for red (see ``scoring``) and best play."""

    score: int
    moves: tuple[int, ...]

    def candidate(self, game: CarnacAdapter, visits: int) -> Candidate:
        """The same as a candidate."""
        score = self.score if game.mover(game.root) == 0 else -self.score
        sign = (score > 0) - (score < 0)
        verdict = {1: "win", 0: "draw", -1: "loss"}[sign]
        return Candidate(
            tuple(map(game.move_text, self.moves)), (1 + sign) / 2, int(score / 2), visits, verdict
        )


class EndgameSolver:
    """An attempt to solve a position, here or in a thread of its own."""

    def __init__(self, position: Position, table: TranspositionTable) -> None:
        self._solver = Solver(position, table=table)
        self._state = arrays.state_of(position)
        self._thread: threading.Thread | None = None
        self.solved: Solved | None = None

    @staticmethod
    def is_near(position: Position) -> bool:
        """Whether the end is near enough to try."""
        return is_near(position.stock, position.board.size - len(position.tops))

    @property
    def nodes(self) -> int:
        """Nodes seen so far."""
        return self._solver.nodes

    def attempt(self, nodes: int, seconds: float, stop: threading.Event) -> None:
        """Try within this many nodes and seconds, or until ``stop`` is set."""
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
            self.solved = Solved(score, tuple(self._solver.line(self._state, score)))
        except Unsolved:
            return
