"""What can be proven of a game of Caminos by trying every placement, asked about states."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from stonefield.engine.caminos import arrays, forced, proofs
from stonefield.engine.caminos.arrays import StateBytes
from stonefield.games.caminos import Position
from stonefield.puzzles.proving import Proof, Unproven

RESULTS = {proofs.WON: "win", proofs.OPEN: "open", proofs.LOST: "loss"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What can be asked in a position, with up to two solutions."""

    found: proofs.Found
    solutions: tuple[int, ...]


class Threats:
    """Looks at positions of one game, each given as a state."""

    def __init__(self, position: Position) -> None:
        self._layout, self._setup = arrays.layout_of(position), position.setup
        self._means = forced.make_means(self._layout)
        self._moves = np.zeros_like(self._means.workspace.moves)
        self._line = np.zeros(proofs.LONGEST, np.int32)
        ends = list(map(int, self._layout.sites[::2]))
        columns = [int(cell) & 0xFFFF for cell in self._layout.cells]
        self._covered = [frozenset(columns[first:end]) for first, end in pairwise(ends)]

    def is_near(self, state: StateBytes) -> bool:
        """Whether either side may win in two; games of four, with points or at the swap are left out."""
        return proofs.is_near(self._layout, state, self._means)

    def moves(self, state: StateBytes) -> list[int]:
        """All placements."""
        return self._first(forced.moves_of(self._layout, state, self._means, self._moves))

    def covered_by(self, move: int) -> frozenset[int]:
        """The columns of a placement."""
        return self._covered[move]

    def wins(self, state: StateBytes, most: int | None = None) -> list[int]:
        """The placements that win at once, at most so many."""
        most = self._moves.size if most is None else most
        return self._first(forced.wins(self._layout, state, most, self._means, self._moves))

    def passed(self, state: StateBytes) -> StateBytes:
        """The same with the other team on turn."""
        after = state.copy()
        forced.pass_turn(after)
        return after

    def holding(self, state: StateBytes) -> list[int]:
        """The placements after which the other team cannot win at once."""
        return self._first(forced.holding(self._layout, state, self._means, self._moves))

    def is_threatened(self, state: StateBytes) -> bool:
        """Whether the other team would win, were it its turn now."""
        return forced.is_threatened(self._layout, state, self._means)

    def in_the_way(self, state: StateBytes) -> list[int]:
        """The placements, the best obstacles to the wins of the other team first."""
        forced.allow(self._means, proofs.MOST_NODES)
        count = forced.in_the_way(self._layout, state, self._means, self._moves)
        self._check()
        return self._first(count)

    def has_win_in_two(self, state: StateBytes, nodes: int) -> bool:
        """Whether the team on turn wins in two; Unproven if that takes more nodes."""
        forced.allow(self._means, nodes)
        found = forced.may_win_in_two(self._layout, state, self._means) and (
            forced.win_in_two(self._layout, state, self._means) >= 0
        )
        self._check()
        return found

    def forced_wins(
        self, state: StateBytes, own: int, among: list[int] | None = None, nodes: int = proofs.MOST_NODES
    ) -> list[int]:
        """The first placements, of these or of all, of wins in two or three."""
        forced.allow(self._means, nodes)
        moves = np.array(self.moves(state) if among is None else among, np.int32)
        count = forced.forced_wins(self._layout, state, moves, own, self._means, self._moves)
        self._check()
        return self._first(count)

    def find(self, state: StateBytes) -> Asked:
        """What can be asked in a position; Unproven if that takes too long."""
        two = np.zeros(proofs.TWO, np.int32)
        found = proofs.find(self._layout, state, self._means, two)
        if found.task == proofs.SPENT:
            raise Unproven
        return Asked(found, tuple(two[: found.count].tolist()))

    def best(self, state: StateBytes, asked: Asked) -> Proof:
        """Best play, as far as it is proven."""
        solution = asked.solutions[0] if asked.solutions else -1
        means, line = self._means, self._line
        return self._proof(*proofs.best(self._layout, state, asked.found, solution, means, line))

    def refute(self, after: StateBytes, within: int) -> Proof:
        """What a placement comes to, where a win within so many was asked for."""
        return self._proof(*proofs.refute(self._layout, after, within, self._means, self._line))

    def _proof(self, result: int, length: int) -> Proof:
        if result == proofs.UNPROVEN:
            raise Unproven
        line = [arrays.move_text(self._setup, move) for move in self._line[:length].tolist()]
        return Proof(RESULTS[result], tuple(line))

    def _check(self) -> None:
        if forced.is_spent(self._means):
            raise Unproven

    def _first(self, count: int) -> list[int]:
        moves: list[int] = self._moves[:count].tolist()
        return moves
