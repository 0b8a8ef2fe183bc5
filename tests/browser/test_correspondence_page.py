"""Correspondence on the page: people who are never there together, plans, pauses, vacations."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from .player import Player
from .signing import sign_up
from .test_everybody import PHONE, violations

CLOCK = {"bank_hours": 240, "increment_hours": 36}


def back(people, away: Player, **context) -> Player:
    """The same person again, in the same browser, which was closed in between."""
    kept = away.context.storage_state()
    away.context.close()
    return people(storage_state=kept, **context)


def slow_game(server, **more) -> tuple[dict, dict]:
    made = server.make_game("Ann", "open", board="small", clock=CLOCK, **more)
    return made, server.join(made, "Ben")


def remember(ann: Player, seated: dict) -> None:
    """One more game of this browser, as the page keeps it."""
    state = seated["state"]
    known = {"id": seated["game"], "token": seated["token"], "rules": state["rules"], "way": "friend"}
    ann.page.evaluate(
        """known => {
          const games = JSON.parse(localStorage.getItem('stonefield.games') ?? '[]')
          localStorage.setItem('stonefield.games', JSON.stringify([...games, known]))
        }""",
        {**known, "status": state["status"], "winner": None, "invite": None, "slow": {"left": None, "at": 0}},
    )


def resign(person: Player) -> None:
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()


def test_two_people_who_are_never_there_together(people, axe_source):
    ben = people(**PHONE)
    ben.open("/")
    bens = sign_up(ben)
    ben_kept = ben.context.storage_state()
    ben.context.close()
    ann = people()
    ann.open("/")

    # A challenge from the profile.
    anns = sign_up(ann)
    ann.open(f"/people/{bens}")
    ann.page.get_by_role("link", name=f"Challenge {bens}").click()
    form = ann.page.get_by_role("form", name="New challenge")
    expect(form.get_by_label("Name of the account")).to_have_value(bens)
    assert violations(ann, axe_source) == []
    expect(form.get_by_role("switch", name="Rated")).to_have_count(1)
    form.get_by_text("Small", exact=True).click()
    form.get_by_role("button", name="Send the challenge").click()
    expect(ann.page.get_by_text(f"{bens} finds your challenge")).to_be_visible()
    made = ann.page.get_by_role("region", name="Your challenges")
    expect(made).to_contain_text(f"Carnac · {bens}")
    expect(made).to_contain_text("10 days + 36 h")
    ann_kept = ann.context.storage_state()
    ann.context.close()

    # The other one finds it, and accepts.
    ben = people(storage_state=ben_kept, **PHONE)
    ben.open("/challenges")
    received = ben.page.get_by_role("region", name="You are challenged")
    expect(received).to_contain_text(f"Carnac · {anns}")
    expect(received).to_contain_text("the other side begins")
    assert violations(ben, axe_source) == []
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= 390
    received.get_by_role("button", name="Accept").click()
    game = ben.wait_for_game()
    assert violations(ben, axe_source) == []
    ben_kept = ben.context.storage_state()
    ben.context.close()

    # Her turn: a list with the time that is left; then no other game.
    ann = people(storage_state=ann_kept)
    ann.open("/")
    expect(ann.page).to_have_title(re.compile(r"^\(1\) "))
    expect(ann.page.get_by_role("link", name="Play", exact=True)).to_have_accessible_description(
        "1 game waits for you"
    )
    due = ann.page.get_by_role("region", name="Your turn in 1 game")
    expect(due).to_contain_text(re.compile(r"(9 d 23 h|10 d 0 h) left"))
    expect(due.locator("img")).to_have_js_property("complete", True)
    assert violations(ann, axe_source) == []
    due.get_by_role("link", name=bens).click()
    ann.wait_for_turn()
    ann.square("c3").click()
    ann.after_move(1)
    ann.press("j")
    expect(ann.page.get_by_text("No other game waits for you.")).to_be_visible()
    ann_kept = ann.context.storage_state()
    ann.context.close()

    # He gives up and asks for another one.
    ben = people(storage_state=ben_kept, **PHONE)
    ben.open("/")
    ben.page.get_by_role("region", name="Your turn in 1 game").get_by_role("link").click()
    ben.wait_for_turn()
    resign(ben)
    ben.page.get_by_role("button", name="Rematch", exact=True).click()
    expect(ben.page.get_by_text("Offered. Waiting for the answer.")).to_be_visible()
    ben_kept = ben.context.storage_state()
    ben.context.close()

    ann = people(storage_state=ann_kept)
    ann.open("/")
    ann.page.get_by_role("region", name="Rematches").get_by_role("link", name=bens).click()
    ann.page.get_by_role("button", name="Accept").click()
    rematch = ann.wait_for_game(after=game)
    ann.context.close()
    ben = people(storage_state=ben_kept, **PHONE)
    ben.open("/")
    ben.page.get_by_role("region", name="Your turn in 1 game").get_by_role("link", name=anns).click()
    ben.wait_for_turn()
    assert ben.game_id == rematch


@pytest.mark.full
def test_guests_challenge_by_a_link(people, axe_source):
    ann = people(**PHONE)
    ann.open("/challenges")
    form = ann.page.get_by_role("form", name="New challenge")
    form.get_by_label("Your name").fill("Ann")
    form.get_by_text("Weekends free").click()
    form.get_by_role("button", name="Get a link").click()
    link = ann.page.get_by_label("Link to the challenge").input_value()
    assert violations(ann, axe_source) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390

    ben = people()
    ben.page.goto(link)
    expect(ben.page.locator("main")).to_contain_text("Weekends free")
    ben.page.get_by_label("Your name").fill("Ben")
    assert violations(ben, axe_source) == []
    ben.page.get_by_role("button", name="Accept and play").click()
    game = ben.wait_for_game()
    expect(ben.page.get_by_text("Weekends are free")).to_be_visible()
    ann = back(people, ann, **PHONE)
    ann.open("/challenges")
    ann.page.get_by_role("button", name="Go to the game").click()
    assert ann.wait_for_game() == game

    # What was taken back cannot be accepted any more.
    cleo = people(expect_errors=True)
    cleo.open("/challenges")
    cleo.page.get_by_role("button", name="Get a link").click()
    second = cleo.page.get_by_label("Link to the challenge").input_value()
    ben.page.goto(second)
    accept = ben.page.get_by_role("button", name="Accept and play")
    expect(accept).to_be_visible()
    cleo.page.get_by_role("button", name="Withdraw").click()
    expect(cleo.page.get_by_text("You have no open challenges.")).to_be_visible()
    ben.expect_errors = True
    accept.click()
    expect(ben.page.get_by_role("alert")).to_be_visible()


@pytest.mark.full
def test_answers_are_planned_and_played_while_their_owner_is_away(people, server, axe_source):
    made, joined = slow_game(server)
    ann = people(**PHONE)
    ann.sit_down(made)
    # Her own decision comes first.
    ann.page.get_by_role("link", name="Plan ahead").click()
    expect(ann.turn).to_have_text("Your own decision comes first.")
    ann.square("c3").click()
    expect(ann.turn).to_have_text("What if Ben plays …?")
    ann.press("-")
    expect(ann.turn).to_have_text("Your answer to that?")
    ann.square("a1").click()
    expect(ann.turn).to_have_text("What if Ben plays …?")
    ann.press("-")
    ann.page.get_by_role("button", name="Resign", exact=True).click()
    plan = ann.page.get_by_role("region", name="Your plan")
    expect(plan).to_contain_text("2 answers")
    assert violations(ann, axe_source) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    plan.get_by_role("button", name=re.compile("Keep it and play")).click()
    expect(ann.page.locator(".note")).to_have_text("Your plan is kept.")
    # Another thing he might do, and a branch that is taken out again.
    assert [move["text"] for move in server.state(made)["moves"]] == ["c3rw"]
    ann.press("n")
    expect(plan.get_by_text("no answer yet")).to_be_visible()
    plan.get_by_role("button", name="Take out of the plan").last.click()
    expect(plan.get_by_text("no answer yet")).to_have_count(0)
    ann.page.get_by_role("link", name=re.compile("Carnac · Ben")).click()
    expect(ann.page.get_by_role("link", name="A plan of 2 answers waits")).to_be_visible()
    assert violations(ann, axe_source) == []

    # It is hers alone.
    ben = people()
    ben.sit_down(joined)
    expect(ben.page.get_by_role("link", name="Plan ahead")).to_be_visible()
    ann_kept = ann.context.storage_state()
    ann.context.close()
    ben.wait_for_turn()
    ben.press("-")
    ben.after_move(3)
    again = people(storage_state=ann_kept)
    again.open(f"/g/{made['game']}")
    expect(again.page.get_by_text("As planned: ")).to_be_visible()
    expect(again.page.get_by_role("link", name="A plan of 1 answer waits")).to_be_visible()
    again_kept = again.context.storage_state()
    again.context.close()
    ben.wait_for_turn()
    ben.press("-")
    expect(ben.page.locator("#end-title")).to_contain_text("You win")
    expect(ben.page.get_by_text("as planned")).to_have_count(0)
    last = people(storage_state=again_kept)
    last.open(f"/g/{made['game']}")
    expect(last.page.get_by_text("You resigned as planned.")).to_be_visible()


@pytest.mark.full
def test_a_plan_is_changed_when_the_game_has_gone_on_and_forgotten(people, server):
    made, joined = slow_game(server)
    server.play(made, "c3rw")
    ann = people(expect_errors=True)
    ann.sit_down(made)
    ann.page.get_by_role("link", name="Plan ahead").click()
    expect(ann.turn).to_have_text("What if Ben plays …?")
    ann.press("-")
    ann.square("a1").click()
    ann.press("[")
    expect(ann.turn).to_have_text("Your answer to that?")
    # Another page in between loses nothing, nor does a reload.
    ann.page.get_by_role("link", name=re.compile("Carnac · Ben")).click()
    ann.page.get_by_role("link", name="Plan ahead").click()
    ann.page.reload()
    plan = ann.page.get_by_role("region", name="Your plan")
    expect(plan.get_by_role("button", name=re.compile("^you: "))).to_have_count(1)
    server.play(joined, "-")
    ann.page.get_by_role("button", name="Keep the plan").click()
    expect(ann.page.locator(".note")).to_contain_text("The game has gone on.")
    expect(plan.get_by_role("button", name=re.compile("^you: "))).to_have_count(1)
    plan.get_by_role("button", name="Keep the plan").click()
    expect(ann.page.locator(".note")).to_have_text("Your plan is kept.")
    plan.get_by_role("button", name="Forget the plan").click()
    expect(ann.page.locator(".note")).to_contain_text("Your plan is forgotten")
    expect(plan).to_contain_text("Nothing is planned yet")


@pytest.mark.full
def test_the_next_game_is_the_one_with_the_least_time(people, server):
    first, _ = slow_game(server)
    later, _ = slow_game(server)
    soon = server.make_game("Ann", "open", board="small", clock={"bank_hours": 30})
    server.join(soon, "Cleo")
    ann = people()
    ann.sit_down(first)
    for seated in (later, soon):
        remember(ann, seated)
    ann.wait_for_turn()
    ann.square("c3").click()
    onward = ann.page.get_by_role("button", name="Next game")
    onward.click()
    ann.page.wait_for_url(f"**/g/{soon['game']}")
    ann.wait_for_turn()
    expect(onward).to_have_count(0)
    ann.go("/")
    due = ann.page.get_by_role("region", name="Your turn in 2 games").get_by_role("link")
    expect(due.first).to_contain_text("Cleo")


@pytest.mark.full
def test_a_pause_by_agreement_and_a_vacation(people, server, axe_source):
    ann = people()
    ann.open("/")
    name = sign_up(ann)
    wishes = {
        "game": "carnac",
        "options": {"board": "small"},
        "seats": [{"kind": "person"}, {"kind": "open"}],
        "clock": CLOCK,
    }
    headers = {"Origin": ann.url, "Content-Type": "application/json"}
    made = ann.context.request.post(f"{ann.url}/api/games", data=json.dumps(wishes), headers=headers).json()
    joined = server.join(made, "Ben")
    ann.open(f"/g/{made['game']}")
    ann.page.get_by_role("button", name="Pause").click()
    expect(ann.page.get_by_role("button", name="Withdraw")).to_be_visible()
    ann.open("/account")
    away = ann.page.get_by_role("region", name="Vacation")
    expect(away).to_contain_text("30 of 30 days are left this year.")
    back_on = date.today() + timedelta(days=2)
    away.get_by_label("Last day away").fill(back_on.isoformat())
    away.get_by_role("button", name="Go on vacation").click()
    expect(away).to_contain_text("You are on vacation until")
    assert violations(ann, axe_source) == []
    kept = ann.context.storage_state()
    ann.context.close()

    ben = people(**PHONE)
    ben.sit_down(joined)
    expect(ben.page.get_by_role("group", name=name)).to_contain_text("on vacation until")
    ben.page.get_by_role("alert").get_by_role("button", name="Accept").click()
    expect(ben.page.get_by_text("stands still")).to_have_count(2)
    assert violations(ben, axe_source) == []
    ann = people(storage_state=kept)
    ann.open("/account")
    ann.page.get_by_role("button", name="I am back").click()
    expect(ann.page.get_by_role("button", name="Go on vacation")).to_be_visible()
    ann.open(f"/g/{made['game']}")
    expect(ann.page.get_by_text("stands still")).to_have_count(2)
    ann.page.get_by_role("button", name="Resume").click()
    ann.wait_for_turn()
    expect(ann.page.get_by_text("stands still")).to_have_count(0)
    expect(ann.page.get_by_role("group", name=name)).not_to_contain_text("on vacation")


@pytest.mark.full
def test_a_rated_game_says_that_no_engine_helps(people, server):
    ann, ben = people(), people(**PHONE)
    for person in (ann, ben):
        person.open("/")
        sign_up(person)
    wishes = {
        "game": "carnac",
        "seats": [{"kind": "person"}, {"kind": "open"}],
        "clock": CLOCK,
        "rated": True,
    }
    headers = {"Origin": ann.url, "Content-Type": "application/json"}
    made = ann.context.request.post(f"{ann.url}/api/games", data=json.dumps(wishes), headers=headers).json()
    ben.open(f"/g/{made['game']}#join={made['invite']}")
    ben.page.get_by_role("button", name="Take the seat").click()
    ann.open(f"/g/{made['game']}")
    for person in (ann, ben):
        expect(person.page.get_by_text("Rated: no engine helps")).to_be_visible()
        expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)
    # On a phone it is beside the stockpile, not over it.
    stock, note = (ben.page.locator(f".facts > {one}").bounding_box() for one in (".stock", ".watchers"))
    assert stock["x"] + stock["width"] <= note["x"]
    assert ben.page.locator(".stock .words").bounding_box()["width"] <= 1
    ann.page.get_by_role("link", name="Plan ahead").click()
    expect(ann.page.get_by_text("no engine helps either side until the end")).to_be_visible()
