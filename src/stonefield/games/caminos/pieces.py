"""The pieces of Caminos: shapes made of cubes, and sets of them. A set is data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import permutations, product
from pathlib import Path
from typing import Any, TypeAlias

from stonefield.games.caminos.board import NAME, load_toml, read_toml
from stonefield.games.game import InvalidOption

Cube: TypeAlias = tuple[int, int, int]
"""File, rank and level, all from 0."""

PIECE_SETS = ("classic",)
HIGHEST = 3
MOST = 20
MOST_SHAPES = 26
SHAPES_KEPT = 64
"""For how many shapes all turnings are kept, up to 60 kB each."""

_LETTER = re.compile(r"[A-Z]")
_PIECE = re.compile(r"([A-Z])(\d{1,3}|\*):([#.,+]{1,35})", re.ASCII)


@dataclass(frozen=True)
class Shape:
    """A shape, known by its letter, as one of its turnings."""

    letter: str
    cubes: frozenset[Cube]

    def __post_init__(self) -> None:
        if not _LETTER.fullmatch(self.letter):
            raise InvalidOption(f"`{self.letter}`: a shape is named by one capital letter")
        if not self.cubes:
            raise InvalidOption(f"shape {self.letter}: no cubes")
        for axis in range(3):
            reach = [cube[axis] for cube in self.cubes]
            if max(reach) - min(reach) >= HIGHEST:
                raise InvalidOption(
                    f"shape {self.letter}: more than {HIGHEST} cubes long, but nothing rises above {HIGHEST}"
                )
        if not _joined(self.cubes):
            raise InvalidOption(f"shape {self.letter}: its cubes do not hold together")
        object.__setattr__(self, "cubes", min(_turnings(self.cubes), key=sorted))
        if not self.turnings:
            raise InvalidOption(f"shape {self.letter}: there is a gap beneath it however it is turned")

    @property
    def turnings(self) -> tuple[frozenset[Cube], ...]:
        """All distinct ways to turn it in space that leave no gap within a column, lowest cube at level 0."""
        return _upright(self.cubes)

    @property
    def is_its_mirror_image(self) -> bool:
        """Whether turning it reaches its mirror image."""
        return _settled((-x, y, z) for x, y, z in self.cubes) in _turnings(self.cubes)

    def __str__(self) -> str:
        wide, deep, high = (max(cube[axis] for cube in self.cubes) + 1 for axis in range(3))
        return "+".join(
            ",".join("".join(".#"[(x, y, z) in self.cubes] for x in range(wide)) for y in range(deep))
            for z in range(high)
        )


@dataclass(frozen=True)
class PieceSet:
    """What each colour owns of every shape, and the shape of the neutral pieces, if there are any."""

    name: str
    shapes: tuple[Shape, ...]
    counts: tuple[int, ...]
    neutral: Shape | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise InvalidOption(f"`{self.name}`: a piece set's name is small letters, digits and hyphens")
        if not self.shapes:
            raise InvalidOption(f"piece set {self.name}: no pieces")
        letters: dict[str, Shape] = {}
        bodies: dict[frozenset[Cube], Shape] = {}
        for shape in (*self.shapes, *([self.neutral] if self.neutral else [])):
            if letters.setdefault(shape.letter, shape) is not shape:
                raise InvalidOption(f"piece set {self.name}: two shapes are called {shape.letter}")
            if shape is not self.neutral and bodies.setdefault(shape.cubes, shape) is not shape:
                twin = bodies[shape.cubes].letter
                raise InvalidOption(f"piece set {self.name}: {twin} and {shape.letter} are one shape")
        for shape, count in zip(self.shapes, self.counts, strict=True):
            if not 1 <= count <= MOST:
                raise InvalidOption(f"piece set {self.name}: from 1 to {MOST} of {shape.letter}, not {count}")

    @classmethod
    def load(cls, path: str | Path) -> PieceSet:
        """The piece set that a TOML file describes."""
        return load_toml(path, cls._from_toml)

    @classmethod
    def read(cls, text: str) -> PieceSet:
        """A built-in set by its name, or any set from the text that ``str(pieces)`` gives."""
        if text in PIECE_SETS:
            return _built_in(text)
        name, equals, listed = text.partition("=")
        if not equals:
            raise InvalidOption(f"`{text}`: the piece sets are {', '.join(PIECE_SETS)}")
        words = listed.split("/")
        if len(words) > MOST_SHAPES:
            raise InvalidOption(f"piece set {name}: at most {MOST_SHAPES} shapes, not {len(words)}")
        shapes, counts, neutral = [], [], None
        for word in words:
            found = _PIECE.fullmatch(word)
            if found is None or neutral:
                raise InvalidOption(
                    f"`{word}`: pieces are written like L4:###,#.. and a neutral one like I*:###"
                )
            shape = Shape(found[1], _cubes_of([layer.split(",") for layer in found[3].split("+")], found[1]))
            if found[2] == "*":
                neutral = shape
            else:
                shapes.append(shape)
                counts.append(int(found[2]))
        return cls(name, tuple(shapes), tuple(counts), neutral)

    @classmethod
    def _from_toml(cls, source: bytes, place: str) -> PieceSet:
        table = read_toml(source, place, {"name": str, "pieces": list})
        counts = [piece.get("count") if isinstance(piece, dict) else None for piece in table["pieces"]]
        if not all(type(count) is int for count in counts):
            raise InvalidOption(f"{place}: every piece needs a `count`")
        shapes = tuple(_shape_from(piece, place) for piece in table["pieces"])
        neutral = _shape_from(table["neutral"], place) if "neutral" in table else None
        return cls(table["name"], shapes, tuple(count for count in counts if count is not None), neutral)

    def __str__(self) -> str:
        if self.name in PIECE_SETS and self == _built_in(self.name):
            return self.name
        owned = zip(self.shapes, self.counts, strict=True)
        listed = [f"{shape.letter}{count}:{shape}" for shape, count in owned]
        listed += [f"{self.neutral.letter}*:{self.neutral}"] if self.neutral else []
        return f"{self.name}={'/'.join(listed)}"

    @property
    def memory(self) -> int:
        """About how many bytes it takes, most of it for sets of cubes."""
        return 1_000 + 2_000 * len(self.all_shapes)

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of every letter among the shapes; the neutral one comes last."""
        letters = [shape.letter for shape in self.all_shapes]
        return {letter: place for place, letter in enumerate(letters)}

    def placements_on(self, files: int, ranks: int) -> int:
        """How many ways there are to place the pieces on a rectangle, each shape counted once."""
        ways = 0
        for shape in self.all_shapes:
            for turning in shape.turnings:
                wide, deep = (max(cube[axis] for cube in turning) for axis in range(2))
                ways += max(files - wide, 0) * max(ranks - deep, 0)
        return ways

    @cached_property
    def all_shapes(self) -> tuple[Shape, ...]:
        """The shapes of the colours, then the neutral one."""
        return (*self.shapes, self.neutral) if self.neutral else self.shapes


