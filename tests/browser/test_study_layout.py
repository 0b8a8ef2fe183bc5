"""The page of a review: one verdict, room for every panel, and the walk through the mistakes."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .studying import card, here, open_panel, reviewed, sit_at, study_of
from .test_everybody import violations

# Every decision is a blunder; the board is so small that the engine knows it at once.
BLUNDERS = """[Game "carnac"]
[Board "4x3"]
[Stock "4"]

c1rr - b1rr - d1ww - c3rr 1/2-1/2
"""
PANELS = ("Moves", "Engine", "Review", "Explorer", "Notes", "Share")
USEFUL = 300
"""Pixels of height in which a list can be read."""

PHONES = [(390, 844), (360, 740)]


def bottom(locator) -> float:
    box = locator.bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.full
def test_at_a_desk_every_panel_has_a_useful_height(people, server):
    ann = people()
    sit_at(ann, study_of(server, BLUNDERS), "#review")
    reviewed(ann)
    ann.press("Home", "m")
    expect(ann.page.locator("[data-verdict]")).to_be_visible()
    for name in PANELS:
        box = open_panel(ann, name).bounding_box()
        assert box, name
        assert box["height"] >= USEFUL, (name, box)
        # It takes the place of another panel: nothing is pushed out of the window.
        assert box["y"] + box["height"] <= 800, (name, box)
        assert bottom(card(ann).get_by_role("button", name="Try again")) < box["y"]
        assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.full
def test_while_something_better_is_looked_for_nothing_is_said_of_another_move(people, server, axe_source):
    ann = people()
    sit_at(ann, study_of(server, BLUNDERS), "#review")
    reviewed(ann)
    ann.press("Home", "m", "m")
    expect(here(ann)).to_contain_text("–")
    card(ann).get_by_role("button", name="Try again").click()
    expect(card(ann)).to_have_attribute("data-card", "task")
    expect(card(ann)).to_have_count(1)
    expect(ann.page.locator("[data-verdict]")).to_have_count(0)
    expect(ann.page.get_by_role("button", name="Try again")).to_have_count(0)
    expect(ann.page.locator(".tree .mark")).to_have_count(0)
    assert violations(ann, axe_source) == []
    # Stopped, the move is told of again.
    card(ann).get_by_role("button", name="Stop").click()
    expect(ann.page.locator("[data-verdict=blunder]")).to_be_visible()


def test_learning_from_mistakes_one_by_one(people, server, axe_source):
    ann = people()
    sit_at(ann, study_of(server, BLUNDERS), "#review")
    reviewed(ann)
    # Whose game it was is not known: both sides are counted.
    expect(card(ann)).to_contain_text(re.compile(r"Red made \d mistake"))
    expect(card(ann)).to_contain_text(re.compile(r"White made \d mistake"))
    expect(card(ann)).to_contain_text("Accuracy")
    assert violations(ann, axe_source) == []
    card(ann).get_by_role("button", name="Learn from them").click()
    place = re.compile(r"Mistake (\d) of (\d)")
    expect(card(ann)).to_contain_text(place)
    found = place.search(card(ann).inner_text())
    assert found
    total = int(found[2])
    assert total > 1
    for nth in range(1, total + 1):
        expect(card(ann)).to_contain_text(f"Mistake {nth} of {total}")
        expect(card(ann)).to_contain_text("Find it on the board")
        # The keyboard stays at the card when a button has done its work.
        card(ann).get_by_role("button", name="Show the answer").focus()
        ann.press("Enter")
        expect(card(ann)).to_contain_text("Better was")
        expect(card(ann)).to_be_focused()
        card(ann).get_by_role("button", name="Finish" if nth == total else "Next one").click()
    expect(ann.news).to_contain_text("Now you have seen what was better")
    expect(card(ann)).to_contain_text("That was the last one")
    assert violations(ann, axe_source) == []
    card(ann).get_by_role("button", name="Done").click()
    expect(card(ann)).not_to_contain_text("That was the last one")


@pytest.mark.full
def test_nothing_is_final_before_the_first_look_is_done_and_no_look_begins_at_one_again(people, server):
    ann = people()
    pages: list[WebSocketRoute] = []
    heard: list[dict] = []

    def pass_on(page: WebSocketRoute) -> None:
        pages.append(page)
        page.connect_to_server().on_message(lambda message: hear(page, message))

    def hear(page: WebSocketRoute, message: str) -> None:
        told = json.loads(message)
        if told["type"] == "review":
            heard.append(told)
        else:
            page.send(message)

    def tell(**change) -> None:
        review = {**heard[-1]["review"], **change}
        pages[-1].send(json.dumps({**heard[-1], "review": review}))

    ann.context.route_web_socket(re.compile("/socket"), pass_on)
    sit_at(ann, study_of(server, BLUNDERS), "#review")
    while not (heard and heard[-1]["review"]["final"]):
        ann.page.wait_for_timeout(100)
    known = heard[-1]["review"]["evaluations"]
    total = heard[-1]["review"]["total"]

    tell(simulations=300, done=total - 1, final=False, evaluations=[None, *known[1:]])
    expect(card(ann)).to_contain_text(f"Reviewed {total - 1} of {total} positions")
    expect(card(ann)).not_to_contain_text("Accuracy")
    expect(ann.page.locator(".tree .mark")).to_have_count(0)
    expect(ann.page.locator(".graph .dot")).to_have_count(0)

    tell(simulations=300, done=total, final=False)
    expect(card(ann)).to_contain_text("First look done, looking deeper")
    expect(card(ann)).to_contain_text("Accuracy")
    expect(ann.page.locator(".tree .mark")).not_to_have_count(0)

    tell(simulations=1200, done=1, final=False)
    ann.page.wait_for_timeout(300)
    expect(card(ann)).to_contain_text("First look done, looking deeper")
    expect(ann.page.get_by_text(re.compile(r"^Reviewed 1 of"))).to_have_count(0)
    expect(ann.page.locator("progress")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_on_a_phone_a_task_is_seen_with_its_board(people, server, width, height):
    ann = people(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    sit_at(ann, study_of(server, BLUNDERS), "#review")
    reviewed(ann)
    board = ann.page.locator(".frame .board")
    ann.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    card(ann).get_by_role("button", name="Learn from them").tap()
    expect(card(ann)).to_have_attribute("data-card", "task")
    expect(board).to_be_in_viewport(ratio=0.99)
    expect(card(ann).get_by_role("button", name="Show the answer")).to_be_in_viewport(ratio=0.99)


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_on_a_phone_the_verdict_is_in_view_with_the_board(people, server, width, height):
    phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    ann = people(**phone)
    sit_at(ann, study_of(server, BLUNDERS), "#review")
    reviewed(ann)
    learn = card(ann).get_by_role("button", name="Learn from them")
    assert bottom(learn) <= height
    ann.page.get_by_role("button", name="Next mistake").tap()
    again = card(ann).get_by_role("button", name="Try again")
    assert bottom(again) <= height
    again.tap()
    expect(card(ann)).to_have_attribute("data-card", "task")
    assert bottom(card(ann).get_by_role("button", name="Show the answer")) <= height
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for tab in ann.page.get_by_role("tab").all():
        box = tab.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
