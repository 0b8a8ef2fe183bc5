"""What the players of Carnac agree on before the game."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.games.carnac.board import SIZES, Board
from stonefield.games.carnac.moves import COLOURS
from stonefield.games.game import Option

BOARD = Option(
    "board", "medium", tuple(SIZES), closed=False, help=f"{', '.join(SIZES)} or a size such as 5x4."
)
STOCK = Option("stock", 28, low=1, high=60, help="How many megaliths there are.")
FIRST = Option("first", "red", COLOURS, help="The colour that begins.")
FINAL_TILT = Option("final_tilt", False, help="The last megalith may still be tilted.")
SWAP = Option("swap", False, help="The second player may take over the first player's colour.")
OPTIONS = (BOARD, STOCK, FIRST, FINAL_TILT, SWAP)


@dataclass(frozen=True, slots=True)
class Setup:
    """Board, stockpile and variants; ``first`` is the index of the colour that begins."""

    board: Board
    stock: int = 28
    first: int = 0
    final_tilt: bool = False
    swap: bool = False

    def __post_init__(self) -> None:
        for option, value in ((STOCK, self.stock), (FINAL_TILT, self.final_tilt), (SWAP, self.swap)):
            option.check(value)
