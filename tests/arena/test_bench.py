"""``stonefield bench``: the positions are what they claim to be, and players are scored by them."""

import json
import sys

import pytest

from stonefield.arena import read_spec
from stonefield.arena.bench import fingerprint, positions, run_bench, to_json
from stonefield.cli import run
from stonefield.engine.carnac.solver import solve
from stonefield.games.game import IllegalMove, parse

PROVEN = positions()


def test_every_right_move_is_legal_and_few_are_right():
    for proven in PROVEN:
        legal = {str(move) for move in parse(proven.position).legal_moves()}
        assert set(proven.right) <= legal
        assert 0 < len(proven.right) < 0.25 * len(legal), proven.position


def test_both_games_and_several_kinds_are_there():
    assert {proven.game for proven in PROVEN} == {"carnac", "caminos"}
    assert len(PROVEN) > 100
    assert len({proven.kind for proven in PROVEN}) > 6


def test_a_piece_that_wins_at_once_does():
    for proven in PROVEN:
        if "next piece" in proven.kind:
            position = parse(proven.position)
            winning = {str(move) for move in position.legal_moves() if position.play(move).is_over}
            assert winning == set(proven.right)


def test_a_piece_that_wins_with_the_second_does_so_whatever_the_answer():
    for proven in [proven for proven in PROVEN if "second piece" in proven.kind][::13]:
        position = parse(proven.position)
        after = position.play(proven.right[0])
        tried = []
        for answer in after.legal_moves():
            answered = after.play(answer)
            assert answered.turn == position.turn
            assert not answered.is_over
            # What won after another answer usually wins again.
            winning = next(filter(wins(answered), [*tried, *answered.legal_moves()]))
            tried = [winning, *tried[:20]]


def wins(position):
    """Whether a move may be played and ends the game by a path."""

    def check(move):
        try:
            return position.play(move).is_over
        except IllegalMove:
            return False

    return check


def test_the_solver_agrees_about_the_last_megaliths():
    endings = [proven for proven in PROVEN if proven.kind == "medium, 3 megaliths to go"]
    for proven in endings[:2]:
        solution = solve(parse(proven.position), table_mb=16)
        assert solution.value == proven.value
        assert solution.line[0] in proven.right


def test_a_player_is_scored_at_its_own_pace_and_an_engine_by_time():
    (greedy,) = run_bench(read_spec("greedy"), [0.1, 1.0], game="caminos")
    at_once = greedy.by_kind()["square, win with the next piece"]
    assert at_once[0] == at_once[1]
    assert greedy.seconds is None
    scores = list(run_bench(read_spec("plain"), [0.001, 0.002], game="carnac"))
    assert [score.seconds for score in scores] == [0.001, 0.002]


def test_the_result_is_json_that_names_version_and_positions():
    (score,) = run_bench(read_spec("random"), [], game="carnac")
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
    (score,) = run_bench(spec, [0.2], game="carnac")
    assert score.right > len(score.answers) / 2