@lru_cache
def _built_in(name: str) -> PieceSet:
    resource = files(__package__).joinpath("data", f"{name}.toml")
    return PieceSet._from_toml(resource.read_bytes(), f"{name}.toml")


def _shape_from(piece: Any, place: str) -> Shape:
    if not isinstance(piece, dict) or not isinstance(piece.get("letter"), str):
        raise InvalidOption(f"{place}: every piece needs a `letter`")
    letter, layers = piece["letter"], piece.get("layers")
    rows_of_text = isinstance(layers, list) and all(
        isinstance(layer, list) and all(isinstance(row, str) for row in layer) for layer in layers
    )
    if not isinstance(layers, list) or not rows_of_text:
        raise InvalidOption(f'{place}: shape {letter} needs `layers` such as [["###", "#.."]]')
    return Shape(letter, _cubes_of(layers, letter))


def _cubes_of(layers: list[list[str]], letter: str) -> frozenset[Cube]:
    """The cubes drawn as ``#`` in rows of layers, from the lowest layer up."""
    rows = [(y, z, row) for z, layer in enumerate(layers) for y, row in enumerate(layer)]
    for _, _, row in rows:
        if set(row) - {"#", "."}:
            raise InvalidOption(f"shape {letter}: row `{row}` should be of `#` and `.`")
    return frozenset((x, y, z) for y, z, row in rows for x, mark in enumerate(row) if mark == "#")


def _settled(cubes: Iterable[Cube]) -> frozenset[Cube]:
    """The same cubes moved so that the least file, rank and level are 0."""
    listed = list(cubes)
    low = [min(cube[axis] for cube in listed) for axis in range(3)]
    return frozenset((x - low[0], y - low[1], z - low[2]) for x, y, z in listed)


@lru_cache(maxsize=SHAPES_KEPT)
def _upright(cubes: frozenset[Cube]) -> tuple[frozenset[Cube], ...]:
    return tuple(sorted(filter(_without_gap, _turnings(cubes)), key=sorted))


@lru_cache(maxsize=SHAPES_KEPT)
def _turnings(cubes: frozenset[Cube]) -> frozenset[frozenset[Cube]]:
    """What the 24 rotations in space make of the cubes."""
    turned = set()
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(axes[one] > axes[other] for one in range(3) for other in range(one + 1, 3))
        if (-1) ** swaps * signs[0] * signs[1] * signs[2] > 0:
            x, y, z = axes
            turned.add(
                _settled((signs[0] * cube[x], signs[1] * cube[y], signs[2] * cube[z]) for cube in cubes)
            )
    return frozenset(turned)


def _without_gap(cubes: frozenset[Cube]) -> bool:
    columns: dict[tuple[int, int], list[int]] = {}
    for x, y, z in cubes:
        columns.setdefault((x, y), []).append(z)
    return all(max(levels) - min(levels) < len(levels) for levels in columns.values())


def _joined(cubes: frozenset[Cube]) -> bool:
    first = next(iter(cubes))
    reached, frontier = {first}, [first]
    while frontier:
        x, y, z = frontier.pop()
        around = {(x - 1, y, z), (x + 1, y, z), (x, y - 1, z), (x, y + 1, z), (x, y, z - 1), (x, y, z + 1)}
        fresh = (around & cubes) - reached
        reached |= fresh
        frontier += fresh
    return len(reached) == len(cubes)
