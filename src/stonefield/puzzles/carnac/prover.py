"""Puzzles of Carnac: the last megaliths, proven by the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from stonefield.engine.carnac import arrays, kernel
from stonefield.engine.carnac.arrays import Words
from stonefield.engine.carnac.careless import RECIPES
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.carnac.transposition import TranspositionTable, make_table
from stonefield.games import game as common
from stonefield.games.carnac import Position
from stonefield.puzzles.carnac import reasons
from stonefield.puzzles.carnac.themes import themes_of
from stonefield.puzzles.proving import Proof, Unproven, Why, ended

TABLE_MB = 32
NODES = 40_000_000
"""What one proof may take."""
MOST_STONES, MOST_ROOM, LITTLE_ROOM, CHEAP_ROOM = 5, 360, 100, 180
"""The time of a proof goes with the megaliths in the stockpile and with the empty squares, their product is
the room. Positions with more megaliths are not tried, unless there is little room, nor those with much of it.
Below CHEAP_ROOM a proof takes about a tenth of a second."""
GOALS = {"win": 1, "draw": 0}
"""The score to be reached for each task"""


class CarnacProver:
    """Proves decisions with the exact solver; what it proved of one position serves the next."""

    solvers = RECIPES
    beginner = 2
    slowness = 1

    def __init__(self, *, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._table: TranspositionTable = make_table(TABLE_MB)
        self._solver: Solver | None = None
        self._kind: object = None

    def is_near(self, position: common.Position) -> bool:
        """Whether few megaliths are left, and little room for them."""
        here = _carnac(position)
        if here.setup.swap and len(here.stones) < 2:
            # The solver's states know nothing of the swap.
            return False
        return _room(here) <= (MOST_ROOM if here.stock <= MOST_STONES else LITTLE_ROOM)

    def is_cheap(self, position: common.Position) -> bool:
        """Whether there is little room."""
        return _room(_carnac(position)) <= CHEAP_ROOM

    def task(self, position: common.Position) -> str | None:
        """The proven result, unless it is a loss."""
        result = self._result(_carnac(position))
        return {1: "win", 0: "draw"}.get(result)

    def solutions(self, position: common.Position, task: str, most: int) -> Sequence[str]:
        """By one null window a decision."""
        here, goal = _carnac(position), GOALS[task]
        solver = self._solver_for(here)
        state = arrays.state_of(here)
        found: list[str] = []
        for move, after in _afters(here, state):
            if _reaches(solver, after, state, goal):
                found.append(arrays.move_text(here.board, move))
                if len(found) == most:
                    break
        return found

    def decisions(self, position: common.Position) -> Sequence[str]:
        """A megalith that has no room to fall may be turned either way: that is one decision."""
        here = _carnac(position)
        return [arrays.move_text(here.board, move) for move, _ in _afters(here, arrays.state_of(here))]

    def defences(self, position: common.Position, task: str) -> Sequence[str]:
        """Every answer; of the many placements the one of best play."""
        if _carnac(position).pending is not None:
            return self.decisions(position)
        return self.best(position).line[:1]

    def best(self, position: common.Position) -> Proof:
        """The solver's line: among wins the highest, among losses the narrowest."""
        here = _carnac(position)
        solver = self._solver_for(here)
        state = arrays.state_of(here)
        try:
            score = solver.exact_score(state)
            moves = solver.line(state, score)
        except Unsolved:
            raise Unproven from None
        line = tuple(arrays.move_text(here.board, move) for move in moves)
        return Proof(_result_for(here.turn, score), line)

    def refute(self, position: common.Position, move: str) -> Proof:
        """The solver's line after the decision."""
        after = _carnac(position.play(move))
        over = ended(after, position.turn)
        if over is not None:
            return over
        best = self.best(after)
        if after.turn == position.turn:
            return best
        return Proof({"win": "loss", "loss": "win"}.get(best.result, best.result), best.line)

    def themes(self, position: common.Position, line: Sequence[str]) -> tuple[str, ...]:
        """By rule, with the exact score where sizes may decide."""
        here = _carnac(position)
        solver = self._solver_for(here)
        try:
            score = solver.exact_score(arrays.state_of(here))
        except Unsolved:
            raise Unproven from None
        return themes_of(here, line, score)

    def near_misses(self, position: common.Position, move: str) -> Sequence[str]:
        """What else can be done with the same megalith: another answer, or another way on the same square."""
        return reasons.near_misses(_carnac(position), move)

    def obstacles(self, position: common.Position) -> int:
        """The empty squares: on each of them something may still be placed."""
        here = _carnac(position)
        return here.board.size - len(here.tops)

    def charm(self, position: common.Position, line: Sequence[str], themes: Sequence[str]) -> int:
        """By rule."""
        return reasons.charm(_carnac(position), line, themes)

    def why(self, position: common.Position, line: Sequence[str]) -> Why:
        """How best play ends after the right decision, and after a near miss."""
        here = _carnac(position)
        return reasons.why(here, line, (), lambda move: self.refute(here, move))

    def _result(self, position: Position) -> int:
        try:
            return self._solver_for(position).result(arrays.state_of(position))
        except Unsolved:
            raise Unproven from None

    def _solver_for(self, position: Position) -> Solver:
        """The solver of the position's board, with a new allowance of nodes."""
        kind = position.board, position.setup.final_tilt
        if self._solver is None or kind != self._kind:
            if self._solver is not None:
                # Keys of another board mean other positions.
                self._table = make_table(TABLE_MB)
            self._solver, self._kind = Solver(position, table=self._table), kind
        self._solver.allow(self._nodes)
        return self._solver


def _carnac(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position


def _room(position: Position) -> int:
    return position.stock * (position.board.size - len(position.tops))


def _afters(position: Position, state: Words) -> Iterator[tuple[int, Words]]:
    """The different states that decisions lead to, each with the first decision that does."""
    layout = arrays.layout_of(position)
    moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
    seen = set()
    for move in moves[: kernel.legal_moves(layout, state, moves)].tolist():
        after = state.copy()
        kernel.play(layout, after, move)
        key = after.tobytes()
        if key not in seen:
            seen.add(key)
            yield move, after


def _reaches(solver: Solver, after: Words, before: Words, goal: int) -> bool:
    """Whether the side that decided before still reaches a score."""
    try:
        if after[arrays.TURN] == before[arrays.TURN]:
            return solver.reaches(after, goal) >= goal
        return -solver.reaches(after, 1 - goal) >= goal
    except Unsolved:
        raise Unproven from None


def _result_for(colour: str, score: int) -> str:
    """What an exact score for red means for a colour."""
    own = score if colour == "red" else -score
    return "win" if own > 0 else "loss" if own < 0 else "draw"
