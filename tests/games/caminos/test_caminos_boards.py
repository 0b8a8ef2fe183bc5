"""The four boards, and boards of one's own."""

from __future__ import annotations

from collections import Counter

import pytest

from stonefield import InvalidOption, caminos

PLACEMENTS = {
    "square": {"L": 752, "T": 264, "S": 168, "O": 161, "I": 160},
    "diamond": {"L": 652, "T": 246, "S": 160, "O": 140, "I": 143},
    "octagon": {"L": 896, "T": 328, "S": 216, "O": 189, "I": 188},
    "torus": {"L": 760, "T": 272, "S": 176, "O": 168, "I": 168},
}


@pytest.mark.parametrize("board", PLACEMENTS)
def test_the_empty_board_offers_as_many_placements_as_the_rules_say(board):
    first = [
        *caminos.start(board).legal_moves(),
        *caminos.start(board, neutral=True).legal_moves(),
    ]
    assert Counter(move.piece for move in first) == PLACEMENTS[board]


@pytest.mark.parametrize(
    ("name", "squares", "sides"),
    [("square", 64, 4), ("diamond", 61, 4), ("octagon", 76, 8), ("torus", 72, 8)],
)
def test_boards_have_their_squares_and_sides(name, squares, sides):
    board = caminos.Board.read(name)
    assert (len(board.squares), len(board.sides)) == (squares, sides)


def test_a_corner_square_belongs_to_both_sides_that_meet_there():
    square, diamond, octagon = map(caminos.Board.read, ("square", "diamond", "octagon"))
    for board, corners in (
        (square, ["a1", "h1", "a8", "h8"]),
        (diamond, ["f1", "k6", "f11", "a6"]),
        (octagon, ["d1", "g1", "j4", "j7", "g10", "d10", "a7", "a4"]),
    ):
        of_two = [s for s in board.squares if board.side_masks[s].bit_count() == 2]
        assert {board.name_of(square) for square in of_two} == set(corners)


def test_coordinates_are_those_of_the_smallest_rectangle_around_the_board():
    octagon = caminos.Board.read("octagon")
    assert octagon.sides[0] == ("d1", "e1", "f1", "g1")
    with pytest.raises(ValueError, match="octagon board has no such square"):
        octagon.square("a1")
    assert caminos.Board.read("diamond").name_of(caminos.Board.read("diamond").squares[0]) == "a6"


def test_the_rim_of_the_hole_is_no_side():
    torus = caminos.Board.read("torus")
    assert all(not torus.side_masks[torus.square(name)] for name in ("d5", "d6", "e4", "f7", "g6"))
    with pytest.raises(ValueError, match="no such square"):
        torus.square("e5")


def test_eight_sides_also_join_beside_the_opposite_one():
    octagon = caminos.Board.read("octagon")
    assert {other for one, other, _ in octagon.links if one == 0} == {3, 4, 5}
    assert all(opposite is (other - one == 4) for one, other, opposite in octagon.links)
    assert len(octagon.links) == 12


def test_four_sides_join_only_opposite_ones():
    assert caminos.Board.read("diamond").links == ((0, 2, True), (1, 3, True))


TOML = """
name = "cross"
rows = [".##.", "####", "####", ".##."]
sides = ["b1 c1", "c1 d2 d3 c4", "b4-c4", "b1 a2-a3 b4"]
"""


def write(tmp_path, text):
    path = tmp_path / "board.toml"
    path.write_text(text)
    return path


def test_a_board_of_ones_own_is_read_from_toml(tmp_path):
    board = caminos.Board.load(write(tmp_path, TOML))
    assert (board.name, board.files, board.ranks, len(board.squares)) == ("cross", 4, 4, 12)
    assert board.sides[3] == ("b1", "a2", "a3", "b4")
    position = caminos.start(board)
    assert position.options["board"] == str(board)
    assert caminos.start(**position.options) == position
    assert caminos.parse(str(position.play("O:b1,b2,c1,c2"))).board == board


