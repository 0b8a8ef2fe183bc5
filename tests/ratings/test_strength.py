"""A person's strength from results against the levels: it is found, and said no surer than it is."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from stonefield.engine.game_engine import engine_for
from stonefield.engine.levels import LEVELS
from stonefield.games import games
from stonefield.ratings.elo import expected_score
from stonefield.ratings.ladder import LOWEST, Ladder
from stonefield.ratings.strength import DRIFT, NEWCOMERS_DEVIATION, WEEK_MS, Strength

LADDERS = {game.name: engine_for(game.name).ladder for game in games() if engine_for(game.name).ladder}
CARNAC = LADDERS["carnac"]
DOCS = Path(__file__).parents[2] / "docs"


def simulate(ladder: Ladder, elo: float, count: int, seed: int) -> Strength:
    """A person of a known Elo plays games at their level, as the server offers them."""
    rng = random.Random(seed)
    known = ladder.newcomer
    for _ in range(count):
        known = known.aged(0)
        opponent = ladder.elo_of(ladder.level_at(known.elo))
        known = known.rated(opponent, float(rng.random() < expected_score(elo - opponent)))
    return known


@pytest.mark.parametrize("game", LADDERS)
def test_every_level_is_stronger_than_the_one_below(game):
    assert len(LADDERS[game].elos) == len(LEVELS)
    assert all(low < high for low, high in pairwise(LADDERS[game].elos))


def test_the_figures_are_those_of_the_measured_ladder():
    table = (DOCS / "strength.md").read_text().replace("\N{MINUS SIGN}", "-")
    found = dict(re.findall(r"^\| level (\d+) \| ([+-]\d+) \|", table, re.MULTILINE))
    assert [int(found[str(level)]) for level in LEVELS] == list(CARNAC.elos)
    described = dict(re.findall(r"^\| level (\d+): .*? \| ([+-]\d+) \|", table, re.MULTILINE))
    (moved,) = re.findall(r"moved as a whole, by (-\d+):", table)
    assert [int(described[str(level)]) + int(moved) for level in LEVELS] == list(LADDERS["caminos"].elos)


def test_a_level_has_its_elo_and_one_between_two_lies_between_them():
    assert [CARNAC.elo_of(level) for level in LEVELS] == list(CARNAC.elos)
    assert CARNAC.elo_of(4.5) == (CARNAC.elo_of(4) + CARNAC.elo_of(5)) / 2


@pytest.mark.parametrize("game", LADDERS)
def test_every_level_is_found_by_its_elo(game):
    tenths = [number / 10 for number in range(10, 101)]
    assert [LADDERS[game].level_at(LADDERS[game].elo_of(level)) for level in tenths] == tenths
    assert str(LADDERS[game].level_at(LADDERS[game].elo_of(4))) == "4"


def test_who_is_weaker_or_stronger_than_any_level_meets_the_lowest_or_the_highest():
    assert CARNAC.level_at(-9999) == 1
    assert CARNAC.level_at(9999) == 10


@pytest.mark.parametrize("game", LADDERS)
@pytest.mark.parametrize("level", [1.5, 4.4, 8.7])
def test_a_players_strength_is_found(game, level):
    ladder = LADDERS[game]
    true = ladder.elo_of(level)
    found = [simulate(ladder, true, 60, seed) for seed in range(10)]
    average = sum(one.elo for one in found) / len(found)
    assert abs(average - true) < 80
    assert all(60 < one.deviation < 130 for one in found)


def test_the_deviation_is_honest():
    """Four times in five the strength lies within the interval that is shown."""
    rng = random.Random(5)
    newcomer = CARNAC.newcomer
    inside = 0
    for seed in range(150):
        true = rng.gauss(newcomer.elo, newcomer.deviation)
        found = simulate(CARNAC, true, 12, seed)
        inside += abs(found.elo - true) < 1.28 * found.deviation
    assert 105 <= inside <= 135


def test_a_win_raises_and_a_loss_lowers_and_an_expected_result_moves_little():
    even = Strength(0, 100)
    assert even.rated(0, 1).elo > 20
    assert even.rated(0, 0).elo == pytest.approx(-even.rated(0, 1).elo)
    assert even.rated(0, 0.5).elo == pytest.approx(0, abs=1e-9)
    assert 0 < even.rated(-800, 1).elo < 2
    assert even.rated(0, 1).deviation < even.deviation


def test_time_makes_less_sure_but_never_less_than_of_a_newcomer():
    known = Strength(0, 100)
    assert known.aged(0).deviation == pytest.approx((100**2 + DRIFT**2) ** 0.5)
    assert known.aged(4 * WEEK_MS).deviation > known.aged(WEEK_MS).deviation
    assert known.aged(10_000 * WEEK_MS).deviation == NEWCOMERS_DEVIATION
    assert known.aged(-5) == known.aged(0)


# On one scale with the puzzles


@pytest.mark.parametrize("game", LADDERS)
def test_people_see_positive_ratings_that_rise_with_the_levels(game):
    ratings = LADDERS[game].ratings
    assert LOWEST < ratings[0] < 1000
    assert ratings[-1] < 3500
    assert all(low < high for low, high in pairwise(ratings))


@pytest.mark.parametrize("game", LADDERS)
def test_no_number_of_losses_makes_a_rating_negative(game):
    ladder = LADDERS[game]
    known = ladder.newcomer
    for _ in range(300):
        known = known.aged(WEEK_MS).rated(ladder.elo_of(1), 0.0)
        assert ladder.rating_of(known.elo) >= LOWEST > 0
    assert ladder.rating_of(-99_999) == LOWEST


@pytest.mark.parametrize("game", LADDERS)
def test_a_rating_is_a_straight_line_over_elo(game):
    ladder = LADDERS[game]
    low, middle, high = (ladder.scale.rating_of(elo) for elo in (-300, 0, 300))
    assert middle - low == pytest.approx(high - middle)
    assert ladder.scale.elo_of(ladder.scale.rating_of(123)) == pytest.approx(123)
    assert ladder.deviation_of(Strength(0, 100)) == round(100 * ladder.scale.slope)


def test_the_docs_have_the_ratings_of_the_levels():
    text = (DOCS / "strength.md").read_text()
    for game, ladder in LADDERS.items():
        row = " | ".join(map(str, ladder.ratings))
        assert f"| {game.capitalize()} | {row} |" in text


def test_puzzles_say_something_about_a_newcomer_and_little_about_a_player():
    lowest, *_, highest = CARNAC.ratings
    solver = CARNAC.from_puzzles(highest + 100, 60)
    assert solver.elo == CARNAC.elos[-1]
    assert CARNAC.from_puzzles(lowest - 100, 60).elo == CARNAC.elos[0]
    assert CARNAC.from_puzzles(CARNAC.ratings[3], 60).elo == pytest.approx(CARNAC.elos[3], abs=1)
    player = Strength(CARNAC.elo_of(4), 95)
    assert player.elo < player.combined(solver).elo < player.elo + 100
    newcomer = CARNAC.newcomer
    assert newcomer.combined(solver).elo > newcomer.elo + 300
    assert newcomer.combined(CARNAC.from_puzzles(1500, 350)).deviation < newcomer.deviation


def test_what_is_likely_is_told_in_levels():
    low, high = CARNAC.likely(Strength(CARNAC.elo_of(4), 100))
    assert low < 4 < high
    assert CARNAC.likely(CARNAC.newcomer)[0] < 2
