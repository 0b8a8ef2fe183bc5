"""Films of games: every kind, the same pictures as those of single positions, and what is refused."""

from __future__ import annotations

import random
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from stonefield import InvalidOption, caminos, carnac, draw, films
from stonefield.draw.camera import find_camera
from stonefield.draw.picture import picture_of
from stonefield.draw.raster import png_of
from stonefield.draw.themes import find_theme
from stonefield.films.extents import Box, merged, pieces, trimmed
from stonefield.films.projector import Projector
from stonefield.records import Record

SVG = "{http://www.w3.org/2000/svg}"


def game(start, seed: int = 3, plies: int = 9) -> Record:
    rng, position, moves = random.Random(seed), start, []
    while not position.is_over and len(moves) < plies:
        moves.append(str(rng.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(start, moves)


SMALL = game(carnac.start("small"))
MAGIC = {"gif": b"GIF89a", "webp": b"RIFF", "apng": b"\x89PNG"}


@pytest.mark.parametrize("kind", MAGIC)
def test_a_film_shows_every_position_and_the_last_one_longer(kind):
    content = films.film(SMALL, kind, size=160, seconds=0.5, view="above")
    assert content.startswith(MAGIC[kind])
    film = Image.open(BytesIO(content))
    assert film.width == 160
    assert film.n_frames == len(SMALL.positions)
    shown = []
    for frame in range(film.n_frames):
        film.seek(frame)
        film.load()
        shown.append(film.info["duration"])
    assert shown == [500] * len(SMALL.moves) + [1500]
    assert film.info["loop"] == 0
    assert content == films.film(SMALL, kind, size=160, seconds=0.5, view="above")


@pytest.mark.parametrize(
    "start", [carnac.start("medium"), caminos.start("square")], ids=["carnac", "caminos"]
)
@pytest.mark.parametrize("view", ["isometric", "above"])
def test_drawing_only_what_has_changed_gives_the_whole_picture(start, view):
    record = game(start, seed=8, plies=8)
    theme, picture = find_theme("light"), picture_of(start.game.name)
    marks = [None, *record.moves]
    scenes = [
        picture.scene(position, find_camera(view), theme, last)
        for position, last in zip(record.positions, marks, strict=True)
    ]
    frame = max((scene.frame(has_footer=True) for scene in scenes), key=lambda one: one.height)
    shots = [
        (*scene.elements, *scene.foot(picture.footer(position), frame))
        for scene, position in zip(scenes, record.positions, strict=True)
    ]
    fixed = shots[0][:3]
    running = Projector(scenes[0], frame, 240, fixed)
    for shot in shots:
        pixels = np.asarray(running.show(shot)).astype(int)
    whole = np.asarray(Projector(scenes[0], frame, 240, fixed).show(shots[-1])).astype(int)
    different = np.abs(pixels - whole).max(axis=2)
    # Where the edge of a part cuts a line, a pixel is smoothed otherwise; nothing is left behind or missing.
    assert (different > 40).sum() <= 60
    assert different.mean() < 0.3


def test_an_animated_svg_has_a_group_for_each_position_and_runs_nothing():
    content = films.film(SMALL, "svg", size=300).decode()
    root = ElementTree.fromstring(content)
    film = root.findall(f"{SVG}g")[-1]
    assert len(film.findall(f"{SVG}g")) == len(SMALL.positions)
    assert film[-1].get("class") == "end"
    assert root.get("width") == "300"
    assert "<script" not in content
    assert "prefers-reduced-motion" in content
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {element.get("href") for element in root.iter(f"{SVG}use")} <= {f"#{name}" for name in ids}


def test_a_part_of_a_game_is_a_film_too():
    film = Image.open(BytesIO(films.film(SMALL, "gif", size=120, first=3, last=5, view="above")))
    assert film.n_frames == 3
    alone = films.film(Record(carnac.start("small")), "svg", size=120)
    assert b"animation:" not in alone


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"kind": "mp4"}, "gif, webp, apng, svg"),
        ({"size": 10}, "from 120 to 1600 pixels"),
        ({"seconds": 0}, "0.1 to 10.0 seconds"),
        ({"first": 4, "last": 2}, "plies 0 to 9"),
        ({"last": 10}, "plies 0 to 9"),
        ({"view": "below"}, "isometric or above"),
        ({"theme": "pink"}, "light or dark"),
    ],
)
def test_what_cannot_be_filmed_is_refused_with_what_can(wish, said):
    with pytest.raises(InvalidOption, match=said):
        films.film(SMALL, **{"kind": "gif", **wish})


def test_letters_are_drawn_on_a_machine_without_fonts():
    words = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"{}><text y="20">{}</text></svg>'
    serif = " font-family=\"Georgia, 'Times New Roman', serif\""
    drawn = {text: png_of(words.format(serif, text)) for text in ("", "a7", "×", "x", "–", "-")}
    assert Image.open(BytesIO(drawn[""])).getbbox() is None
    assert Image.open(BytesIO(drawn["a7"])).getbbox() is not None
    # What the font does not have is not drawn as an empty box.
    assert (drawn["×"], drawn["–"]) == (drawn["x"], drawn["-"])


def test_a_position_is_a_png():
    picture = Image.open(BytesIO(draw.png(SMALL.final, size=200)))
    assert (picture.format, picture.width) == ("PNG", 200)
    assert picture.convert("RGBA").getpixel((0, 0))[3] == 0
    with pytest.raises(InvalidOption):
        draw.png(SMALL.final, size=9)


def test_notebooks_show_positions_and_records():
    assert SMALL.final._repr_svg_() == draw.svg(SMALL.final)
    assert SMALL._repr_svg_() == draw.svg(SMALL.final, last=SMALL.moves[-1])
    assert Record(carnac.start("small"))._repr_svg_() == draw.svg(carnac.start("small"))


def test_a_path_is_cut_down_to_the_outlines_that_a_window_shows():
    path = '<path d="M0 0L10 0L10 10ZM50 50L60 50L60 60ZM52 52L58 60Z" fill="#000"/>'
    assert [piece.text.count("M") for piece in pieces(path)] == [1, 1, 1]
    assert trimmed(path, Box(-5, -5, 5, 5)) == '<path d="M0 0L10 0L10 10Z" fill="#000"/>'
    assert trimmed(path, Box(51, 51, 55, 55)) == '<path d="M50 50L60 50L60 60ZM52 52L58 60Z" fill="#000"/>'
    assert trimmed(path, Box(20, 20, 30, 30)) == ""
    assert trimmed(path, Box(-5, -5, 90, 90)) == path


def test_boxes_that_meet_become_one():
    apart = merged([Box(0, 0, 2, 2), Box(8, 8, 9, 9), Box(1, 1, 5, 5), Box(4, 4, 8.5, 8.5)])
    assert apart == [Box(0, 0, 9, 9)]
    assert len(merged([Box(0, 0, 1, 1), Box(2, 2, 3, 3)])) == 2
