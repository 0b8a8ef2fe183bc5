"""Puzzles of Carnac: the last megaliths, proven by the solver."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.solver import Solver, Unsolved, solve
from stonefield.engine.carnac.transposition import TranspositionTable, make_table
from stonefield.games import game as common
from stonefield.games.carnac import Position
from stonefield.puzzles.carnac.sameness import key
from stonefield.puzzles.carnac.themes import themes_of
from stonefield.puzzles.proving import Unproven

TABLE_MB = 64
NODES = 40_000_000
"""What one proof may take."""
MOST_STONES = 5
"""Positions with more megaliths in the stockpile are not tried."""


class CarnacProver:
    """Proves decisions with the exact solver; what it proved of one position serves the next."""

    def __init__(self, *, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._table: TranspositionTable = make_table(TABLE_MB)
        self._solver: Solver | None = None
        self._kind: object = None

    def is_near(self, position: common.Position) -> bool:
        """Whether few megaliths are left."""
        return _carnac(position).stock <= MOST_STONES

    def result(self, position: common.Position) -> int:
        """Win, draw or loss, by null windows."""
        here = _carnac(position)
        solver = self._solver_for(here)
        try:
            return solver.result(arrays.state_of(here))
        except Unsolved:
            raise Unproven from None

    def decisions(self, position: common.Position) -> Sequence[str]:
        """A megalith that has no room to fall may be turned either way: that is one decision."""
        distinct: dict[object, str] = {}
        for move in position.legal_moves():
            distinct.setdefault(key(_carnac(position.play(move))), str(move))
        return tuple(distinct.values())

    def keeps(self, position: common.Position, move: str, result: int) -> bool:
        """By one null window."""
        after = _carnac(position.play(move))
        solver = self._solver_for(after)
        state = arrays.state_of(after)
        try:
            if after.turn == position.turn:
                return solver.reaches(state, result) >= result
            return -solver.reaches(state, 1 - result) >= result
        except Unsolved:
            raise Unproven from None

    def is_same(self, position: common.Position, move: str, other: str) -> bool:
        """Whether the squares show the same, and the same side goes on."""
        return key(_carnac(position.play(move))) == key(_carnac(position.play(other)))

    def defences(self, position: common.Position) -> Sequence[str]:
        """Every answer; of the many placements the one of best play."""
        if _carnac(position).pending is not None:
            return self.decisions(position)
        return self.best_line(position)[:1]

    def best_line(self, position: common.Position) -> Sequence[str]:
        """The solver's line."""
        return solve(_carnac(position), table=self._table).line

    def themes(self, position: common.Position, line: Sequence[str]) -> tuple[str, ...]:
        """By rule, with the exact score where sizes may decide."""
        here = _carnac(position)
        solver = self._solver_for(here)
        try:
            score = solver.exact_score(arrays.state_of(here))
        except Unsolved:
            raise Unproven from None
        return themes_of(here, line, score)

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
