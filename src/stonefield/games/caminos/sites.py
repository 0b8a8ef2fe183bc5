"""Where the pieces of Caminos can be placed: every turning of every shape, wherever it fits on a board.

A board may have thousands of sites, so a turning keeps its sites as one integer, a bit for each square that
its south-western corner can be on. Which of them are free is found by shifting the sets of squares of each
height over one another, and a site becomes an object only when it is asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from stonefield.games.caminos.board import Board, square_name
from stonefield.games.caminos.moves import Placement
from stonefield.games.caminos.pieces import HIGHEST, Cube, PieceSet, Shape
from stonefield.games.game import IllegalMove

GEOMETRIES_KEPT = 64
"""How many pairs of a board and a piece set are kept; the largest takes less than half a megabyte."""
LISTS_KEPT = 8
"""For how many of them all placements are kept, some 300 bytes each."""

_Footprint: TypeAlias = tuple[str, tuple[tuple[int, int, int], ...]]
"""A shape's letter, and for each column its file and rank from the corner and its cubes."""

_AT_HEIGHT = tuple(bytes(48 + (byte == height) for byte in range(256)) for height in range(HIGHEST + 1))


class Turning:
    """A shape turned one way, and where it can be on a board."""

    __slots__ = ("bases", "corners", "counts", "files", "index", "letter", "steps")

    def __init__(self, index: int, letter: str, cubes: frozenset[Cube], board: _Rows) -> None:
        self.index, self.letter, self.files = index, letter, board.files
        levels: dict[tuple[int, int], list[int]] = {}
        for x, y, z in sorted(cubes):
            levels.setdefault((x, y), []).append(z)
        self.steps = tuple(y * board.files + x for x, y in levels)
        """How far each column is from the corner, in the order of files and ranks."""
        self.bases = tuple(column[0] for column in levels.values())
        """The height that each column needs."""
        self.counts = tuple(len(column) for column in levels.values())
        """The cubes that each column gets."""
        self.corners = board.within(max(x for x, _ in levels), max(y for _, y in levels))
        """The squares that the corner of the rectangle around it can be on, a bit each."""
        for step in self.steps:
            self.corners &= board.there >> step

    @property
    def cubes(self) -> list[Cube]:
        """Its cubes as seen from the corner, in order."""
        return sorted(self.cubes_at(0))

    def cubes_at(self, corner: int) -> Iterator[Cube]:
        """The cubes it fills with its corner on a square."""
        for step, base, count in zip(self.steps, self.bases, self.counts, strict=True):
            rank, file = divmod(corner + step, self.files)
            yield from ((file, rank, base + level) for level in range(count))

    def free(self, at_height: Sequence[int]) -> int:
        """The corners at which it would rest, given the squares of each height; a bit each."""
        corners = self.corners
        for step, base in zip(self.steps, self.bases, strict=True):
            corners &= at_height[base] >> step
            if not corners:
                break
        return corners


@dataclass(frozen=True, slots=True)
class Site:
    """A place for a piece, and what it asks of the board: the columns it fills and the height of each."""

    turning: Turning
    corner: int

    @property
    def columns(self) -> tuple[int, ...]:
        return tuple(self.corner + step for step in self.turning.steps)

    @property
    def bases(self) -> tuple[int, ...]:
        """The height that each column needs."""
        return self.turning.bases

    @property
    def counts(self) -> tuple[int, ...]:
        """The cubes that each column gets."""
        return self.turning.counts

    @property
    def cubes(self) -> frozenset[Cube]:
        return frozenset(self.turning.cubes_at(self.corner))

    @property
    def placement(self) -> Placement:
        return Placement(self.turning.letter, self.cubes)

    def is_free(self, heights: Sequence[int]) -> bool:
        """Whether the piece would rest on exactly these heights."""
        corner = self.corner
        return all(
            heights[corner + step] == base
            for step, base in zip(self.turning.steps, self.turning.bases, strict=True)
        )


