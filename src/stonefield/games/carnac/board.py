"""The board: squares and their names, where a megalith can fall, and which squares touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from stonefield.games.game import IllegalMove, InvalidMove, InvalidOption

SIZES = {"small": (8, 5), "medium": (10, 7), "large": (14, 9)}
FILES = "abcdefghijklmn"
DIRECTIONS = "NESW"
SHORTEST_SIDE, LONGEST_SIDE = 3, 14
MOST_SQUARES = 126

_NAMES = {size: name for name, size in SIZES.items()}
_SQUARE = re.compile(r"[a-n]([1-9]|1[0-4])")
_SIZE = re.compile(r"([1-9]\d?)x([1-9]\d?)", re.ASCII)


class Fall(NamedTuple):
    """A tilt from one square: the square next to it, the one after, and both as bits."""

    direction: int
    near: int
    far: int
    bits: int


class Board:
    """A rectangle of squares, numbered from the south-west corner eastwards, then northwards.

    A set of squares is an integer with one bit a square.
    """

    __slots__ = (
        "_east_of",
        "_numbers",
        "_west_of",
        "all_squares",
        "falls",
        "files",
        "name",
        "names",
        "ranks",
        "size",
    )

    def __init__(self, files: int, ranks: int) -> None:
        self.files, self.ranks = files, ranks
        self.size = files * ranks
        self.name = _NAMES.get((files, ranks), f"{files}x{ranks}")
        self.names = tuple(f"{FILES[i % files]}{i // files + 1}" for i in range(self.size))
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self.all_squares = (1 << self.size) - 1
        west_edge = sum(1 << rank * files for rank in range(ranks))
        self._east_of = self.all_squares & ~west_edge
        self._west_of = self.all_squares & ~(west_edge << files - 1)
        self.falls = tuple(tuple(self._falls_from(square)) for square in range(self.size))

    def __repr__(self) -> str:
        return f"<Board {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        # A board is compared by identity, so a copy from another process has to be the one we have.
        return _board, (self.files, self.ranks)

    @property
    def last(self) -> str:
        """The name of the north-eastern square, the last one."""
        return self.names[-1]

    def square(self, name: str) -> int:
        """The number of the square called ``name``."""
        if name in self._numbers:
            return self._numbers[name]
        if _SQUARE.fullmatch(name) is None:
            raise InvalidMove(f"`{name}`: a square is a file letter and a rank, such as c4")
        raise IllegalMove(f"`{name}`: the {self.name} board ends at {self.last}")

    def name_of(self, square: int) -> str:
        """The name of a square by its number."""
        return self.names[square]

    def groups(self, squares: int) -> Iterator[int]:
        """The orthogonally connected groups in a set of squares."""
        east, west, up = self._east_of, self._west_of, self.files
        while squares:
            group = squares & -squares
            while True:
                grown = (
                    group | (group << 1 & east) | (group >> 1 & west) | group << up | group >> up
                ) & squares
                if grown == group:
                    break
                group = grown
            squares &= ~group
            yield group

    def squares_in(self, squares: int) -> tuple[str, ...]:
        """The names of a set of squares."""
        return tuple(name for i, name in enumerate(self.names) if squares >> i & 1)

    def _falls_from(self, square: int) -> Iterator[Fall]:
        rank, file = divmod(square, self.files)
        for direction, (east, north) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            if 0 <= file + 2 * east < self.files and 0 <= rank + 2 * north < self.ranks:
                step = east + north * self.files
                near, far = square + step, square + 2 * step
                yield Fall(direction, near, far, 1 << near | 1 << far)


@cache
def _board(files: int, ranks: int) -> Board:
    return Board(files, ranks)


def find_board(name: str) -> Board:
    """The board called ``small``, ``medium`` or ``large``, or of a size such as ``5x4`` (files x ranks)."""
    if name in SIZES:
        return _board(*SIZES[name])
    match = _SIZE.fullmatch(name)
    if match is None:
        raise InvalidOption(f"`{name}`: a board is small, medium, large or files x ranks such as 5x4")
    files, ranks = int(match[1]), int(match[2])
    sides = range(SHORTEST_SIDE, LONGEST_SIDE + 1)
    if files not in sides or ranks not in sides or files * ranks > MOST_SQUARES:
        raise InvalidOption(
            f"`{name}`: boards go from 3x3 to {LONGEST_SIDE} a side and {MOST_SQUARES} squares in all"
        )
    return _board(files, ranks)
