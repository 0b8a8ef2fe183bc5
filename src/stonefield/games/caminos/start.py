"""The beginning of a game of Caminos."""

from __future__ import annotations

from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.setup import BOARD, PIECES, Setup


def start(
    board: str | Board = "square",
    *,
    players: int = 2,
    first: str = "yellow",
    neutral: bool = False,
    points: bool = False,
    swap: bool = False,
    pieces: str | PieceSet = "classic",
) -> Position:
    """The empty board: ``square``, ``diamond``, ``octagon``, ``torus`` or one of your own."""
    if not isinstance(board, Board):
        board = Board.read(str(BOARD.check(board)))
    if not isinstance(pieces, PieceSet):
        pieces = PieceSet.read(str(PIECES.check(pieces)))
    return Position(Setup(board, pieces, players, first, neutral, points, swap))
