"""Pictures of positions: whole, valid, the same every time, and telling colours apart without colour."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield import InvalidOption, caminos, carnac, draw
from stonefield.draw.camera import CAMERAS
from stonefield.draw.carnac import Block, _block, _is_behind, from_back_to_front
from stonefield.draw.outlines import border
from stonefield.draw.themes import LIGHT, MATERIALS
from stonefield.games import Position

SVG = "{http://www.w3.org/2000/svg}"
STARTS = [
    *(carnac.start(board) for board in ("small", "medium", "large", "3x3", "14x9")),
    *(caminos.start(board) for board in ("square", "diamond", "octagon", "torus")),
    caminos.start("square", players=4, neutral=True, points=True),
]


def played(start: Position, seed: int, plies: int = 999) -> tuple[Position, str | None]:
    """A position of a random game and the move that led to it."""
    rng, position, last = random.Random(seed), start, None
    while not position.is_over and plies:
        last = str(rng.choice(position.legal_moves()))
        position, plies = position.play(last), plies - 1
    return position, last


def used(picture: str, symbol: str) -> int:
    """How often a symbol is drawn on the board."""
    board = picture.split("</defs>")[1].split("<rect", 2)
    drawn = board[1] if len(board) > 1 else board[0]
    return drawn.count(f'href="#stonefield-light-{symbol}"')


@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize("view", ["isometric", "above"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_board_gives_a_picture_that_stands_for_itself(start, view, theme):
    for plies in (0, 7, 999):
        position, last = played(start, 5, plies)
        picture = draw.svg(position, view=view, theme=theme, last=last)
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        links = {element.get("href") for element in root.iter(f"{SVG}use")}
        assert links <= {f"#{name}" for name in ids}
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
        assert picture == draw.svg(position, view=view, theme=theme, last=last)


@given(st.sampled_from(STARTS), st.integers(0, 999), st.integers(0, 60))
@settings(max_examples=40, deadline=None)
def test_from_above_every_square_shows_the_symbol_of_its_colour(start, seed, plies):
    position, _ = played(start, seed, plies)
    picture = draw.svg(position, view="above")
    tops = list(position.tops.values())
    for colour in (*position.game.colours, "neutral"):
        assert used(picture, colour) == tops.count(colour)


def is_plate(part: ElementTree.Element) -> bool:
    """Whether a part of a picture is a plate: neither its ground nor the block of an emblem."""
    return part.tag == f"{SVG}rect" and part.get("rx") not in ("4", "18")


@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_plate_with_an_arrow_says_who_decides(start, theme):
    for plies in (0, 1, 2, 3, 8):
        position, _ = played(start, 5, plies)
        picture = draw.svg(position, theme=theme)
        parts = list(ElementTree.fromstring(picture))
        (plate,) = (place for place, part in enumerate(parts) if is_plate(part))
        arrow, _, emblem = parts[plate + 1 : plate + 4]
        assert arrow.tag == f"{SVG}path"
        assert emblem.get("href") == f"#stonefield-{theme}-{position.turn}"
        assert picture.count(f" {position.turn.capitalize()} decides.</desc>") == 1


def test_once_the_game_is_over_no_one_decides():
    for start in STARTS:
        position, _ = played(start, 5)
        picture = draw.svg(position)
        assert position.is_over
        assert not any(map(is_plate, ElementTree.fromstring(picture)))
        assert "decides" not in picture


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_line_below_a_picture_is_inside_it(start):
    for view in ("isometric", "above"):
        picture = draw.svg(played(start, 5, 3)[0], view=view)
        left, _, width, _ = map(float, ElementTree.fromstring(picture).get("viewBox").split())
        for rect in ElementTree.fromstring(picture).iter(f"{SVG}rect"):
            west = float(rect.get("x"))
            assert left <= west
            assert west + float(rect.get("width")) <= left + width + 0.1


def test_the_size_is_the_width_in_pixels():
    root = ElementTree.fromstring(draw.svg(carnac.start(), size=400))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert root.get("width") == "400"
    assert int(root.get("height")) == round(400 * height / width)


@pytest.mark.parametrize(
    "wrong", [{"view": "below"}, {"theme": "pink"}, {"paint": "blue"}, {"size": 1}, {"size": 10**6}]
)
def test_a_picture_that_cannot_be_is_refused(wrong):
    with pytest.raises(InvalidOption):
        draw.svg(carnac.start(), **wrong)


ACCENT = f'stroke="{LIGHT.accent}"'


def marks(position: Position, last: str | None) -> int:
    with_mark, without = (draw.svg(position, last=move).count(ACCENT) for move in (last, None))
    return with_mark - without


def test_the_last_move_is_marked():
    placed = carnac.start(swap=True).play("c4rw")
    assert marks(placed, "c4rw") == 1
    assert marks(placed.play("-"), "-") == 1
    # A fall marks the megalith and the square it stood on.
    assert marks(placed.play("E"), "E") == 2
    assert marks(placed.play("swap"), "swap") == 0
    assert marks(carnac.start(), "E") == 0
    assert marks(placed, "d5rr") == 0
    piece = caminos.start().play("L:a1*3,b1")
    assert marks(piece, "L:a1*3,b1") > 0
    assert marks(piece, "L:c1*3,d1") == 0
    assert marks(piece, None) == marks(piece, "swap") == marks(caminos.start(), "L:a1*3,b1") == 0


def test_a_position_read_from_its_text_can_be_marked_as_well():
    assert marks(carnac.parse("carnac medium 28 r w2 c4rw?,d5e5w"), "c4rw") == 1


def test_the_ways_a_waiting_megalith_may_fall_are_shown():
    corner = draw.svg(carnac.start().play("a1rw"), view="above")
    middle = draw.svg(carnac.start().play("e4rw"), view="above")
    arrow = 'stroke="#1b1512" stroke-width="2"'
    assert (corner.count(arrow), middle.count(arrow)) == (2, 4)


def test_dolmens_are_outlined_and_lesser_groups_are_not():
    two = carnac.parse("carnac medium 28 r r1 a1b1r")
    three = carnac.parse("carnac medium 28 r r1 a1b1r,c1rr")
    line = f'stroke="{MATERIALS["red"].outline}"'
    assert line not in draw.svg(two)
    assert line in draw.svg(three)


@pytest.mark.parametrize("view", ["isometric", "above"])
def test_black_and_red_stones_have_nothing_white_on_them(view):
    position, _ = played(carnac.start(), 3)
    published, sheet = (draw.svg(position, view=view, paint=paint) for paint in ("red-white", "black-red"))
    white = MATERIALS["white"]
    for paint in (white.symbol, white.outline, white.slope):
        assert paint not in sheet
    assert white.symbol in published
    assert "white" not in ElementTree.fromstring(sheet).findtext(f"{SVG}desc")
    assert "black on " in sheet
    # Whatever is shared by two pictures on one page must be told apart by its name.
    ids = [{el.get("id") for el in ElementTree.fromstring(one).iter()} - {None} for one in (published, sheet)]
    assert ids[0].isdisjoint(ids[1])


def test_a_paint_of_another_game_changes_nothing_and_an_unknown_one_is_refused():
    position, _ = played(caminos.start(), 3)
    assert draw.svg(position, paint="black-red") == draw.svg(position)
    with pytest.raises(InvalidOption, match="`blue`: the paints are red-white or black-red"):
        draw.svg(position, paint="blue")


def test_the_path_is_drawn_from_side_to_side():
    position = caminos.start()
    for move in ("L:a1,b1,c1,c2", "L:a8,b8,c7,c8", "L:d1,e1,f1,f2", "L:d8,e8,f7,f8", "O:g1,g2,h1,h2"):
        position = position.play(move)
    assert position.path("yellow")
    for view in ("isometric", "above"):
        assert draw.svg(position, view=view).count('r="8"') == 2


def test_the_description_says_what_is_seen():
    _, _, description = draw.svg(carnac.parse("carnac medium 28 r r1 a1b1r,c1rr")).partition("<desc>")
    assert description.startswith("Seen from above: red on a1 and b1; red on c1. Dolmens: red 1, white 0.")


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (carnac.start(), "c4rw"),
        (carnac.start(swap=True).play("c4rw"), "N"),
        (carnac.start(swap=True).play("c4rw"), "-"),
        (carnac.start(swap=True).play("c4rw"), "swap"),
        (caminos.start(neutral=True), "I:a1,b1,c1"),
        (caminos.start(), "L:a1*3,b1"),
    ],
)
def test_a_move_has_a_small_picture(position, move):
    root = ElementTree.fromstring(draw.move_svg(position, move, size=32))
    assert root.get("width") == "32"
    assert root.findtext(f"{SVG}title") == move


@given(st.sampled_from(["small", "medium", "large"]), st.integers(0, 9999))
@settings(max_examples=25, deadline=None)
def test_nothing_is_drawn_over_what_stands_before_it(board, seed):
    position, _ = played(carnac.start(board, stock=60), seed)
    blocks = [_block(stone) for stone in position.stones]
    middle = position.board.files / 2
    ordered = from_back_to_front(blocks, middle)
    assert sorted(map(str, ordered)) == sorted(map(str, blocks))
    for place, block in enumerate(ordered):
        assert not any(_is_behind(later, block, middle) for later in ordered[place + 1 :])


def test_what_is_further_north_or_further_from_the_middle_is_behind():
    def at(*squares: tuple[int, int]) -> Block:
        return Block(squares, 1, "red", "red", "red", "red")

    def behind(one: Block, other: Block) -> bool:
        return _is_behind(one, other, middle=5)

    assert behind(at((3, 4)), at((3, 3)))
    assert not behind(at((3, 3)), at((3, 4)))
    # To the left of the middle the west is further away, to the right of it the east.
    assert behind(at((2, 3)), at((3, 3)))
    assert not behind(at((4, 3)), at((3, 3)))
    assert behind(at((8, 3)), at((7, 3)))
    # It leans a little over what is beside it, but no further.
    assert behind(at((4, 4)), at((3, 3)))
    assert not behind(at((6, 4)), at((3, 3)))
    assert behind(at((2, 4), (3, 4)), at((3, 3)))


def test_a_nearer_block_is_larger_and_turns_its_side_to_the_middle():
    camera = CAMERAS["isometric"].over(10, 7)

    def width(y: float) -> float:
        return camera.at((6, y, 0))[0] - camera.at((5, y, 0))[0]

    assert width(0) > width(3) > width(7)
    assert [camera.side_seen(x, x + 1) for x in (0, 3, 4.5, 6, 9)] == [1, 1, 0, -1, -1]
    above = CAMERAS["above"]
    assert above.over(10, 7) is above
    assert above.side_seen(0, 1) == 0


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_an_outline_is_closed(group):
    ends = [
        (round(x, 6), round(y, 6))
        for square in group
        for line in border(group, square, 1, 0.1)
        for x, y, _ in line
    ]
    assert all(ends.count(end) % 2 == 0 for end in ends)
