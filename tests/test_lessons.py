"""What the page about the learned player shows is what its commands make of the games beside it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from stonefield import records
from stonefield.games import caminos, carnac
from stonefield.games.caminos.board import BOARDS as CAMINOS_BOARDS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGE = DOCS / "what-it-taught-us.md"
BOARDS = ("small", "medium", "large")


@pytest.fixture
def lessons(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import lessons

    yield lessons
    for name in ("lessons", "lessons_caminos", "heat_map"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "start", [*map(carnac.start, BOARDS), *map(caminos.start, ("square", "octagon", "torus"))], ids=str
)
def test_the_commented_games_are_played_to_their_end(start):
    record = records.read((DOCS / "games" / f"{start.board.name}.stones").read_text("utf-8"))
    assert record.start == start
    assert record.final.is_over
    assert sum(bool(ply.comment) for ply in record.line) >= 10


COUNTED = [
    *(("self-play", board) for board in BOARDS),
    *((folder, board) for folder in ("caminos", "caminos-points") for board in CAMINOS_BOARDS),
]


@pytest.mark.parametrize(("folder", "board"), COUNTED)
def test_the_counted_games_are_whole_and_nearly_all_differ(folder, board):
    played = records.read_all((DOCS / "games" / folder / f"{board}.stones").read_text("utf-8"))
    assert all(game.final.is_over and game.final.board.name == board for game in played)
    assert len({game.moves for game in played}) > 0.95 * len(played)


def test_the_pictures_are_those_that_the_command_draws(lessons):
    drawn = dict(lessons.draw_pictures(DOCS))
    shown = PAGE.read_text("utf-8")
    assert len(drawn) == 25
    for path, picture in drawn.items():
        assert path.read_text("utf-8") == picture, path.name
        assert f"pictures/{path.name}" in shown


def test_the_table_of_openings_has_every_placement_of_a_quarter(lessons):
    table = lessons.heat_map.read_table(DOCS / "games" / "openings.csv")
    assert {board: len(worth) for board, worth in table.items()} == {"small": 48, "medium": 80, "large": 140}


@pytest.mark.parametrize("board", CAMINOS_BOARDS)
def test_the_table_of_caminos_has_every_first_placement_but_its_images(lessons, board):
    table = lessons.heat_map.read_table(DOCS / "games" / "caminos-openings.csv")[board]
    start = caminos.start(board)
    turns = lessons.heat_map.turns(start)
    assert set(table) == {min(str(way.move(move)) for way in turns) for move in start.legal_moves()}


def test_answers_tell_what_became_of_each_megalith(lessons):
    moves = ["b3rw", "S", "a1wr", "N", "a1rw", "a5ww", "E", "b3ww", "-"]
    answers = list(lessons.answers(records.Record.of(carnac.start("small"), moves)))
    assert [one.number for one in answers] == [1, 2, 3, 4, 5]
    assert [one.answer for one in answers] == ["S", "N", None, "E", "-"]


def test_a_fall_is_told_by_whose_colour_it_shows(lessons):
    (answer,) = lessons.answers(records.Record.of(carnac.start("small"), ["a1rw", "E"]))
    assert (answer.top, answer.shown) == ("placer", "answerer")
    assert answer.falls == {"placer", "answerer"}


def test_the_colours_of_the_heat_map_run_from_end_to_end(lessons):
    ends = [lessons.heat_map.colour_of(rate) for rate in (0.0, 0.5, 1.0)]
    assert ends == ["#3b4f8f", "#f5f1e6", "#d5802b"]


def test_the_page_shows_the_figures_of_caminos_that_the_command_prints(lessons, capsys):
    lessons.tell_caminos()
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert len(rows) > 50
    page = PAGE.read_text("utf-8")
    assert [row for row in rows if row not in page] == []
