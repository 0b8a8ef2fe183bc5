"""What generic tree code asks of a compiled game: for tree reuse and for principal variations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from numpy.typing import NDArray

from stonefield.engine.compiled import Real, Whole, portable
from stonefield.engine.tree import SCALE, Tree

StateArray = NDArray[Any]
"""A position as an array, laid out as the game's kernel has it."""


class GameAdapter(ABC):
    """One position to be searched: states as arrays, moves as integers, and what a tree's numbers mean."""

    reuse_plies: ClassVar[int]
    """How many plies below the old root the new one is looked for."""
    by_margin: ClassVar[bool]
    """Among moves that are proven to win or to lose those with the highest mean margin come first, then those
    with more visits. Without it: wins by value; losses by visits, so that immediate ones come last."""
    layout: Any
    """The arrays of board and rules: a tree is of use only for the same ones."""
    root: StateArray
    """The position itself."""
    may_swap: bool
    must_balance: bool
    """Whether the opponent may take over what is placed now, so that an even game is best."""

    @abstractmethod
    def after(self, state: StateArray, move: int) -> StateArray:
        """The state after a move; the one given stays as it is."""

    @abstractmethod
    def mover(self, state: StateArray) -> int:
        """The side that decides: 0 or 1, as in the tree."""

    @abstractmethod
    def may_lead_to(self, state: StateArray, wanted: StateArray) -> bool:
        """False if no play can lead from one state to the other."""

    @abstractmethod
    def can_be_root(self, tree: Tree, node: int) -> bool:
        """Whether a search can continue from this node of an older tree."""

    @abstractmethod
    def move_text(self, move: int) -> str:
        """A move as the rules write it."""

    @abstractmethod
    def expectation(self, tree: Tree, node: int) -> tuple[float, float]:
        """The expected result (1 a win, -1 a loss) and margin of a child of the root, for side 0."""


@portable
def mean_value(tree: Tree, node: Whole) -> Real:
    """The mean result of a node for side 0, from -1 to 1; 0 without visits."""
    visits = int(tree.visits[node])
    return int(tree.values[node]) / (visits * SCALE) if visits else 0.0


@portable
def mean_margin(tree: Tree, node: Whole) -> Real:
    """The mean final lead of side 0; 0 without visits."""
    visits = int(tree.visits[node])
    return int(tree.margins[node]) / (16 * visits) if visits else 0.0
