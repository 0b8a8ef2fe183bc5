"""Between games and studies: from the end card to something better, play from here, the coach, keys alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .studying import card, here, moves, open_panel, reviewed, sit_at, study_of
from .test_everybody import violations

OPTIONS = {"board": "4x3", "stock": 4}
# Every decision is a blunder. The second leaves a stone standing: tilted north it wins, west it draws.
BLUNDERS = ("c1rr", "-", "b1rr", "-", "d1ww", "-", "c3rr")


def test_from_the_end_of_a_game_to_something_better(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", **OPTIONS)
    server.play(seated, *BLUNDERS)
    ann.sit_down(seated)
    ann.page.get_by_role("button", name="Review", exact=True).click()
    expect(ann.page).to_have_url(re.compile("/study/.*#review"))
    reviewed(ann)
    expect(ann.page.get_by_role("slider", name="Winning chances, move by move")).to_be_visible()
    # Both sides were played on this device: it begins with the mistakes of both.
    expect(card(ann)).to_contain_text(re.compile(r"Red made \d mistakes.*White made \d mistakes"))
    expect(card(ann).get_by_role("button", name="Learn from them")).to_be_visible()
    expect(open_panel(ann, "Review").get_by_role("rowheader", name="Accuracy")).to_be_visible()
    open_panel(ann, "Moves")

    # The key M goes from one mistake to the next, whoever made it, however many there are.
    ann.press("Home", "m")
    expect(here(ann)).to_contain_text("c1rr")
    ann.press("m")
    expect(here(ann)).to_contain_text("–")
    expect(ann.page.locator("[data-verdict=blunder]")).to_contain_text("could have forced a win")
    expect(ann.news).to_contain_text("Better was")
    ann.press("a")
    task = ann.page.get_by_role("region", name="White can do better")
    expect(task).to_contain_text("Find it on the board")
    ann.press("w")
    expect(task).to_contain_text("Try something else")
    ann.press("n")
    expect(task).to_contain_text("That is good!")
    # Then the next mistake is asked for at once: it is the other side's.
    task.get_by_role("button", name="Next one").click()
    expect(ann.page.get_by_role("region", name="Red can do better")).to_be_visible()
    expect(card(ann)).to_have_count(1)


def test_the_review_of_your_game_begins_with_your_mistakes(people, server):
    ann = people()
    seated = server.make_game("Ann", "level 1", **OPTIONS)
    server.play(seated, "c1rr")
    server.act(seated, "resign")
    ann.sit_down(seated)
    ann.page.get_by_role("button", name="Review", exact=True).click()
    reviewed(ann)
    expect(card(ann)).to_contain_text("You made 1 mistake.")
    card(ann).get_by_role("button", name="Learn from it").click()
    expect(ann.page.get_by_role("region", name="You can do better")).to_contain_text("Mistake 1 of 1")


@pytest.mark.full
def test_a_key_that_is_pressed_before_the_position_has_come_is_not_lost(people, server):
    ann = people()
    waiting: list[tuple[WebSocketRoute, str]] = []
    held = False

    def pass_on(page: WebSocketRoute) -> None:
        page.connect_to_server().on_message(lambda message: hear(page, message))

    def hear(page: WebSocketRoute, message: str) -> None:
        if held and json.loads(message)["type"] == "scene":
            waiting.append((page, message))
        else:
            page.send(message)

    ann.context.route_web_socket(re.compile("/socket"), pass_on)
    sit_at(ann, study_of(server))
    ann.press("End")
    expect(ann.square("b3")).to_have_attribute("aria-label", re.compile("lying"))
    held = True
    ann.press("ArrowLeft", "s")
    expect(here(ann)).to_contain_text("d3rw")
    assert moves(ann)[-1] == "W"
    ann.page.wait_for_timeout(300)
    held = False
    for page, message in waiting:
        page.send(message)
    expect(here(ann)).to_contain_text("S")


@pytest.mark.full
def test_playing_on_from_a_study_against_a_level_and_with_a_friend(people, server):
    ann, ben = people(), people()
    made = study_of(server)
    sit_at(ann, made)

    def play_from_here(opponent: str) -> None:
        expect(ann.page.locator(".tree")).to_contain_text("a1rw")
        ann.press("ArrowRight", "ArrowRight")
        expect(here(ann)).to_contain_text("N")
        ann.page.get_by_role("tab", name="Share").click()
        ann.page.get_by_text("Play from here").click()
        ann.page.get_by_text(opponent, exact=True).click()
        ann.page.get_by_role("button", name="Begin", exact=True).click()
        expect(ann.page).to_have_url(re.compile("/g/"))
        expect(ann.square("a2")).to_have_attribute("aria-label", re.compile("a2, (red|white), lying"))

    play_from_here("Against the engine")
    ann.wait_for_turn()
    ann.square("d1").click()
    ann.after_move(2)  # the engine has answered

    ann.go(f"/study/{made['study']}")
    play_from_here("With a friend by link")
    ben.page.goto(ann.page.get_by_role("textbox", name="Link for the other player").input_value())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    expect(ben.square("a2")).to_have_attribute("aria-label", re.compile("a2, (red|white), lying"))
    ann.wait_for_turn()
    ann.square("d1").click()
    ben.after_move(1)


@pytest.mark.full
def test_the_coach_points_out_a_blunder_which_is_taken_back_or_stands(people, server, axe_source):
    ann = people()
    asked = {
        "game": "carnac",
        "options": OPTIONS,
        "seats": [{"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1}],
        "coach": "blunders",
    }
    ann.sit_down(server.client().post("/api/games", json=asked).json())
    coach = ann.page.get_by_role("alertdialog", name="The coach")

    def blunder() -> None:
        ann.wait_for_turn()
        ann.press("r")
        ann.square("c1").click()
        expect(coach).to_contain_text("Blunder")

    blunder()
    assert violations(ann, axe_source) == []
    coach.get_by_role("button", name="Take it back").click()
    expect(coach).to_have_count(0)
    expect(ann.square("c1")).to_have_attribute("aria-label", "c1, empty")
    blunder()
    coach.get_by_role("button", name="Go on").click()
    ann.after_move(2)
    expect(coach).to_have_count(0)


@pytest.mark.full
def test_a_study_with_the_keyboard_alone(people, server):
    ann = people()
    sit_at(ann, study_of(server))
    ann.press("End", "ArrowLeft", "ArrowLeft")
    expect(here(ann)).to_contain_text("–")
    # A comment, written and saved.
    ann.press("c")
    expect(ann.page.get_by_label("Comment")).to_be_focused()
    ann.page.keyboard.type("Worth a *thought*")
    ann.press("Tab", "Enter")
    expect(ann.page.locator(".markdown em")).to_have_text("thought")
    ann.page.get_by_role("tab", selected=True).focus()
    ann.press("ArrowRight", "ArrowRight")
    # A move of one's own, from the board, and its undoing.
    ann.square("c1").focus()
    ann.press("ArrowRight", "Enter")
    expect(here(ann)).to_contain_text("d1rw")
    assert len(moves(ann)) == 7
    ann.press("u")
    expect(ann.page.locator(".tree [data-node]")).to_have_count(6)
    # The panels are reached by Tab, and changed with the arrows.
    ann.page.get_by_role("tab", selected=True).focus()
    ann.press("ArrowRight", "ArrowLeft", "ArrowLeft")
    expect(ann.page.get_by_role("tab").last).to_be_focused()
    expect(ann.page.get_by_role("tab").last).to_have_attribute("aria-selected", "true")
