"""What the drawing of one game provides: the protocol that every game's picture follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from stonefield.draw.camera import Camera
from stonefield.draw.foot import Entry
from stonefield.draw.scene import Scene, tile
from stonefield.draw.themes import MATERIALS, Material, Palette, Theme, find_theme
from stonefield.games.game import InvalidOption, Move, Position
from stonefield.games.plugin import games_with, part_of

Square: TypeAlias = tuple[int, int]
"""File and rank, both from 0."""

INSET = 0.08

Drawn = TypeVar("Drawn", bound=Position, contravariant=True)


class Cell(NamedTuple):
    """What the terminal shows on a square: three characters, their colour, the block they belong to.

    Squares of one block have no line between them; ``None`` is an empty square.
    """

    text: str
    colour: str | None = None
    block: int | None = None


class Picture(Protocol[Drawn]):
    """How the positions of one game are drawn, as SVG and as text.

    What a game does not draw itself is drawn plainly: a coloured tile on every occupied square.
    """

    paints: Mapping[str, Mapping[str, Material]] = {}
    """How its pieces can be painted: by the paint's name, the materials that differ from the usual ones."""

    def theme(self, name: str, paint: str | None) -> Theme:
        """A theme with the pieces painted so; a paint of other games changes nothing."""
        theme, differing = find_theme(name), self.paints.get(check_paint(paint) or "")
        if not differing:
            return theme
        return replace(theme, name=f"{name}-{paint}", materials=Palette({**MATERIALS, **differing}))

    def scene(self, position: Drawn, camera: Camera, theme: Theme, last: str | None) -> Scene:
        """The position, with the move that led to it marked."""
        board = position.board
        scene = Scene(camera, theme, tuple(position.game.letters))
        scene.table([square_of(name) for name in board.names])
        scene.labels([square_of(name) for name in board.names])
        for name, colour in position.tops.items():
            _draw_tile(scene, square_of(name), colour)
        for name in position.read(last).squares if last else ():
            scene.line(scene.path(tile(*square_of(name), inset=INSET)), theme.accent, 3.4)
        return scene

    def describe(self, position: Drawn, theme: Theme) -> tuple[str, str]:
        """A title and a description for those who do not see the picture."""
        title = f"{position.game.name.capitalize()} on the {position.board.name} board"
        tops = [f"{name} {theme.materials[colour].word}" for name, colour in position.tops.items()]
        return title, f"Seen from above: {'; '.join(tops) or 'the board is empty'}."

    def describe_turn(self, position: Drawn, theme: Theme) -> str:
        """Who decides, to follow a description; nothing once the game is over."""
        return "" if position.is_over else f" {theme.materials[position.turn].word.capitalize()} decides."

    def footer(self, position: Drawn) -> list[Entry]:
        """The line below the picture: what each colour has, and who is on turn."""
        return [
            Entry(colour, str(position.score(colour)), colour == position.turn and not position.is_over)
            for colour in position.game.colours
        ]

    def draw_move(self, scene: Scene, position: Drawn, move: Move) -> None:
        """What a legal move puts on the board, without the board."""
        tops = position.play(move).tops
        tiles = {square_of(name): tops[name] for name in move.squares if name in tops}
        # A move that names no square is a tile of the mover's colour.
        for square, colour in (tiles or {(0, 0): position.turn}).items():
            _draw_tile(scene, square, colour)
            scene.cover(tile(*square))

    def cells(self, position: Drawn) -> Mapping[Square, Cell]:
        """What the terminal shows on every square of the board."""
        cells = {square_of(name): Cell(" · ") for name in position.board.names}
        for block, (name, colour) in enumerate(position.tops.items()):
            cells[square_of(name)] = Cell(f" {position.game.letters[colour]} ", colour, block)
        return cells


class PlainPicture(Picture[Position]):
    """The picture of a game that has none of its own."""


def picture_of(game: str) -> Picture[Any]:
    """The picture of a game; the plain one if it has none of its own."""
    return part_of(game, "picture", PlainPicture())


def check_paint(paint: str | None) -> str | None:
    """``paint`` itself if a game has one of that name."""
    if paint is not None:
        known = [name for game in games_with("picture") for name in picture_of(game).paints]
        if paint not in known:
            raise InvalidOption(f"`{paint}`: the paints are {' or '.join(known)}")
    return paint


def square_of(name: str) -> Square:
    """File and rank of a square such as ``c4``."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _draw_tile(scene: Scene, square: Square, colour: str) -> None:
    x, y = square
    material = scene.theme.materials[colour]
    scene.fill(tile(x, y, inset=INSET), material.top, material.edge)
    scene.face((x, y + 1, 0), (1, 0, 0), (0, -1, 0), symbol=colour)