class Sites:
    """All sites of some shapes on a board. They are numbered shape by shape, by the text of the move."""

    def __init__(self, rows: tuple[str, ...], shapes: tuple[Shape, ...]) -> None:
        board = _Rows(rows)
        self.files, self.ranks = board.files, board.ranks
        turnings: list[Turning] = []
        self.turnings = tuple(
            tuple(_append(turnings, shape.letter, cubes, board) for cubes in shape.turnings)
            for shape in shapes
        )
        """Shape by shape, the neutral one last."""
        self._footprints: dict[_Footprint, tuple[Turning, ...]] = {}
        for turning in turnings:
            corners = (divmod(step, self.files) for step in turning.steps)
            columns = ((file, rank, n) for (rank, file), n in zip(corners, turning.counts, strict=True))
            key = turning.letter, tuple(columns)
            self._footprints[key] = (*self._footprints.get(key, ()), turning)

    @cached_property
    def memory(self) -> int:
        """About how many bytes it takes."""
        sites = sum(turning.corners.bit_count() for turning in self._flat)
        return 10_000 + (800 + 2 * self.files * self.ranks) * len(self._flat) + 4 * sites

    # What is free

    def may_place(self, shapes: Iterable[int], heights: Sequence[int]) -> bool:
        """Whether one of the shapes fits somewhere."""
        at_height = squares_at_height(heights)
        return any(turning.free(at_height) for shape in shapes for turning in self.turnings[shape])

    def free(self, shape: int, heights: Sequence[int]) -> Iterator[Site]:
        """The sites of a shape on which a piece would rest, in order."""
        by_number = self._by_number
        for number in self._free_numbers(shape, squares_at_height(heights)):
            yield by_number(number)

    def placements(self, shapes: Iterable[int], heights: Sequence[int]) -> list[Placement]:
        """The same of several shapes, as moves."""
        listed, at_height = _placements(self), squares_at_height(heights)
        return [listed[number] for shape in shapes for number in self._free_numbers(shape, at_height)]

    def anchors(self, shape: int, heights: Sequence[int]) -> Iterator[tuple[Turning, list[str]]]:
        """Each turning of a shape that fits somewhere, with the corners where it does, in order."""
        at_height, numbers = squares_at_height(heights), self._numbers
        found = [
            (sorted((numbers[turning.index][corner], corner) for corner in _bits(free)), turning)
            for turning in self.turnings[shape]
            if (free := turning.free(at_height))
        ]
        for corners, turning in sorted(found, key=lambda of: self._first[of[1].index]):
            yield turning, [self._name(corner) for _, corner in corners]

    def _free_numbers(self, shape: int, at_height: Sequence[int]) -> list[int]:
        found: list[int] = []
        for turning in self.turnings[shape]:
            free = turning.free(at_height)
            if free:
                numbers = self._numbers[turning.index]
                found += [numbers[corner] for corner in _bits(free)]
        found.sort()
        return found

    # Which site a move means

    def find(self, move: Placement, heights: Sequence[int]) -> Site:
        """The site where a move's piece would rest; IllegalMove says why there is none."""
        sites = self.filling(move)
        for site in sites:
            if site.is_free(heights):
                return site
        raise IllegalMove(f"`{move}`: {self._obstacle(sites, heights)}")

    def filling(self, move: Placement) -> list[Site]:
        """The sites with the columns of a move and as many cubes on each, whatever they rest on."""
        columns: dict[tuple[int, int], int] = {}
        for file, rank, _ in sorted(move.cubes):
            columns[file, rank] = columns.get((file, rank), 0) + 1
        west, south = (min(column[axis] for column in columns) for axis in (0, 1))
        if not (0 <= west < self.files and 0 <= south < self.ranks):
            return []
        corner = south * self.files + west
        key = move.piece, tuple((file - west, rank - south, count) for (file, rank), count in columns.items())
        turnings = self._footprints.get(key, ())
        return [Site(turning, corner) for turning in turnings if turning.corners >> corner & 1]

    def _obstacle(self, sites: Sequence[Site], heights: Sequence[int]) -> str:
        if not sites:
            return "the piece cannot be turned to fill these columns"
        for site in sites:
            lift = heights[site.columns[0]] - site.bases[0]
            if lift > 0 and site.is_free([height - lift for height in heights]):
                return "a piece may not lie wholly on others, it must touch the board"
        site = min(sites, key=lambda site: _misfit(site, heights))
        lift = max(heights[column] - base for column, base in zip(site.columns, site.bases, strict=True))
        needed = zip(site.columns, site.bases, strict=True)
        gap = next(column for column, base in needed if heights[column] < base + max(lift, 0))
        return f"there would be empty space beneath it on {self._name(gap)}"

    # All of them, in order

    @property
    def of_shape(self) -> tuple[tuple[Site, ...], ...]:
        """All sites, shape by shape, made for the one who asks."""
        found: list[tuple[Site, ...]] = []
        first = 0
        for turnings in self.turnings:
            end = first + sum(turning.corners.bit_count() for turning in turnings)
            found.append(tuple(map(self._by_number, range(first, end))))
            first = end
        return tuple(found)

    def number_of(self, site: Site) -> int:
        """A site's place among all, the same whenever the sites of this board are found again."""
        return self._numbers[site.turning.index][site.corner]

    def texts(self) -> tuple[str, ...]:
        """The text of every move, by number."""
        found = [""] * len(self._order)
        for turning, numbers in zip(self._flat, self._numbers, strict=True):
            corners = list(_bits(turning.corners))
            for corner, text in zip(corners, self._texts(turning, corners), strict=True):
                found[numbers[corner]] = text
        return tuple(found)

    def _by_number(self, number: int) -> Site:
        index, corner = divmod(self._order[number], self.files * self.ranks)
        return Site(self._flat[index], corner)

    @cached_property
    def _flat(self) -> tuple[Turning, ...]:
        return tuple(turning for turnings in self.turnings for turning in turnings)

    @cached_property
    def _order(self) -> array[int]:
        """[number] the turning's index and the corner, as one number."""
        squares = self.files * self.ranks
        order = array("I")
        for turnings in self.turnings:
            sites: list[tuple[str, int]] = []
            for turning in turnings:
                corners = list(_bits(turning.corners))
                first = turning.index * squares
                sites += zip(self._texts(turning, corners), (first + at for at in corners), strict=True)
            # Two turnings with the same text keep the order of their indices.
            order.extend(place for _, place in sorted(sites))
        return order

    @cached_property
    def _numbers(self) -> tuple[array[int], ...]:
        """[turning][corner] the number of a site; it means nothing where there is none."""
        numbers = tuple(array("H", bytes(2 * self.files * self.ranks)) for _ in self._flat)
        for number, place in enumerate(self._order):
            index, corner = divmod(place, self.files * self.ranks)
            numbers[index][corner] = number
        return numbers

    @cached_property
    def _first(self) -> array[int]:
        """[turning] the least number among its sites."""
        found = array("H", [len(self._order)] * len(self._flat))
        for number, place in enumerate(self._order):
            index = place // (self.files * self.ranks)
            found[index] = min(found[index], number)
        return found

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(square_name(file, rank) for rank in range(self.ranks) for file in range(self.files))

    def _name(self, square: int) -> str:
        return self._names[square]

    def _texts(self, turning: Turning, corners: Sequence[int]) -> Iterator[str]:
        """The texts of the placements with these corners."""
        names = self._names
        columns = []
        for step, count in zip(turning.steps, turning.counts, strict=True):
            end = f"*{count}" if count > 1 else ""
            columns.append([names[corner + step] + end for corner in corners])
        return (f"{turning.letter}:{','.join(words)}" for words in zip(*columns, strict=True))


