"""Puzzles of Caminos hold against brute force by the plain rules, on a small board move by move."""

from __future__ import annotations

import random

import pytest

from stonefield.games import caminos
from stonefield.puzzles import prover_for, refute, shipped
from stonefield.puzzles.caminos.themes import THEMES

BOARD = "pond=####/####/####=a1b1c1d1|d1d2d3|a3b3c3d3|a1a2a3"
PIECES = """
name = "short"
[[pieces]]
letter = "D"
count = 4
layers = [["##"]]
[[pieces]]
letter = "V"
count = 1
layers = [["##", "#."]]
[neutral]
letter = "I"
layers = [["###"]]
"""


def won(position, colour):
    return position.outcome is not None and position.outcome.winner == colour


def winning_moves(position):
    return [str(move) for move in position.legal_moves() if won(position.play(move), position.turn)]


def wins_in_two(position, move):
    """Whether after a placement every answer leaves a win at once."""
    side, after = position.turn, position.play(move)
    if after.is_over:
        return False
    if after.turn == side:
        return bool(winning_moves(after))
    for answer in after.legal_moves():
        later = after.play(answer)
        if later.is_over or later.turn != side or not winning_moves(later):
            return False
    return True


def holds(position, move):
    after = position.play(move)
    return after.is_over or after.turn == position.turn or not winning_moves(after)


def asked(position):
    """What can be asked in a position, with all its solutions, from the rules alone."""
    moves = [str(move) for move in position.legal_moves()]
    wins = winning_moves(position)
    if wins:
        return "win", wins
    wins = [move for move in moves if wins_in_two(position, move)]
    if wins:
        return "win", wins
    if winning_moves(position.holding(1 - position.seat)):
        held = [move for move in moves if holds(position, move)]
        return ("hold", held) if held else (None, [])
    return None, []


def positions(start, games):
    rng = random.Random(8)
    for _ in range(games):
        position = start
        while not position.is_over:
            yield position
            position = position.play(rng.choice(position.legal_moves()))


def test_what_is_asked_and_every_solution_are_those_of_brute_force(tmp_path):
    path = tmp_path / "short.toml"
    path.write_text(PIECES)
    start = caminos.start(BOARD, pieces=str(caminos.PieceSet.load(path)))
    prover = prover_for("caminos")
    seen = set()
    for position in positions(start, 3):
        if not prover.is_near(position):
            continue
        task, solutions = asked(position)
        assert prover.task(position) == task
        if task:
            assert sorted(prover.solutions(position, task, 9999)) == sorted(solutions)
        seen.add((task, bool(winning_moves(position))))
    assert {("win", True), ("win", False), ("hold", False)} <= seen


PUZZLES = [puzzle for puzzle in shipped() if puzzle.game == "caminos"]


@pytest.mark.parametrize("theme", ["win-in-one", "only-block"])
def test_shipped_puzzles_of_one_move_hold_by_the_plain_rules(theme):
    puzzle = next(puzzle for puzzle in PUZZLES if theme in puzzle.themes)
    position = puzzle.start
    moves = [str(move) for move in position.legal_moves()]
    if theme == "win-in-one":
        assert winning_moves(position) == [puzzle.line[0]]
        return
    assert holds(position, puzzle.line[0])
    for move in random.Random(2).sample([move for move in moves if move != puzzle.line[0]], 5):
        assert winning_moves(position.play(move))


def test_a_win_in_two_holds_by_the_plain_rules_against_some_answers():
    puzzle = next(puzzle for puzzle in PUZZLES if "win-in-two" in puzzle.themes)
    position = puzzle.start
    assert not winning_moves(position)
    after = position.play(puzzle.line[0])
    rng = random.Random(3)
    for answer in rng.sample(after.legal_moves(), 5):
        assert winning_moves(after.play(answer))
    for move in rng.sample([m for m in position.legal_moves() if str(m) != puzzle.line[0]], 3):
        refutation = refute(position, str(move))
        answered = position.play(move).play(refutation.line[0])
        if refutation.result == "loss":
            assert answered.outcome.winner != position.turn
        else:
            assert refutation.result == "open"
            assert not winning_moves(answered)


def test_a_side_that_loses_at_once_whatever_it_does_is_told_so():
    puzzle = next(puzzle for puzzle in PUZZLES if "win-in-two" in puzzle.themes)
    after = puzzle.start.play(puzzle.line[0])
    proof = prover_for("caminos").best(after)
    assert proof.result == "loss"
    assert won(after.play(proof.line[0]).play(proof.line[1]), puzzle.start.turn)


def test_every_shipped_puzzle_has_themes_that_are_known():
    assert {theme for puzzle in PUZZLES for theme in puzzle.themes} <= set(THEMES)
    assert all(puzzle.themes for puzzle in PUZZLES)
