"""What the engine says in a study: mistake by mistake with help, live lines, the expected end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .studying import card, here, open_panel, reviewed, sit_at, study_of
from .test_everybody import violations

pytestmark = pytest.mark.full

# Red leaves white's stones standing where tilting them would have won, and loses.
LOST = """[Game "carnac"]
[Board "5x4"]
[Stock "8"]

1. a1rr N 2. e4ww - 3. c2rr - 4. b4ww - 5. d1ww - 6. a4ww 7. c4ww *
"""

# Both sides place anywhere: nearly every decision gives the game away.
WILD = """[Game "caminos"]
[Board "square"]

1. L:c4,d2,d3,d4 2. L:b3,c3*3 3. L:g5,g6*3 4. L:b6,b7*3 5. T:d7,e6,e7,f7 6. S:a6*2,b6*2 7. S:e4,e5,f3,f4
8. S:b2,c2*2,d2 9. L:g8*3,h8 10. L:e1*3,e2 11. L:b4,b5*3 12. S:f2,g1,g2,h1 13. T:a8,b8*2,c8
14. O:c6*2,d6*2 15. S:a2*2,b2*2 16. T:g2,g3*3 17. S:h7*2,h8*2 *
"""


def test_from_mistake_to_mistake_until_something_better_is_found(people, server, axe_source):
    ann = people()
    sit_at(ann, study_of(server, LOST), "#review")
    reviewed(ann)
    ann.press("m")
    expect(ann.page.locator("[data-verdict]")).to_be_visible()
    expect(ann.news).to_contain_text("Better was")
    assert violations(ann, axe_source) == []
    ann.press("a")
    task = ann.page.get_by_role("region", name=re.compile("can do better"))
    expect(task).to_be_visible()
    # Help comes in steps: which kind of decision, where, and the decision itself.
    for step in (1, 2, 3):
        task.get_by_role("button", name=re.compile("Hint")).click()
        expect(task.get_by_role("button", name=f"Hint ({step}/3)")).to_be_visible()
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
    expect(task).to_contain_text("That is good!")
    task.get_by_role("button", name="Play it out").click()
    expect(ann.page.locator(".tree ul [data-node]").first).to_be_visible()


def test_where_much_was_costly_a_lesson_begins_with_the_costliest(people, server, axe_source):
    ann = people()
    sit_at(ann, study_of(server, WILD), "#review")
    reviewed(ann)
    # A review that goes deeper may choose others: it is over before we walk.
    expect(ann.page.locator("[data-review='3000']")).to_have_count(1, timeout=180_000)
    expect(card(ann)).to_contain_text("Start with the 3 that cost the most.")
    turning = open_panel(ann, "Review").get_by_role("region", name="What turned the game")
    expect(turning.get_by_role("listitem")).to_have_count(3)
    assert violations(ann, axe_source) == []
    open_panel(ann, "Moves")
    # The key M leads through all of them, the lesson through the three first.
    walked = set()
    for _ in range(6):
        ann.press("m")
        walked.add(here(ann).inner_text())
    assert len(walked) == 6
    ann.press("Home")
    card(ann).get_by_role("button", name="Learn from them").click()
    for nth in (1, 2, 3):
        expect(card(ann)).to_contain_text(f"Mistake {nth} of 3")
        card(ann).get_by_role("button", name="Show the answer").click()
        card(ann).get_by_role("button", name=re.compile("Next one|Finish")).click()
    expect(card(ann)).to_contain_text("That was the last one")
    card(ann).get_by_role("button", name=re.compile("^The other")).click()
    expect(card(ann)).to_contain_text("Mistake 1 of")


def test_live_lines_and_the_expected_end(people, server):
    ann = people()
    sit_at(ann, study_of(server, LOST))
    ann.press("ArrowRight", "ArrowRight", "l", "o")
    lines = ann.page.get_by_role("region", name="The engine’s lines").locator("li")
    expect(lines).to_have_count(3)
    expect(ann.page.locator(".outlook")).to_contain_text("dolmens expected")
    lines.first.get_by_role("button").first.click()
    ann.press("l")
    expect(lines).to_have_count(0)
    # Where the lines were, the moves are again.
    expect(here(ann)).to_have_count(1)
