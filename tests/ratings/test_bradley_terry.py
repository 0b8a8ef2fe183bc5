"""Ratings of many players at once."""

from __future__ import annotations

import random

import pytest

from stonefield.ratings.bradley_terry import rate
from stonefield.ratings.elo import expected_score


def test_two_players_differ_by_the_elo_of_their_score():
    results = [("a", "b", 1.0)] * 75 + [("a", "b", 0.0)] * 25
    a, b = rate(results)
    assert a.name == "a"
    assert a.elo - b.elo == pytest.approx(191, abs=3)
    assert a.elo + b.elo == pytest.approx(0, abs=1e-6)
    assert (a.games, a.score) == (100, 0.75)


def test_known_strengths_are_found_again_within_their_error_bars():
    truth = {"weak": -200.0, "middle": 0.0, "strong": 200.0, "stronger": 350.0}
    chance = random.Random(5)
    results = [
        (a, b, float(chance.random() < expected_score(truth[a] - truth[b])))
        for a in truth
        for b in truth
        if a < b
        for _ in range(300)
    ]
    mean = sum(truth.values()) / len(truth)
    for rating in rate(results):
        assert rating.elo == pytest.approx(truth[rating.name] - mean, abs=1.5 * rating.error)
        assert 5 < rating.error < 60


def test_who_never_lost_still_gets_a_finite_rating():
    best, worst = rate([("a", "b", 1.0)] * 10)
    assert 0 < best.elo < 1000
    assert best.error > 100
    assert worst.name == "b"


def test_players_without_games_are_listed():
    assert [rating.games for rating in rate([], ["a", "b"])] == [0, 0]
