"""The coach in a game, and a study with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from .studying import here, moves, sit_at, study_of
from .test_everybody import violations

OPTIONS = {"board": "4x3", "stock": 4}


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
