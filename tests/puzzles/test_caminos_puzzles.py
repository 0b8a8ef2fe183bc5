"""Puzzles of Caminos hold against brute force by the plain rules, on a small board move by move."""

from __future__ import annotations

import random

import pytest

from stonefield.games import caminos
from stonefield.games.game import parse
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


def wins_by(position, move, own, known):
    """Whether a placement is the first of so many at most that win, whatever is answered."""
    side, after = position.turn, position.play(move)
    if after.is_over:
        return won(after, side)
    if own == 1:
        return False
    if after.turn == side:
        return wins_within(after, own - 1, known)
    for answer in after.legal_moves():
        later = after.play(answer)
        if later.is_over or later.turn != side or not wins_within(later, own - 1, known):
            return False
    return True


def wins_within(position, own, known):
    key = (position.stacks, position.hands, position.seat, position.out_seats, own)
    if key not in known:
        known[key] = any(wins_by(position, move, own, known) for move in position.legal_moves())
    return known[key]


def holds(position, move):
    after = position.play(move)
    return after.is_over or after.turn == position.turn or not winning_moves(after)


def asked(position, most):
    """What can be asked in a position, with all its solutions, from the rules alone; wins within ``most``."""
    known = {}
    moves = [str(move) for move in position.legal_moves()]
    threatened = winning_moves(position.holding(1 - position.seat))
    held = [move for move in moves if holds(position, move)] if threatened else []
    for own in range(1, most + 1):
        if own == 3 and len(held) == 1:
            break
        wins = [move for move in moves if wins_by(position, move, own, known)]
        if wins:
            return "win", wins
    return ("hold", held) if held else (None, [])


def positions(start, games):
    rng = random.Random(8)
    for _ in range(games):
        position = start
        while not position.is_over:
            yield position
            position = position.play(rng.choice(position.legal_moves()))


@pytest.mark.full
@pytest.mark.parametrize("few", [16, pytest.param(20, marks=pytest.mark.full)])
def test_what_is_asked_and_every_solution_are_those_of_brute_force(tmp_path, few):
    """With ``few`` placements at most, a win in three is looked for by brute force too."""
    path = tmp_path / "short.toml"
    path.write_text(PIECES)
    start = caminos.start(BOARD, pieces=str(caminos.PieceSet.load(path)))
    prover = prover_for("caminos")
    seen = set()
    for position in positions(start, 3):
        if not prover.is_near(position):
            continue
        most = 3 if len(position.legal_moves()) <= few else 2
        task, solutions = asked(position, most)
        if most == 2 and (task is None or (task == "hold" and len(solutions) > 1)):
            continue
        assert prover.task(position) == task
        if task:
            assert sorted(prover.solutions(position, task, 9999)) == sorted(solutions)
        seen.add((task, bool(winning_moves(position))))
    assert {("win", True), ("win", False), ("hold", False)} <= seen


MERE = "mere=####/####/####/####=a1b1c1d1|d1d2d3d4|a4b4c4d4|a1a2a3a4"
TARN = "tarn=#####/#####/#####=a1b1c1d1e1|e1e2e3|a3b3c3d3e3|a1a2a3"
IN_THREE = [
    f"caminos {MERE} short=D3:#+#/V1:#,#+#,./I*:#+#+# 2y y1 D3/D3 gV:c4*2,d4;yV:b1,c1*2",
    f"caminos {TARN} short=D3:#+#/V1:#,#+#,./I*:#+#+# 2y g2 D2/D2V1 gD:b2*2;yD:b1*2;yV:d1,e1,e2",
    f"caminos {MERE} short=D4:#+#/V2:#,#+#,./I*:#+#+# 2y y1 D2V2/D3V1 gD:b2,c2;gV:b3*2,b4;yD:c3*2;yD:d1*2",
    f"caminos {MERE} short=D3:#+#/V2:#,#+#,./I*:#+#+# 2y g2 D3/D2V2 gD:a2,a3;yV:b3,c3*2;yV:c1,c2*2",
    f"caminos {MERE} short=D4:#+#/V1:#,#+#,./I*:#+#+# 2y y1 D4/D3V1 gD:a4*2;yV:b2*2,b3",
]
LONGEST = IN_THREE[-1]
"""By brute force it takes as long as the others together."""
IN_THREE_IN_SEVERAL_WAYS = [
    f"caminos {MERE} short=D4:#+#/V1:#,#+#,./I*:#+#+# 2y y1 D4/D3V1 gD:d2*2;yV:b2,b3*2",
    f"caminos {MERE} short=D4:#+#/V1:#,#+#,./I*:#+#+# 2y y1 D4/D3V1 gD:a1*2;yV:b2*2,c2",
]


@pytest.mark.parametrize(
    "text",
    [
        *IN_THREE[:-1],
        *(pytest.param(text, marks=pytest.mark.full) for text in (LONGEST, *IN_THREE_IN_SEVERAL_WAYS)),
    ],
)
def test_wins_in_three_are_those_of_brute_force(text):
    position = parse(text)
    prover = prover_for("caminos")
    task, solutions = asked(position, 3)
    assert not wins_within(position, 2, {})
    assert prover.task(position) == task == "win"
    assert sorted(prover.solutions(position, "win", 9999)) == sorted(solutions)


@pytest.mark.parametrize("text", IN_THREE)
def test_a_win_in_three_is_played_out_against_the_longest_defence(text):
    position = parse(text)
    prover = prover_for("caminos")
    proof = prover.best(position)
    assert proof.result == "win"
    assert prover.best(position.play(proof.line[0])).result == "loss"
    after = position
    for move in proof.line:
        assert not after.is_over
        after = after.play(move)
    assert won(after, position.turn)


def test_what_is_no_win_in_three_is_refuted_by_an_answer_that_leaves_no_win_in_two():
    position = parse(IN_THREE[0])
    prover = prover_for("caminos")
    right = prover.solutions(position, "win", 9999)
    for move in map(str, position.legal_moves()):
        if move not in right:
            proof = prover.refute(position, move)
            after = position.play(move).play(proof.line[0])
            assert proof.result in ("open", "loss")
            assert after.is_over or not wins_within(after, 2, {})


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
