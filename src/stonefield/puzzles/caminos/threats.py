"""What can be proven of a game of Caminos by trying every placement: wins in one move, in two and in three.

A move of one team never lessens the columns that the other one still needs (``threats.columns_needed``), so
a team that needs more than its pieces can cover does not win with them, whatever the opponent does.
Everything else is tried. Wins in two are compiled (``forcing``), for every answer in a win in three asks
for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from stonefield.engine.caminos import arrays, forcing, kernel
from stonefield.engine.caminos.arrays import SEAT, WIDEST, Bytes, Numbers, StateBytes
from stonefield.engine.caminos.distance import Workspace, workspace_for
from stonefield.engine.caminos.threats import columns_needed, mark_losing, next_win_in_one
from stonefield.games.caminos import Position
from stonefield.puzzles.proving import Unproven

CHUNK = 32
"""This many answers are tried at a time."""
MOST_KILLERS = 8
"""This many refutations are remembered: most placements are refuted by what refuted the one before."""


class Threats:
    """Looks at positions of one game, each given as a state."""

    def __init__(self, position: Position) -> None:
        self._layout = arrays.layout_of(position)
        self._workspace: Workspace = workspace_for(self._layout)
        self._search = forcing.make_search(self._layout)
        self._widest = int(self._layout.facts[WIDEST])
        self._killers: dict[int, list[int]] = {1: [], 2: []}
        ends = list(map(int, self._layout.sites[::2]))
        columns = [int(cell) & 0xFFFF for cell in self._layout.cells]
        self._covered = [frozenset(columns[first:end]) for first, end in pairwise(ends)]

    def columns(self, state: StateBytes, team: int, most: int) -> int:
        """The fewest columns that a team needs for a path, walls aside; a high number if over ``most``."""
        return int(columns_needed(self._layout, state, team, most, self._workspace))

    def may_win_in_two(self, state: StateBytes) -> bool:
        """Whether two pieces could cover all columns that either team needs."""
        most = 2 * self._widest
        return any(self.columns(state, team, most) <= most for team in (0, 1))

    def is_in_reach(self, state: StateBytes) -> bool:
        """Whether one piece could cover all columns that either team needs, or two pieces easily."""
        most = self._widest
        team = team_of(state)
        return self.columns(state, team, most + 2) <= most + 2 or self.columns(state, 1 - team, most) <= most

    def moves(self, state: StateBytes) -> Numbers:
        """All placements."""
        count = kernel.legal_moves(self._layout, state, self._workspace.moves, self._workspace.scratch)
        return self._workspace.moves[:count].copy()

    def after(self, state: StateBytes, move: int) -> StateBytes:
        """The state after a placement."""
        after = state.copy()
        kernel.play(self._layout, after, move, self._workspace.scratch)
        return after

    def is_over(self, state: StateBytes) -> bool:
        """Whether the game has ended."""
        return bool(kernel.is_over(self._layout, state))

    def covered_by(self, move: int) -> frozenset[int]:
        """The columns of a placement."""
        return self._covered[move]

    def wins(self, state: StateBytes) -> Iterator[int]:
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

    def passed(self, state: StateBytes) -> StateBytes:
        """The same with the other team on turn."""
        after = state.copy()
        after[SEAT] = 1 - after[SEAT]
        return after

    def holding(self, state: StateBytes) -> Numbers:
        """The placements after which the other team cannot win at once."""
        moves = self.moves(state)
        held: Numbers = moves[self._lost(state, moves) == 0]
        return held

    def is_threatened(self, state: StateBytes) -> bool:
        """Whether the other team would win, were it its turn now."""
        return next(self.wins(self.passed(state)), None) is not None

    def allow(self, nodes: int) -> None:
        """Let the next search see at most this many nodes; it depends on nothing that was searched before."""
        forcing.begin_search(self._search, nodes)
        self._killers[2].clear()

    def win_within_two(self, state: StateBytes) -> int | None:
        """A placement that wins at once, or else one that wins in two; Unproven if that takes too long."""
        found = int(forcing.win_within_two(self._layout, state, self._workspace, self._search))
        if self._search.counters[forcing.NODES] > self._search.counters[forcing.LIMIT]:
            raise Unproven
        return found if found >= 0 else None

    def refutation(self, state: StateBytes, left: int) -> int | None:
        """A placement after which the other team cannot win within this many, one or two, if there is any.

        Those that refuted something before are tried first. For two, ``allow`` comes first.
        """
        killers = self._killers[left]
        legal = [site for site in killers if forcing.is_legal(self._layout, state, site)]
        found = self._first_stop(state, legal, left)
        if found is None and left > 1:
            found = next(self.wins(state), None)
        if found is None:
            moves = self.moves(state).tolist() if left == 1 else self.in_the_way(state)
            found = self._first_stop(state, moves, left)
        if found is not None:
            if found in killers:
                killers.remove(found)
            killers.insert(0, found)
            del killers[MOST_KILLERS:]
        return found

    def _first_stop(self, state: StateBytes, moves: Sequence[int], left: int) -> int | None:
        if left == 1:
            for begin in range(0, len(moves), CHUNK):
                chunk = np.array(moves[begin : begin + CHUNK], np.int32)
                saved = chunk[self._lost(state, chunk) == 0]
                if saved.size:
                    return int(saved[0])
            return None
        for move in moves:
            after = self.after(state, move)
            if self.is_over(after) or team_of(after) == team_of(state) or self.win_within_two(after) is None:
                return move
        return None

    def in_the_way(self, state: StateBytes) -> list[int]:
        """The placements of the seat on turn, the best obstacles to the wins of the other team first.

        Where none waits at once, a win in two counts; ``allow`` comes first.
        """
        passed = self.passed(state)
        wins = [self.covered_by(win) for win in self.wins(passed)]
        if not wins:
            wins = self._plan(passed)
        return sorted(
            self.moves(state).tolist(),
            key=lambda move: -sum(not self.covered_by(move).isdisjoint(win) for win in wins),
        )

    def _plan(self, state: StateBytes) -> list[frozenset[int]]:
        """What a win in two would cover: its first placement, and those that it threatens."""
        first = self.win_within_two(state)
        if first is None:
            return []
        after = self.after(state, first)
        if team_of(after) != team_of(state):
            after = self.passed(after)
        return [self.covered_by(first), *map(self.covered_by, self.wins(after))]

    def forced_wins(self, state: StateBytes, moves: Numbers, own: int) -> Iterator[int]:
        """Those placements that are the first of two or three with which a team wins whatever is answered.

        For three, ``allow`` comes first.
        """
        team, rest = team_of(state), (own - 1) * self._widest
        left = moves.copy()
        count = forcing.keep_candidates(self._layout, state, own, self._workspace, left, left.size)
        for move in left[:count].tolist():
            after = self.after(state, move)
            if self.is_over(after) or self.columns(after, team, rest) > rest:
                continue
            if team_of(after) == team:
                # The other team cannot place any more.
                wins = next(self.wins(after), None) if own == 2 else self.win_within_two(after)
                if wins is not None:
                    yield move
            elif self.refutation(after, own - 1) is None:
                yield move

    def _lost(self, state: StateBytes, moves: Numbers) -> Bytes:
        lost = np.zeros(moves.size, dtype=np.uint8)
        mark_losing(self._layout, state, moves, lost, self._workspace)
        return lost


def team_of(state: StateBytes) -> int:
    """The team on turn: 0 began."""
    return int(state[SEAT]) & 1
