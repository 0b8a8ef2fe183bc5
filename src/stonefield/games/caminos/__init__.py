"""Caminos: pieces of four cubes, laid on and over each other; a path from side to side wins."""

from stonefield.games.caminos.board import BOARDS, Board
from stonefield.games.caminos.editing import PieceBench
from stonefield.games.caminos.moves import COLOURS, NEUTRAL, Placement, Swap
from stonefield.games.caminos.parsing import parse
from stonefield.games.caminos.pieces import PieceSet, Shape
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.setup import OPTIONS, Piece
from stonefield.games.caminos.start import start
from stonefield.games.caminos.symmetry import exchange_colours, symmetries
from stonefield.games.game import Game

GAME = Game(
    name="caminos",
    colours=COLOURS,
    boards=BOARDS,
    seats=(2, 4),
    neutral_colour=NEUTRAL,
    is_reconstructed=True,
    options=OPTIONS,
    start=start,
    parse=parse,
    symmetries=symmetries,
    workbench=PieceBench(),
)

__all__ = [
    "GAME",
    "Board",
    "Piece",
    "PieceSet",
    "Placement",
    "Position",
    "Shape",
    "Swap",
    "exchange_colours",
    "parse",
    "start",
    "symmetries",
]
