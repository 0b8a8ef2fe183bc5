"""The lobby: two who have never met find each other, and who is alone is not left waiting."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from .signing import sign_up
from .test_everybody import violations

PHONE = {"width": 390, "height": 844}


def test_two_people_meet_in_the_lobby(people, axe_source):
    # The browser notes each time that no other game fits yet.
    ann, ben = people(expect_errors=True), people(viewport=PHONE)
    ann.open("/")
    ann.page.get_by_role("link", name="Play someone").click()
    expect(ann.page.get_by_role("heading", name="Lobby")).to_be_visible()
    expect(ann.page.get_by_text("Nobody is waiting just now.")).to_be_visible()
    assert violations(ann, axe_source) == []
    ann.page.get_by_label("Your name").fill("Ann")
    ben.open("/lobby")
    ann.page.get_by_role("button", name="Play someone").click()
    expect(ann.page.get_by_role("status").filter(has_text="Looking for an opponent")).to_be_visible()
    listed = ben.page.get_by_role("region", name="They would like to play")
    expect(listed).to_contain_text("Carnac · Ann")
    assert violations(ben, axe_source) == []
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ben.page.get_by_role("button", name="Play with Ann").click()
    assert ben.wait_for_game() == ann.game_id
    cleo = people()
    cleo.open("/lobby")
    watched = cleo.page.get_by_role("region", name="Watch").get_by_role("link")
    expect(watched).to_contain_text(re.compile("Ann"))


@pytest.mark.full
def test_who_waits_for_long_is_offered_a_level_of_their_strength(people, server):
    # The browser notes each time that no other game fits yet.
    ann = people(expect_errors=True)
    begun = datetime(2026, 11, 19, 12)
    ann.page.clock.install(time=begun)
    ann.open("/lobby")
    expect(ann.page.get_by_role("region", name="Always here")).to_be_visible()
    # From here on time passes for the page when it is told so, however long all this takes.
    ann.page.clock.pause_at(begun + timedelta(hours=1))
    ann.page.get_by_role("button", name="Play someone").click()
    expect(ann.page.get_by_role("status").filter(has_text="Looking for an opponent")).to_be_visible()
    ann.page.clock.run_for(19_000)
    expect(ann.page.get_by_text("Nobody has come yet.")).to_have_count(0)
    ann.page.clock.run_for(2_000)
    ann.page.clock.resume()
    expect(ann.page.get_by_text("Nobody has come yet.")).to_be_visible()
    expect(ann.page.get_by_text("Level 3 is about as strong as you are.")).to_be_visible()
    waited = ann.game_id
    ann.page.get_by_role("button", name="Play level 3").click()
    state = server.state({"game": ann.wait_for_game(after=waited)}, token=False)
    assert sorted(str(seat["level"]) for seat in state["seats"]) == ["3", "None"]
    assert waited not in [seek["game"] for seek in server.client().get("/api/lobby").json()["seeks"]]


@pytest.mark.full
def test_an_account_offers_several_games_and_agrees_to_be_seen(people, axe_source):
    ann, ben = people(), people(viewport=PHONE)
    ann.open("/")
    name = sign_up(ann)
    ann.go("/lobby")
    # Nothing goes on: the levels are here, with what they are rated, and it is said when people meet.
    always = ann.page.get_by_role("region", name="Always here")
    expect(always.get_by_role("link", name="Level 3 · Shepherd 1500")).to_be_visible()
    expect(ann.page.get_by_role("region", name="Next meeting")).to_contain_text("Thursday")
    expect(ann.page.get_by_role("link", name="Add it to a calendar")).to_be_visible()
    ben.open("/lobby")
    expect(ben.page.get_by_role("region", name="Who is here")).to_have_count(0)
    ann.page.get_by_role("switch", name="Show my name here").click(force=True)
    expect(ben.page.get_by_role("region", name="Who is here").get_by_role("link", name=name)).to_be_visible()

    ann.page.get_by_text("10 days + 36 h").click()
    ann.page.get_by_role("group", name="How many games?").get_by_text("3", exact=True).click()
    ann.page.get_by_role("switch", name="Rated").click(force=True)
    ann.page.get_by_role("button", name="List it").click()
    game = ann.wait_for_game()
    standing = ben.page.get_by_role("region", name="At any time")
    expect(standing).to_contain_text("3 games")
    assert violations(ben, axe_source) == []
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    standing.get_by_role("button", name=f"Play with {name}").click()
    assert ben.wait_for_game() == game
    # The next one waits already; its maker takes it back.
    ann.go("/lobby")
    standing = ann.page.get_by_role("region", name="At any time")
    expect(standing).to_contain_text("2 games")
    assert violations(ann, axe_source) == []
    standing.get_by_role("button", name="Withdraw").click()
    expect(standing).to_have_count(0)
