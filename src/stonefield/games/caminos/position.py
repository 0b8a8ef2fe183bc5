"""A position of Caminos: what lies on the table, whose turn it is, how the game goes on and ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stonefield.games import game as common
from stonefield.games.caminos import paths
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.moves import COLOURS, NEUTRAL, SWAP, Placement, Site, Sites, Swap, sites_of
from stonefield.games.caminos.notation import write
from stonefield.games.caminos.setup import Piece, Setup
from stonefield.games.game import IllegalMove, Move, Outcome

if TYPE_CHECKING:
    from stonefield.games.game import Game


_COLOUR = {colour[0]: colour for colour in (*COLOURS, NEUTRAL)}


class Position(common.Position):
    """What is on the table, and who places next."""

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
        self._heights: tuple[int, ...] = (0,) * size
        self._hands = (setup.full_hand,) * setup.players
        self._seat = 0
        self._out: frozenset[int] = frozenset()
        self._swapped = False
        self._won: str | None = None
        self._neutral_due = 2 * setup.neutral
        self._give_turn(0)

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
        return self.setup.colour_of_seat(self._seat_of(player))

    def _seat_of(self, player: int) -> int:
        if player not in self.players:
            raise ValueError(f"player {player}: the players are {self.players}")
        return player if self.setup.players == 4 else (player - 1) ^ self._swapped

    def supply(self, player: int) -> Mapping[str, int]:
        """What a player has left to place, by shape; the neutral piece too in games that have one."""
        seat = self._seat_of(player)
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

    # Moves

    @property
    def places_neutral(self) -> bool:
        """Whether the piece to place now is a neutral one."""
        return self._neutral_due > 0 and not self.is_over

    @property
    def phase(self) -> str:
        return "neutral" if self.places_neutral else "place"

    @property
    def neutral_due(self) -> int:
        """How many neutral pieces are still to come."""
        return self._neutral_due

    @property
    def may_swap(self) -> bool:
        """Whether the second player may take the first one's colour now, just after the first placement."""
        if not self.setup.swap or self._swapped or self._seat != 1 or self.is_over:
            return False
        return [piece.seat for piece in self.pieces if piece.seat is not None] == [0]

    def legal_moves(self) -> Sequence[Move]:
        if self.is_over:
            return ()
        heights = self._heights
        placements = tuple(
            site.placement
            for shape in self._shapes_of(self._seat)
            for site in self.sites.of_shape[shape]
            if site.is_free(heights)
        )
        return (*placements, SWAP) if self.may_swap else placements

    def _shapes_of(self, seat: int) -> Sequence[int]:
        """The shapes that a seat may choose from, were it to place now."""
        if self._neutral_due:
            return (len(self.setup.pieces.shapes),)
        return [shape for shape, left in enumerate(self._hands[seat]) if left]

    def can_place(self, seat: int) -> bool:
        """Whether a seat could place a piece, were it its turn now."""
        heights = self._heights
        return any(
            site.is_free(heights) for shape in self._shapes_of(seat) for site in self.sites.of_shape[shape]
        )

    def read(self, text: str) -> Move:
        return self.sites.read(text, self._heights)

    def play(self, move: Move | str) -> Position:
        if isinstance(move, str):
            move = self.read(move)
        if self.is_over:
            raise IllegalMove(f"`{move}`: the game is over")
        if isinstance(move, Placement):
            return self._place(move)
        if isinstance(move, Swap):
            return self._swap()
        raise common.InvalidMove(f"`{move}`: no move of Caminos")

    def _swap(self) -> Position:
        if not self.setup.swap:
            raise IllegalMove("`swap`: this game is played without the swap option")
        if not self.may_swap:
            raise IllegalMove("`swap`: only the second player's first decision may be to swap")
        after = self._copy()
        after._swapped = True
        return after

    def _place(self, move: Placement) -> Position:
        shape = self._shape_to_place(move)
        site = self.sites.find(move, self._heights)
        after = self._copy()
        if self._neutral_due:
            after._put(Piece(move.piece, NEUTRAL, None, site.placement.cubes), site)
            after._neutral_due -= 1
            after._give_turn(0)
            return after
        seat, colour = self._seat, self.turn
        hand = list(self._hands[seat])
        hand[shape] -= 1
        after._hands = (*self._hands[:seat], tuple(hand), *self._hands[seat + 1 :])
        after._put(Piece(move.piece, colour, seat, site.placement.cubes), site)
        if paths.joins_sides(self.board, after._columns, colour[0], site.columns):
            after._won = colour
        after._give_turn((seat + 1) % self.setup.players)
        return after

    def _shape_to_place(self, move: Placement) -> int:
        """The index of the move's shape, if the one on turn has it to place."""
        shape = self.setup.pieces.index.get(move.piece, -1)
        if shape in self._shapes_of(self._seat):
            return shape
        if self._neutral_due:
            raise IllegalMove(
                f"`{move}`: the neutral pieces come first, {self._neutral_letter} for each team"
            )
        if shape == len(self.setup.pieces.shapes):
            raise IllegalMove(f"`{move}`: {move.piece} is the neutral piece, which only opens a game")
        raise IllegalMove(f"`{move}`: {self.turn} has no {move.piece} left to place")

    @property
    def _neutral_letter(self) -> str:
        return self.setup.pieces.all_shapes[-1].letter

    def _copy(self) -> Position:
        after = object.__new__(Position)
        for name in Position.__slots__:
            setattr(after, name, getattr(self, name))
        return after

    def rebuilt(
        self, *, setup: Setup | None = None, place: Callable[[int, int], tuple[int, int]] | None = None
    ) -> Position:
        """The same position under another setup of the same board and pieces, or with its squares moved."""
        other = self._copy()
        other.setup = setup or self.setup
        other.pieces = ()
        other._columns = ("",) * len(self._columns)
        other._heights = (0,) * len(self._heights)
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
        self._columns, self._heights = tuple(columns), tuple(heights)

    def _give_turn(self, seat: int) -> None:
        """Hand the turn to the first seat from ``seat`` on that can place; whoever cannot is out for good."""
        while self._neutral_due:
            self._seat = 2 - self._neutral_due
            if self.can_place(self._seat):
                return
            self._out |= {self._seat}
            self._neutral_due -= 1
        self._seat = seat
        for step in range(self.setup.players):
            following = (seat + step) % self.setup.players
            if following not in self._out:
                if self._won or self.can_place(following):
                    self._seat = following
                    return
                self._out |= {following}

    # The end

    @property
    def is_over(self) -> bool:
        return self._won is not None or len(self._out) == self.setup.players

    @property
    def outcome(self) -> Outcome | None:
        if self._won:
            return Outcome(self._won, "path")
        if not self.is_over:
            return None
        if not self.setup.points:
            return Outcome(None, "no path")
        yellow, green = (self.border_pieces(colour) for colour in COLOURS)
        if yellow == green:
            return Outcome(None, "equal")
        return Outcome("yellow" if yellow < green else "green", "border")

    def path(self, colour: str) -> tuple[str, ...]:
        """The path with the fewest points that a colour wins with, as squares; empty if there is none."""
        found = paths.shortest(self.board, self._columns, colour[0]) if colour == self._won else None
        return tuple(self.board.name_of(square) for square in found[1]) if found else ()

    def border_pieces(self, colour: str) -> int:
        """How many pieces of a colour have a cube lying on the board on a square of its border."""
        masks, files = self.board.side_masks, self.board.files
        return sum(
            any(level == 0 and masks[rank * files + file] for file, rank, level in piece.cubes)
            for piece in self.pieces
            if piece.colour == colour
        )

    def score(self, colour: str) -> int:
        """A colour's points at the end of a game played for points; otherwise 0."""
        outcome = self.outcome
        if not self.setup.points or outcome is None or outcome.winner != colour:
            return 0
        if outcome.reason == "border":
            return self.border_pieces(COLOURS[1 - COLOURS.index(colour)])
        return paths.points(self.board, self._columns, colour[0])

    # Identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        table = frozenset((piece.shape, piece.colour, piece.cubes) for piece in self.pieces)
        return table, self._seat, self._swapped, self._out, self._hands, self.setup

    def __str__(self) -> str:
        return write(self.setup, self._seat, self.player, self._hands, self._out, self.pieces)
