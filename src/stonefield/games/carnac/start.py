"""The beginning of a game of Carnac."""

from __future__ import annotations

from stonefield.games.carnac.board import find_board
from stonefield.games.carnac.moves import COLOURS
from stonefield.games.carnac.position import Position
from stonefield.games.carnac.setup import BOARD, FIRST, Setup


def start(
    board: str = "medium",
    *,
    stock: int = 28,
    first: str = "red",
    final_tilt: bool = False,
    swap: bool = False,
) -> Position:
    """The empty board: ``small``, ``medium``, ``large`` or a size such as ``5x4`` (files x ranks)."""
    BOARD.check(board)
    FIRST.check(first)
    setup = Setup(find_board(board), stock, COLOURS.index(first), final_tilt, swap)
    return Position(setup, (), None, setup.first, False, 0, 0)
