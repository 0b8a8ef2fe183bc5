"""Elo's scale, against figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from stonefield.ratings.elo import elo_difference, expected_score


def test_three_quarters_of_the_points_are_191_elo():
    assert elo_difference(0.75) == pytest.approx(190.85, abs=0.01)
    assert expected_score(elo_difference(0.3)) == pytest.approx(0.3)


def test_all_or_nothing_is_an_infinite_difference():
    assert elo_difference(1.0) == math.inf
    assert elo_difference(0.0) == -math.inf


def test_an_even_score_is_no_difference():
    assert elo_difference(0.5) == 0
    assert elo_difference(0.76) == pytest.approx(-elo_difference(0.24)) == pytest.approx(200, abs=1)
