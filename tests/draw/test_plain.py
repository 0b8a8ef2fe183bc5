"""The plain picture, which draws any game that has none of its own: here the two that have one."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from stonefield import caminos, carnac
from stonefield.draw.camera import CAMERAS
from stonefield.draw.picture import PlainPicture, picture_of, square_of
from stonefield.draw.scene import Scene
from stonefield.draw.themes import find_theme

PLAIN = PlainPicture()
POSITIONS = [
    (carnac.parse("carnac medium 28 r r1 a1b1r,c1ww"), "c1ww"),
    (caminos.start("torus").play("L:a4*3,b4"), "L:a4*3,b4"),
]


@pytest.mark.parametrize("view", CAMERAS)
@pytest.mark.parametrize(("position", "last"), POSITIONS)
def test_every_occupied_square_shows_its_colour_and_the_last_move_is_marked(position, last, view):
    theme = find_theme("light")
    scene = PLAIN.scene(position, CAMERAS[view], theme, last)
    title, description = PLAIN.describe(position, theme)
    picture = scene.render(size=300, title=title, description=description, footer=PLAIN.footer(position))
    ElementTree.fromstring(picture)
    board = "\n".join(scene.elements)
    for colour in position.game.colours:
        assert board.count(f"#stonefield-light-{colour}") == list(position.tops.values()).count(colour)
    assert board.count(theme.accent) == len(position.read(last).squares)
    assert all(name in description for name in position.tops)


@pytest.mark.parametrize(("position", "last"), POSITIONS)
def test_the_terminal_shows_the_letters_of_the_colours(position, last):
    cells = PLAIN.cells(position)
    assert set(cells) == {square_of(name) for name in position.board.names}
    shown = {square: cell.colour for square, cell in cells.items() if cell.colour}
    assert shown == {square_of(name): colour for name, colour in position.tops.items()}
    assert all(cell.text == f" {cell.colour[0]} " for cell in cells.values() if cell.colour)


@pytest.mark.parametrize("move", ["c4rw", "-"])
def test_a_move_alone_is_its_squares_or_the_movers_colour(move):
    position = carnac.start() if move != "-" else carnac.start().play("c4ww")
    scene = Scene(CAMERAS["isometric"], find_theme("dark"), ("red", "white"))
    PLAIN.draw_move(scene, position, position.read(move))
    colour = "red" if move != "-" else "white"
    assert f"#stonefield-dark-{colour}" in "\n".join(scene.elements)
    ElementTree.fromstring(scene.render(size=48, title=move, description=move, footer=None))


def test_a_colour_without_a_symbol_of_its_own_shows_its_letter():
    scene = Scene(CAMERAS["above"], picture_of("carnac").theme("light", "black-red"), ("blue",))
    scene.table([(0, 0)])
    root = ElementTree.fromstring(scene.render(size=48, title="", description="", footer=None))
    assert "B" in [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
