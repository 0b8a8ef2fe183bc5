"""What is measured of puzzles: their difficulty, their choices, what is to be enjoyed in them."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from stonefield.puzzles import Puzzle, by_name, prover_for, shipped
from stonefield.puzzles.difficulty import KNOWN, UNKNOWN
from stonefield.puzzles.families import families
from stonefield.puzzles.measuring import Measurer
from stonefield.puzzles.practice import daily
from stonefield.puzzles.sameness import is_same

GAMES = ("carnac", "caminos")
each_game = pytest.mark.parametrize("game", GAMES)
ENJOYED = ("54f847a6", "6354324f", "338720c6", "071b94df")
"""Puzzles in which a person saw an idea at sight."""
COUNTED = ("2bb73895", "c01811e7", "ce815d35")
"""Puzzles of which the same person could give no reason afterwards."""
COUNT_EVERYTHING = {"tempo", "size", "quiet"}


def of(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in shipped() if puzzle.game == game]


# Difficulty


@each_game
def test_no_starting_rating_belongs_to_more_than_a_twentieth_of_a_games_puzzles(game):
    ratings = Counter(puzzle.rating for puzzle in of(game))
    assert max(ratings.values()) <= 0.05 * len(of(game))
    assert all(600 <= rating <= 2400 for rating in ratings)


@each_game
def test_every_shipped_puzzle_is_measured_and_has_a_theme(game):
    for puzzle in of(game):
        assert puzzle.themes
        assert puzzle.novices is not None
        assert len(puzzle.choices) == sum(1 for _ in puzzle.line[::2]) or game == "carnac"
        assert min(puzzle.choices) >= 1


def test_a_rating_is_uncertain_where_the_levels_say_little():
    puzzle = shipped()[0]
    wide = [replace(puzzle, difficulty=percent).deviation for percent in (0, 50, 100)]
    assert wide == [UNKNOWN, KNOWN, UNKNOWN]


@pytest.mark.parametrize(
    "harder",
    [{"difficulty": 60}, {"novices": 90}, {"choices": (40, 40)}, {"near": 9}, {"obstacles": 50}],
    ids=lambda change: next(iter(change)),
)
def test_each_fact_makes_a_puzzle_harder(harder):
    plain = Puzzle("g b 1", "win", ("a1",), ("last",), 50, 60, (40,), 2, 20)
    assert replace(plain, **harder).rating > plain.rating


def test_a_file_of_an_earlier_version_is_read_and_rated_by_its_difficulty_alone():
    known = ("id", "position", "result", "line", "themes", "difficulty")
    fields = json.loads(shipped()[0].to_json())
    old = Puzzle.from_json(json.dumps({name: fields[name] for name in known}))
    assert (old.novices, old.choices, old.beauty, old.guess) == (None, (), 0, 0.0)
    assert [replace(old, difficulty=hard).rating for hard in (0, 50, 100)] == [600, 1500, 2400]


@each_game
def test_choices_and_near_misses_are_those_of_the_plain_rules(game):
    prover = prover_for(game)
    for puzzle in random.Random(3).sample(of(game), 5):
        for count, (position, _) in zip(puzzle.choices, puzzle.decisions(), strict=True):
            assert count == len({position.play(move).continuation_key for move in position.legal_moves()})
        start, right = puzzle.start, puzzle.line[0]
        misses = prover.near_misses(start, right)
        assert len(misses) == puzzle.near
        legal = set(map(str, start.legal_moves()))
        assert all(miss in legal and not is_same(start, miss, right) for miss in misses)


def test_the_chance_of_a_guess_is_one_over_all_choices():
    plain = Puzzle("g b 1", "win", ("a1",), (), 50, 60, (3,))
    assert plain.guess == pytest.approx(1 / 3)
    assert replace(plain, choices=(3, 20)).guess == pytest.approx(1 / 60)


def test_obstacles_in_caminos_are_its_walls():
    puzzle = of("caminos")[0]
    position = puzzle.start
    board, heights = position.board, position.heights
    walls = 0
    for name in board.names:
        for east, north in ((1, 0), (0, 1)):
            other = f"{chr(ord(name[0]) + east)}{int(name[1:]) + north}"
            walls += other in heights and heights[name] != heights[other]
    assert puzzle.obstacles == walls


def test_measuring_again_finds_the_same():
    measurer = Measurer("carnac")
    for puzzle in random.Random(4).sample(of("carnac"), 3):
        assert measurer.with_facts(puzzle) == puzzle


# Beauty


def test_ideas_that_people_enjoyed_are_more_beautiful_than_counting():
    assert min(by_name(name).beauty for name in ENJOYED) > max(by_name(name).beauty for name in COUNTED)


def pool(game: str) -> list[str]:
    family = families(of(game))
    return daily.fit_for_all(
        [daily.Candidate(one.name, one.rating, one.beauty, family[one.name]) for one in of(game)]
    )


@each_game
def test_the_daily_puzzles_of_a_year_are_beautiful_and_of_many_families(game):
    first, family, names = (date(2027, 1, 1) - date(1970, 1, 1)).days, families(of(game)), pool(game)
    shown = [daily.choose(names, first + day, (), family) for day in range(min(365, len(names)))]
    assert len(set(shown)) == len(shown)
    for nth, name in enumerate(shown):
        assert family[name] not in {family[other] for other in shown[max(0, nth - daily.APART) : nth]}
    counted = sum(set(by_name(name).themes) >= COUNT_EVERYTHING for name in shown)
    assert counted <= 0.05 * len(shown)
    rest = [puzzle.beauty for puzzle in of(game) if puzzle.name not in names]
    chosen = [by_name(name).beauty for name in names]
    assert sum(chosen) / len(chosen) > sum(rest) / len(rest)


def test_a_guess_among_three_and_counting_everything_cost_beauty():
    measurer = Measurer("carnac")
    charm = prover_for("carnac").charm
    puzzle = next(one for one in of("carnac") if set(one.themes) >= COUNT_EVERYTHING)
    others = tuple(theme for theme in puzzle.themes if theme != "tempo")
    assert charm(puzzle.start, puzzle.line, puzzle.themes) < charm(puzzle.start, puzzle.line, others) - 20
    assert measurer.with_facts(replace(puzzle, themes=others)).beauty > puzzle.beauty or puzzle.beauty == 0
