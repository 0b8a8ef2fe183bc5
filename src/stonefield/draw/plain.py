"""Any game drawn: a coloured tile on every square that something lies on."""

from __future__ import annotations

from collections.abc import Mapping

from stonefield.draw.picture import Cell, Square, square_of
from stonefield.draw.scene import Camera, Entry, Scene, tile
from stonefield.draw.themes import Theme
from stonefield.games.game import Move, Position

INSET = 0.08


class PlainPicture:
    """The picture of a game that has no drawing of its own; it needs ``tops`` and ``score`` only."""

    def scene(self, position: Position, camera: Camera, theme: Theme, last: str | None) -> Scene:
        board = position.board
        scene = Scene(camera, theme, tuple(position.game.letters))
        scene.table(board.files, board.ranks, [square_of(name) for name in board.names])
        scene.labels(board.files, board.ranks)
        for name, colour in position.tops.items():
            _draw_tile(scene, square_of(name), colour)
        for name in position.read(last).squares if last else ():
            scene.line(scene.path(tile(*square_of(name), inset=INSET)), theme.accent, 3.4)
        return scene

    def describe(self, position: Position, theme: Theme) -> tuple[str, str]:
        title = f"{position.game.name.capitalize()} on the {position.board.name} board"
        tops = [f"{name} {theme.materials[colour].word}" for name, colour in position.tops.items()]
        return title, f"Seen from above: {'; '.join(tops) or 'the board is empty'}."

    def footer(self, position: Position) -> list[Entry]:
        return [
            Entry(colour, str(position.score(colour)), colour == position.turn and not position.is_over)
            for colour in position.game.colours
        ]

    def draw_move(self, scene: Scene, position: Position, move: Move) -> None:
        """The squares that a move names, as they are after it; if it names none, the mover's colour."""
        tops = position.play(move).tops
        tiles = {square_of(name): tops[name] for name in move.squares if name in tops}
        for square, colour in (tiles or {(0, 0): position.turn}).items():
            _draw_tile(scene, square, colour)
            scene.cover(tile(*square))

    def cells(self, position: Position) -> Mapping[Square, Cell]:
        tops, letters = position.tops, position.game.letters
        return {
            square_of(name): Cell(f" {letters[tops[name]]} ", tops[name], index)
            if name in tops
            else Cell(" · ")
            for index, name in enumerate(position.board.names)
        }


def _draw_tile(scene: Scene, square: Square, colour: str) -> None:
    x, y = square
    material = scene.theme.materials[colour]
    scene.fill(tile(x, y, inset=INSET), material.top, material.edge)
    scene.face((x, y + 1, 0), (1, 0, 0), (0, -1, 0), symbol=colour)
