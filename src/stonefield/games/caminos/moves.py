"""The decisions of Caminos and their text, and every placement that a board and a piece set allow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter

from stonefield.games.caminos.board import Board, square_name
from stonefield.games.caminos.pieces import Cube, PieceSet
from stonefield.games.game import IllegalMove, InvalidMove, Move

COLOURS = ("yellow", "green")
NEUTRAL = "neutral"

_MOVE = re.compile(r"([A-Z]):([a-z0-9*,]++)")
_COLUMN = re.compile(r"([a-z]\d{1,2})(?:\*(\d))?")


class Placement(Move):
    """A piece put on the table: its letter and the cubes it comes to fill, each (file, rank, level)."""

    __slots__ = ("cubes", "piece")

    def __init__(self, piece: str, cubes: Iterable[Cube]) -> None:
        self.piece, self.cubes = piece, frozenset(cubes)
        columns: dict[tuple[int, int], int] = {}
        for file, rank, _ in sorted(self.cubes):
            columns[file, rank] = columns.get((file, rank), 0) + 1
        self.text = f"{piece}:" + ",".join(
            square_name(*column) + (f"*{count}" if count > 1 else "") for column, count in columns.items()
        )

    @property
    def squares(self) -> tuple[str, ...]:
        """The columns it stands on."""
        return tuple(square_name(*column) for column in sorted({cube[:2] for cube in self.cubes}))


class Swap(Move):
    """The second player takes the colour of the first."""

    __slots__ = ()

    def __init__(self) -> None:
        self.text = "swap"


SWAP = Swap()


class Site:
    """A placement and what it asks of the board: the columns it fills and the height each must have.

    ``number`` counts the sites of a board and piece set, the same whenever they are found anew.
    """

    __slots__ = ("_heights_of", "_wanted", "bases", "columns", "counts", "number", "placement")
    number: int

    def __init__(
        self, placement: Placement, columns: tuple[int, ...], bases: tuple[int, ...], counts: tuple[int, ...]
    ) -> None:
        self.placement, self.columns, self.bases, self.counts = placement, columns, bases, counts
        self._heights_of = itemgetter(*columns)
        self._wanted = bases if len(bases) > 1 else bases[0]

    def is_free(self, heights: Sequence[int]) -> bool:
        """Whether the piece would rest on exactly these heights."""
        return bool(self._heights_of(heights) == self._wanted)


class Sites:
    """All sites of a piece set on a board: shape by shape, and by the text of the move."""

    def __init__(self, board: Board, pieces: PieceSet) -> None:
        self.board, self.pieces = board, pieces
        self.of_shape = tuple(
            tuple(sorted(_sites(board, shape.letter, shape.turnings), key=lambda site: site.placement.text))
            for shape in pieces.all_shapes
        )
        self.of_text: dict[str, tuple[Site, ...]] = {}
        for number, site in enumerate(site for sites in self.of_shape for site in sites):
            site.number, text = number, site.placement.text
            self.of_text[text] = (*self.of_text.get(text, ()), site)

    def read(self, text: str, heights: Sequence[int]) -> Move:
        """The move that ``text`` is, every column resting on what is there."""
        if text == SWAP.text:
            return SWAP
        found = _MOVE.fullmatch(text)
        columns = [_COLUMN.fullmatch(word) for word in found[2].split(",")] if found else [None]
        if found is None or not all(columns):
            raise InvalidMove(f"`{text}`: a move is a piece and its columns such as L:a1*3,b1, or swap")
        letter = found[1]
        if letter not in self.pieces.index:
            raise InvalidMove(f"`{text}`: the pieces are {', '.join(self.pieces.index)}")
        counts: dict[int, int] = {}
        for column in columns:
            assert column is not None
            square = self.board.square(column[1])
            count = int(column[2] or 1)
            if not count or square in counts:
                raise InvalidMove(f"`{text}`: {column[1]} should be named once, with at least one cube")
            counts[square] = count
        size = len(self.pieces.all_shapes[self.pieces.index[letter]].cubes)
        if sum(counts.values()) != size:
            raise InvalidMove(f"`{text}`: {letter} has {size} cubes, not {sum(counts.values())}")
        return Placement(
            letter,
            (
                (square % self.board.files, square // self.board.files, heights[square] + level)
                for square, count in counts.items()
                for level in range(count)
            ),
        )

    def find(self, move: Move, heights: Sequence[int]) -> Site:
        """The site where a move's piece would rest; IllegalMove says why there is none."""
        sites = self.of_text.get(move.text, ())
        for site in sites:
            if site.is_free(heights):
                return site
        raise IllegalMove(f"`{move}`: {self._obstacle(sites, heights)}")

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
        return f"there would be empty space beneath it on {self.board.name_of(gap)}"


@lru_cache(maxsize=8)
def sites_of(board: Board, pieces: PieceSet) -> Sites:
    """All sites of a piece set on a board, found once; the built-in boards and a few more are kept."""
    return Sites(board, pieces)


def _misfit(site: Site, heights: Sequence[int]) -> int:
    return sum(abs(heights[column] - base) for column, base in zip(site.columns, site.bases, strict=True))


def _sites(board: Board, letter: str, turnings: Iterable[frozenset[Cube]]) -> Iterable[Site]:
    there = set(board.squares)
    for turning in turnings:
        levels: dict[tuple[int, int], list[int]] = {}
        for x, y, z in sorted(turning):
            levels.setdefault((x, y), []).append(z)
        wide, deep = max(x for x, _ in levels), max(y for _, y in levels)
        for file in range(board.files - wide):
            for rank in range(board.ranks - deep):
                columns = tuple((rank + y) * board.files + file + x for x, y in levels)
                if there.issuperset(columns):
                    cubes = ((file + x, rank + y, z) for x, y, z in turning)
                    yield Site(
                        Placement(letter, cubes),
                        columns,
                        tuple(column[0] for column in levels.values()),
                        tuple(len(column) for column in levels.values()),
                    )
