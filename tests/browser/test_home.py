"""The start page: what waits for you, games that can be told apart, a board that plays by itself."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from quick import few
from stonefield.server.presenting.showcase import showcase

from .test_everybody import violations

# Whether a picture, tall or wide, keeps within its card.
WITHIN_CARD = """picture => {
  const [inner, outer] = [picture, picture.closest('li')].map((one) => one.getBoundingClientRect())
  return inner.top >= outer.top && inner.bottom <= outer.bottom
}"""


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
    # It is shown once.
    expect(games).to_have_count(0)
    expect(ann.page.locator(f"a[href='/g/{mine['game']}']")).to_have_count(1)
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
    expect(ann.page.get_by_role("region", name="It is your turn")).to_contain_text(
        "Carnac · Quarryman, level 4"
    )
    cards = ann.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(cards.nth(0)).to_contain_text(
        re.compile(r"Carnac · Ann · Ben\s*(Red wins|White wins|A draw)(, \d : \d)?")
    )
    expect(cards.nth(1)).to_contain_text("Waiting for the other player.")
    for card in cards.all():
        expect(card).to_contain_text(re.compile(r"\b20\d\d\b"))
        picture = card.locator("img")
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 0
        assert picture.evaluate(WITHIN_CARD)


@pytest.mark.full
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


@pytest.mark.parametrize("motion", few([True, False]))
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


@pytest.mark.full
def test_both_games_take_turns_on_the_board(people):
    ann = people(settings={"motion": True})
    ann.page.clock.install()
    ann.open("/")
    figure = ann.page.get_by_role("figure")
    expect(figure).to_contain_text("A game of Carnac")
    # Eight decisions of one game, then the other one, and back again to where the first was left.
    for game in ("Caminos", "Carnac"):
        for _ in range(20):
            ann.page.clock.run_for(1_900)
            if f"A game of {game}" in figure.inner_text():
                break
        expect(figure).to_contain_text(f"A game of {game}")
        expect(figure.locator("svg.flat")).to_be_visible()
    figure.get_by_role("button", name="Caminos").click()
    expect(figure).to_contain_text("A game of Caminos")


# A graphics chip, as the page asks for it; what is drawn is still drawn in software.
CHIP = """
  const asked = WebGL2RenderingContext.prototype.getParameter
  WebGL2RenderingContext.prototype.getParameter = function (name) {
    return name === 0x9246 ? 'A chip' : asked.call(this, name)
  }"""
SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


@pytest.mark.full
@pytest.mark.parametrize(
    ("script", "motion", "solid"),
    [("", True, True), (SAVING, True, False), ("", False, False)],
    ids=["chip", "saving data", "without motion"],
)
def test_the_board_is_solid_where_the_machine_can_and_the_person_likes(people, script, motion, solid):
    small = {"width": 920, "height": 620}
    ann = people(settings={"view": "solid", "effects": True, "motion": motion}, viewport=small)
    ann.context.add_init_script(CHIP + ";" + script)
    fetched: list[str] = []
    ann.page.on("request", lambda request: fetched.append(request.url))
    ann.open("/")
    figure = ann.page.get_by_role("figure")
    expect(figure.locator("canvas" if solid else "svg.flat")).to_be_visible()
    expect(figure.locator("svg.flat" if solid else "canvas")).to_have_count(0)
    assert any("/three-" in url for url in fetched) == solid


@pytest.mark.parametrize("touches", few([True, False]))
def test_newcomers_try_one_move_at_once(people, touches, axe_source):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    ann = people(settings={"confirm": touches}, **(phone if touches else {}))
    ann.open("/")
    card = ann.page.get_by_role("region", name="Try this: one move")
    ann.page.get_by_role("link", name="Try this: one move").click()
    expect(card).to_contain_text("Tilt it so that it shows white.")
    assert violations(ann, axe_source) == []
    for square, said in (("c4", "Not yet."), ("d3", "Right!")):
        button = card.locator(f"[data-try={square}]")
        if touches:
            button.tap()
        else:
            button.press("Enter")
        expect(card).to_contain_text(said)
        if said == "Not yet.":
            card.get_by_role("button", name="Try again").click()
    card.get_by_role("link", name="Next").click()
    # The lesson goes on with its second step.
    expect(ann.page.locator('main.lesson[data-step="1"]')).to_be_visible()


# The share of each row that the cards in it leave empty, where something is on the page from edge to edge.
EMPTY = """row => {
  const { left, right } = row.getBoundingClientRect()
  const edges = [...row.querySelectorAll('.card')].map(card => card.getBoundingClientRect())
  return 1 - (Math.max(...edges.map(e => e.right)) - Math.min(...edges.map(e => e.left))) / (right - left)
}"""


@pytest.mark.parametrize("newcomer", few([True, False]))
def test_the_puzzle_of_the_day_is_there_for_everybody_and_no_row_is_half_empty(people, server, newcomer):
    ann = people()
    if not newcomer:
        remember(ann, server.make_game("Ann", "level 2"))
    ann.open("/")
    row = ann.page.locator(".today")
    ann.page.mouse.move(50, 50)
    for width in (1280, 900, 768, 390):
        ann.page.set_viewport_size({"width": width, "height": 800})
        row.scroll_into_view_if_needed()
        expect(row.locator("a.daily")).to_be_visible()
        expect(row).to_contain_text("Try this: one move" if newcomer else "Puzzle storm")
        expect(row.locator(":scope > *")).to_have_count(2)
        assert row.evaluate(EMPTY) < 0.02, width
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


@pytest.mark.full
def test_caminos_can_be_the_first_game_too(people, server):
    ann = people()
    ann.open("/")
    ann.page.get_by_role("button", name="Start with Caminos instead").click()
    expect(ann.turn).to_have_text("Your turn: place a piece.")
    state = server.state({"game": ann.game_id}, token=False)
    assert (state["rules"], [seat["level"] for seat in state["seats"]]) == ("caminos", [None, 1])


@pytest.mark.full
def test_a_record_is_opened_on_a_page_of_its_own(people):
    ann = people()
    ann.open("/")
    expect(ann.page.locator("textarea")).to_have_count(0)
    ann.page.get_by_role("link", name="Open a game record").click()
    expect(ann.page.get_by_role("heading", name="Open a game record")).to_be_visible()


@pytest.mark.full
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
