"""Every example in the documentation does what it shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from stonefield.games import carnac
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page):
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.failed == 0


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    for link in links:
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_the_boards_and_pieces_that_are_shown_can_be_read(tmp_path):
    page = ROOT / "docs" / "boards.md"
    shown = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert len(shown) == 2
    for number, text in enumerate([*shown, *(path.read_text() for path in (ROOT / "docs/boards").iterdir())]):
        file = tmp_path / f"{number}.toml"
        file.write_text(text)
        assert (Board if "rows" in text else PieceSet).load(file).name in ("lagoon", "corners")


def test_the_best_play_of_the_solved_boards_ends_as_their_tables_say():
    text = (ROOT / "docs" / "solved-boards.md").read_text(encoding="utf-8")
    row = r"^\| (\d+x\d+) \|(?: (\d+) \|)? (win|draw|loss) \| ([-+]?\d+) \|.*`(.+)` \|$"
    rows = re.findall(row, text, re.MULTILINE)
    assert len(rows) == 48
    for board, stock, value, margin, line in rows:
        position = carnac.start(board, stock=int(stock or 28))
        for move in line.split():
            position = position.play(move)
        winner = {"win": "red", "draw": None, "loss": "white"}[value]
        assert position.is_over
        assert position.outcome.winner == winner
        assert position.score("red") - position.score("white") == int(margin)
