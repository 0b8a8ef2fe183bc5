"""A person's page: ratings with their history, games searched, statistics; and ratings at the table."""

from __future__ import annotations

import json
import os
import re

import pytest
from playwright.sync_api import expect

from server.rated import SQUARES, Someone, play

from .cards import AMISS
from .player import Player
from .signing import sign_up
from .test_everybody import violations

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def played(server):
    """Two people who have played three rated games and one for pleasure; the first of each pair resigned."""
    ann, ben = Someone(server), Someone(server)
    games = [play(ann, ben), play(ann, ben), play(ben, ann)]
    return ann, ben, games, play(ben, ann, 2, rated=False, options={"board": "medium"})


def test_a_profile_shows_ratings_games_and_statistics(people, played, axe_source):
    ann, ben, games, casual = played
    cleo = people(viewport=PHONE)
    cleo.open(f"/people/{ann.name}")
    page = cleo.page
    (rating,) = ann.profile("").json()["ratings"]
    ratings = page.get_by_role("region", name="Ratings")
    expect(ratings.get_by_role("button", name="Carnac, live")).to_contain_text(str(rating["rating"]))
    expect(ratings).to_contain_text("3 rated games · provisional")
    graph = ratings.get_by_role("img")
    expect(graph).to_have_attribute("aria-label", re.compile(f"to {rating['rating']}; the lowest"))
    ratings.get_by_text("Game by game").click()
    rows = ratings.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Won")
    expect(rows.nth(3)).to_contain_text("Lost")

    found = page.get_by_role("region", name="Finished games")
    tiles = found.get_by_role("listitem")
    expect(tiles).to_have_count(4)
    assert violations(cleo, axe_source) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # On a small phone the columns stay within their card.
    page.set_viewport_size({"width": 360, "height": 740})
    lost = page.get_by_role("region", name="Statistics").get_by_role("columnheader").last
    assert lost.evaluate("one => one.getBoundingClientRect().right") <= lost.locator(
        "xpath=ancestor::div[1]"
    ).evaluate("card => card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight)")
    page.set_viewport_size(PHONE)

    def search(chosen: dict[str, str], shortest: str = "") -> None:
        for label, value in chosen.items():
            found.get_by_role("combobox", name=label, exact=True).select_option(label=value)
        if shortest:
            found.get_by_role("spinbutton", name="At least this many decisions").fill(shortest)
        found.get_by_role("button", name="Search").click()

    search({"Result": "Won"})
    expect(tiles).to_have_count(2)
    found.get_by_text("More options").click()
    search({"Rated": "Unrated games only"})
    expect(tiles).to_have_count(1)
    expect(tiles.get_by_role("link")).to_have_attribute("href", f"/g/{casual}")
    expect(tiles).to_contain_text(f"Carnac · {ben.name}")
    search({"Result": "Any", "Rated": "Any", "Board": "Small"}, "5")
    expect(tiles).to_have_count(3)
    with page.expect_download() as saved:
        found.get_by_role("link", name="Download these games").click()
    text = saved.value.path().read_text("utf-8")
    assert text.count("[Game ") == len(games)
    search({}, "50")
    expect(found.get_by_role("status")).to_have_text("No game matches.")

    statistics = page.get_by_role("region", name="Statistics")
    opponent = statistics.get_by_role("row").filter(has=page.get_by_role("link", name=ben.name))
    expect(opponent).to_contain_text("4")
    assert violations(cleo, axe_source) == []


def test_a_search_that_cannot_be_understood_is_told_and_loses_nothing(people, played):
    ann, *_ = played
    cleo = people(expect_errors=True)
    cleo.open(f"/people/{ann.name}")
    found = cleo.page.get_by_role("region", name="Finished games")
    expect(found.get_by_role("listitem")).to_have_count(4)
    found.get_by_label("Opponent’s name").fill("nobodyisthere")
    found.get_by_role("button", name="Search").click()
    expect(found.get_by_role("alert")).not_to_be_empty()
    expect(found.get_by_label("Opponent’s name")).to_have_value("nobodyisthere")
    expect(found.get_by_role("listitem")).to_have_count(4)


