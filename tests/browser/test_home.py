"""The start page: what waits for you, games that can be told apart, a board that plays by itself."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from stonefield.server.presenting.showcase import showcase


def remember(ann, *seated: dict) -> None:
    """Let the page know games, as an earlier version of it has kept them."""
    known = [
        {
            "id": made["game"],
            "token": made["token"],
            "invite": made["invite"],
            "rules": made["state"]["rules"],
            "way": "engine",
            "status": "playing",
            "winner": None,
        }
        for made in seated
    ]
    ann.context.add_init_script(
        f"localStorage.getItem('stonefield.games') ?? "
        f"localStorage.setItem('stonefield.games', {json.dumps(json.dumps(known))})"
    )


def test_the_game_that_waits_for_me_comes_first(people, server):
    mine = server.make_game("Ann", "open", board="small")
    ben = server.join(mine, "Ben")
    ann = people()
    remember(ann, mine)
    server.act(mine, "move", version=1, text="c3rw")
    ann.open("/")
    games = ann.page.get_by_role("region", name="Your games")
    expect(games).to_contain_text("Opponent’s turn")
    expect(ann.page.get_by_role("heading", name="It is your turn")).to_have_count(0)
    # Ben answers and places while nobody looks.
    server.act(ben, "move", version=2, text="E")
    server.act(ben, "move", version=3, text="a1wr")
    ann.page.reload()
    waiting = ann.page.get_by_role("region", name="It is your turn")
    expect(waiting).to_contain_text("Carnac · Ben")
    top = waiting.bounding_box()
    assert top["y"] + top["height"] < ann.page.locator("h1").bounding_box()["y"]
    waiting.get_by_role("link", name="Continue").click()
    ann.wait_for_turn()


def test_your_games_can_be_told_apart(people, server):
    won = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(won, "a1rw", "N", "c1wr", "N", "d1rr")
    engine = server.make_game("Ann", "level 4", board="small")
    open_seat = server.make_game("Ann", "open", game="caminos")
    ann = people()
    remember(ann, won, engine, open_seat)
    ann.open("/")
    cards = ann.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(cards.nth(0)).to_contain_text(
        re.compile(r"Carnac · Ann · Ben\s*(Red wins|White wins|A draw), \d : \d")
    )
    expect(cards.nth(1)).to_contain_text(re.compile(r"Carnac · Engine, level 4\s*Your turn"))
    expect(cards.nth(2)).to_contain_text("Waiting for the other player.")
    for card in cards.all():
        expect(card).to_contain_text(re.compile(r"\b20\d\d\b"))
        picture = card.locator("img")
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0


def test_a_game_that_the_server_has_lost_is_said_to_be_gone(people, server):
    lost = server.make_game("Ann", "Ben")
    ann = people(expect_errors=True)
    remember(ann, {**lost, "game": "nothing-here"})
    ann.open("/")
    games = ann.page.get_by_role("region", name="Your games")
    expect(games).to_contain_text("No longer on the server")
    games.get_by_role("button", name="Remove or delete").click()
    ann.page.get_by_role("button", name="Remove from this list").click()
    expect(ann.page.get_by_role("button", name="Play your first game")).to_be_visible()


@pytest.mark.parametrize("motion", [True, False])
def test_a_real_game_plays_itself_and_can_be_stopped(people, motion):
    ann = people(settings={"motion": motion})
    ann.page.clock.install()
    ann.open("/")
    figure = ann.page.get_by_role("figure")
    stones = figure.locator("svg.flat g.stone")
    if not motion:
        # Whoever wants nothing to move sees how it ends.
        expect(stones).to_have_count(len(showcase("carnac")["scenes"][-1]["stones"]))
        figure.get_by_role("button", name="Resume").click()
        return
    expect(figure).to_contain_text("A game of Carnac")
    expect(stones).not_to_have_count(0)
    figure.get_by_role("button", name="Pause").click()
    ann.page.clock.run_for(1_000)
    before = stones.count()
    ann.page.clock.run_for(10_000)
    assert stones.count() == before


def test_caminos_can_be_the_first_game_too(people, server):
    ann = people()
    ann.open("/")
    ann.page.get_by_role("button", name="Start with Caminos instead").click()
    expect(ann.turn).to_have_text("Your turn: place a piece.")
    state = server.state({"game": ann.game_id}, token=False)
    assert (state["rules"], [seat["level"] for seat in state["seats"]]) == ("caminos", [None, 1])


def test_a_record_is_opened_on_a_page_of_its_own(people):
    ann = people()
    ann.open("/")
    expect(ann.page.locator("textarea")).to_have_count(0)
    ann.page.get_by_role("link", name="Open a game record").click()
    expect(ann.page.get_by_role("heading", name="Open a game record")).to_be_visible()


def test_a_game_is_taken_off_the_list_or_off_the_server(people, server):
    kept, unwanted = server.make_game("Ann", "level 2"), server.make_game("Ann", "level 3")
    ann = people()
    remember(ann, unwanted, kept)
    ann.open("/")
    games = ann.page.get_by_role("region", name="Your games")
    expect(games.get_by_role("listitem")).to_have_count(2)
    games.get_by_role("button", name="Remove or delete").first.click()
    ann.page.get_by_role("button", name="Delete the game").click()
    expect(games.get_by_role("listitem")).to_have_count(1)
    assert server.client().get(f"/api/games/{unwanted['game']}").status_code == 404
    games.get_by_role("button", name="Remove or delete").click()
    ann.page.get_by_role("button", name="Remove from this list").click()
    expect(games).to_have_count(0)
    assert server.client().get(f"/api/games/{kept['game']}").status_code == 200
