"""A game of Caminos laid out as arrays: its board, every site of its pieces, and positions as states.

A state is an array of bytes: the header below, what each seat has left of each shape, and a byte a square.
That byte holds the column's cubes, two bits each from the board up: 0 none, 1 the team that began, 2 the
other team, 3 neutral. A move is the number of its site; the one after the last site is the swap.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.packing import packed
from stonefield.engine.compiled import constant
from stonefield.games.caminos import Placement, Position
from stonefield.games.caminos.setup import Setup
from stonefield.games.caminos.sites import Site, sites_of

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int32]
Words = NDArray[np.uint64]
StateBytes = NDArray[np.uint8]

SEAT, OUT, NEUTRAL_DUE, WON, SWAPPED, LAID_FIRST, LAID_OTHERS, BORDER = range(8)
"""Where the header has what; ``WON`` is 0, 1 or 2; what seat 0 and the others laid is counted up to 2."""
HANDS = 9
"""Two bytes of border pieces, one per team, come before what is left in hand."""

SQUARES, SHAPES, PLAYERS, POINTS, SWAP, SIDES, SITES, COLUMNS, LINKS, WIDEST, WORDS, SLOTS, TURNINGS = range(
    13
)
"""Where ``Layout.facts`` has what: COLUMNS is where a state's columns begin, WIDEST the most columns that a
piece can fill, WORDS what a set of squares takes, a bit each."""

TURNING = 11
"""As many numbers ``Layout.turnings`` has of each."""

CODES = 64
"""As many columns are possible: three cubes of four kinds."""

BASE, COUNT, SHAPE, AT_BORDER = 16, 20, 1, 1
"""Where the bits of a cell's base and count begin, and those of a site's shape."""


class Layout(NamedTuple):
    """Everything about a game that does not change while it is played, in few arrays: they compile faster."""

    facts: NDArray[np.int64]
    """[SQUARES …] the numbers named above"""
    sites: Numbers
    """[2 * site] where its cells begin; [2 * site + 1] whether a cube of it lies on the board at the border,
    and its shape << SHAPE; one more site for the end"""
    cells: Numbers
    """[cell] a column of a site, the height it needs << BASE, the cubes it gets << COUNT"""
    squares: Numbers
    """[5 * square + direction] the square next to it, the number of squares where there is none;
    [5 * square + 4] the sides it belongs to, a bit each"""
    sides: Numbers
    """[set of sides] whether a path that touches them wins; [256 + 3 * link] two sides that a path may join,
    and whether they are exactly opposite"""
    turnings: Numbers
    """[TURNING * turning] its shape, the number of its columns, and for each of them its slot"""
    slots: Numbers
    """[2 * slot] how far a column lies from the corner of its piece; [2 * slot + 1] the height it needs"""
    corners: NDArray[np.uint64]
    """[WORDS * turning] the squares where the corner of a piece turned like this can be"""
    site_at: Numbers
    """[SQUARES * turning + corner] the site, or -1"""


def layout_of(position: Position) -> Layout:
    """The arrays of the game that a position belongs to."""
    return _layout(position.setup)


@lru_cache(maxsize=16)
def _layout(setup: Setup) -> Layout:
    board, pieces = setup.board, setup.pieces
    sites = [site for of_shape in sites_of(board, pieces).of_shape for site in of_shape]
    squares, shapes = board.files * board.ranks, len(pieces.shapes)
    words = (squares + 63) // 64
    numbers = {shape.letter: number for number, shape in enumerate(pieces.all_shapes)}
    turnings, slots = _turnings(sites, numbers, board.files)
    facts = [squares, shapes, setup.players, setup.points, setup.swap, len(board.sides), len(sites)]
    facts += [HANDS + setup.players * shapes, len(board.links), max(len(site.columns) for site in sites)]
    facts += [words, len(slots), len(turnings)]
    corners = np.zeros((len(turnings), words), dtype=np.uint64)
    site_at = np.full((len(turnings), squares), -1, dtype=np.int32)
    for number, site in enumerate(sites):
        turning = turnings[_turning(site, numbers, board.files)]
        corner = _corner(site, board.files)
        corners[turning, corner >> 6] |= np.uint64(1 << (corner & 63))
        site_at[turning, corner] = number
    about = [numbers[s.turning.letter] << SHAPE | _touches_border(s, board.side_masks) for s in sites]
    around = [
        (*[*board.neighbours[square], *[squares] * 4][:4], board.side_masks[square])
        for square in range(squares)
    ]
    joining = [*board.joining, *[0] * (256 - len(board.joining))]
    ends = [0, *accumulate(len(site.columns) for site in sites)]
    return Layout(
        facts=constant(np.array(facts, dtype=np.int64)),
        sites=_numbers(zip(ends, [*about, 0], strict=True)),
        cells=_numbers(_cells(site) for site in sites),
        squares=_numbers(around),
        sides=_numbers([joining, *board.links]),
        turnings=_numbers(_numbered(turning, slots) for turning in turnings),
        slots=_numbers(slots),
        corners=corners.reshape(-1),
        site_at=constant(site_at.reshape(-1)),
    )


def state_of(position: Position) -> StateBytes:
    """A position as a state."""
    return np.frombuffer(packed(position), dtype=np.uint8).copy()


@lru_cache(maxsize=16)
def _texts(setup: Setup) -> tuple[str, ...]:
    return (*sites_of(setup.board, setup.pieces).texts(), "swap")


def move_text(setup: Setup, move: int) -> str:
    """A move's text."""
    return _texts(setup)[move]


