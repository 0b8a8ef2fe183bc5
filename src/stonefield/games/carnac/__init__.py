"""Carnac: 28 megaliths, placed upright, tilted by the opponent; more dolmens seen from above win."""

from stonefield.games.carnac.board import LONGEST_SIDE, SHORTEST_SIDE, SIZES, Board
from stonefield.games.carnac.editing import StoneBench
from stonefield.games.carnac.moves import COLOURS, Answer, Placement, Stone, Swap
from stonefield.games.carnac.parsing import parse
from stonefield.games.carnac.position import Position
from stonefield.games.carnac.setup import OPTIONS
from stonefield.games.carnac.start import start
from stonefield.games.carnac.symmetry import exchange_colours, symmetries
from stonefield.games.game import Game

GAME = Game(
    name="carnac",
    colours=COLOURS,
    boards=tuple(SIZES),
    sides=(SHORTEST_SIDE, LONGEST_SIDE),
    options=OPTIONS,
    start=start,
    parse=parse,
    symmetries=symmetries,
    workbench=StoneBench(),
)

__all__ = [
    "GAME",
    "Answer",
    "Board",
    "Placement",
    "Position",
    "Stone",
    "Swap",
    "exchange_colours",
    "parse",
    "start",
    "symmetries",
]
