"""The decisions of Caminos and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from stonefield.games.caminos.board import Board, square_name
from stonefield.games.caminos.pieces import Cube, PieceSet
from stonefield.games.game import InvalidMove, Move

COLOURS = ("yellow", "green")
NEUTRAL = "neutral"

_MOVE = re.compile(r"([A-Z]):([a-z0-9*,]++)")
_COLUMN = re.compile(r"([a-z]\d{1,2})(?:\*(\d))?")


class Body(Protocol):
    """Cubes that are listed when they are asked for."""

    @property
    def cubes(self) -> frozenset[Cube]: ...


class Placement(Move):
    """A piece put on the table: its letter and the cubes it comes to fill, each (file, rank, level)."""

    __slots__ = ("_cubes", "piece")
    _cubes: frozenset[Cube] | Body

    def __init__(self, piece: str, cubes: Iterable[Cube]) -> None:
        self.piece, self._cubes = piece, frozenset(cubes)
        columns: dict[tuple[int, int], int] = {}
        for file, rank, _ in sorted(self._cubes):
            columns[file, rank] = columns.get((file, rank), 0) + 1
        self.text = f"{piece}:" + ",".join(
            square_name(*column) + (f"*{count}" if count > 1 else "") for column, count in columns.items()
        )

    @classmethod
    def at(cls, piece: str, body: Body, text: str) -> Placement:
        """A placement whose text is known; its cubes are listed on demand, since thousands may be kept."""
        placement = cls.__new__(cls)
        placement.piece, placement._cubes, placement.text = piece, body, text
        return placement

    @property
    def cubes(self) -> frozenset[Cube]:
        cubes = self._cubes
        return cubes if isinstance(cubes, frozenset) else cubes.cubes

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


def read_move(text: str, board: Board, pieces: PieceSet, heights: Sequence[int]) -> Move:
    """The move that ``text`` is, every column resting on what is there."""
    if text == SWAP.text:
        return SWAP
    found = _MOVE.fullmatch(text)
    columns = [_COLUMN.fullmatch(word) for word in found[2].split(",")] if found else [None]
    if found is None or not all(columns):
        raise InvalidMove(f"`{text}`: a move is a piece and its columns such as L:a1*3,b1, or swap")
    letter = found[1]
    if letter not in pieces.index:
        raise InvalidMove(f"`{text}`: the pieces are {', '.join(pieces.index)}")
    counts: dict[int, int] = {}
    for column in columns:
        assert column is not None
        square = board.square(column[1])
        count = int(column[2] or 1)
        if not count or square in counts:
            raise InvalidMove(f"`{text}`: {column[1]} should be named once, with at least one cube")
        counts[square] = count
    size = len(pieces.all_shapes[pieces.index[letter]].cubes)
    if sum(counts.values()) != size:
        raise InvalidMove(f"`{text}`: {letter} has {size} cubes, not {sum(counts.values())}")
    return Placement(
        letter,
        (
            (square % board.files, square // board.files, heights[square] + level)
            for square, count in counts.items()
            for level in range(count)
        ),
    )
