"""Two people at two browsers: who is away, the clock that waits, greetings; and the speed of engines."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_said import Reader

# What the clock of a player shows, each time that it changes while it waits.
WATCH_CLOCK = """name => {
  window.waiting = []
  const timer = document.querySelector(`[role=timer][aria-label="Clock: ${name}"]`)
  new MutationObserver(() => {
    const [face, waits] = ['.face', '.waits'].map((part) => timer.querySelector(part)?.textContent)
    if (waits) window.waiting.push({ face, waits })
  }).observe(timer, { childList: true, subtree: true, characterData: true })
}"""
WAITED = "times => new Set(window.waiting.map(({ waits }) => waits)).size >= times"


def both_sit_down(people, server, line, **more):
    """Ann, and Ben over a line that can be cut."""
    made = server.make_game("Ann", "open", board="small", **more)
    joined = server.join(made)
    ann, ben = people(), people(url=line.url, expect_errors=True)
    reader = Reader(ann)
    ann.sit_down(made)
    ben.sit_down(joined)
    return ann, ben, reader


def test_a_player_whose_line_breaks_is_away_and_their_clock_waits_for_both_to_see(server, line, people):
    ann, ben, reader = both_sit_down(people, server, line, clock={"seconds": 600, "increment": 0})
    ann.square("c3").click()
    expect(ben.turn).to_have_text("Your turn: tilt the megalith or leave it standing.")
    for person in (ann, ben):
        person.page.evaluate(WATCH_CLOCK, "Ben")
    line.cut()
    reader.hears("Ben is away.")
    expect(ann.news).to_contain_text("Ben is away.")
    expect(ann.page.get_by_role("group", name="Ben")).to_contain_text("away")
    # Ben's own page cannot be told, and works it out.
    for person in (ann, ben):
        person.page.wait_for_function(WAITED, arg=3)
        shown = person.page.evaluate("window.waiting")
        assert len({now["face"] for now in shown}) == 1, shown
    waits = re.compile(r"waits \d+ s")
    line.mend()
    expect(ann.page.get_by_role("group", name="Ben")).not_to_contain_text(waits)
    expect(ben.page.get_by_role("group", name="Ben")).not_to_contain_text(waits)
    expect(ann.page.get_by_text("away", exact=True)).to_have_count(0)
    ben.page.get_by_role("button", name="Leave it standing").click()
    expect(ann.turn).to_have_text("Your turn: place a megalith.")


def test_friends_greet_each_in_their_own_language_and_may_rather_not_read_it(people, server):
    made = server.make_game("Ann", "open", board="small")
    joined = server.join(made)
    ann, ben = people(), people(locale="de-DE")
    hers, his = Reader(ann), Reader(ben)
    ann.sit_down(made)
    ben.sit_down(joined)

    ann.page.get_by_role("button", name="Chat", exact=True).click()

    def greet(words: str) -> None:
        ann.page.get_by_role("group", name="Chat").get_by_role("button", name=words).click()

    greet("Good luck!")
    his.hears("Ann: Viel Glück!")
    expect(ben.news).to_contain_text("Ann: Viel Glück!")
    hers.hears("Ann: Good luck!")
    ben.page.get_by_role("button", name=re.compile("^Chat")).click()
    ben.page.get_by_role("button", name="Chat-Einstellungen").click()
    ben.page.get_by_text("Chat und Grüße anzeigen").click()
    ben.press("Escape")
    ann.page.wait_for_timeout(3_100)
    greet("Thank you!")
    hers.hears("Ann: Thank you!")
    his.hears_nothing_more()
    expect(ben.news).not_to_contain_text("Danke!")


@pytest.mark.full
def test_a_declined_offer_is_forgotten_when_another_is_made(people, server):
    made = server.make_game("Ann", "open", board="small")
    joined = server.join(made)
    ann = people()
    ann.sit_down(made)
    ann.square("c3").click()
    ann.after_move(1)
    declined = ann.page.get_by_text("Your offer was declined.")
    for _ in range(2):
        ann.page.get_by_role("button", name="Ask for a takeback").click()
        expect(ann.page.get_by_text("Offered. Waiting for the answer.")).to_be_visible()
        expect(declined).to_have_count(0)
        server.act(joined, "decline", kind="takeback")
        expect(declined).to_be_visible()
    server.act(joined, "resign")
    expect(ann.page.locator("#end-title")).to_have_text("You win")
    expect(declined).to_have_count(0)


@pytest.mark.full
def test_watching_has_a_speed_that_is_remembered(people, server):
    ann = people(settings={"speed": "normal"})
    ann.sit_down(server.make_game("level 1", "level 1", board="large"))
    ann.page.get_by_role("button", name="Speed: normal").click()
    ann.page.get_by_role("button", name="Speed: fast").click()
    expect(ann.page.get_by_role("button", name="Speed: slow")).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Speed: slow")).to_be_visible()
    state = server.state({"game": ann.game_id}, token=False)
    ann.after_move(len(state["moves"]) + 2)
    moves = server.state({"game": ann.game_id}, token=False)["moves"]
    assert moves[-1]["spent_ms"] > 3_000


@pytest.mark.full
def test_by_default_engines_play_slowly_enough_to_be_followed(people, server):
    ann = people()
    ann.page.add_init_script("localStorage.setItem('stonefield.settings', '{}')")
    ann.sit_down(server.make_game("level 1", "level 1", board="large"))
    expect(ann.page.get_by_role("button", name="Speed: normal")).to_be_visible()
