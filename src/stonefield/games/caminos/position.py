"""The rules of Caminos: how a move changes a position, and how the game ends."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games import game as common
from stonefield.games.caminos import paths
from stonefield.games.caminos.moves import COLOURS, NEUTRAL, SWAP, Placement, Swap, read_move
from stonefield.games.caminos.notation import write
from stonefield.games.caminos.setup import Piece, Setup
from stonefield.games.caminos.state import PositionBase
from stonefield.games.game import IllegalMove, Move, Outcome


class Position(PositionBase):
    """A moment of a game of Caminos."""

    __slots__ = ()

    def __init__(self, setup: Setup) -> None:
        """The empty board."""
        super().__init__(setup)
        self._give_turn(0)

    @classmethod
    def laid(
        cls,
        setup: Setup,
        pieces: Sequence[Piece],
        seat: int,
        *,
        swapped: bool = False,
        out: frozenset[int] = frozenset(),
    ) -> Position:
        """A table laid by hand, whether or not play leads to it; each piece rests on those before it."""
        table = cls(setup)
        for piece in pieces:
            site = table.sites.find(Placement(piece.shape, piece.cubes), table._heights)
            if piece.colour == NEUTRAL:
                table._put(piece, site)
                table._neutral_due -= 1
                continue
            owner = table._owner_of(piece)
            hand = list(table._hands[owner])
            hand[setup.pieces.index[piece.shape]] -= 1
            table._hands = (*table._hands[:owner], tuple(hand), *table._hands[owner + 1 :])
            table._put(piece._replace(seat=owner), site)
        squares, columns = setup.board.squares, table._columns
        table._won = next(
            (c for c in COLOURS if paths.joins_sides(setup.board, columns, c[0], squares)), None
        )
        table._seat, table._swapped, table._out = seat, swapped, out
        return table

    def holding(self, seat: int, *, neutral: bool = False) -> Position:
        """The same table with a seat to place from all that its team has, whatever has happened before."""
        after = self._copy()
        after._seat, after._won, after._out = seat, None, frozenset()
        after._neutral_due = self._neutral_due if neutral else 0
        team = tuple(sum(counts) for counts in zip(*self._hands[seat % 2 :: 2], strict=True))
        after._hands = (*self._hands[:seat], team, *self._hands[seat + 1 :])
        return after

    def _owner_of(self, piece: Piece) -> int:
        """Of two team-mates the one who has more left, of this shape at least one."""
        shape = self.setup.pieces.index[piece.shape]
        seats = [s for s in range(self.setup.players) if self.setup.colour_of_seat(s) == piece.colour]
        return max(seats, key=lambda seat: (self._hands[seat][shape] > 0, sum(self._hands[seat]), -seat))

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
        placements = self.sites.placements(self._shapes_of(self._seat), self._heights)
        return (*placements, SWAP) if self.may_swap else tuple(placements)

    def _shapes_of(self, seat: int) -> Sequence[int]:
        """The shapes that a seat may choose from, were it to place now."""
        if self._neutral_due:
            return (len(self.setup.pieces.shapes),)
        return [shape for shape, left in enumerate(self._hands[seat]) if left]

    def can_place(self, seat: int) -> bool:
        """Whether a seat could place a piece, were it its turn now."""
        return self.sites.may_place(self._shapes_of(seat), self._heights)

    def read(self, text: str) -> Move:
        return read_move(text, self.board, self.setup.pieces, self._heights)

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
            after._put(Piece(move.piece, NEUTRAL, None, site.cubes), site)
            after._neutral_due -= 1
            after._give_turn(0)
            return after
        seat, colour = self._seat, self.turn
        hand = list(self._hands[seat])
        hand[shape] -= 1
        after._hands = (*self._hands[:seat], tuple(hand), *self._hands[seat + 1 :])
        after._put(Piece(move.piece, colour, seat, site.cubes), site)
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

    def _give_turn(self, seat: int) -> None:
        """Hand the turn to the first seat from ``seat`` on that can place; those that cannot are out."""
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
        """The squares of the path that a colour wins with: the shortest, or the one that scores points."""
        find = paths.scoring if self.setup.points else paths.shortest
        found = find(self.board, self._columns, colour[0]) if colour == self._won else None
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
        return self._text(ordered=False)

    @property
    def ordered_text(self) -> str:
        return self._text(ordered=True)

    def _text(self, *, ordered: bool) -> str:
        return write(
            self.setup, self._seat, self.player, self._hands, self._out, self.pieces, ordered=ordered
        )
