"""Records from one form into another."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stonefield.records import from_json, read, read_all

from .said import BOARDS, GOLDEN, POSITION, refused


def test_convert_goes_to_json_and_back(command, tmp_path):
    out = tmp_path / "games.json"
    assert command("convert", BOARDS, str(out)).code == 0
    games = read_all(Path(BOARDS).read_text("utf-8"))
    assert from_json(out.read_text("utf-8")) == games
    assert command("convert", str(out)).out == Path(BOARDS).read_text("utf-8")


def test_convert_writes_one_game_as_one_object(command, tmp_path):
    out = tmp_path / "game.JSON"
    command("convert", "-", str(out), stdin='[Game "carnac"] 1. c4rw *')
    assert json.loads(out.read_text("utf-8"))["game"] == "carnac"


@pytest.mark.parametrize("name", ["game.stones", "game.txt", "game"])
def test_convert_writes_our_text_for_any_other_ending(command, tmp_path, name):
    out = tmp_path / name
    command("convert", "-", str(out), stdin="(;GM[Carnac]SU[carnac_8x5];P0[1 OnBoard 1 A 1])")
    assert read(out.read_text("utf-8")).moves == ("a1rr",)


GAME = '[Game "carnac"]\n[Board "small"]\n\n1. c4rw E 2. a1ww *\n'


@pytest.mark.parametrize(
    ("name", "form", "begins"),
    [
        ("game.sgf", "boardspace", "(;\nGM[Carnac]"),
        ("game.abstractplay.json", "abstractplay", '{\n  "header"'),
    ],
)
def test_convert_writes_for_other_places_by_ending_or_by_name(command, tmp_path, name, form, begins):
    out = tmp_path / name
    assert command("convert", "-", str(out), stdin=GAME).code == 0
    written = out.read_text("utf-8")
    assert written.startswith(begins)
    assert _undated(command("convert", "-", "--to", form, stdin=GAME).out) == _undated(written)
    back = read(command("convert", str(out)).out)
    assert (back.start.options["board"], back.moves) == ("small", ("c4rw", "E", "a1ww"))
    assert command("convert", str(out), "--to", "json").out.startswith("{")


def _undated(text: str) -> str:
    """Without the moment of writing, to the second: another second may have begun."""
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "", text)


def test_convert_names_what_another_place_cannot_hold_and_writes_nothing(command, tmp_path):
    out = tmp_path / "game.sgf"
    refused(command("convert", "-", str(out), stdin='[Game "caminos"]\n\n*'), 1, "Boardspace has no Caminos")
    refused(command("convert", "-", "--to", "pgn", stdin=GAME), 2, "the formats are text, json, boardspace")
    assert not out.exists()


def test_convert_takes_the_board_of_bare_moves(command):
    assert '[Board "medium"]' in command("convert", "-", stdin="12-a4").out
    assert '[Board "small"]' in command("convert", "-", "--board", "small", stdin="12-a4").out


def test_convert_makes_a_record_of_a_position(command):
    assert f'[Position "{POSITION}"]' in command("convert", POSITION).out


def test_convert_names_the_place_it_cannot_read(command):
    said = command("convert", "-", stdin='[Game "carnac"]\n\n1. c4rw X *')
    refused(said, 1, "line 3, column 9: `X`")
    refused(
        command("convert", "-", stdin=b'[Game "carnac"]\n\xff'),
        1,
        "line 2, column 1: standard input is not valid UTF-8 text",
    )
    refused(command("convert", "nowhere.stones"), 2, "there is no such file")
    refused(command("convert", str(GOLDEN)), 2, "there is no such file")
