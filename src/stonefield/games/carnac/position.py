"""A position of Carnac: what lies on the board, who decides, and how the game continues and ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, overload

from stonefield.games import game as common
from stonefield.games.carnac.board import Board, Fall
from stonefield.games.carnac.moves import (
    COLOURS,
    LEAVE,
    SWAP,
    TILTS,
    Answer,
    Placement,
    Stone,
    Swap,
    fallen,
    placements,
    read_move,
    standing,
)
from stonefield.games.carnac.setup import Setup
from stonefield.games.game import IllegalMove, Move, Outcome

if TYPE_CHECKING:
    from stonefield.games.game import Game

SMALLEST_DOLMEN = 3

_DIGIT_VALUES = bytes.maketrans(b"01", b"\0\1")


class Placements(Sequence[Move]):
    """All placements on the empty squares, made when they are asked for."""

    __slots__ = ("_fours",)

    def __init__(self, board: Board, occupied: int) -> None:
        free = bin(board.all_squares & ~occupied)[:1:-1].encode().translate(_DIGIT_VALUES)
        self._fours = tuple(compress(placements(board), free))

    def __len__(self) -> int:
        return 4 * len(self._fours)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self._fours[index >> 2][index & 3]

    def __iter__(self) -> Iterator[Move]:
        return (placement for four in self._fours for placement in four)


class Position(common.Position):
    """What is on the table, and whose decision it is."""

    __slots__ = ("_red", "_swapped", "_turn", "_white", "pending", "setup", "stones")

    setup: Setup
    stones: tuple[Stone, ...]
    pending: Placement | None  # the megalith that may be tilted now; it is the last of the stones

    def __init__(
        self,
        setup: Setup,
        stones: tuple[Stone, ...],
        pending: Placement | None,
        turn: int,
        swapped: bool,
        red: int,
        white: int,
    ) -> None:
        self.setup, self.stones, self.pending = setup, stones, pending
        self._turn, self._swapped = turn, swapped
        self._red, self._white = red, white

    @property
    def memory(self) -> int:
        return 300 + 8 * len(self.stones)

    @property
    def game(self) -> Game:
        return common.find_game("carnac")

    @property
    def board(self) -> Board:
        """The board in play."""
        return self.setup.board

    @property
    def options(self) -> Mapping[str, Any]:
        setup = self.setup
        return {
            "board": setup.board.name,
            "stock": setup.stock,
            "first": COLOURS[setup.first],
            "final_tilt": setup.final_tilt,
            "swap": setup.swap,
        }

    @property
    def turn(self) -> str:
        return COLOURS[self._turn]

    @property
    def player(self) -> int:
        return 1 + (self._turn ^ self.setup.first ^ self._swapped)

    def colour_of(self, player: int) -> str:
        return COLOURS[(player - 1) ^ self.setup.first ^ self._swapped]

    @property
    def is_swapped(self) -> bool:
        """Whether the second player took the first one's colour."""
        return self._swapped

    @property
    def stock(self) -> int:
        """The megaliths left in the stockpile."""
        return self.setup.stock - len(self.stones)

    @property
    def longest(self) -> int:
        return 2 * self.setup.stock + self.setup.swap

    @property
    def tops(self) -> Mapping[str, str]:
        return {square: stone.top for stone in self.stones for square in stone.squares}

    @property
    def bits(self) -> tuple[int, int]:
        """The squares that show red and those that show white from above, a bit each."""
        return self._red, self._white

    @property
    def is_over(self) -> bool:
        if self.pending is not None:
            return False
        setup = self.setup
        return len(self.stones) == setup.stock or self._red | self._white == setup.board.all_squares

    @property
    def phase(self) -> str:
        return "place" if self.pending is None else "answer"

    @property
    def may_swap(self) -> bool:
        """Whether the second player may take the first one's colour now, just after the first placement."""
        return (
            self.setup.swap
            and len(self.stones) == 1
            and not self._swapped
            and self._turn != self.setup.first
            and self.stones[0].standing
            and not self.is_over
        )

    def legal_moves(self) -> Sequence[Move]:
        if self.is_over:
            return ()
        moves: Sequence[Move]
        if self.pending is None:
            moves = Placements(self.setup.board, self._red | self._white)
        else:
            occupied = self._red | self._white
            falls = self.setup.board.falls[self.pending.index]
            moves = (*(TILTS[fall.direction] for fall in falls if not occupied & fall.bits), LEAVE)
        return (*moves, SWAP) if self.may_swap else moves

    def read(self, text: str) -> Move:
        return read_move(self.setup.board, text)

    def play(self, move: Move | str) -> Position:
        if isinstance(move, str):
            move = read_move(self.setup.board, move)
        if self.is_over:
            raise IllegalMove(f"`{move}`: the game is over")
        if isinstance(move, Placement):
            return self._place(move)
        if isinstance(move, Answer):
            return self._answer(move)
        if isinstance(move, Swap):
            return self._swap(move)
        raise common.InvalidMove(f"`{move}`: no move of Carnac")

    def _place(self, move: Placement) -> Position:
        setup = self.setup
        try:
            move, stone = standing(setup.board)[move]
        except KeyError:
            raise IllegalMove(f"`{move}`: the {setup.board.name} board ends at {setup.board.last}") from None
        if self.pending is not None:
            raise IllegalMove(f"`{move}`: the megalith on {self.pending.square} waits for an answer first")
        bit = 1 << move.index
        occupied = self._red | self._white
        if occupied & bit:
            raise IllegalMove(f"`{move}`: {move.square} is occupied")
        stones = (*self.stones, stone)
        occupied |= bit
        pending = None
        if len(stones) < setup.stock or setup.final_tilt:
            for fall in setup.board.falls[move.index]:
                if not occupied & fall.bits:
                    pending = move
                    break
        if move.top_index:
            return Position(
                setup, stones, pending, 1 - self._turn, self._swapped, self._red, self._white | bit
            )
        return Position(setup, stones, pending, 1 - self._turn, self._swapped, self._red | bit, self._white)

    def _answer(self, move: Answer) -> Position:
        pending = self.pending
        if pending is None:
            raise IllegalMove(f"`{move}`: no megalith waits for an answer")
        red, white = self._red, self._white
        if move.direction is None:
            return Position(self.setup, self.stones, None, 1 - self._turn, self._swapped, red, white)
        fall = self._fall(pending, move)
        lying = fallen(self.setup.board, pending, fall)
        bit = 1 << pending.index
        red, white = red & ~bit, white & ~bit
        if pending.shown_by(fall.direction):
            white |= fall.bits
        else:
            red |= fall.bits
        return Position(self.setup, (*self.stones[:-1], lying), None, self._turn, self._swapped, red, white)

    def _fall(self, pending: Placement, move: Answer) -> Fall:
        occupied = self._red | self._white
        for fall in self.setup.board.falls[pending.index]:
            if fall.direction == move.direction:
                if occupied & fall.bits:
                    raise IllegalMove(f"`{move}`: from {pending.square} another megalith is in the way")
                return fall
        raise IllegalMove(f"`{move}`: from {pending.square} the megalith would fall over the edge")

    def _swap(self, move: Move) -> Position:
        if not self.setup.swap:
            raise IllegalMove(f"`{move}`: this game is played without the swap option")
        if not self.may_swap:
            raise IllegalMove(f"`{move}`: only the second player's first decision may be to swap")
        return Position(self.setup, self.stones, self.pending, self._turn, True, self._red, self._white)

    def dolmen_groups(self, colour: str) -> tuple[tuple[str, ...], ...]:
        """The dolmens of a colour, each as its squares, the largest first."""
        board = self.setup.board
        groups = [group for group in self._groups(colour) if group.bit_count() >= SMALLEST_DOLMEN]
        groups.sort(key=int.bit_count, reverse=True)
        return tuple(board.squares_in(group) for group in groups)

    def dolmens(self, colour: str) -> tuple[int, ...]:
        """The sizes of a colour's dolmens, the largest first."""
        sizes = [group.bit_count() for group in self._groups(colour)]
        return tuple(sorted((size for size in sizes if size >= SMALLEST_DOLMEN), reverse=True))

    def _groups(self, colour: str) -> Iterator[int]:
        return self.setup.board.groups((self._red, self._white)[COLOURS.index(colour)])

    def score(self, colour: str) -> int:
        return len(self.dolmens(colour))

    @property
    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        red, white = self.dolmens("red"), self.dolmens("white")
        if len(red) != len(white):
            return Outcome("red" if len(red) > len(white) else "white", "dolmens")
        if red != white:
            return Outcome("red" if red > white else "white", "sizes")
        return Outcome(None, "equal")

    @property
    def continuation_key(self) -> Hashable:
        """How a megalith stands that has been answered makes no difference any more."""
        return self.setup, self.bits, self.pending, self.stock, self.player, self.may_swap

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.setup, self._turn, self._swapped, self.pending, frozenset(self.stones)

    def __str__(self) -> str:
        setup = self.setup
        rules = COLOURS[setup.first][0] + "t" * setup.final_tilt + "s" * setup.swap
        waiting = self.stones[-1] if self.pending else None
        stones = sorted(self.stones, key=lambda stone: setup.board.square(stone.squares[0]))
        listed = ",".join(f"{stone}?" if stone is waiting else str(stone) for stone in stones)
        return f"carnac {setup.board.name} {setup.stock} {rules} {self.turn[0]}{self.player} {listed or '-'}"
