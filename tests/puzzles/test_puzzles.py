"""Puzzles have one solution each, and whoever makes, proves, shows or solves them is told the truth."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from stonefield.games import carnac
from stonefield.games.game import StonefieldError
from stonefield.puzzles import (
    Puzzle,
    Unproven,
    by_name,
    defend,
    make,
    prover_for,
    read_puzzles,
    refute,
    shipped,
    verify,
)
from stonefield.puzzles.making import PuzzleFile, SourceGame, search
from stonefield.puzzles.proving import only_solution
from stonefield.puzzles.sameness import is_same

SHALLOW = 2
"""With so many megaliths to go brute force over the plain rules is quick enough on a few positions."""


def final(position):
    red, white = position.dolmens("red"), position.dolmens("white")
    lead = (len(red), red) > (len(white), white), (len(red), red) < (len(white), white)
    return lead[0] - lead[1]


def brute_force(position, known):
    """1, 0 or -1 for red under best play, by the plain rules."""
    key = (position.bits, str(position.pending), position.stock, position.turn)
    if key not in known:
        if position.is_over:
            known[key] = final(position)
        else:
            best = max if position.turn == "red" else min
            aim = 1 if position.turn == "red" else -1
            values = []
            for move in position.legal_moves():
                values.append(brute_force(position.play(move), known))
                if values[-1] == aim:
                    break
            known[key] = best(values)
    return known[key]


def small_games(count):
    rng = random.Random(4)
    for _ in range(count):
        position = carnac.start("4x4", stock=6)
        start, moves = str(position), []
        while not position.is_over:
            moves.append(str(rng.choice(position.legal_moves())))
            position = position.play(moves[-1])
        yield SourceGame(start, tuple(moves))


@pytest.fixture(scope="module")
def searched():
    """The puzzles of each of some games."""
    return [search(source) for source in small_games(8)]


@pytest.fixture(scope="module")
def found(searched):
    puzzles = [puzzle for of_game in searched for puzzle in of_game]
    assert len(puzzles) >= 2
    return puzzles[:4]


def test_puzzles_of_one_game_are_unlike(searched):
    for puzzles in searched:
        for ask in (lambda puzzle: puzzle.line[0], lambda puzzle: puzzle.themes):
            assert len({ask(puzzle) for puzzle in puzzles}) == len(puzzles) <= 4


def test_puzzles_of_random_games_have_one_solution_by_brute_force(found):
    for puzzle in found:
        aim = {"win": 1, "draw": 0}[puzzle.result]
        for position, right in puzzle.decisions():
            if position.stock > SHALLOW:
                continue
            sign = 1 if position.turn == "red" else -1
            known = {}
            keep = [
                str(move)
                for move in position.legal_moves()
                if sign * brute_force(position.play(move), known) >= aim
            ]
            assert right in keep
            assert all(is_same(position, move, right) for move in keep)


def test_puzzles_are_proven_again(found):
    assert [verify(puzzle) for puzzle in found] == [None] * len(found)


def test_a_wrong_puzzle_is_found_out(found):
    puzzle = found[0]
    other = "draw" if puzzle.result == "win" else "win"
    assert f"asks for {other}" in verify(replace(puzzle, result=other))
    prover = prover_for("carnac")
    wrong = next(
        move for move in prover.decisions(puzzle.start) if not is_same(puzzle.start, move, puzzle.line[0])
    )
    assert f"not {wrong}" in verify(replace(puzzle, line=(wrong,)))
    assert "themes" in verify(replace(puzzle, themes=("nonsense",)))
    assert "z9" in verify(replace(puzzle, line=("z9rr",)))


def test_two_ways_to_win_are_no_puzzle():
    position = carnac.start("4x4", stock=1)
    prover = prover_for("carnac")
    task = prover.task(position)
    assert len(prover.solutions(position, task, 9)) > 1
    assert only_solution(prover, position, task) is None


def test_a_wrong_decision_is_refuted_by_play_to_the_end_that_the_rules_confirm(found):
    prover = prover_for("carnac")
    for puzzle in found:
        position = puzzle.start
        for move in prover.decisions(position):
            refutation = refute(position, move, prover)
            end = position.play(move)
            for reply in refutation.line:
                end = end.play(reply)
            winner = end.outcome.winner
            came_to = "draw" if winner is None else "win" if winner == position.turn else "loss"
            assert came_to == refutation.result
            right = is_same(position, move, puzzle.line[0])
            assert right == (refutation.result == puzzle.result)
            if refutation.result == "loss":
                assert refutation.claims


def test_a_perfect_defence_keeps_its_result_to_the_end(found):
    prover = prover_for("carnac")
    for puzzle in found:
        position, results = puzzle.start, []
        while not position.is_over:
            proof = defend(position, prover)
            flipped = {"win": "loss", "loss": "win"}.get(proof.result, proof.result)
            results.append(proof.result if position.turn == puzzle.start.turn else flipped)
            position = position.play(proof.line[0])
        assert set(results) == {puzzle.result}


@pytest.mark.parametrize("start", [carnac.start(), carnac.start("3x3", stock=2, swap=True)])
def test_nothing_can_be_proven_of_an_opening(start):
    with pytest.raises(Unproven):
        defend(start)


def test_a_puzzle_is_found_by_its_name():
    puzzle = shipped()[-1]
    assert by_name(puzzle.name) == puzzle
    with pytest.raises(StonefieldError, match="`nothing`: there is no such puzzle"):
        by_name("nothing")


def test_making_goes_on_where_it_stopped(tmp_path):
    games = list(small_games(6))
    path = tmp_path / "puzzles.jsonl"
    with ThreadPoolExecutor(1) as executor:
        first = list(make(games[:3], PuzzleFile(path), executor, 2))
        with path.open("a") as file:
            file.write('{"cut sho')
        again = PuzzleFile(path)
        assert len(again.names) == sum(first)
        second = list(make(games, again, executor, 2))
    assert (len(first), len(second)) == (3, 3)
    kept = read_puzzles(path.read_text("utf-8"), "kept")
    assert len(kept) == sum(first) + sum(second) == len({puzzle.name for puzzle in kept})


def test_a_puzzle_is_read_as_it_was_written(found):
    for puzzle in found:
        assert Puzzle.from_json(puzzle.to_json()) == puzzle


@pytest.mark.parametrize(
    "line", ["{}", "[]", "nonsense", '{"position":"x","result":"lose","line":"a","themes":[],"difficulty":1}']
)
def test_what_is_no_puzzle_is_named_with_its_line(line):
    with pytest.raises(StonefieldError, match=r"`here` line 2: is no puzzle"):
        read_puzzles("\n" + line, "here")


def test_a_sample_of_the_shipped_puzzles_is_right():
    puzzles = shipped()
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles) > 0
    for puzzle in random.Random(1).sample(puzzles, min(5, len(puzzles))):
        assert verify(puzzle) is None


@pytest.mark.full
def test_all_shipped_puzzles_are_right():
    provers = {puzzle.game: prover_for(puzzle.game) for puzzle in shipped()}
    assert [puzzle.name for puzzle in shipped() if verify(puzzle, provers[puzzle.game])] == []
