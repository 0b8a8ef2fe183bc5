"""Ratings of people: what a game changes, what time does, and whether the order comes out right."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import fmean

import pytest

from stonefield.engine.game_engine import engine_for
from stonefield.games import games
from stonefield.games.game import find_game
from stonefield.ratings.elo import elo_difference
from stonefield.ratings.glicko import Rating
from stonefield.ratings.ladder import NEWCOMER
from stonefield.ratings.pools import (
    DAY_MS,
    HIGHEST,
    MOST_VOLATILE,
    NARROWEST,
    PACES,
    PERIODS_PER_DAY,
    START,
    WIDEST,
    Pool,
    Standing,
    is_provisional,
    level_rating,
    rate_game,
    read_pool,
)

from .seasons import season, spearman

PAGE = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text("utf-8")
KNOWN = Standing(Rating(1500, 60, 0.06), at=0, games=40)


def test_a_pool_is_a_game_and_a_pace_and_is_read_back_from_its_name():
    for pace in PACES:
        assert read_pool(str(Pool("carnac", pace))) == Pool("carnac", pace)
        assert read_pool(f"a-third-game-{pace}") == Pool("a-third-game", pace)
    assert [read_pool(name) for name in ("carnac", "carnac-blitz", "-live", "")] == [None] * 4


def test_the_first_game_moves_a_newcomer_far_and_a_known_player_little():
    newcomer, known = rate_game(Standing(), KNOWN, 1.0, 1)
    assert newcomer.rating.rating > START.rating + 150
    assert newcomer.rating.deviation < START.deviation - 100
    assert 0 < KNOWN.rating.rating - known.rating.rating < 8
    assert (newcomer.games, known.games, newcomer.at) == (1, 41, 1)


def test_what_one_wins_the_other_loses_between_equals():
    one, other = rate_game(KNOWN, KNOWN, 1.0, 0)
    assert one.rating.rating - 1500 == pytest.approx(1500 - other.rating.rating)
    drawn, _ = rate_game(KNOWN, KNOWN, 0.5, 0)
    assert drawn.rating.rating == pytest.approx(1500)


def test_who_begins_with_an_advantage_gains_less_by_winning():
    even, _ = rate_game(KNOWN, KNOWN, 1.0, 0)
    favoured, hindered = rate_game(KNOWN, KNOWN, 1.0, 0, advantage=100)
    assert favoured.rating.rating < even.rating.rating
    assert hindered.rating.rating - 1500 == pytest.approx(1500 - favoured.rating.rating)
    # At an advantage of 100 the first player may expect 64 %: a draw is less than that.
    drawn, other = rate_game(KNOWN, KNOWN, 0.5, 0, advantage=100)
    assert drawn.rating.rating < 1500 < other.rating.rating


def test_with_each_day_less_is_known_in_fractions_of_a_period():
    grown = KNOWN.seen_at(10 * DAY_MS)
    assert grown.deviation**2 == pytest.approx(
        60**2 + 10 * PERIODS_PER_DAY * (0.06 * 173.7178) ** 2, rel=1e-6
    )
    assert KNOWN.seen_at(0).deviation == KNOWN.seen_at(-DAY_MS).deviation == pytest.approx(60)
    assert KNOWN.seen_at(365 * DAY_MS).deviation == pytest.approx(110, abs=0.1)
    assert KNOWN.seen_at(10**6 * DAY_MS).deviation == WIDEST
    assert Standing().seen_at(10**6 * DAY_MS) == START


def test_two_games_at_once_do_not_add_a_period_each():
    """A whole period for each game would keep a regular player's deviation up."""
    once, _ = rate_game(KNOWN, KNOWN, 0.5, 0)
    later, _ = rate_game(KNOWN, KNOWN, 0.5, 30 * DAY_MS)
    assert once.rating.deviation < later.rating.deviation


def test_a_rating_stays_within_its_bounds():
    winner, loser = Standing(), Standing()
    for day in range(400):
        winner, loser = rate_game(winner, loser, 1.0, day)
        assert NARROWEST <= winner.rating.deviation <= WIDEST
        assert loser.rating.rating >= 100
        assert winner.rating.rating <= HIGHEST
        assert winner.rating.volatility <= MOST_VOLATILE


def test_a_rating_is_provisional_until_about_a_dozen_games_are_played():
    standing, count = Standing(), 0
    while is_provisional(standing.rating):
        standing, _ = rate_game(standing, KNOWN, float(count % 2), count)
        count += 1
    assert 5 <= count <= 15


@pytest.mark.parametrize("game", [game.name for game in games() if engine_for(game.name).ladder])
def test_the_newcomers_level_is_rated_as_a_newcomer_and_differences_are_elo(game):
    ladder = engine_for(game).ladder
    assert level_rating(ladder, NEWCOMER).rating == START.rating
    between = level_rating(ladder, 6).rating - level_rating(ladder, 5).rating
    assert between == pytest.approx(ladder.elo_of(6) - ladder.elo_of(5))
    assert level_rating(ladder, 4.5).rating == pytest.approx(
        (level_rating(ladder, 4).rating + level_rating(ladder, 5).rating) / 2
    )


def rows_of(page: str, first: str) -> list[str]:
    """The cells of a table's row, by its first cell."""
    (row,) = re.findall(rf"^\| {re.escape(first)} \| (.*) \|$", page, re.MULTILINE)
    return row.replace("\N{MINUS SIGN}", "-").split(" | ")


def test_the_documented_ratings_of_the_levels_are_those_that_count():
    for game in ("carnac", "caminos"):
        ladder = engine_for(game).ladder
        known = [str(round(level_rating(ladder, level).rating)) for level in range(1, 11)]
        assert rows_of(PAGE, game.title()) == known


def test_the_advantage_of_beginning_is_the_measured_share_as_elo():
    shares = [float(share.rstrip(" %")) / 100 for share in rows_of(PAGE, "first player's share")]
    documented = rows_of(PAGE, "Elo (`first_player` in each game's `engine.py`)")
    known = [elo for game in ("carnac", "caminos") for elo in engine_for(game).first_player.values()]
    assert [float(elo) for elo in documented] == known
    assert [round(elo_difference(share)) for share in shares] == known
    boards = [board for game in ("carnac", "caminos") for board in find_game(game).boards]
    assert [board for game in ("carnac", "caminos") for board in engine_for(game).first_player] == boards


def test_ranks_are_compared_not_values():
    assert spearman([1, 2, 3, 4], [10, 20, 30, 1000]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)


def test_the_order_of_players_comes_out_after_thirty_games_each():
    assert fmean(season(seed) for seed in range(6)) >= 0.9


@pytest.mark.full
def test_the_order_of_players_comes_out_in_a_thousand_seasons():
    found = sorted(season(seed) for seed in range(1000))
    print(f"Spearman in 1,000 seasons: mean {fmean(found):.3f}, one in twenty below {found[50]:.3f}")
    assert fmean(found) >= 0.9
