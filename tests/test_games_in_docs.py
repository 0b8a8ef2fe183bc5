"""The games that the documentation shows and ships are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from stonefield import records
from stonefield.games import caminos, carnac

GAMES = Path(__file__).parents[1] / "docs" / "games"
BOARDS = ("small", "medium", "large")


@pytest.mark.parametrize(
    "start", [*map(carnac.start, BOARDS), *map(caminos.start, ("square", "octagon", "torus"))], ids=str
)
def test_the_commented_games_are_played_to_their_end(start):
    record = records.read((GAMES / f"{start.board.name}.stones").read_text("utf-8"))
    assert record.start == start
    assert record.final.is_over
    assert sum(bool(ply.comment) for ply in record.line) >= 10


@pytest.mark.parametrize("board", BOARDS)
def test_the_games_of_self_play_are_whole_and_nearly_all_differ(board):
    played = records.read_all((GAMES / "self-play" / f"{board}.stones").read_text("utf-8"))
    assert all(game.final.is_over and game.final.board.name == board for game in played)
    assert len({game.moves for game in played}) > 0.95 * len(played)
