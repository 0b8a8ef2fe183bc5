"""The decisions of Carnac and their text: place a megalith, tilt it, leave it, swap colours."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from stonefield.games.carnac.board import DIRECTIONS, Board, Fall
from stonefield.games.game import InvalidMove, Move

COLOURS = ("red", "white")
LETTERS = "rw"
RED, WHITE = 0, 1

_PLACEMENT = re.compile(r"([a-n](?:[1-9]|1[0-4]))([rw])([rw])")


class Placement(Move):
    """A megalith put upright on a square, with one colour on top and one facing east and west."""

    __slots__ = ("axis_index", "index", "square", "top_index")

    def __init__(self, square: str, index: int, top: int, axis: int) -> None:
        self.text = f"{square}{LETTERS[top]}{LETTERS[axis]}"
        self.square, self.index = square, index
        self.top_index, self.axis_index = top, axis

    @property
    def squares(self) -> tuple[str, ...]:
        return (self.square,)

    @property
    def top(self) -> str:
        """The colour on top."""
        return COLOURS[self.top_index]

    @property
    def axis(self) -> str:
        """The colour of the sides that face east and west."""
        return COLOURS[self.axis_index]

    def shown_by(self, direction: int) -> int:
        """The colour on top after a fall: the sides along the fall come up."""
        return self.axis_index if direction & 1 else 1 - self.axis_index


class Answer(Move):
    """What is done with the megalith just placed: a tilt (``N E S W``), or ``-`` to leave it standing."""

    __slots__ = ("direction",)

    def __init__(self, text: str, direction: int | None) -> None:
        self.text, self.direction = text, direction


class Swap(Move):
    """The second player takes the colour of the first."""

    __slots__ = ()

    def __init__(self) -> None:
        self.text = "swap"


TILTS = tuple(Answer(letter, direction) for direction, letter in enumerate(DIRECTIONS))
LEAVE = Answer("-", None)
SWAP = Swap()

_SHORT: dict[str, Move] = {move.text: move for move in (*TILTS, LEAVE, SWAP)}


class Stone(NamedTuple):
    """A megalith on the board, as one sees it.

    Standing on one square it shows ``axis`` to the east and west; lying on two, its red end is on the first.
    """

    squares: tuple[str, ...]
    top: str
    axis: str | None

    @property
    def standing(self) -> bool:
        return len(self.squares) == 1

    def __str__(self) -> str:
        return "".join(self.squares) + self.top[0] + (self.axis or " ")[0].strip()


@lru_cache(maxsize=32)
def placements(board: Board) -> tuple[tuple[Placement, ...], ...]:
    """The four placements on each square of a board."""
    return tuple(
        tuple(Placement(name, index, top, axis) for axis in (RED, WHITE) for top in (RED, WHITE))
        for index, name in enumerate(board.names)
    )


def placement_on(board: Board, square: str, top: int, axis: int) -> Placement:
    """The placement on a square with these colours."""
    return placements(board)[board.square(square)][axis << 1 | top]


@lru_cache(maxsize=32)
def standing(board: Board) -> dict[Placement, tuple[Placement, Stone]]:
    """Each placement of a board by any equal one (also of another board), and the megalith it puts there."""
    return {
        placement: (placement, Stone((placement.square,), placement.top, placement.axis))
        for four in placements(board)
        for placement in four
    }


@lru_cache(maxsize=16_384)
def fallen(board: Board, placement: Placement, fall: Fall) -> Stone:
    """The megalith after a fall: its top end lies on the far square."""
    near, far = board.names[fall.near], board.names[fall.far]
    squares = (far, near) if placement.top_index == RED else (near, far)
    return Stone(squares, COLOURS[placement.shown_by(fall.direction)], None)


def read_move(board: Board, text: str) -> Move:
    """The move that ``text`` is, whether or not it can be played just now."""
    if text in _SHORT:
        return _SHORT[text]
    match = _PLACEMENT.fullmatch(text)
    if match is None:
        raise InvalidMove(f"`{text}`: a move is a placement such as c4rw, one of N E S W, - or swap")
    return placement_on(board, match[1], LETTERS.index(match[2]), LETTERS.index(match[3]))
