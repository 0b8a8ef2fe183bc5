"""Carnac as the generic tree code sees it."""

from __future__ import annotations

import numpy as np

from stonefield.engine.adapter import GameAdapter, StateArray, mean_margin, mean_value
from stonefield.engine.carnac import arrays, kernel
from stonefield.engine.tree import Tree, children_of
from stonefield.games.carnac import Position


class CarnacAdapter(GameAdapter):
    """A position of Carnac; side 0 is red."""

    reuse_plies = 5
    by_margin = True

    def __init__(self, position: Position) -> None:
        self._board = position.board
        self.layout, self.root = arrays.layout_of(position), arrays.state_of(position)
        self.may_swap = position.may_swap
        self.must_balance = position.setup.swap and not position.stones

    def after(self, state: StateArray, move: int) -> StateArray:
        after = state.copy()
        kernel.play(self.layout, after, move)
        return after

    def mover(self, state: StateArray) -> int:
        return int(state[arrays.TURN])

    def may_lead_to(self, state: StateArray, wanted: StateArray) -> bool:
        """Megaliths come to rest for good: only one that waits for its answer may still move."""
        if state[arrays.STOCK] < wanted[arrays.STOCK]:
            return False
        squares = state[:4].copy()
        pending = int(state[arrays.PENDING]) - 1
        if pending >= 0:
            squares[[pending >> 6, 2 + (pending >> 6)]] &= ~np.uint64(1 << (pending & 63))
        return not np.any(squares & ~wanted[:4])

    def can_be_root(self, tree: Tree, node: int) -> bool:
        """A leaf may have been proven without children, and then there is no move to read off."""
        return bool(children_of(tree, node))

    def move_text(self, move: int) -> str:
        return arrays.move_text(self._board, move)

    def expectation(self, tree: Tree, node: int) -> tuple[float, float]:
        """The mean result, the root's for a node without visits, and the mean lead in dolmens."""
        return mean_value(tree, node if tree.visits[node] else 0), mean_margin(tree, node)
