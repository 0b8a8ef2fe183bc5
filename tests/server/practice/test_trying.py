"""A try is judged by the proven line, and by what a decision comes to."""

from __future__ import annotations

import pytest

from stonefield import carnac
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.trying import judge
from stonefield.puzzles.sameness import is_same
from stonefield.server.practice.judging import judge_try
from stonefield.server.protocol.problems import Refusal

from .trainee import puzzles, wrong_at

LONG = max(puzzles(), key=lambda puzzle: len(puzzle.line))


def test_the_first_decision_of_a_long_line_brings_the_defences_reply():
    tried = judge(LONG, LONG.line[:1])
    assert (tried.right, tried.done) == (True, len(LONG.line) == 1)
    assert tried.line == LONG.line[: len(tried.line)]
    assert tried.moves == tried.line
    assert tried.before == LONG.start


def test_the_whole_line_solves_it():
    tried = judge(LONG, LONG.line)
    assert (tried.right, tried.done, tried.line) == (True, True, LONG.line)
    assert tried.moves == LONG.line[-1:]


def test_a_wrong_decision_ends_nothing_and_keeps_the_line_so_far():
    *earlier, right = LONG.line
    position = LONG.start
    for move in earlier:
        position = position.play(move)
    tried = judge(LONG, [*earlier, wrong_at(position, right)])
    assert (tried.right, tried.done, tried.line) == (False, False, tuple(earlier))
    assert tried.before == position


def test_decisions_before_the_last_must_be_the_lines():
    wrong = wrong_at(LONG.start, LONG.line[0])
    with pytest.raises(Refusal) as refused:
        judge_try(LONG, [wrong, *LONG.line[1:]])
    assert refused.value.code == "stale_move"
    with pytest.raises(Refusal) as refused:
        judge_try(LONG, [*LONG.line, "a1rr"])
    assert refused.value.code == "stale_move"


def test_the_defence_decides_for_itself():
    puzzle = Puzzle(str(carnac.start("small")), "win", ("c3rw", "E", "a1rr"), (), 50)
    with pytest.raises(Refusal) as refused:
        judge_try(puzzle, ["c3rw", "W"])
    assert refused.value.code == "not_your_turn"


def test_a_megalith_without_room_to_fall_may_be_turned_either_way():
    position = carnac.start("5x4")
    for move in ("b1rr", "-", "a2rr", "-", "c2rr", "-", "b3rr", "-"):
        position = position.play(move)
    other = next(
        (one, two)
        for one in map(str, position.legal_moves())
        for two in map(str, position.legal_moves())
        if one != two and is_same(position, one, two)
    )
    first, second = (position.play(move) for move in other)
    assert first != second, "the stones stand differently"
    assert first.tops == second.tops
    assert [str(move) for move in first.legal_moves()] == [str(move) for move in second.legal_moves()]
    for move in map(str, first.legal_moves()):
        assert first.play(move).tops == second.play(move).tops
    puzzle = Puzzle(str(position), "win", (other[0],), (), 50)
    assert judge(puzzle, [other[1]]).done


def test_a_megalith_that_may_still_fall_is_not_the_same_turned():
    start = carnac.start("small")
    assert not is_same(start, "c3rw", "c3rr")
    assert is_same(start, "c3rw", "c3rw")
