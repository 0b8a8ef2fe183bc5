"""``stonefield puzzles``: made, proven, shown and solved in the terminal."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from stonefield.puzzles import read_puzzles, shipped

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
    lines = shown.out.splitlines()
    nth = lines.index(f"solution: {' '.join(PUZZLE.line)}")
    why, line = lines[nth + 1 :]
    assert why.endswith(".")
    assert PUZZLE.line[0] not in why
    assert PUZZLE.start.play(line.strip("()").split()[0])


def test_show_says_why_it_works_in_the_readers_language(command, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "nach dem ähnlichsten Versuch" in command("puzzles", "show", PUZZLE.name, "--solution").out


@pytest.mark.full
def test_measure_writes_what_is_known_of_puzzles_into_their_file(command, tmp_path):
    path = tmp_path / "mine.jsonl"
    few = [puzzle for puzzle in shipped() if puzzle.game == "carnac"][:3]
    plain = [replace(puzzle, novices=None, choices=(), near=0, obstacles=0, beauty=0) for puzzle in few]
    path.write_text("".join(puzzle.to_json() + "\n" for puzzle in plain))
    assert command("puzzles", "measure", str(path)).last == f"{path}: 3 puzzles"
    assert list(read_puzzles(path.read_text(), "mine")) == few


def test_spread_prints_how_ratings_are_spread_and_what_a_level_solves(command, tmp_path):
    path = tmp_path / "some.jsonl"
    some = [puzzle for puzzle in shipped() if puzzle.game == "carnac"][::100]
    path.write_text("".join(puzzle.to_json() + "\n" for puzzle in some))
    said = command("puzzles", "spread", "--from", str(path), "--sample", "2").out
    assert "the most frequent of them, and its share" in said
    assert "solved by level 4, by fifths of rating" in said
    assert said.splitlines()[-1].count("%") == 5


def test_solve_says_what_is_right_and_what_cannot_be_played(command):
    own = [move for _, move in PUZZLE.decisions()]
    said = command("puzzles", "solve", PUZZLE.name, stdin="z9rr\n" + "\n".join(own) + "\n")
    assert said.code == 0
    assert "z9" in said.out
    assert said.out.count("Right.") == len(own)
    assert "Solved." in said.out.splitlines()


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