def move_number(position: Position, text: str) -> int:
    """The integer of a legal move's text."""
    move = position.read(text)
    if not isinstance(move, Placement):
        return int(layout_of(position).facts[SITES])
    heights = [len(stack) for stack in position.stacks]
    return position.sites.number_of(position.sites.find(move, heights))


_Slot: TypeAlias = tuple[int, int]
_Turning: TypeAlias = tuple[int, tuple[_Slot, ...], tuple[int, ...]]


def _numbers(groups: Iterable[Iterable[int]]) -> Numbers:
    return constant(np.array([number for group in groups for number in group], dtype=np.int32))


def _corner(site: Site, files: int) -> int:
    """The square in the south-west of a site's columns, itself perhaps none of them."""
    ranks, of_files = zip(*(divmod(column, files) for column in site.columns), strict=True)
    return int(min(ranks) * files + min(of_files))


def _turning(site: Site, numbers: dict[str, int], files: int) -> _Turning:
    """A site's shape, what it asks of the board and what it puts there, wherever it is."""
    corner = _corner(site, files)
    slots = tuple((column - corner, base) for column, base in zip(site.columns, site.bases, strict=True))
    return numbers[site.turning.letter], slots, site.counts


def _turnings(
    sites: Iterable[Site], numbers: dict[str, int], files: int
) -> tuple[dict[_Turning, int], dict[_Slot, int]]:
    """All turnings and all slots of their columns, numbered."""
    turnings: dict[_Turning, int] = {}
    slots: dict[_Slot, int] = {}
    for site in sites:
        turning = _turning(site, numbers, files)
        turnings.setdefault(turning, len(turnings))
        for slot in turning[1]:
            slots.setdefault(slot, len(slots))
    return turnings, slots


def _numbered(turning: _Turning, slots: dict[_Slot, int]) -> list[int]:
    shape, columns, _ = turning
    numbered = [shape, len(columns), *(slots[slot] for slot in columns)]
    return numbered + [0] * (TURNING - len(numbered))


def _cells(site: Site) -> list[int]:
    cells = zip(site.columns, site.bases, site.counts, strict=True)
    return [column | base << BASE | count << COUNT for column, base, count in cells]


def _touches_border(site: Site, side_masks: tuple[int, ...]) -> bool:
    cells = zip(site.columns, site.bases, strict=True)
    return any(base == 0 and side_masks[column] for column, base in cells)


def _cubes(code: int) -> int:
    return (code.bit_length() + 1) // 2


def _connections() -> Bytes:
    """The law of walls for every two columns."""
    table = np.zeros(2 << 12, dtype=np.uint8)
    for team in range(2):
        for one in range(1, CODES):
            for other in range(1, CODES):
                low, high = sorted((one, other), key=_cubes)
                walls = [high >> 2 * level & 3 for level in range(_cubes(low), _cubes(high))]
                tops = [column >> 2 * _cubes(column) - 2 for column in (one, other)]
                if all(cube == team + 1 for cube in (*walls, *tops)):
                    table[team << 12 | one << 6 | other] = 1
    return table


HEIGHT: Bytes = np.array([_cubes(code) for code in range(CODES)], dtype=np.uint8)
"""[column] its cubes"""
TOP: Bytes = np.array([code >> max(0, 2 * _cubes(code) - 2) for code in range(CODES)], dtype=np.uint8)
"""[column] the highest of them"""
CONNECT = _connections()
"""[team << 12 | column << 6 | column] whether two neighbours join in a path of a team"""


class Scratch(NamedTuple):
    """A thread's working arrays."""

    numbers: Numbers
    """three for every square and one more of each"""
    words: Words
    """sets of squares: those of height 0, 1 and 2, each with an empty word behind it; for every slot the
    corners of pieces that find the right height there; for every turning the corners where it can stand"""


def scratch_for(layout: Layout) -> Scratch:
    """Working arrays for any state of a game."""
    words, parts = int(layout.facts[WORDS]), int(layout.facts[SLOTS]) + int(layout.facts[TURNINGS])
    return Scratch(
        np.zeros(3 * (int(layout.facts[SQUARES]) + 1), dtype=np.int32),
        np.zeros(3 * (words + 1) + parts * words, dtype=np.uint64),
    )
