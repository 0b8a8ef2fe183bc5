"""What the players of Caminos agree on before the game, and what they put on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from stonefield.games.caminos.board import BOARDS, Board
from stonefield.games.caminos.moves import COLOURS
from stonefield.games.caminos.pieces import PIECE_SETS, Cube, PieceSet
from stonefield.games.game import InvalidOption, Option

BOARD = Option(
    "board",
    "square",
    BOARDS,
    closed=False,
    help=f"{', '.join(BOARDS)} or a TOML file.",
    load=Board.load,
)
PLAYERS = Option("players", 2, low=2, high=4, help="2, or 4 in two teams.")
FIRST = Option("first", "yellow", COLOURS, help="The colour that begins.")
NEUTRAL_PIECES = Option("neutral", False, help="Each team places a neutral piece first.")
POINTS = Option("points", False, help="Play for points.")
SWAP = Option("swap", False, help="The second player may take over the first player's colour.")
PIECES = Option(
    "pieces",
    "classic",
    PIECE_SETS,
    closed=False,
    help=f"The piece set: {', '.join(PIECE_SETS)} or a TOML file.",
    load=PieceSet.load,
)
OPTIONS = (BOARD, PLAYERS, FIRST, NEUTRAL_PIECES, POINTS, SWAP, PIECES)

MOST_PLACEMENTS = 8_192
"""How many placements a piece set may have on a board: more than twice those of any built-in board.

Each takes a few bytes, and a few hundred while its board is among the last whose moves were listed.
"""


class Piece(NamedTuple):
    """A piece on the table; a neutral one belongs to no seat."""

    shape: str
    colour: str
    seat: int | None
    cubes: frozenset[Cube]


@dataclass(frozen=True, slots=True)
class Setup:
    """Board, pieces and variants. The even seats own the colour that begins; two players sit at 0 and 1."""

    board: Board
    pieces: PieceSet
    players: int = 2
    first: str = "yellow"
    neutral: bool = False
    points: bool = False
    swap: bool = False

    def __post_init__(self) -> None:
        PLAYERS.check(self.players)
        FIRST.check(self.first)
        for option, value in ((NEUTRAL_PIECES, self.neutral), (POINTS, self.points), (SWAP, self.swap)):
            option.check(value)
        placements = self.pieces.placements_on(self.board.files, self.board.ranks)
        if placements > MOST_PLACEMENTS:
            raise InvalidOption(
                f"the pieces {self.pieces.name} have {placements} placements on the board {self.board.name}:"
                f" at most {MOST_PLACEMENTS}, so take a smaller board or fewer shapes"
            )
        if self.players == 3:
            raise InvalidOption("`3`: two play Caminos, or four in two teams")
        if self.swap and self.players == 4:
            raise InvalidOption("swap: only two players can swap colours, not four")
        if self.neutral and not self.pieces.neutral:
            raise InvalidOption(f"neutral: the piece set {self.pieces.name} has no neutral piece")
        for shape, count in zip(self.pieces.shapes, self.pieces.counts, strict=True):
            if self.players == 4 and count % 2:
                raise InvalidOption(f"four players cannot share {count} of {shape.letter} evenly")

    def colour_of_seat(self, seat: int) -> str:
        """The colour of a seat."""
        return COLOURS[COLOURS.index(self.first) ^ (seat & 1)]

    @property
    def full_hand(self) -> tuple[int, ...]:
        """What each seat begins with, by shape."""
        return tuple(count * 2 // self.players for count in self.pieces.counts)
