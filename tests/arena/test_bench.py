"""``stonefield bench``: the positions are what they claim to be, and players are scored by them."""

import json
import sys

import pytest

from stonefield.arena import read_spec
from stonefield.arena.bench import fingerprint, positions, questions, run_bench, to_json
from stonefield.cli import run
from stonefield.games.game import parse
from stonefield.puzzles import shipped, verify
from stonefield.puzzles.sameness import is_same

PROVEN = positions()
PUZZLES = {puzzle.position: puzzle for puzzle in shipped()}


def test_both_games_and_all_degrees_of_difficulty_are_there():
    assert {proven.game for proven in PROVEN} == {"carnac", "caminos"}
    assert len(PROVEN) > 100
    assert len({proven.kind for proven in PROVEN}) == 6
    assert len({proven.position.split()[1] for proven in PROVEN}) == 7


def test_every_position_is_a_puzzle_and_right_is_what_comes_to_its_solution():
    for proven in PROVEN:
        puzzle, start = PUZZLES[proven.position], parse(proven.position)
        legal = [str(move) for move in start.legal_moves()]
        assert puzzle.line[0] in proven.right
        assert set(proven.right) == {move for move in legal if is_same(start, move, puzzle.line[0])}
        assert proven.value == puzzle.result
        assert len(proven.right) < len(legal) / 2, proven.position


def test_some_of_them_are_proven_again():
    for proven in PROVEN[::15]:
        assert verify(PUZZLES[proven.position]) is None


def test_a_player_is_scored_at_its_own_pace_and_an_engine_by_time():
    (level,) = run_bench(read_spec("level:3"), [0.1, 1.0], questions(game="carnac"))
    assert level.seconds is None
    right = {kind: share[0] for kind, share in level.by_kind().items()}
    assert right["carnac, easy"] > right["carnac, hard"]
    scores = list(run_bench(read_spec("plain"), [0.001, 0.002], questions(game="carnac")))
    assert [score.seconds for score in scores] == [0.001, 0.002]


def test_the_result_is_json_that_names_version_and_positions():
    (score,) = run_bench(read_spec("random"), [], questions(game="carnac"))
    kept = json.loads(json.dumps(to_json([score])))
    assert kept["positions"] == fingerprint()
    assert kept["scores"][0]["of"] == len(score.answers)
    assert kept["scores"][0]["right"] == sum(answer["is_right"] for answer in kept["scores"][0]["answers"])


def test_the_command_prints_a_table_and_writes_the_file(tmp_path, capsys):
    out = tmp_path / "bench.json"
    assert run(["bench", "random", "greedy", "--game", "carnac", "--out", str(out)]) == 0
    assert "greedy" in capsys.readouterr().out
    assert [score["player"] for score in json.loads(out.read_text())["scores"]] == ["random", "greedy"]
    assert run(["bench", "random", "--game", "chess"]) == 1


@pytest.mark.full
def test_any_program_that_speaks_ugi_is_scored():
    spec = read_spec(f"ugi:{sys.executable} -m stonefield.engine")
    (score,) = run_bench(spec, [0.2], questions(game="carnac"))
    assert score.right > len(score.answers) / 2
