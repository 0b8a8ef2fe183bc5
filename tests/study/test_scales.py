"""What a mark needs and what accuracy means, by game."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from stonefield.locales import LANGUAGES, Catalogue
from stonefield.study.scales import DEEPER_LOOK, FIRST_LOOK, LEAST, MARKS, PLAIN, scale_for

GUIDE = Path(__file__).parents[2] / "docs" / "study.md"
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
        assert needed[-1] == LEAST[kind]


def test_the_gravest_mark_that_is_certain_enough_is_given(scale):
    needed = {kind: scale.threshold(kind, 3_000) for kind in MARKS}
    for kind, loss in needed.items():
        assert scale.verdict(loss, 3_000) == kind
    assert scale.verdict(needed["inaccuracy"] - 0.001, 3_000) is None


def documented(section: str) -> list[list[str]]:
    """The cells of the first table of a section of the guide, row by row, without its head."""
    text = GUIDE.read_text("utf-8").split(section, 1)[1]
    rows = text[text.index("\n|") + 1 :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def test_the_guide_and_the_legend_say_what_a_mark_stands_for():
    for kind, (mark, name, least) in zip(MARKS, documented("## Marks"), strict=True):
        assert (mark.strip("`"), name) == (MARKS[kind], kind)
        assert least == f"at least {LEAST[kind]:.0%}".replace("%", " %")
        for language in LANGUAGES:
            legend = Catalogue(language).text(f"study.legend.{kind}")
            assert re.findall(r"\d+", legend) == [f"{100 * LEAST[kind]:.0f}"]


def test_the_guide_has_the_thresholds_of_each_game():
    rows = documented("The thresholds by game")
    assert {row[0].lower() for row in rows} == set(SCALES) - {"a third game"}
    for name, simulations, *needed in rows:
        scale = SCALES[name.lower()]
        found = [scale.threshold(kind, int(simulations.replace(",", ""))) for kind in MARKS]
        assert needed == ["–" if math.isinf(one) else f"{100 * one:.1f} %" for one in found]


def test_accuracy_falls_from_100_as_more_is_given_away(scale):
    values = [scale.accuracy(loss / 20) for loss in range(21)]
    assert values[0] == 100
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0
