"""Glicko-2: the published example, and what time and surprises do."""

from __future__ import annotations

import pytest

from stonefield.ratings.glicko import WIDEST, Rating, aged, rated


def test_glickmans_worked_example():
    """The example in "Example of the Glicko-2 system" (Glickman 2013)."""
    others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = rated(Rating(1500, 200, 0.06), others)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.059996, abs=1e-6)


def test_a_surprising_result_of_a_well_known_player_raises_volatility():
    found = rated(Rating(1500, 50, 0.06), [(Rating(3000, 50), 1.0)] * 5)
    assert found.volatility > 0.06
    assert found.rating > 1550


def test_a_rating_without_results_becomes_less_certain_but_no_less_than_unknown():
    known = Rating(1500, 60)
    assert aged(known, 0) == known
    assert aged(known, 365).deviation == pytest.approx(108, abs=10)
    assert aged(known, 1e9).deviation == WIDEST
    assert aged(known, -5) == known
