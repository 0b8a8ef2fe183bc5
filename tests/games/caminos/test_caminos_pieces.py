"""The shapes, and piece sets of one's own."""

from __future__ import annotations

import pytest

from stonefield import InvalidOption, caminos
from stonefield.games.caminos.pieces import PieceSet, Shape
from stonefield.games.caminos.setup import MOST_PLACEMENTS


def test_the_classic_set_gives_each_colour_fourteen_pieces():
    position = caminos.start()
    for player in position.players:
        assert position.supply(player) == {"L": 4, "T": 4, "S": 4, "O": 2}


def test_every_piece_has_four_cubes_and_the_neutral_bar_three():
    pieces = caminos.PieceSet.read("classic")
    assert [len(shape.cubes) for shape in pieces.shapes] == [4, 4, 4, 4]
    assert (pieces.neutral.letter, len(pieces.neutral.cubes)) == ("I", 3)


@pytest.mark.parametrize(("letter", "turnings"), [("L", 24), ("T", 12), ("S", 12), ("O", 3), ("I", 3)])
def test_a_piece_may_be_turned_any_way_in_space(letter, turnings):
    pieces = caminos.PieceSet.read("classic")
    assert len(pieces.all_shapes[pieces.index[letter]].turnings) == turnings


def test_mirror_images_of_flat_pieces_are_reached_by_turning():
    assert all(shape.is_its_mirror_image for shape in caminos.PieceSet.read("classic").all_shapes)
    assert not Shape("Z", frozenset({(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)})).is_its_mirror_image


def test_a_turning_with_a_gap_within_a_column_can_never_rest():
    hook = Shape("C", frozenset({(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (2, 1, 0)}))
    assert len(hook.turnings) == 12 - 4


TOML = """
name = "duo"
[[pieces]]
letter = "D"
count = 6
layers = [["##"]]
[[pieces]]
letter = "Y"
count = 2
layers = [["##", "#."], ["#.", ".."]]
[neutral]
letter = "N"
layers = [["#"]]
"""


def load(tmp_path, text):
    path = tmp_path / "pieces.toml"
    path.write_text(text)
    return caminos.PieceSet.load(path)


def test_a_piece_set_of_ones_own_is_read_from_toml(tmp_path):
    pieces = load(tmp_path, TOML)
    position = caminos.start("diamond", pieces=pieces, neutral=True)
    assert position.supply(1) == {"D": 6, "Y": 2, "N": 1}
    assert caminos.start(**position.options) == position
    position = position.play("N:f1").play("N:f6").play("Y:f4,f5*2,g5")
    assert caminos.parse(str(position)) == position
    assert caminos.parse(str(position)).setup.pieces == pieces


def test_four_seats_share_a_set_of_ones_own(tmp_path):
    position = caminos.start(players=4, pieces=load(tmp_path, TOML))
    assert position.supply(3) == {"D": 3, "Y": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('name = "duo"', 'name = "D U O"'), "small letters"),
        (("[[pieces]]", "[[stones]]"), "`pieces` is missing"),
        (("count = 6", 'count = "six"'), "every piece needs a `count`"),
        (("count = 6", "count = 0"), "from 1 to 20 of D, not 0"),
        (("count = 6", "count = true"), "every piece needs a `count`"),
        (('letter = "D"', ""), "every piece needs a `letter`"),
        (('letter = "D"', 'letter = "d"'), "one capital letter"),
        (('letter = "D"', 'letter = "Y"'), "two shapes are called Y"),
        (('letter = "N"', 'letter = "Y"'), "two shapes are called Y"),
        (('[["##"]]', '["##"]'), "shape D needs `layers`"),
        (('[["##"]]', '[["#o"]]'), "row `#o`"),
        (('[["##"]]', '[[".."]]'), "shape D: no cubes"),
        (('[["##"]]', '[["####"]]'), "more than 3 cubes long"),
        (('[["##"]]', '[["#.#"]]'), "do not hold together"),
        (('[["##"]]', '[["#.", "##"], ["..", "#."]]'), "D and Y are one shape"),
        (
            ('[["##"]]', '[["###", "###", "###"], ["###", "#.#", "###"], ["###", "###", "###"]]'),
            "a gap beneath it",
        ),
    ],
)
def test_a_piece_set_that_cannot_be_is_refused_with_a_reason(tmp_path, change, message):
    assert change[0] in TOML
    with pytest.raises(InvalidOption, match=message):
        load(tmp_path, TOML.replace(*change))


def test_a_set_without_pieces_is_refused(tmp_path):
    with pytest.raises(InvalidOption, match="no pieces"):
        load(tmp_path, 'name = "none"\npieces = []')


@pytest.mark.parametrize("text", ["modern", "x=", "x=D6", "x=D6:##/N*:#/E2:###", "x=D600:##", "X=D6:##"])
def test_a_text_that_is_no_piece_set_is_refused(text):
    with pytest.raises(InvalidOption):
        caminos.start(pieces=text)


def plain_board(side: int) -> str:
    """A square board of one's own, its corners on no side."""
    inner = range(2, side)
    last = chr(96 + side)
    south, north = ("".join(f"{chr(96 + file)}{rank}" for file in inner) for rank in (1, side))
    east, west = ("".join(f"{file}{rank}" for rank in inner) for file in (last, "a"))
    return f"own={'/'.join(['#' * side] * side)}={south}|{east}|{north}|{west}"


def test_a_board_of_ones_own_may_have_so_many_placements_and_no_more():
    pieces = PieceSet.read("classic")
    caminos.start(plain_board(13))
    assert pieces.placements_on(13, 13) <= MOST_PLACEMENTS < pieces.placements_on(14, 14)
    with pytest.raises(InvalidOption, match="9161 placements on the board own: at most 8192"):
        caminos.start(plain_board(14))
    with pytest.raises(InvalidOption, match="at most 26 shapes"):
        PieceSet.read("own=" + "/".join(["L4:###,#.."] * 27))


@pytest.mark.parametrize("side", [5, 8])
def test_placements_are_counted_before_they_are_made(side):
    position = caminos.start(plain_board(side))
    assert sum(map(len, position.sites.of_shape)) == position.setup.pieces.placements_on(side, side)


def test_a_set_has_just_so_many_pieces_and_shapes():
    assert PieceSet.read("own=D20:##/M1:#").counts == (20, 1)
    for text in ("own=D21:##", "own=D0:##"):
        with pytest.raises(InvalidOption, match="from 1 to 20 of D"):
            PieceSet.read(text)
    with pytest.raises(InvalidOption, match="two shapes are called L"):
        PieceSet.read("own=" + "/".join(["L4:###,#.."] * 26))


def test_a_set_is_written_as_it_is_read():
    for text in ("own=D1:#+#/M20:#", "own=D1:#+#/N*:#", "classic"):
        assert str(PieceSet.read(text)) == text
    assert str(PieceSet("classic", PieceSet.read("own=D1:#+#").shapes, (1,))) == "classic=D1:#+#"
