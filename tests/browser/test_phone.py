"""In the hand: players, clocks, scores and all of a decision are in view from the first move to the last."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from quick import few

SIZES = {
    "phone": (390, 844),
    "short": (360, 640),
    "tall": (390, 1000),
    "across": (844, 390),
    "tablet": (768, 1024),
}
# What has to be in view at every moment of a game.
ALWAYS = ["[role=timer]", ".seat", ".dolmens", ".board", ".act button"]


def held(width: int, height: int) -> dict:
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


OUT_OF_VIEW = """names => names.flatMap(name => {
  const found = [...document.querySelectorAll(name)]
  if (!found.length) return [`${name} is missing`]
  return found.filter(one => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect()
    return !width || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
  }).map(one => `${name}: ${JSON.stringify(one.getBoundingClientRect())}`)
})"""
# Targets smaller than a fingertip; the squares are as large as the screen allows.
SMALL = """() => [...document.querySelectorAll('button, a[href], input, select')].filter(one => {
  const { width, height } = one.getBoundingClientRect()
  return width && !one.matches('[data-square], .skip') && (width < 43.9 || height < 43.9)
}).map(one => `${one.ariaLabel ?? one.innerText}: ${one.outerHTML.slice(0, 80)}`)"""


def look(ann, *more: str) -> None:
    assert ann.page.evaluate(OUT_OF_VIEW, [*ALWAYS, *more]) == []
    page = ann.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    size = ann.page.viewport_size
    assert page[0] <= size["width"]
    assert page[1] <= size["height"]


def test_clocks_and_scores_are_in_view_through_a_whole_game(people, server):
    ann = people(settings={"confirm": True, "tips": True, "winrate": "always"}, **held(390, 844))
    clock = {"seconds": 900, "increment": 5}
    ann.sit_down(server.make_game("Ann", "level 1", board="4x3", stock=4, clock=clock))
    seen_small: set[str] = set()
    for _ in range(20):
        ann.wait_for_turn()
        if ann.is_over():
            break
        look(ann, ".decision button")
        seen_small |= set(ann.page.evaluate(SMALL))
        # One tip may follow another.
        while (tip := ann.page.get_by_role("button", name="Got it")).count():
            tip.tap()
        done = len(ann.moves)
        falls = ann.page.locator("[data-square][aria-label*='tilted']")
        ann.square(
            falls.first.get_attribute("data-square") if falls.count() else ann.empty_squares()[0]
        ).tap()
        expect(ann.page.get_by_role("button", name="Play it")).to_be_enabled()
        look(ann, ".decision button")
        ann.page.get_by_role("button", name="Play it").tap()
        ann.after_move(done + 1)
        look(ann)
    look(ann, "#end-title", ".end .button")
    assert sorted(seen_small | set(ann.page.evaluate(SMALL))) == []
    ann.page.get_by_role("button", name="Rematch").tap()
    ann.wait_for_turn()


@pytest.mark.parametrize("size", few([pytest.param(size, id=name) for name, size in SIZES.items()], most=2))
def test_all_of_a_decision_is_in_view_at_every_size(people, server, size):
    ann = people(settings={"confirm": True, "winrate": "always"}, **held(*size))
    seated = server.make_game("Ann", "Ben", board="medium", clock={"seconds": 900, "increment": 5})
    ann.sit_down(seated)
    for moves in ((), ("e4rw",)):
        server.play(seated, *moves)
        expect(ann.page.locator("button.fall")).to_have_count(4 if moves else 0)
        look(ann, ".decision button", "ol [data-ply]" if moves else ".moves")
        assert ann.page.evaluate(SMALL) == []
    places = [ann.page.locator(name).bounding_box() for name in (".far", ".board", ".near", ".decision")]
    if size[1] > size[0]:
        # One below the other: the other player, the board, the viewer, the decision.
        assert all(a["y"] + a["height"] <= b["y"] for a, b in pairwise(places))
        assert ann.square("j1").bounding_box()["y"] > ann.square("a1").bounding_box()["y"] + 200
    assert ann.square("a1").bounding_box()["width"] >= (40 if size == (390, 844) else 20)
    caminos = server.make_game("Ann", "Ben", game="caminos", clock={"seconds": 900, "increment": 5})
    ann.sit_down(caminos)
    expect(ann.page.get_by_role("radio").first).to_be_visible()
    assert ann.page.evaluate(OUT_OF_VIEW, ["[role=timer]", ".seat", ".decision button", ".act button"]) == []
    assert ann.page.evaluate(SMALL) == []
    decision, own = (ann.page.locator(name).bounding_box() for name in (".decision", ".near"))
    assert decision["y"] + decision["height"] <= own["y"] + 1 or own["y"] + own["height"] <= decision["y"] + 1


def test_tips_never_lie_over_the_board_and_move_nothing(people, server):
    ann = people(settings={"confirm": True, "tips": True}, **held(390, 844))
    ann.sit_down(server.make_game("Ann", "Ben", board="medium"))
    board, tip = ann.page.locator(".board"), ann.page.get_by_role("complementary", name="Tip")
    before = board.bounding_box()
    for square in ("b4", "i4", "b4"):
        ann.square(square).tap()
        expect(ann.page.get_by_role("group", name=f"Place on {square}, red on top")).to_be_visible()
        place, note = board.bounding_box(), tip.bounding_box()
        assert place == before
        assert place["y"] + place["height"] <= note["y"]
    tip.get_by_role("button", name="Got it").tap()
    assert board.bounding_box() == before


@pytest.mark.full
@pytest.mark.parametrize("view", ["flat", "solid"])
def test_the_last_move_is_seen_whole_beside_the_tools(people, server, view):
    ann = people(settings={"view": view}, **held(390, 844))
    seated = server.make_game("Ann", "Ben", game="caminos")
    server.play(seated, "L:d2,d3*3", "O:e3*2,e4*2", "L:f2,f3*3")
    ann.sit_down(seated)
    ann.page.wait_for_selector("canvas" if view == "solid" else "svg.flat")
    move, strip = (ann.page.locator(name).bounding_box() for name in ("[data-ply='3']", ".moves ol"))
    assert strip["x"] + 7 <= move["x"]
    assert move["x"] + move["width"] <= strip["x"] + strip["width"] + 1


@pytest.mark.full
def test_an_invited_friend_sees_the_seat_at_once(people, server):
    made = server.make_game("Ann", "open", board="medium")
    ben = people(settings={"confirm": True}, **held(390, 664))
    ben.open(made["links"]["join"])
    expect(ben.page.get_by_role("button", name="Take the seat")).to_be_visible()
    assert ben.page.evaluate(OUT_OF_VIEW, [".join button", ".board", ".seat"]) == []
    ben.page.get_by_role("button", name="Take the seat").tap()
    expect(ben.turn).to_have_text("Red places a megalith.")
    assert ben.page.evaluate(OUT_OF_VIEW, [".board", ".seat", ".act button"]) == []


@pytest.mark.full
def test_the_board_has_its_room_while_a_seat_is_open(people, server):
    ann = people(settings={"confirm": True}, **held(390, 844))
    ann.sit_down(server.make_game("Ann", "open", board="medium"))
    expect(ann.page.get_by_role("button", name="Cancel the invitation")).to_be_visible()
    assert ann.page.locator("svg.flat").bounding_box()["height"] >= 150
    assert ann.page.evaluate(OUT_OF_VIEW, [".board", ".seat", ".room .button", ".act button"]) == []
    expect(ann.page.locator(".moves")).to_be_hidden()


TORN = """names => names.flatMap(name => [...name.childNodes]).filter(text => {
  return [...(text.data ?? '').matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
  })
}).map(text => text.data)"""


@pytest.mark.full
def test_no_name_is_torn_and_its_title_says_all_of_it(people, server):
    name, other = "Bartholomäus-Konstantinopolitanski", "Maximiliana Wolkenstein-Rodenegg"
    ann = people(**held(360, 740))
    ann.sit_down(server.make_game(name, other, clock={"seconds": 600, "increment": 5}))
    names = ann.page.locator(".seat .named")
    expect(names).to_have_count(2)
    assert names.evaluate_all(TORN) == []
    assert names.evaluate_all("names => names.map(one => one.title)") == [other, name]
    ann.go("/")
    expect(ann.page.get_by_title(f"{name} · {other}")).to_be_visible()
    assert ann.page.get_by_title(f"{name} · {other}").evaluate_all(TORN) == []
