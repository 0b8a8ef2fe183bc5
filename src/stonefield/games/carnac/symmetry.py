"""The symmetries of Carnac: the board mirrored and turned, and the two colours exchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stonefield.games.carnac.moves import COLOURS, TILTS, Answer, Placement, Stone, placement_on
from stonefield.games.carnac.position import Position
from stonefield.games.carnac.setup import Setup
from stonefield.games.game import Move, Symmetry

_SquareMap = Callable[[str], str]


def symmetries(position: Position) -> tuple[Symmetry, ...]:
    """The four symmetries of the rectangle, the identity first; the four more of a square; other colours.

    A quarter turn brings the sides of a megalith that faced east and west to the north and south, so what
    faces east and west then has the other colour.
    """
    is_square = position.board.files == position.board.ranks
    return (
        *(_of_board(position, *turn) for turn in _TURNS if is_square or not turn.transposed),
        Symmetry("colours", exchange_colours, _exchange_in_move),
    )


class _Turn(NamedTuple):
    """A symmetry of the board: files or ranks are reversed, and then files become ranks."""

    name: str
    files: bool
    ranks: bool
    transposed: bool


_TURNS = (
    _Turn("identity", False, False, False),
    _Turn("mirror east-west", True, False, False),
    _Turn("mirror north-south", False, True, False),
    _Turn("half turn", True, True, False),
    _Turn("quarter turn", False, True, True),
    _Turn("three-quarter turn", True, False, True),
    _Turn("mirror rising diagonal", False, False, True),
    _Turn("mirror falling diagonal", True, True, True),
)


def _of_board(position: Position, name: str, files: bool, ranks: bool, transposed: bool) -> Symmetry:
    board = position.board

    def square(text: str) -> str:
        rank, file = divmod(board.square(text), board.files)
        file = board.files - 1 - file if files else file
        rank = board.ranks - 1 - rank if ranks else rank
        file, rank = (rank, file) if transposed else (file, rank)
        return board.names[rank * board.files + file]

    def turned(move: Move) -> Move:
        if isinstance(move, Placement):
            return placement_on(board, square(move.square), move.top_index, move.axis_index ^ transposed)
        if isinstance(move, Answer) and move.direction is not None:
            reversed_ = files if move.direction & 1 else ranks
            # The directions are N, E, S, W: opposites differ by two, N and E as well as S and W by one.
            return TILTS[move.direction ^ 2 * reversed_ ^ transposed]
        return move

    def turn(other: Position) -> Position:
        return _rebuilt(other, other.setup, square, turned, transposed=transposed)

    return Symmetry(name, turn, turned)


def exchange_colours(position: Position) -> Position:
    """The same position with red for white and white for red, the players staying who they are."""
    old = position.setup
    setup = Setup(old.board, old.stock, 1 - old.first, old.final_tilt, old.swap)
    return _rebuilt(position, setup, lambda square: square, _exchange_in_move, colours=True)


def _exchange_in_move(move: Move) -> Move:
    if isinstance(move, Placement):
        return Placement(move.square, move.index, 1 - move.top_index, 1 - move.axis_index)
    return move


def _rebuilt(
    position: Position,
    setup: Setup,
    square: _SquareMap,
    move: Callable[[Move], Move],
    *,
    colours: bool = False,
    transposed: bool = False,
) -> Position:
    def colour(name: str, other: bool = colours) -> str:
        return COLOURS[COLOURS.index(name) ^ other]

    tops = [0, 0]
    stones = []
    for stone in position.stones:
        squares = tuple(square(name) for name in stone.squares)
        for name in squares:
            tops[COLOURS.index(colour(stone.top))] |= 1 << setup.board.square(name)
        ends = squares[::-1] if colours else squares
        stones.append(Stone(ends, colour(stone.top), stone.axis and colour(stone.axis, colours ^ transposed)))
    pending = None
    if position.pending is not None:
        moved = move(position.pending)
        assert isinstance(moved, Placement)
        pending = placement_on(setup.board, moved.square, moved.top_index, moved.axis_index)
    turn = COLOURS.index(colour(position.turn))
    swapped = bool((position.player - 1) ^ turn ^ setup.first)
    return Position(setup, tuple(stones), pending, turn, swapped, *tops)
