"""What the drawing of one game provides: the protocol that every game's picture follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from stonefield.draw.scene import Camera, Entry, Scene
from stonefield.draw.themes import Theme
from stonefield.games.game import Move, Position

Square: TypeAlias = tuple[int, int]
"""File and rank, both from 0."""

Drawn = TypeVar("Drawn", bound=Position, contravariant=True)


class Cell(NamedTuple):
    """What the terminal shows on a square: three characters, their colour, the block they belong to.

    Squares of one block have no line between them; ``None`` is an empty square.
    """

    text: str
    colour: str | None = None
    block: int | None = None


class Picture(Protocol[Drawn]):
    """How the positions of one game are drawn, as SVG and as text."""

    def scene(self, position: Drawn, camera: Camera, theme: Theme, last: str | None) -> Scene:
        """The position, with the move that led to it marked."""
        ...

    def describe(self, position: Drawn, theme: Theme) -> tuple[str, str]:
        """A title and a description for those who do not see the picture."""
        ...

    def footer(self, position: Drawn) -> list[Entry]:
        """The line below the picture: what each colour has, and who is on turn."""
        ...

    def draw_move(self, scene: Scene, position: Drawn, move: Move) -> None:
        """What a legal move puts on the board, without the board."""
        ...

    def cells(self, position: Drawn) -> Mapping[Square, Cell]:
        """What the terminal shows on every square of the board."""
        ...


def square_of(name: str) -> Square:
    """File and rank of a square such as ``c4``."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1
