"""What a position of Caminos holds: the pieces on the table, what every seat has left, who is on turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from stonefield.games import game as common
from stonefield.games.caminos.board import BOARDS, Board
from stonefield.games.caminos.moves import COLOURS, NEUTRAL, Placement
from stonefield.games.caminos.pieces import PIECE_SETS
from stonefield.games.caminos.setup import Piece, Setup
from stonefield.games.caminos.sites import Site, Sites, sites_of

if TYPE_CHECKING:
    from stonefield.games.game import Game


_COLOUR = {colour[0]: colour for colour in (*COLOURS, NEUTRAL)}


class PositionBase(common.Position):
    """The pieces on the table, what every seat has left, and whose turn it is."""

    __slots__ = (
        "_columns",
        "_hands",
        "_heights",
        "_neutral_due",
        "_out",
        "_seat",
        "_swapped",
        "_won",
        "pieces",
        "setup",
        "sites",
    )

    setup: Setup
    sites: Sites
    pieces: tuple[Piece, ...]

    def __init__(self, setup: Setup) -> None:
        """The empty board."""
        self.setup = setup
        self.sites = sites_of(setup.board, setup.pieces)
        self.pieces = ()
        size = setup.board.files * setup.board.ranks
        self._columns: tuple[str, ...] = ("",) * size
        self._heights = bytes(size)
        self._hands = (setup.full_hand,) * setup.players
        self._seat = 0
        self._out: frozenset[int] = frozenset()
        self._swapped = False
        self._won: str | None = None
        self._neutral_due = 2 * setup.neutral

    # Who plays

    @property
    def game(self) -> Game:
        return common.find_game("caminos")

    @property
    def board(self) -> Board:
        """The board in play."""
        return self.setup.board

    @property
    def options(self) -> Mapping[str, Any]:
        setup = self.setup
        return {
            "board": str(setup.board),
            "players": setup.players,
            "first": setup.first,
            "neutral": setup.neutral,
            "points": setup.points,
            "swap": setup.swap,
            "pieces": str(setup.pieces),
        }

    @property
    def memory(self) -> int:
        return 1_200 + 9 * len(self._columns) + 8 * len(self.pieces)

    @property
    def own_memory(self) -> int:
        setup = self.setup
        if str(setup.board) in BOARDS and str(setup.pieces) in PIECE_SETS:
            return 0
        return setup.board.memory + setup.pieces.memory + self.sites.memory

    @property
    def seat(self) -> int:
        """The seat that places next: 0 to 3 of four; of two, 0 is the colour that began."""
        return self._seat

    @property
    def turn(self) -> str:
        return self.setup.colour_of_seat(self._seat)

    @property
    def player(self) -> int:
        return self._seat if self.setup.players == 4 else 1 + (self._seat ^ self._swapped)

    @property
    def players(self) -> tuple[int, ...]:
        return (0, 1, 2, 3) if self.setup.players == 4 else (1, 2)

    @property
    def out(self) -> frozenset[int]:
        """The players who could not place on their turn and are out of the game."""
        if self.setup.players == 4:
            return self._out
        return frozenset(1 + (seat ^ self._swapped) for seat in self._out)

    @property
    def out_seats(self) -> frozenset[int]:
        """The same by seats."""
        return self._out

    @property
    def is_swapped(self) -> bool:
        """Whether the second player took the first one's colour."""
        return self._swapped

    def colour_of(self, player: int) -> str:
        return self.setup.colour_of_seat(self.seat_of(player))

    def seat_of(self, player: int) -> int:
        """The seat of a player: its number in the order of colours."""
        if player not in self.players:
            raise ValueError(f"player {player}: the players are {self.players}")
        return player if self.setup.players == 4 else (player - 1) ^ self._swapped

    def supply(self, player: int) -> Mapping[str, int]:
        """What a player has left to place, by shape; the neutral piece too in games that have one."""
        seat = self.seat_of(player)
        letters = [shape.letter for shape in self.setup.pieces.shapes]
        left = dict(zip(letters, self._hands[seat], strict=True))
        neutral = self.setup.pieces.neutral
        if self.setup.neutral and neutral and seat < 2:
            left[neutral.letter] = int(seat >= 2 - self._neutral_due)
        return left

    # What lies on the table

    @property
    def heights(self) -> Mapping[str, int]:
        """How many cubes stand on each square of the board."""
        return {self.board.name_of(square): self._heights[square] for square in self.board.squares}

    @property
    def columns(self) -> Mapping[str, tuple[str, ...]]:
        """The colours of the cubes on each square of the board, from the board up."""
        return {
            self.board.name_of(square): tuple(_COLOUR[cube] for cube in self._columns[square])
            for square in self.board.squares
        }

    @property
    def stacks(self) -> tuple[str, ...]:
        """The same by index: each column as the first letters of its colours, from the board up."""
        return self._columns

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """What each seat has left to place, by shape in the order of the piece set."""
        return self._hands

    @property
    def tops(self) -> Mapping[str, str]:
        return {
            self.board.name_of(square): _COLOUR[self._columns[square][-1]]
            for square in self.board.squares
            if self._columns[square]
        }

    @property
    def longest(self) -> int:
        setup = self.setup
        return 2 * sum(setup.pieces.counts) + 2 * setup.neutral + setup.swap

    # Changed copies

    def _copy(self) -> Self:
        after = object.__new__(type(self))
        for name in PositionBase.__slots__:
            setattr(after, name, getattr(self, name))
        return after

    def rebuilt(
        self, *, setup: Setup | None = None, place: Callable[[int, int], tuple[int, int]] | None = None
    ) -> Self:
        """The same position under another setup of the same board and pieces, or with its squares moved."""
        other = self._copy()
        other.setup = setup or self.setup
        other.pieces = ()
        other._columns = ("",) * len(self._columns)
        other._heights = bytes(len(self._heights))
        for piece in self.pieces:
            cubes = piece.cubes
            if place:
                cubes = frozenset((*place(file, rank), level) for file, rank, level in cubes)
            colour = piece.colour if piece.seat is None else other.setup.colour_of_seat(piece.seat)
            site = self.sites.find(Placement(piece.shape, cubes), other._heights)
            other._put(Piece(piece.shape, colour, piece.seat, cubes), site)
        if self._won:
            other._won = other.setup.colour_of_seat(int(self._won != self.setup.first))
        return other

    def _put(self, piece: Piece, site: Site) -> None:
        self.pieces = (*self.pieces, piece)
        columns, heights = list(self._columns), list(self._heights)
        for column, count in zip(site.columns, site.counts, strict=True):
            columns[column] += piece.colour[0] * count
            heights[column] += count
        self._columns, self._heights = tuple(columns), bytes(heights)
