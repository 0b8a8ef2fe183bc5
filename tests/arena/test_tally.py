"""Score, error bars and the sequential test, against figures worked out by hand or by simulation."""

from __future__ import annotations

import random

import pytest

from stonefield.arena import Sprt, Tally
from stonefield.games import StonefieldError
from stonefield.ratings.elo import expected_score


def test_pairs_are_counted_by_their_points():
    tally = Tally.of([(1.0, 1.0), (1.0, 0.0), (0.5, 1.0), (0.5, 0.5), (0.0, 0.0)])
    assert tally.pairs == (1, 0, 2, 1, 1)
    assert (tally.won, tally.drawn, tally.lost) == (4, 3, 3)
    assert tally.score == pytest.approx(5.5 / 10)


def test_nothing_played_says_nothing():
    low, high = Tally().interval
    assert Tally().score == 0.5
    assert low == 0.0
    assert high == 1.0


def test_a_few_clean_sweeps_are_no_certainty():
    low, high = Tally.of([(1.0, 1.0)] * 4).interval
    assert low < 0.65
    assert high == 1.0


def test_the_interval_holds_the_truth_about_95_times_in_100():
    chance = random.Random(7)
    held = 0
    for _ in range(400):
        tally = Tally.of((float(chance.random() < 0.85), float(chance.random() < 0.75)) for _ in range(60))
        low, high = tally.interval
        held += low <= 0.8 <= high
    assert 0.92 <= held / 400 <= 0.985


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "elo0"), (expected_score(60), "elo1")])
def test_the_sequential_test_is_right_more_than_9_times_in_10(truth, verdict):
    chance = random.Random(3)
    right = 0
    for _ in range(60):
        results, test = [], Sprt(0, 60)
        while (found := test.verdict(Tally.of(results))) is None:
            results.append((float(chance.random() < truth), float(chance.random() < truth)))
        right += found == verdict
    assert right >= 54


def test_a_sequential_test_from_high_to_low_is_refused():
    with pytest.raises(StonefieldError, match="lower"):
        Sprt(10, 0)
