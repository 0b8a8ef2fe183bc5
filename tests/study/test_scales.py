"""What a mark needs and what accuracy means, by game."""

from __future__ import annotations

import math

import pytest

from stonefield.study.scales import DEEPER_LOOK, FIRST_LOOK, MARKS, PLAIN, scale_for

SCALES = {"carnac": scale_for("carnac"), "caminos": scale_for("caminos"), "a third game": PLAIN}


@pytest.fixture(params=SCALES.values(), ids=SCALES)
def scale(request):
    return request.param


def test_a_game_that_was_not_measured_has_a_scale():
    assert scale_for("hex") is PLAIN


def test_a_graver_mark_needs_more(scale):
    for simulations in (FIRST_LOOK, DEEPER_LOOK, 3_000, math.inf):
        needed = [
            scale.threshold(kind, simulations)
            for kind in MARKS
            if kind != "inaccuracy" or simulations >= DEEPER_LOOK
        ]
        assert needed == sorted(needed)
        assert len(set(needed)) == len(needed)


def test_what_a_mark_needs_falls_with_the_length_of_the_search(scale):
    for kind in MARKS:
        needed = [scale.threshold(kind, simulations) for simulations in (1, 300, 1_200, 3_000, math.inf)]
        assert needed == sorted(needed, reverse=True)
        assert needed[-1] == scale.least[kind]


def test_the_gravest_mark_that_is_certain_enough_is_given(scale):
    needed = {kind: scale.threshold(kind, 3_000) for kind in MARKS}
    for kind, loss in needed.items():
        assert scale.verdict(loss, 3_000) == kind
    assert scale.verdict(needed["inaccuracy"] - 0.001, 3_000) is None


def test_a_mark_means_the_same_in_all_games():
    """The page's legend names one number for each."""
    assert [list(scale.least.values()) for scale in SCALES.values()] == [[0.05, 0.10, 0.20]] * len(SCALES)


def test_accuracy_falls_from_100_as_more_is_given_away(scale):
    values = [scale.accuracy(loss / 20) for loss in range(21)]
    assert values[0] == 100
    assert values == sorted(values, reverse=True)
    assert values[-1] >= 0