class _Rows:
    """The squares of a board as sets, a bit each."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.files, self.ranks = len(rows[0]), len(rows)
        self.there = int("".join(row[::-1] for row in rows).translate({35: 49, 46: 48}), 2)

    def within(self, wide: int, deep: int) -> int:
        """The squares with as many files to their east and ranks to their north."""
        row = (1 << max(self.files - wide, 0)) - 1
        return sum(row << rank * self.files for rank in range(self.ranks - deep))


def sites_of(board: Board, pieces: PieceSet) -> Sites:
    """All sites of a piece set on a board; those of the same form share them, whatever their names."""
    return shared_sites(board.rows, pieces.all_shapes)


@lru_cache(maxsize=GEOMETRIES_KEPT)
def shared_sites(rows: tuple[str, ...], shapes: tuple[Shape, ...]) -> Sites:
    """All sites of these shapes on a board with these rows."""
    return Sites(rows, shapes)


@lru_cache(maxsize=LISTS_KEPT)
def _placements(sites: Sites) -> tuple[Placement, ...]:
    """All placements by number."""
    numbered = (sites._by_number(number) for number in range(len(sites._order)))
    return tuple(
        Placement.at(site.turning.letter, site, text)
        for site, text in zip(numbered, sites.texts(), strict=True)
    )


def squares_at_height(heights: Sequence[int]) -> tuple[int, ...]:
    """For each height the squares that have it, a bit each."""
    backwards = bytes(heights)[::-1]
    return tuple(int(backwards.translate(at), 2) for at in _AT_HEIGHT)


def _append(turnings: list[Turning], letter: str, cubes: frozenset[Cube], board: _Rows) -> Turning:
    turnings.append(Turning(len(turnings), letter, cubes, board))
    return turnings[-1]


def _bits(squares: int) -> Iterator[int]:
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def _misfit(site: Site, heights: Sequence[int]) -> int:
    return sum(abs(heights[column] - base) for column, base in zip(site.columns, site.bases, strict=True))
