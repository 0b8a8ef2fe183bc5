"""Caminos as the generic tree code sees it."""

from __future__ import annotations

import numpy as np

from stonefield.engine.adapter import GameAdapter, StateArray, mean_margin, mean_value
from stonefield.engine.caminos import kernel
from stonefield.engine.caminos.arrays import COLUMNS, SEAT, layout_of, move_text, scratch_for, state_of
from stonefield.engine.caminos.parameters import full_points_on
from stonefield.engine.tree import UNKNOWN, Tree
from stonefield.games.caminos import Position


class CaminosAdapter(GameAdapter):
    """A position of Caminos; side 0 is the team that began."""

    reuse_plies = 4
    by_margin = False

    def __init__(self, position: Position) -> None:
        self.setup = position.setup
        self.layout, self.root = layout_of(position), state_of(position)
        self._scratch = scratch_for(self.layout)
        self.may_swap = position.may_swap
        self.places_neutral = position.places_neutral
        laid = any(piece.seat is not None for piece in position.pieces)
        self.must_balance = position.setup.swap and not laid and not position.places_neutral
        self.full_points = full_points_on(position.board)

    def after(self, state: StateArray, move: int) -> StateArray:
        after = state.copy()
        kernel.play(self.layout, after, move, self._scratch)
        return after

    def mover(self, state: StateArray) -> int:
        return int(state[SEAT]) & 1

    def may_lead_to(self, state: StateArray, wanted: StateArray) -> bool:
        """Cubes are never taken away: what lies there now must lie there then."""
        columns = int(self.layout.facts[COLUMNS])
        return not np.any(state[columns:] & ~wanted[columns:])

    def can_be_root(self, tree: Tree, node: int) -> bool:
        """What is proven was never opened: its moves must be looked at again."""
        return bool(tree.proven[node] == UNKNOWN)

    def move_text(self, move: int) -> str:
        return move_text(self.setup, move)

    def expectation(self, tree: Tree, node: int) -> tuple[float, float]:
        """The mean result and lead, the root's for a node without visits.

        In a game for points a value is a share of points, and it is the lead that tells who wins.
        """
        seen = node if tree.visits[node] else 0
        value, lead = mean_value(tree, seen), mean_margin(tree, seen)
        return (lead, value * self.full_points) if self.setup.points else (value, lead)
