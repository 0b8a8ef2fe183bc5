"""What can be proven of a game of Caminos by looking at every placement: wins in one move and in two.

A move of one team never lessens the columns that the other one still needs (``threats.columns_needed``), so
whoever needs more than one piece can cover has no win in one, whatever the opponent does before. Everything
else is tried.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from stonefield.engine.caminos import arrays, kernel
from stonefield.engine.caminos.arrays import (
    BASE,
    COLUMNS,
    HANDS,
    HEIGHT,
    SEAT,
    SHAPE,
    SHAPES,
    SQUARES,
    WIDEST,
    Bytes,
    Numbers,
    State,
)
from stonefield.engine.caminos.distance import CHANGES, NEVER, Workspace, workspace_for
from stonefield.engine.caminos.threats import columns_needed, mark_losing, next_win_in_one
from stonefield.games.caminos import Position

CHUNK = 32
"""So many answers are tried at a time."""
MOST_KILLERS = 8
"""So many refutations are remembered: most placements are refuted by what refuted the one before."""


class Threats:
    """Looks at positions of one game, each given as a state."""

    def __init__(self, position: Position) -> None:
        self._layout = arrays.layout_of(position)
        self._workspace: Workspace = workspace_for(self._layout)
        self._widest = int(self._layout.facts[WIDEST])
        self._killers: list[int] = []
        ends = np.asarray(self._layout.sites)[::2]
        cells = np.asarray(self._layout.cells)
        self._widths = np.diff(ends)
        self._shapes = np.asarray(self._layout.sites)[1::2] >> SHAPE
        self._covered = np.full((self._widths.size, self._widest), self._layout.facts[SQUARES])
        self._bases = np.zeros_like(self._covered)
        for nth in range(self._widest):
            wide = self._widths > nth
            cell = cells[ends[:-1][wide] + nth]
            self._covered[wide, nth] = cell & 0xFFFF
            self._bases[wide, nth] = cell >> BASE & 0xF

    def columns(self, state: State, team: int, most: int) -> int:
        """The fewest columns that a team needs for a path, walls aside; a high number if over ``most``."""
        return int(columns_needed(self._layout, state, team, most, self._workspace))

    def is_in_reach(self, state: State) -> bool:
        """Whether one piece could cover all columns that either team needs, or two pieces easily."""
        most = self._widest
        team = team_of(state)
        return self.columns(state, team, most + 2) <= most + 2 or self.columns(state, 1 - team, most) <= most

    def moves(self, state: State) -> Numbers:
        """All placements."""
        count = kernel.legal_moves(self._layout, state, self._workspace.moves, self._workspace.scratch)
        return self._workspace.moves[:count].copy()

    def after(self, state: State, move: int) -> State:
        """The state after a placement."""
        after = state.copy()
        kernel.play(self._layout, after, move, self._workspace.scratch)
        return after

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(kernel.is_over(self._layout, state))

    def covered_by(self, move: int) -> frozenset[int]:
        """The columns of a placement."""
        return frozenset(self._covered[move, : self._widths[move]].tolist())

    def wins(self, state: State) -> Iterator[int]:
        """The placements that win at once."""
        if self.columns(state, team_of(state), self._widest) > self._widest:
            return
        moves = self.moves(state)
        spare = state.copy()
        nth = -1
        while True:
            # Others may have used the workspace since the last one was found.
            self.columns(state, team_of(state), self._widest)
            self._workspace.moves[: moves.size] = moves
            nth = int(next_win_in_one(self._layout, state, self._workspace, nth + 1, moves.size, spare))
            if nth < 0:
                return
            yield int(moves[nth])

    def passed(self, state: State) -> State:
        """The same with the other team on turn."""
        after = state.copy()
        after[SEAT] = 1 - after[SEAT]
        return after

    def holding(self, state: State) -> Numbers:
        """The placements after which the other team cannot win at once."""
        moves = self.moves(state)
        held: Numbers = moves[self._lost(state, moves) == 0]
        return held

    def is_threatened(self, state: State) -> bool:
        """Whether the other team would win, were it its turn now."""
        return next(self.wins(self.passed(state)), None) is not None

    def refutation(self, state: State) -> int | None:
        """A placement after which the other team cannot win at once, if any; earlier ones are tried first."""
        for killer in self._killers:
            if self._is_legal(state, killer) and not self._lost(state, np.array([killer], np.int32))[0]:
                self._remember(killer)
                return killer
        moves = self.moves(state)
        for begin in range(0, moves.size, CHUNK):
            chunk = moves[begin : begin + CHUNK]
            saved = chunk[self._lost(state, chunk) == 0]
            if saved.size:
                self._remember(int(saved[0]))
                return int(saved[0])
        return None

    def _is_legal(self, state: State, site: int) -> bool:
        """Whether whoever is on turn has the piece, and it finds the heights it needs."""
        shape = self._shapes[site]
        if not state[HANDS + int(state[SEAT]) * int(self._layout.facts[SHAPES]) + shape]:
            return False
        columns = self._covered[site, : self._widths[site]]
        heights = HEIGHT[state[int(self._layout.facts[COLUMNS]) + columns]]
        return bool((heights == self._bases[site, : self._widths[site]]).all())

    def _may_win_in_two(self, state: State, moves: Numbers) -> Numbers:
        """The placements that may leave a path that one more piece can complete.

        Such a path needs as many foreign columns now as a piece covers, and those that the placement covers.
        """
        needed = self.columns(state, team_of(state), 2 * self._widest)
        through = self._workspace.through[CHANGES].copy()
        through[self._layout.facts[SQUARES]] = NEVER
        near = through[self._covered[moves]] <= self._widest + self._widths[moves][:, None]
        found: Numbers = moves[near.sum(axis=1) >= needed - self._widest]
        return found

    def wins_in_two(self, state: State, moves: Numbers) -> Iterator[int]:
        """Those placements after which every answer leaves a win at once."""
        team = team_of(state)
        for move in self._may_win_in_two(state, moves).tolist():
            after = self.after(state, move)
            if self.is_over(after) or self.columns(after, team, self._widest) > self._widest:
                continue
            if team_of(after) == team:
                # The other team cannot place any more.
                if next(self.wins(after), None) is not None:
                    yield move
            elif self.refutation(after) is None:
                yield move

    def _lost(self, state: State, moves: Numbers) -> Bytes:
        lost = np.zeros(moves.size, dtype=np.uint8)
        mark_losing(self._layout, state, moves, lost, self._workspace)
        return lost

    def _remember(self, killer: int) -> None:
        if killer in self._killers:
            self._killers.remove(killer)
        self._killers.insert(0, killer)
        del self._killers[MOST_KILLERS:]


def team_of(state: State) -> int:
    """The team on turn: 0 began."""
    return int(state[SEAT]) & 1
