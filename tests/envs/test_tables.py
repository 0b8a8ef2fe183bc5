"""Played games as tables, and ``stonefield selfplay``."""

from pathlib import Path

import pandas
import polars
import pytest

from stonefield.cli import run
from stonefield.envs import encode
from stonefield.envs.tables import DECISIONS, GAMES, PUZZLES, decisions, puzzles_table, read_games
from stonefield.games.game import parse
from stonefield.puzzles import by_name
from stonefield.puzzles import shipped as all_puzzles

SHIPPED = Path(__file__).parents[2] / "docs/games/self-play/small.stones"
CARD = (SHIPPED.parents[2] / "dataset-card.md").read_text("utf-8")


@pytest.fixture(scope="module")
def shipped():
    return read_games(SHIPPED)


def test_the_shipped_games_are_a_frame_of_pandas_and_of_polars(shipped):
    frame = shipped.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == GAMES.names
    assert set(frame.result) <= {"1-0", "0-1", "1/2-1/2"}
    counted = polars.from_arrow(shipped).group_by("winner").len()
    assert counted["len"].sum() == len(frame) > 50


def test_the_shipped_puzzles_are_a_frame_of_pandas_and_of_polars():
    table = puzzles_table()
    frame = table.to_pandas()
    assert list(frame.columns) == PUZZLES.names
    assert len(frame) == len(all_puzzles()) > 1000
    hard = polars.from_arrow(table).filter(polars.col("difficulty") >= 80)
    assert set(hard["game"]) == {"carnac", "caminos"}
    assert hard["rating"].min() > polars.from_arrow(table)["rating"].min()
    row = frame.iloc[0]
    puzzle = by_name(row.id)
    assert (row.position, tuple(row.line), tuple(row.themes)) == (puzzle.position, puzzle.line, puzzle.themes)
    assert row.board == puzzle.start.board.name


def test_every_decision_names_an_action_and_what_came_of_it(shipped):
    table = decisions(shipped.slice(0, 3))
    assert table.schema.names == DECISIONS.names
    encoding = encode("carnac", board="small")
    for row in table.to_pylist():
        position = parse(row["position"])
        assert encoding.text_of(row["action"]) == row["move"]
        assert encoding.mask(position)[row["action"]]
    last = table.to_pylist()[-1]
    winner = shipped["winner"][2].as_py()
    mover = parse(last["position"])
    assert last["value"] == (1 if mover.turn == winner else -1)


def test_every_column_says_what_it_is():
    assert all(field.metadata[b"about"] for schema in (GAMES, DECISIONS, PUZZLES) for field in schema)


def test_the_dataset_card_lists_the_columns():
    for field in (*GAMES, *DECISIONS, *PUZZLES):
        assert f"| `{field.name}` | {field.type} | {field.metadata[b'about'].decode()} |" in CARD


@pytest.mark.parametrize("board", ["small", "medium", "large"])
def test_the_figures_of_the_dataset_card_are_right(board):
    games = read_games(SHIPPED.with_stem(board)).to_pandas()
    decided = games.moves.map(len).sum()
    won = [(games.result == result).sum() for result in ("1-0", "0-1", "1/2-1/2")]
    assert f"| {board} | {len(games)} | {decided:,} | {won[0]} | {won[1]} | {won[2]} |" in CARD


def test_selfplay_writes_games_and_goes_on_where_it_stopped(tmp_path):
    out = tmp_path / "games.parquet"
    arguments = ["selfplay", "--player", "random", "--board", "small", "--workers", "1", "--out", str(out)]
    assert run([*arguments, "--games", "2"]) == 0
    first = read_games(out)
    assert run([*arguments, "--games", "4"]) == 0
    table = read_games(out)
    assert table.num_rows == 4
    assert table.slice(0, 2).equals(first)
    for row in table.to_pylist():
        position = parse(row["start"])
        for move in row["moves"]:
            position = position.play(move)
        assert position.outcome.winner == row["winner"]
        assert (row["first"], row["second"], row["opening"]) == ("random", "random", 4)


def test_selfplay_refuses_to_mix_games_of_another_kind(tmp_path, capsys):
    out = tmp_path / "games.parquet"
    (tmp_path / "games.parquet.jsonl").write_text('{"event": {"start": "other"}}\n')
    assert run(["selfplay", "--player", "random", "--out", str(out), "--games", "2"]) == 1
    assert "give another name" in capsys.readouterr().err
