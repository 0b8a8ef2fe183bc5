"""What the engine says in a study: mistake by mistake with help, live lines, the expected end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .studying import here, reviewed, sit_at, study_of
from .test_everybody import violations

pytestmark = pytest.mark.full

# Red leaves white's stones standing where tilting them would have won, and loses.
LOST = """[Game "carnac"]
[Board "5x4"]
[Stock "8"]

1. a1rr N 2. e4ww - 3. c2rr - 4. b4ww - 5. d1ww - 6. a4ww 7. c4ww *
"""


def test_from_mistake_to_mistake_until_something_better_is_found(people, server, axe_source):
    ann = people()
    sit_at(ann, study_of(server, LOST), "#review")
    reviewed(ann)
    ann.press("m")
    expect(ann.page.locator("[data-verdict]")).to_be_visible()
    expect(ann.news).to_contain_text("better was")
    assert violations(ann, axe_source) == []
    ann.press("a")
    card = ann.page.get_by_role("region", name=re.compile("can do better"))
    expect(card).to_be_visible()
    # Help comes in steps: which kind of decision, where, and the decision itself.
    for step in (1, 2, 3):
        card.get_by_role("button", name=re.compile("Hint")).click()
        expect(card.get_by_role("button", name=f"Hint ({step}/3)")).to_be_visible()
    best = ann.page.locator(".help").inner_text()
    placed = re.search(r"Place on (\w\d), (red|white) on top, (red|white) east and west", best)
    if placed:
        square, top, axis = placed.groups()
        ann.press(*("t" * (top == "white")), *("r" * (axis == "red")))
        ann.square(square).click()
    elif tilt := re.search("Tilt (north|east|south|west)", best):
        ann.page.locator("h1").click()
        ann.press(tilt[1][0])
    else:
        ann.page.get_by_role("button", name="Leave it standing").click()
    expect(card).to_contain_text("is good!")
    card.get_by_role("button", name="Play it out").click()
    expect(ann.page.locator(".tree ul [data-node]").first).to_be_visible()


def test_live_lines_and_the_expected_end(people, server):
    ann = people()
    sit_at(ann, study_of(server, LOST))
    ann.press("ArrowRight", "ArrowRight", "l", "o")
    lines = ann.page.get_by_role("region", name="The engine’s lines").locator("li")
    expect(lines).to_have_count(3)
    expect(ann.page.locator(".outlook")).to_contain_text("dolmens expected")
    lines.first.get_by_role("button").first.click()
    expect(here(ann)).to_have_count(1)
    ann.press("l")
    expect(lines).to_have_count(0)
