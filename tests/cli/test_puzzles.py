"""``stonefield puzzles``: made, proven, shown and solved in the terminal."""

from __future__ import annotations

import json

import pytest

from stonefield.puzzles import shipped

PUZZLE = shipped()[0]


@pytest.fixture
def wrong_file(tmp_path):
    told = json.loads(PUZZLE.to_json()) | {"themes": ["nonsense"]}
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(told) + "\n")
    return str(path)


def test_show_lists_the_shipped_puzzles_and_draws_one(command):
    listed = command("puzzles", "show").out.splitlines()
    assert len(listed) == len(shipped())
    shown = command("puzzles", "show", PUZZLE.name, "--solution")
    assert f"{PUZZLE.name}: {PUZZLE.start.turn} decides" in shown.out
    assert shown.last == f"solution: {' '.join(PUZZLE.line)}"


def test_solve_says_what_is_right_and_what_cannot_be_played(command):
    own = [move for _, move in PUZZLE.decisions()]
    said = command("puzzles", "solve", PUZZLE.name, stdin="z9rr\n" + "\n".join(own) + "\n")
    assert said.code == 0
    assert "z9" in said.out
    assert said.out.count("Right.") == len(own)
    assert said.last == "Solved."


def test_solve_can_be_given_up(command):
    given_up = command("puzzles", "solve", PUZZLE.name, stdin="?\n")
    assert given_up.last.endswith(f"solution: {' '.join(PUZZLE.line)}")
    assert "Solved." not in command("puzzles", "solve", PUZZLE.name, stdin="").out


def test_verify_fails_on_a_wrong_puzzle(command, wrong_file):
    said = command("puzzles", "verify", "--from", wrong_file)
    assert said.code == 1
    assert said.out.splitlines() == [
        f"{PUZZLE.name}: its themes are not those of its line",
        "1 puzzles, 1 wrong",
    ]


def test_what_is_not_there_is_named(command, tmp_path):
    assert "no such puzzle" in command("puzzles", "show", "nothing").err
    assert "the themes are" in command("puzzles", "show", "--theme", "nonsense").err
    assert "nothing to search" in command("puzzles", "make", str(tmp_path / "out.jsonl")).err
    assert "no such file" in command("puzzles", "verify", "--from", str(tmp_path / "none")).err