@pytest.mark.full
def test_a_private_profile_is_its_owner_s_alone(people):
    ann, ben = people(), people()
    ann.open("/")
    name = sign_up(ann)
    request(ann, "PATCH", "/api/accounts/me", {"private": True})
    ann.go(f"/people/{name}")
    expect(ann.page.get_by_text("only you see what is below")).to_be_visible()
    expect(ann.page.get_by_role("region", name="Ratings")).to_contain_text("No rated games yet.")
    ben.open(f"/people/{name}")
    expect(ben.page.get_by_text("This profile is private.")).to_be_visible()
    expect(ben.page.get_by_role("region", name="Ratings")).to_have_count(0)


def request(one: Player, method: str, path: str, body: dict | None = None) -> dict:
    """Ask as the page of a person who is signed in would."""
    headers = {"Origin": one.url, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body)
    answer = one.context.request.fetch(f"{one.url}{path}", method=method, headers=headers, data=data)
    assert answer.ok, answer.text()
    return answer.json()


def decide(players: tuple[Player, Player], decisions: int) -> None:
    """Both place megaliths and leave them standing."""
    squares = iter(SQUARES)
    for _ in range(decisions):
        for one in players:
            state = request(one, "GET", f"/api/games/{one.game_id}")
            if state["may"]["move"]:
                text = "-" if state["turn"]["phase"] == "answer" else f"{next(squares)}ww"
                action = {"type": "move", "id": os.urandom(8).hex(), "text": text}
                action["version"] = state["version"]
                request(one, "POST", f"/api/games/{one.game_id}/actions", action)
                break


@pytest.mark.full
def test_a_rated_game_shows_ratings_and_what_it_has_changed(people, axe_source):
    ann, ben = people(), people(viewport=PHONE)
    ann.open("/new?game=carnac&way=friend")
    rated = ann.page.get_by_role("switch", name="Rated")
    ann.page.get_by_text("More options").click()
    expect(rated).to_be_disabled()
    expect(ann.page.get_by_text("For rated games you need an account.")).to_be_visible()
    name = sign_up(ann)
    expect(ann.page.get_by_text("Rated games need a clock.")).to_be_visible()
    ann.page.get_by_text("20 min + 20 s").click()
    expect(ann.page.get_by_text("The result changes the ratings of both.")).to_be_visible()
    rated.click(force=True)
    expect(rated).to_be_checked()
    assert violations(ann, axe_source) == []
    ann.page.get_by_role("button", name="Create a link").click()
    ann.wait_for_game()
    invite = ann.page.evaluate("JSON.parse(localStorage.getItem('stonefield.games'))[0].invite")
    ben.open("/")
    other = sign_up(ben)
    ben.go(f"/g/{ann.game_id}#join={invite}")
    ben.page.get_by_role("button", name="Take the seat").click()
    for one in (ann, ben):
        for who in (name, other):
            seat = one.page.get_by_role("group", name=who, exact=True)
            expect(seat).to_contain_text("rating 1500, provisional")
    decide((ann, ben), 10)
    request(ann, "POST", f"/api/games/{ann.game_id}/actions", {"type": "resign", "id": "resign"})
    match = request(ann, "GET", f"/api/games/{ann.game_id}/rating")
    after = {player["account"]: player["after"] for player in match["players"]}
    assert after[name] < 1500 < after[other]
    for one in (ann, ben):
        end = one.page.locator(".end")
        expect(end).to_contain_text(f"{name} 1500 → {after[name]}")
        expect(end).to_contain_text(f"{other} 1500 → {after[other]}")
        assert violations(one, axe_source) == []
    assert ben.page.evaluate(AMISS) == []
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
