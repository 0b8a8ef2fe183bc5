"""The beginning of a game of Carnac and what may be agreed on before it."""

from __future__ import annotations

from stonefield.games.carnac.board import SIZES, Board, find_board
from stonefield.games.carnac.moves import COLOURS
from stonefield.games.carnac.position import Position, Setup
from stonefield.games.game import Option

BOARD = Option("board", "medium", tuple(SIZES), closed=False)
STOCK = Option("stock", 28, low=1, high=60)
FIRST = Option("first", "red", COLOURS)
FINAL_TILT = Option("final_tilt", False)
SWAP = Option("swap", False)
OPTIONS = (BOARD, STOCK, FIRST, FINAL_TILT, SWAP)


def make_setup(board: Board, stock: int, first: str, final_tilt: bool, swap: bool) -> Setup:
    """An agreement that the rules allow."""
    STOCK.check(stock)
    FIRST.check(first)
    FINAL_TILT.check(final_tilt)
    SWAP.check(swap)
    return Setup(board, stock, COLOURS.index(first), final_tilt, swap)


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
    setup = make_setup(find_board(board), stock, first, final_tilt, swap)
    return Position(setup, (), None, setup.first, False, 0, 0)
