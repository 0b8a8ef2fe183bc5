"""Puzzles of one game, or of nearly the same board, are one family."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from stonefield.games import caminos, carnac
from stonefield.puzzles import Puzzle, shipped
from stonefield.puzzles.families import families
from stonefield.puzzles.making import MOST_A_GAME


def played(start, seed):
    rng, position = random.Random(seed), start
    positions = []
    while not position.is_over:
        positions.append(position)
        position = position.play(rng.choice(position.legal_moves()))
    return positions


def puzzle_at(position):
    return Puzzle(str(position), "win", (str(position.legal_moves()[0]),), ("last",), 50)


@pytest.mark.parametrize("start", [carnac.start("small"), caminos.start("square")], ids=["carnac", "caminos"])
def test_positions_of_one_game_and_alternatives_to_them_are_a_family_and_other_games_are_not(start):
    games = []
    for seed in (1, 2, 3):
        positions = played(start, seed)
        late = [positions[-6], positions[-3], positions[-1]]
        alternative = positions[-6].play(random.Random(9).choice(positions[-6].legal_moves()))
        games.append([puzzle_at(one) for one in (*late, alternative) if not one.is_over])
    found = families(puzzle for game in games for puzzle in game)
    assert [len({found[puzzle.name] for puzzle in game}) for game in games] == [1, 1, 1]
    assert len(set(found.values())) == 3


def megaliths(puzzle):
    """What is on the board, by the plain rules: a megalith that waits stands like any other."""
    return {str(stone) for stone in puzzle.start.stones}


def test_near_twins_among_the_shipped_puzzles_are_of_one_family():
    ours = [puzzle for puzzle in shipped() if puzzle.game == "carnac" and puzzle.board == "small"]
    found = families(ours)
    boards = [(puzzle, megaliths(puzzle)) for puzzle in ours]
    twins = 0
    for nth, (one, here) in enumerate(boards):
        for other, there in boards[nth + 1 : nth + 40]:
            if max(len(here - there), len(there - here)) <= 2:
                twins += 1
                assert found[one.name] == found[other.name]
    assert twins > 50


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_no_family_is_larger_than_what_one_game_gives(game):
    found = families(puzzle for puzzle in shipped() if puzzle.game == game)
    assert max(Counter(found.values()).values()) <= MOST_A_GAME
