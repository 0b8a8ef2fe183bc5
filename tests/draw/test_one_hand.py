"""A picture looks as if it were drawn in the browser: the same wood, paint, signs, letters and angle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stonefield import draw
from stonefield.draw import scene, symbols
from stonefield.draw.camera import CAMERAS
from stonefield.draw.picture import picture_of
from stonefield.draw.themes import INLAYS, MATERIALS, THEMES, WOOD
from stonefield.draw.wood import coordinates, holes, inlays, wood_outline
from stonefield.games import caminos, carnac

PAGE = Path(__file__).parents[2] / "frontend" / "src"


def source(path: str) -> str:
    return (PAGE / path).read_text("utf-8")


def variables(path: str, block: str = r":root") -> dict[str, str]:
    """The custom properties of a rule of a style sheet."""
    found = re.search(block + r" \{([^}]*)\}", source(path))
    assert found, block
    return dict(re.findall(r"--([\w-]+): ([^;]+);", found[1]))


def channels(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


@pytest.mark.parametrize(
    ("paint", "rule"), [("red-white", ":root"), ("black-red", r":root\[data-stones='black-red'\]")]
)
def test_the_stones_have_the_granite_and_the_paint_of_the_page(paint, rule):
    page = variables("games/carnac/colours.css", rule)
    materials = picture_of("carnac").theme("light", paint).materials
    for colour in ("red", "white"):
        material = materials[colour]
        assert material.symbol == page[f"piece-{colour}"]
        assert material.outline == page[f"outline-{colour}"]
        assert material.slope == page[f"slope-{colour}"]
        assert material.shine == page["granite-edge"]
        # The page's granite is a gradient; ours has its middle tone.
        ends = channels(page["granite-light"]), channels(page["granite-dark"])
        for tone, light, dark in zip(channels(material.top), *ends, strict=True):
            assert abs(tone - (light + dark) / 2) <= 1


def test_the_cubes_have_the_paint_and_the_signs_of_the_page():
    page = variables("games/caminos/colours.css")
    for colour in ("yellow", "green", "neutral"):
        assert MATERIALS[colour].top == page[f"cube-{colour}"]
        assert MATERIALS[colour].symbol == page[f"on-cube-{colour}"]
    signs = source("games/caminos/signs.ts")
    leaf = re.search(r"green: '([^']+)'", signs)
    assert leaf
    ours = re.findall(r"-?\d+(?:\.\d+)?", symbols.leaf("#000", "#fff").split('"')[1])
    theirs = [f"{50 + 100 * float(value):g}" for value in re.findall(r"-?\d*\.\d+", leaf[1])]
    assert ours == theirs
    assert "ring(0.13)" in signs
    assert "A13 13" in symbols.sun("#000", "#fff")


def test_the_wood_is_the_page_s():
    wood = source("board/wood.ts")
    lists = {
        name: re.findall(r"'(#\w+)'", values)
        for name, values in re.findall(r"(\w+)(?: =|:) \[([^\]]*)\]", wood)
    }
    single = dict(re.findall(r"(\w+): '(#\w+)'", wood))
    assert (list(WOOD.oak), list(WOOD.walnut)) == (lists["oak"], lists["walnut"])
    assert list(INLAYS) == lists["INLAYS"]
    for name in ("fibre", "second", "groove", "label"):
        assert getattr(WOOD, name) == single[name]
    assert f"RIM = {scene.RIM}" in wood


@pytest.mark.parametrize(
    ("theme", "rule"), [("light", ":root"), ("dark", r":root\[data-appearance='dark'\]")]
)
def test_the_ground_the_ink_and_the_letters_are_the_page_s(theme, rule):
    page = variables("app.css", rule)
    assert THEMES[theme].page == (page["ground-glow"], page["ground-deep"])
    assert THEMES[theme].ink == page["ink"]
    fonts = variables("app.css")
    assert (fonts["display"], fonts["body"]) == (scene.LETTERS, scene.WORDS)


def test_the_board_is_seen_from_the_same_height():
    tilt = re.search(r"homeView.*?tilt: (\d+)", source("board/three/camera.ts"), re.DOTALL)
    assert tilt
    assert CAMERAS["isometric"].height == 90 - int(tilt[1])


def test_the_wood_has_the_shape_of_its_board():
    square = [(x, y) for x in range(3) for y in range(2)]
    assert sorted(wood_outline(square, 0.5)) == [(-0.5, -0.5), (-0.5, 2.5), (3.5, -0.5), (3.5, 2.5)]
    assert holes(square) == []
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert holes(ring) == [(1, 1)]
    octagon = caminos.start("octagon").board
    squares = [(number % octagon.files, number // octagon.files) for number in octagon.squares]
    assert len(wood_outline(squares, 0.5)) == 8
    # Each name is beside the first square of its file or rank, none on a square.
    names = coordinates(squares)
    assert [text for text, _, _ in names] == [*"abcdefghij", *map(str, range(1, 11))]
    assert not any((int(x // 1), int(y // 1)) in squares for _, x, y in names)


def test_opposite_sides_are_inlaid_alike():
    board = caminos.start("square").board
    squares = [(number % board.files, number // board.files) for number in board.squares]
    sides = [[(ord(name[0]) - 97, int(name[1:]) - 1) for name in side] for side in board.sides]
    found = inlays(squares, sides, 0.1)
    assert len(found) == 4 * 8
    outside = (-0.1, 8.1)
    for pair in (0, 1):
        # One pair of lines lies in the south and north, the other in the west and east.
        middles = [((x + to_x) / 2, (y + to_y) / 2) for one, (x, y), (to_x, to_y) in found if one == pair]
        level, upright = ({round(middle[axis], 1) for middle in middles} for axis in (1, 0))
        assert level == set(outside) or upright == set(outside)
    picture = draw.svg(caminos.start("square"))
    assert all(INLAYS[pair] in picture for pair in (0, 1))
    assert INLAYS[0] not in draw.svg(carnac.start())
