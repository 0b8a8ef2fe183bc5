"""Boards of Caminos: which squares there are and which of them form each side. A board is data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from stonefield.games.game import IllegalMove, InvalidMove, InvalidOption, StonefieldError

T = TypeVar("T")
BOARDS = ("square", "diamond", "octagon", "torus")
LARGEST = 16
LONGEST_TOML = 20_000
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_SQUARE = re.compile(r"([a-p])([1-9]|1[0-6])")
_NAMED = re.compile(r"[a-z]\d{1,2}", re.ASCII)


@dataclass(frozen=True)
class Board:
    """The squares within a rectangle of files and ranks, and the sides around them, in order.

    ``rows`` are the ranks from north to south, ``#`` a square and ``.`` none. A square's index is
    ``rank * files + file``, both from 0. With four sides a path joins opposite ones, with eight also the
    neighbours of the opposite one.
    """

    name: str
    rows: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        _check_rows(self)
        _check_sides(self)
        in_order = tuple(tuple(sorted(set(side), key=self.square)) for side in self.sides)
        object.__setattr__(self, "sides", in_order)

    @classmethod
    def load(cls, path: str | Path) -> Board:
        """The board that a TOML file describes."""
        return load_toml(path, cls._from_toml)

    @classmethod
    def read(cls, text: str) -> Board:
        """A built-in board by its name, or any board from the text that ``str(board)`` gives."""
        if text in BOARDS:
            return _built_in(text)
        parts = text.split("=")
        if len(parts) != 3:
            raise InvalidOption(f"`{text}`: the boards are {', '.join(BOARDS)}")
        name, rows, sides = parts
        squares = tuple(tuple(_NAMED.findall(side)) for side in sides.split("|"))
        if "|".join("".join(side) for side in squares) != sides:
            raise InvalidOption(f"`{sides}`: the sides of a board are written like a1b1c1|c1c2c3|…")
        return cls(name, tuple(rows.split("/")), squares)

    @classmethod
    def _from_toml(cls, source: bytes, place: str) -> Board:
        table = read_toml(source, place, {"name": str, "rows": list, "sides": list})
        for key in ("rows", "sides"):
            if not all(isinstance(line, str) for line in table[key]):
                raise InvalidOption(f"{place}: `{key}` is a list of texts")
        sides = tuple(tuple(_squares_of(side)) for side in table["sides"])
        return cls(table["name"], tuple(table["rows"]), sides)

    def __str__(self) -> str:
        if self.name in BOARDS and self == _built_in(self.name):
            return self.name
        return "=".join((self.name, "/".join(self.rows), "|".join("".join(side) for side in self.sides)))

    @property
    def files(self) -> int:
        return len(self.rows[0])

    @property
    def ranks(self) -> int:
        return len(self.rows)

    @property
    def memory(self) -> int:
        """About how many bytes it takes."""
        return 5_000 + 200 * self.files * self.ranks

    def square(self, name: str) -> int:
        """The index of the square of that name."""
        found = _SQUARE.fullmatch(name)
        if found is None:
            raise InvalidMove(f"`{name}`: a square is a file letter and a rank, such as c4")
        file, rank = ord(found[1]) - ord("a"), int(found[2]) - 1
        if file >= self.files or rank >= self.ranks or self.rows[-1 - rank][file] != "#":
            raise IllegalMove(f"`{name}`: the {self.name} board has no such square")
        return rank * self.files + file

    def name_of(self, square: int) -> str:
        """The name of a square: file letter from the west, rank number from the south."""
        rank, file = divmod(square, self.files)
        return square_name(file, rank)

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The indices of all squares, in order of file, then rank."""
        return tuple(
            rank * self.files + file
            for file in range(self.files)
            for rank in range(self.ranks)
            if self.rows[-1 - rank][file] == "#"
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all squares, in the order of their indices."""
        return tuple(self.name_of(square) for square in sorted(self.squares))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every index the squares that share an edge with it."""
        there = set(self.squares)
        around: list[tuple[int, ...]] = [()] * (self.files * self.ranks)
        for square in self.squares:
            file = square % self.files
            next_to = [square - self.files, square + self.files]
            next_to += [square - 1] * (file > 0) + [square + 1] * (file < self.files - 1)
            around[square] = tuple(sorted(there.intersection(next_to)))
        return tuple(around)

    @cached_property
    def side_masks(self) -> tuple[int, ...]:
        """For every index the sides it belongs to, bit ``n`` for side ``n``."""
        masks = [0] * (self.files * self.ranks)
        for number, side in enumerate(self.sides):
            for name in side:
                masks[self.square(name)] |= 1 << number
        return tuple(masks)

    @cached_property
    def links(self) -> tuple[tuple[int, int, bool], ...]:
        """The pairs of sides that a path may join, and whether they lie exactly opposite each other."""
        around = len(self.sides)
        half = around // 2
        distances = (half,) if around == 4 else (half - 1, half, half + 1)
        return tuple(
            (one, other, other - one == half)
            for one in range(around)
            for other in range(one + 1, around)
            if other - one in distances
        )

    @cached_property
    def joining(self) -> tuple[bool, ...]:
        """For every set of sides (as a mask) whether touching all of them makes a winning path."""
        return tuple(
            any(mask >> one & mask >> other & 1 for one, other, _ in self.links)
            for mask in range(1 << len(self.sides))
        )


def square_name(file: int, rank: int) -> str:
    return f"{chr(ord('a') + file)}{rank + 1}"


def load_toml(path: str | Path, read: Callable[[bytes, str], T]) -> T:
    """What is read from a TOML file; whatever is wrong with it is said with the file's name."""
    with Path(path).open("rb") as file:
        source = file.read(LONGEST_TOML + 1)
    try:
        return read(source, str(path))
    except StonefieldError as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise InvalidOption(f"{path}: {error}") from None


def read_toml(source: bytes, place: str, wanted: Mapping[str, type]) -> dict[str, Any]:
    """A TOML document that has at least the wanted keys with values of those types."""
    if len(source) > LONGEST_TOML:
        raise InvalidOption(f"{place}: a board or a piece set has at most {LONGEST_TOML} bytes")
    try:
        table = tomllib.loads(source.decode())
    except ValueError as error:
        raise InvalidOption(f"{place}: not readable as TOML: {error}") from None
    except RecursionError:
        raise InvalidOption(f"{place}: not readable as TOML: too many brackets in each other") from None
    for key, kind in wanted.items():
        if not isinstance(table.get(key), kind):
            raise InvalidOption(f"{place}: `{key}` is missing or not a {'text' if kind is str else 'list'}")
    return table


@lru_cache
def _built_in(name: str) -> Board:
    resource = files(__package__).joinpath("data", f"{name}.toml")
    return Board._from_toml(resource.read_bytes(), f"{name}.toml")


def _squares_of(side: str) -> Iterator[str]:
    """The squares of a side written as names and straight or diagonal runs: ``a1-a5 b6``."""
    for part in side.split():
        ends = [_SQUARE.fullmatch(name) for name in part.split("-")]
        if len(ends) > 2 or not all(ends):
            raise InvalidOption(f"`{part}`: a side is made of squares like a1 and runs like a1-a5")
        places = [(ord(end[1]) - ord("a"), int(end[2]) - 1) for end in ends if end]
        (file, rank), (last_file, last_rank) = places[0], places[-1]
        steps = max(abs(last_file - file), abs(last_rank - rank))
        if steps and {abs(last_file - file), abs(last_rank - rank)} - {0, steps}:
            raise InvalidOption(f"`{part}`: a run goes along a rank, a file or a diagonal")
        for step in range(steps + 1):
            along = step / max(steps, 1)
            yield square_name(
                round(file + along * (last_file - file)), round(rank + along * (last_rank - rank))
            )


def _check_rows(board: Board) -> None:
    rows = board.rows
    if not NAME.fullmatch(board.name):
        raise InvalidOption(f"`{board.name}`: a board's name is small letters, digits and hyphens")
    if not 1 <= len(rows) <= LARGEST or not 1 <= len(rows[0]) <= LARGEST:
        raise InvalidOption(f"board {board.name}: from 1 to {LARGEST} files and ranks")
    for row in rows:
        if len(row) != len(rows[0]) or set(row) - {"#", "."}:
            raise InvalidOption(f"board {board.name}: row `{row}` should be {len(rows[0])} of `#` and `.`")
    edges = (rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows])
    if not all("#" in edge for edge in edges):
        raise InvalidOption(f"board {board.name}: an outer row or file has no square; leave it out")
    reached, frontier = set(board.squares[:1]), list(board.squares[:1])
    while frontier:
        fresh = set(board.neighbours[frontier.pop()]) - reached
        reached |= fresh
        frontier += fresh
    if len(reached) < len(board.squares):
        far = next(square for square in board.squares if square not in reached)
        raise InvalidOption(
            f"board {board.name}: {board.name_of(far)} is cut off from {board.name_of(board.squares[0])}"
        )


def _check_sides(board: Board) -> None:
    if len(board.sides) not in (4, 8):
        raise InvalidOption(f"board {board.name}: a board has 4 or 8 sides, this one {len(board.sides)}")
    for number, side in enumerate(board.sides):
        if not side:
            raise InvalidOption(f"board {board.name}: side {number} has no squares")
        for name in side:
            try:
                square = board.square(name)
            except StonefieldError as error:
                raise InvalidOption(f"side {number}: {error}") from None
            if len(board.neighbours[square]) == 4:
                raise InvalidOption(f"board {board.name}: {name} of side {number} is not at the edge")
    for one, other, _ in board.links:
        both = set(board.sides[one]) & set(board.sides[other])
        if both:
            raise InvalidOption(
                f"board {board.name}: {min(both)} belongs to sides {one} and {other}, which a path joins"
            )