def test_a_built_in_board_loaded_again_is_the_same_board(tmp_path):
    from importlib.resources import files

    source = files("stonefield.games.caminos").joinpath("data", "torus.toml").read_text()
    again = caminos.Board.load(write(tmp_path, source))
    assert again == caminos.Board.read("torus")
    assert str(again) == "torus"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("name =", "nome ="), "`name` is missing"),
        (("name =", "name"), "not readable as TOML"),
        (('"cross"', '"Cross!"'), "small letters"),
        (('rows = ["', 'rows = [7, "'), "`rows` is a list of texts"),
        (('"####"', '"###"'), "row `###` should be 4"),
        (('"####"', '"##x#"'), "row `##x#` should be"),
        (('".##.", "####", "####", ".##."', ""), "from 1 to 16 files and ranks"),
        (('".##.", "####",', f'"{"#" * 17}",'), "from 1 to 16 files and ranks"),
        (('".##.", "####",', '"....", ".##.", "####",'), "an outer row or file has no square"),
        (('".##.", "####",', '"#...", "...#", "####",'), "is cut off from"),
        (('"b1 c1", ', ""), "4 or 8 sides, this one 3"),
        (('"b1 c1"', '""'), "side 0 has no squares"),
        (('"b1 c1"', '"b1 z9"'), "made of squares like a1"),
        (('"b1 c1"', '"a1"'), "side 0: `a1`: the cross board has no such square"),
        (('"b1 c1"', '"b1-c1-d1"'), "made of squares like a1"),
        (('"b1 c1"', '"b1-c4"'), "along a rank, a file or a diagonal"),
        (('"b1 c1"', '"b2"'), "b2 of side 0 is not at the edge"),
        (('"b4-c4"', '"b4-c4 b1"'), "b1 belongs to sides 0 and 2, which a path joins"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_a_reason(tmp_path, change, message):
    assert change[0] in TOML
    with pytest.raises(InvalidOption, match=message):
        caminos.Board.load(write(tmp_path, TOML.replace(*change)))


@pytest.mark.parametrize("text", ["hexagon", "a=b", "x=##/##=a1b1|b1b2|a2b2|a1a2!", "x=##/##=", ""])
def test_a_text_that_is_no_board_is_refused(text):
    with pytest.raises(InvalidOption):
        caminos.start(text)


def test_sides_written_in_any_order_are_the_same_board():
    assert caminos.Board.read("x=##/##=b1a1|b1b2|a2b2|a1a2") == caminos.Board.read(
        "x=##/##=a1b1|b2b1|b2a2|a2a1"
    )


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("strip=####=a1|b1|d1|c1", ["a1", "b1", "c1", "d1"]),
        ("pole=#/#/#/#=a1|a2|a4|a3", ["a1", "a2", "a3", "a4"]),
        ("wide=" + "#" * 16 + "=a1|b1|d1|c1", [f"{file}1" for file in "abcdefghijklmnop"]),
    ],
)
def test_a_board_may_have_one_rank_or_one_file_and_sixteen_of_the_other(text, squares):
    board = caminos.Board.read(text)
    assert [board.name_of(square) for square in board.squares] == squares


@pytest.mark.parametrize("rows", ["#" * 17, "/".join("#" * 17), ""])
def test_no_board_is_larger_than_sixteen_or_empty(rows):
    with pytest.raises(InvalidOption, match="from 1 to 16"):
        caminos.Board.read(f"own={rows}=a1|b1|d1|c1")


def test_brackets_without_end_are_no_board(tmp_path):
    path = tmp_path / "deep.toml"
    path.write_text("rows = " + "[" * 5_000)
    with pytest.raises(InvalidOption, match="too many brackets"):
        caminos.Board.load(path)


def test_what_the_game_says_of_itself():
    assert caminos.GAME.neutral_colour == "neutral"
    assert caminos.GAME.seats == (2, 4)
    assert caminos.GAME.is_reconstructed


def test_only_the_name_of_a_file_is_read_from_a_file(tmp_path):
    (option,) = (found for found in caminos.GAME.options if found.name == "board")
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nrows = ["####"]\nsides = ["a1", "b1", "d1", "c1"]\n')
    assert option.read_file(str(path)) == caminos.Board.read("own=####=a1|b1|d1|c1")
    assert option.read_file("square") == "square"
    assert option.read_file(3) == 3
    (plain,) = (found for found in caminos.GAME.options if found.name == "points")
    assert plain.read_file("x.toml") == "x.toml"


@pytest.mark.parametrize("rows", [".../###/###", "###/###/...", ".##/.##/.##", "##./##./##."])
def test_an_outer_row_or_file_without_a_square_is_left_out(rows):
    with pytest.raises(InvalidOption, match="an outer row or file has no square"):
        caminos.Board.read(f"own={rows}=b2|b2|b2|b2")


@pytest.mark.parametrize("kind", [caminos.Board, caminos.PieceSet])
def test_a_file_may_be_just_so_long(tmp_path, kind):
    board = 'name = "own"\nrows = ["####"]\nsides = ["a1", "b1", "d1", "c1"]\n'
    pieces = 'name = "own"\n[[pieces]]\nletter = "D"\ncount = 6\nlayers = [["##"]]\n'
    text = board if kind is caminos.Board else pieces
    path = tmp_path / "own.toml"
    path.write_text(text + "#" * (20_000 - len(text)))
    assert kind.load(path).name == "own"
    path.write_text(text + "#" * (20_001 - len(text)))
    with pytest.raises(InvalidOption, match="at most 20000 bytes"):
        kind.load(path)


def test_squares_share_an_edge_or_are_no_neighbours():
    board = caminos.Board.read("own=####/###./####=a1|b1|d1|c1")
    around = {
        board.name_of(square): [board.name_of(beside) for beside in board.neighbours[square]]
        for square in board.squares
    }
    assert around["a1"] == ["b1", "a2"]
    assert around["d1"] == ["c1"]
    assert around["c2"] == ["c1", "b2", "c3"]
    assert around["b2"] == ["b1", "a2", "c2", "b3"]
    assert board.neighbours[board.square("c2") + 1] == ()
    assert board.names == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "c3", "d3")
