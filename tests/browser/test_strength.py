"""A game at one's own strength: the level that fits is picked and explained, and moves with the result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .counted import begin_counted, decide, seat_of

COUNTED = """game => {
  const { learner, token } = JSON.parse(localStorage.getItem('stonefield.learner'))
  const headers = { Authorization: `Bearer ${token}` }
  return fetch(`/api/learners/${learner}/games/${game}`, { headers }).then(answer => answer.json())
}"""


def test_the_engine_is_as_strong_as_oneself_and_says_why(people, server):
    ann = people()
    ann.open("/new?game=carnac&way=engine")
    opponent = ann.page.get_by_role("group", name="Your opponent")
    expect(opponent.get_by_role("radio", checked=True)).to_have_value("fit")
    expect(ann.page.get_by_text("Level 3 · Shepherd")).to_be_visible()
    expect(ann.page.get_by_text("We do not know how you play yet")).to_be_visible()
    expect(ann.page.get_by_text("The game counts for your strength unless")).to_be_visible()
    ann.page.get_by_role("group", name="Board").get_by_text("Small").click()
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("[data-square]")
    seated = seat_of(ann)
    assert [seat["level"] for seat in server.state(seated)["seats"]] == [None, 3]

    decide(server, seated)
    server.act(seated, "resign")
    moved = ann.page.locator(".end .moved")
    expect(moved).to_contain_text(re.compile(r"Your strength falls: from level 3 to level [12]\.\d\."))
    level = re.search(r"to level ([\d.]+)\.", moved.text_content())[1]
    expect(moved.locator(".change")).to_have_text(f"3 → {level}")
    expect(moved.locator(".name")).to_have_text("Gatherer" if level >= "2" else "Wanderer")
    # With the other buttons, which stay where they are while the text scrolls.
    ann.page.locator(".end .foot").get_by_role("button", name=f"Next game, level {level}").click()
    ann.page.wait_for_function("before => !location.pathname.endsWith(before)", arg=seated["game"])
    ann.page.wait_for_selector("[data-square]")
    # The sides have changed.
    again = server.state(seat_of(ann))
    assert [seat["level"] for seat in again["seats"]] == [float(level), None]
    assert again["board"]["name"] == "small"
    expect(ann.page.get_by_text(f", level {level}").first).to_be_visible()

    ann.open("/new?game=carnac&way=engine")
    expect(ann.page.get_by_text("As strong as you, judging by your game so far")).to_be_visible()
    expect(ann.page.get_by_text(re.compile(rf"Level {level} · between \w+ and \w+"))).to_be_visible()
    ann.page.get_by_role("group", name="Board").get_by_text("Other size").click()
    expect(ann.page.get_by_text("With this board or these options, the game does not count")).to_be_visible()


@pytest.mark.full
def test_a_hint_says_that_the_game_will_not_count_before_it_is_given_and_at_the_end(people, server):
    ann = people()
    seated = begin_counted(ann)
    card = ann.page.locator(".card.hint")
    ann.page.get_by_role("button", name="Hint").click()
    expect(card).to_contain_text("If you ask for a hint, this game no longer counts for your strength.")
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_have_count(0)
    counted = ann.page.evaluate(COUNTED, seated["game"])
    assert (counted["status"], counted["reason"]) == ("open", None), "nothing was asked of the engine"
    ann.press("h")
    card.get_by_role("button", name="Show the hint").click()
    expect(ann.page.get_by_text("The engine suggests")).to_be_visible()
    assert ann.page.evaluate(COUNTED, seated["game"])["reason"] == "hint"
    # It is said once: another hint costs nothing more.
    card.get_by_role("button", name="Close").click()
    ann.press("h")
    expect(ann.page.get_by_text("The engine suggests")).to_be_visible()
    decide(server, seated)
    server.act(seated, "resign")
    expect(ann.page.locator(".end .moved")).to_have_text(
        "This game does not count for your strength: you asked for a hint."
    )
    # The next game may count again.
    expect(ann.page.get_by_role("button", name="Next game, level 3")).to_be_visible()


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FRESH = {"winrate": None, "confirm": None}


@pytest.mark.full
@pytest.mark.parametrize(
    ("winrate", "context"),
    [
        pytest.param(None, PHONE, id="fresh-phone"),
        pytest.param(True, {}, id="as earlier versions kept it-desk"),
        pytest.param(None, {}, id="fresh-desk", marks=pytest.mark.full),
        pytest.param(True, PHONE, id="as earlier versions kept it-phone", marks=pytest.mark.full),
    ],
)
def test_a_game_at_my_level_counts_in_a_fresh_browser(people, server, context, winrate):
    ann = people(settings={**FRESH, "winrate": winrate}, **context)
    press = (lambda found: found.tap()) if context else (lambda found: found.click())
    ann.open("/new?game=carnac&way=engine")
    press(ann.page.get_by_role("group", name="Board").get_by_text("Small"))
    press(ann.page.get_by_role("button", name="Start the game"))
    ann.page.wait_for_selector("[data-square]")
    decide(server, seat_of(ann))
    expect(ann.page.get_by_role("img", name="Winning chances")).to_have_count(0)
    press(ann.page.get_by_role("button", name="Resign"))
    press(ann.page.get_by_role("alertdialog").get_by_role("button", name="Resign"))
    expect(ann.page.locator(".end .moved")).to_contain_text("Your strength falls: from level 3")
    # What was held back during the game may be seen now; the last position has the result instead.
    ann.press("ArrowLeft")
    expect(ann.page.get_by_role("img", name="Winning chances")).to_be_visible()


def test_a_lost_first_game_shows_a_level_with_a_name_and_no_negative_number(people, server):
    ann = people(settings=FRESH)
    seated = begin_counted(ann)
    decide(server, seated)
    server.act(seated, "resign")
    expect(ann.page.locator(".end .moved")).to_contain_text("Your strength falls")
    ann.go("/puzzles")
    section = ann.page.get_by_role("region", name="Your strength")
    expect(
        section.get_by_role("img", name=re.compile(r"(Wanderer|Gatherer), Level [12]\.\d"))
    ).to_be_visible()
    expect(section).to_contain_text(re.compile(r"Rating \d{3,4} ± \d+, on the same scale as the puzzles"))
    assert not re.search(r"[-−]\s?\d", ann.page.locator("main").inner_text())


@pytest.mark.full
def test_chances_that_are_switched_on_during_a_game_are_the_reason_why_it_does_not_count(people, server):
    ann = people(settings=FRESH)
    seated = begin_counted(ann)
    ann.page.get_by_role("button", name="Settings").click()
    choice = ann.page.get_by_role("group", name="Winning chances during a game")
    expect(choice.get_by_role("radio", checked=True)).to_have_value("free")
    expect(ann.page.get_by_text("With chances shown, the game does not count")).to_be_visible()
    choice.get_by_text("Always").click()
    ann.press("Escape")
    expect(ann.page.get_by_role("img", name="Winning chances")).to_be_visible()
    decide(server, seated)
    server.act(seated, "resign")
    expect(ann.page.locator(".end .moved")).to_have_text(
        "This game does not count for your strength: the winning chances were shown."
    )
