"""The rules pages: complete in every language, and each picture shows what its caption says."""

import re

import pytest

from stonefield import games
from stonefield.locales import LANGUAGES, Catalogue
from stonefield.locales.rules import has_rules_page, rules_page

GAMES = ("carnac", "caminos")
SECTIONS = [(game, section) for game in GAMES for section in rules_page(game)]
NAMES = [f"{game}-{section.name}" for game, section in SECTIONS]


def shown(game, name):
    return games.parse(next(section.position for section in rules_page(game) if section.name == name))


def test_a_game_has_a_page_or_it_has_none():
    assert all(has_rules_page(game) for game in GAMES)
    assert not has_rules_page("chess")
    assert rules_page("chess") == ()


@pytest.mark.parametrize(("game", "section"), SECTIONS, ids=NAMES)
def test_a_section_has_a_title_a_text_and_a_caption_for_its_picture(game, section):
    for language in LANGUAGES:
        texts = Catalogue(language).texts
        stem = f"rules.{game}.{section.name}"
        assert {f"{stem}.title", f"{stem}.text"} <= texts.keys()
        assert (f"{stem}.caption" in texts) == (section.position is not None)


def test_every_text_of_the_rules_is_on_a_page():
    stems = {f"rules.{game}.{section.name}" for game, section in SECTIONS}
    keys = [key for key in Catalogue("en").texts if re.fullmatch(r"rules\.\w+\.\w+\.\w+", key)]
    assert {key.rpartition(".")[0] for key in keys} == stems


@pytest.mark.parametrize(("game", "section"), SECTIONS, ids=NAMES)
def test_a_picture_is_a_position_of_its_game(game, section):
    if section.position is not None:
        position = games.parse(section.position)
        assert position.game.name == game
        assert str(position) == section.position


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_name_the_squares_of_the_english_caption(language):
    english, other = Catalogue("en").texts, Catalogue(language).texts
    for key in english:
        if key.endswith(".caption"):
            squares = re.compile(r"\b[a-n]\d\b")
            assert set(squares.findall(other[key])) == set(squares.findall(english[key])), key


def test_carnac_pictures_show_what_their_captions_say():
    material = shown("carnac", "material")
    assert {s.squares: s.top for s in material.stones} == {("b3",): "red", ("e3", "f3"): "white"}
    placing = shown("carnac", "placing")
    assert (placing.pending.square, placing.pending.top, placing.pending.axis) == ("c2", "red", "white")
    assert placing.turn == "white"
    assert placing.play("E") == shown("carnac", "answering")
    assert shown("carnac", "answering").tops == {"d2": "white", "e2": "white"}
    assert shown("carnac", "answering").turn == "white"
    blocked = shown("carnac", "leaving")
    before = games.parse(str(blocked).replace("c2ww,", "").replace(" w2 ", " r1 "))
    assert before.play("c2ww") == blocked
    assert blocked.pending is None


def test_the_scoring_picture_has_one_dolmen_each_and_a_diagonal():
    position = shown("carnac", "scoring")
    assert position.dolmens("white") == (6,)
    assert position.dolmens("red") == (3,)
    assert all(position.tops[square] == "white" for square in ("g2", "h3", "g4"))


def test_the_tie_break_picture_is_the_sheet_s_example():
    position = shown("carnac", "tie")
    assert position.dolmens("white")[:2] == (8, 6)
    assert position.dolmens("red")[:2] == (8, 5)
    assert position.score("white") == position.score("red") == 5
    assert position.outcome.winner == "white"


def test_caminos_pictures_show_what_their_captions_say():
    pieces = shown("caminos", "pieces")
    assert {(p.shape, p.colour) for p in pieces.pieces} == {
        ("L", "yellow"),
        ("S", "yellow"),
        ("T", "green"),
        ("O", "green"),
    }
    assert all(level == 0 for piece in pieces.pieces for _, _, level in piece.cubes)
    placing = shown("caminos", "placing")
    green = next(piece for piece in placing.pieces if piece.colour == "green")
    assert sum(level == 0 for _, _, level in green.cubes) == 2
    path = shown("caminos", "path")
    assert path.outcome.winner == "yellow"
    assert path.heights["d4"] == 3
    assert {path.path("yellow")[0], path.path("yellow")[-1]} == {"a4", "h4"}
    assert shown("caminos", "points").score("yellow") == 12


def test_the_wall_picture_has_a_whole_row_of_yellow_and_no_path():
    position = shown("caminos", "walls")
    assert all(position.tops[f"{file}4"] == "yellow" for file in "abcdefgh")
    assert position.path("yellow") == ()
    assert position.columns["e4"] == ("green", "green", "yellow")
    assert position.heights["f4"] == 1


def test_the_neutral_picture_has_one_bar_lying_and_one_standing():
    position = shown("caminos", "neutral")
    assert sorted(height for height in position.heights.values() if height) == [1, 1, 1, 3]
    assert set(position.tops.values()) == {position.tops["f6"]}


def test_the_notation_is_explained_by_moves_that_lead_to_the_pictures():
    megalith = games.parse("carnac 5x4 28 r r1 -").play("c4rw")
    assert megalith == shown("carnac", "notation")
    assert {str(move) for move in megalith.legal_moves()} == {"E", "S", "W", "-"}
    piece = games.parse("caminos square classic 2y y1 L4T4S4O2/L4T4S4O2 -").play("L:a1*3,b1")
    assert piece == shown("caminos", "notation")
    assert (piece.heights["a1"], piece.heights["b1"]) == (3, 1)
