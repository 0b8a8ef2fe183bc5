"""The board in three dimensions: what is pointed at, what is seen, and how it is looked at."""

from __future__ import annotations

import random
import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from quick import few

SOLID = {"view": "solid", "confirm": True}
BOX = ("x", "y", "width", "height")
DESK = {"viewport": {"width": 920, "height": 620}}
# Where the middle of each square's top is seen, while nothing moves.
MIDDLES = """() => Object.fromEntries([...document.querySelectorAll('[data-square]')].map(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect()
  return [cell.dataset.square, [left + width / 2, top + height / 2]]
}))"""


def with_stones(server, board: str, count: int) -> dict:
    """A game of Carnac at one screen with so many stones down, all standing: nothing hides more."""
    chance = random.Random(count)
    seated = server.make_game("Ann", "Ben", board=board)
    state = server.state(seated)
    while len(state["scene"]["stones"]) < count:
        square = chance.choice(sorted(state["legal"]["placements"]))
        state = server.play(seated, square + chance.choice(["rw", "wr"]))
        if state["legal"]["answers"]:
            state = server.play(seated, "-")
    return {**seated, "state": state}


def chosen_at(ann, point: tuple[float, float], square: str) -> None:
    ann.page.mouse.click(*point)
    expect(ann.page.locator(f'.confirm[aria-label*="{square}"]')).to_have_count(1)


@pytest.mark.parametrize(
    ("board", "stones", "sample"),
    [
        ("medium", 14, 8),
        pytest.param("small", 14, 99, marks=pytest.mark.full),
        pytest.param("medium", 24, 99, marks=pytest.mark.full),
        pytest.param("large", 24, 99, marks=pytest.mark.full),
    ],
)
def test_a_click_on_the_middle_of_an_empty_square_chooses_it_whatever_stands_before_it(
    people, server, board, stones, sample
):
    ann = people(settings=SOLID, **DESK)
    seated = with_stones(server, board, stones)
    ann.sit_down(seated)
    ann.page.wait_for_selector("canvas")
    ann.wait_for_board()
    middles = ann.page.evaluate(MIDDLES)
    empty = sorted(seated["state"]["legal"]["placements"])
    taken = {square for stone in seated["state"]["scene"]["stones"] for square in stone["squares"]}
    # Squares with a stone right before them are the hard ones.
    behind = [square for square in empty if f"{square[0]}{int(square[1:]) - 1}" in taken]
    for square in (behind + [square for square in empty if square not in behind])[:sample]:
        chosen_at(ann, middles[square], square)


@pytest.mark.full
def test_a_click_on_the_middle_of_a_column_chooses_it_behind_towers(people, server):
    ann = people(settings=SOLID, **DESK)
    seated = server.make_game("Ann", "Ben", game="caminos")
    server.play(seated, "L:d2,d3*3", "O:e3*2,e4*2", "L:f2,f3*3", "O:c5*2,d5*2")
    ann.sit_down(seated)
    ann.page.wait_for_selector("canvas")
    ann.wait_for_board()
    lit = ann.page.eval_on_selector_all(
        "[data-square][aria-label*='the piece fits here']", "cells => cells.map(c => c.dataset.square)"
    )
    middles = ann.page.evaluate(MIDDLES)
    hard = [square for square in lit if square[0] in "def" and square[1] in "345"]
    for square in (hard + lit)[:6]:
        chosen_at(ann, middles[square], square)


@pytest.mark.full
def test_the_view_can_be_reset(people, server):
    ann = people(settings={"view": "solid"}, **DESK)
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.page.wait_for_selector("canvas")
    ann.wait_for_board()
    reset = ann.page.get_by_role("button", name="Reset the view")
    expect(reset).to_have_count(0)
    before = ann.page.evaluate(MIDDLES)
    # By itself the board stands square to the player.
    assert before["a1"][1] == pytest.approx(before["h1"][1], abs=1)
    canvas = ann.page.locator("canvas").bounding_box()
    ann.page.mouse.move(canvas["x"] + 300, canvas["y"] + 200)
    ann.page.mouse.down()
    ann.page.mouse.move(canvas["x"] + 380, canvas["y"] + 240, steps=3)
    ann.page.mouse.up()
    ann.page.mouse.wheel(0, -300)
    reset.click()
    expect(reset).to_have_count(0)
    after = ann.page.evaluate(MIDDLES)
    assert after["a1"] == pytest.approx(before["a1"], abs=1)
    assert after["h5"] == pytest.approx(before["h5"], abs=1)


def brightness(ann) -> Image.Image:
    return Image.open(BytesIO(ann.page.screenshot())).convert("L")


@pytest.mark.full
@pytest.mark.parametrize(
    ("appearance", "bird"),
    [
        pytest.param("light", False, id="light-seat"),
        pytest.param("dark", True, id="dark-bird"),
        pytest.param("light", True, id="light-bird", marks=pytest.mark.full),
        pytest.param("dark", False, id="dark-seat", marks=pytest.mark.full),
    ],
)
def test_beside_the_board_there_is_the_page_and_no_edge(people, server, appearance, bird):
    ann = people(settings={"view": "solid", "appearance": appearance, "winrate": False}, **DESK)
    ann.sit_down(server.make_game("Ann", "Ben", board="medium", stock=3))
    expect(ann.page.locator(".building")).to_have_count(0)
    if bird:
        ann.press("b")
    ann.page.mouse.move(5, 5)
    ann.wait_for_board()
    left, top, width, height = (ann.page.locator("canvas").bounding_box()[n] for n in BOX)
    image = brightness(ann)
    inside = [(left + 16, top + 16), (left + width - 16, top + 16)]
    if bird:
        # The board is wider than high: above and below it there is room.
        inside += [(left + width / 2, top + 16), (left + width / 2, top + height - 16)]
    for x, y in inside:
        beyond = top - 3 if y < top + height / 2 else top + height + 3
        assert abs(image.getpixel((int(x), int(y))) - image.getpixel((int(x), int(beyond)))) <= 6


@pytest.mark.full
def test_while_the_board_is_built_there_is_a_word_for_it(people):
    ann = people(settings={"view": "solid"}, **DESK)
    held = []
    ann.page.route(re.compile(r"/three-[^/]*\.js"), lambda route: held.append(route))
    ann.page.goto(f"{ann.url}/editor?game=carnac")
    building = ann.page.locator(".building")
    expect(building).to_have_text("Building the board…")
    box, board = building.bounding_box(), ann.page.locator(".board").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - board["x"] - board["width"] / 2) < 2
    for route in held:
        route.continue_()
    expect(building).to_have_count(0)
    expect(ann.page.locator("canvas")).to_be_visible()


@pytest.mark.full
def test_the_sides_of_the_board_reach_the_page(server):
    made = server.make_game("Ann", "Ben", game="caminos", board="diamond")
    sides = made["state"]["board"]["sides"]
    assert len(sides) == 4
    assert {"f1", "k6"} <= set(sides[0])
    assert server.make_game("Ann", "Ben")["state"]["board"]["sides"] == []


# What the browser itself is asked to play and to shake.
LISTEN = """() => {
  window.heard = 0
  window.felt = []
  const start = AudioScheduledSourceNode.prototype.start
  OscillatorNode.prototype.start = function (...at) { window.heard++; return start.apply(this, at) }
  navigator.vibrate = pattern => window.felt.push(pattern)
}"""


def test_a_stone_is_heard_and_felt_where_it_lands_unless_it_is_muted(people, server):
    ann = people(settings={"sound": True, "vibration": True})
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.page.evaluate(LISTEN)
    ann.square("c3").click()
    ann.after_move(1)
    ann.page.wait_for_function("() => window.heard > 0")
    assert ann.page.evaluate("window.felt.flat()") == [12]
    mute = ann.page.get_by_role("button", name="Sound")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    ann.page.evaluate("window.heard = 0")
    ann.press("e")
    ann.after_move(2)
    ann.page.wait_for_function("() => window.felt.length > 1")
    assert ann.page.evaluate("window.heard") == 0


@pytest.mark.full
def test_nothing_is_heard_before_somebody_has_touched_the_page(people, server):
    ann = people(settings={"sound": True})
    seated = server.make_game("Ann", "Ben", board="small")
    ann.page.add_init_script(f"({LISTEN})()")
    ann.sit_down(seated)
    server.play(seated, "c3rw")
    ann.after_move(1)
    assert ann.page.evaluate("window.heard") == 0


@pytest.mark.full
def test_the_settings_choose_how_loud_it_is(people, server):
    ann = people(settings={"sound": True})
    ann.open("/")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("slider", name="Volume").fill("0.25")
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('stonefield.settings')).volume")
    assert kept == 0.25


# How many dolmens are outlined, each time that changes.
WATCH_THE_COUNT = """() => {
  window.counts = []
  new MutationObserver(() => {
    const now = document.querySelectorAll('svg path.outline').length
    if (window.counts.at(-1) !== now) window.counts.push(now)
  }).observe(document.body, { childList: true, subtree: true })
}"""


@pytest.mark.parametrize("motion", few([True, False]))
def test_at_the_end_dolmens_are_counted_one_by_one(people, server, motion):
    ann = people(settings={"motion": motion})
    seated = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(seated, "a1rw", "N", "b2rw", "-")
    ann.sit_down(seated)
    ann.page.evaluate(WATCH_THE_COUNT)
    server.play(seated, "d1rr")
    expect(ann.page.locator("#end-title")).to_be_visible()
    dolmens = sum(len(of) for of in server.state(seated)["scene"]["dolmens"].values())
    assert dolmens > 0
    expect(ann.page.locator("svg path.outline")).to_have_count(dolmens)
    counts = ann.page.evaluate("window.counts")
    if motion:
        assert counts[-dolmens - 1 :] == list(range(dolmens + 1))
    else:
        assert set(counts) <= {dolmens}


@pytest.mark.full
def test_the_chosen_fall_stands_out_among_the_others(people, server):
    ann = people(settings={"confirm": True})
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw")
    ann.sit_down(seated)
    ann.square("d3").click()
    expect(ann.page.locator("svg .stone.ghost.white")).to_have_css("opacity", "1")
    falls = ann.page.locator("svg .fall")
    expect(falls).to_have_count(4)
    strengths = falls.evaluate_all("falls => falls.map(fall => Number(getComputedStyle(fall).opacity))")
    assert sorted(strengths)[0] == 0
    assert max(strengths) < 0.5
    pressed = ann.page.locator(".compass [aria-pressed=true]")
    expect(pressed).to_have_attribute("title", re.compile("east"))
    ann.page.get_by_role("button", name="Leave it standing").click()
    expect(pressed).to_contain_text("Leave")
    ann.page.get_by_role("button", name="Cancel").click()
    expect(pressed).to_have_count(0)


@pytest.mark.full
def test_a_board_with_gaps_has_wood_of_its_own_shape_and_marked_sides(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos", board="torus"))
    points = ann.page.locator("svg polygon.frame").get_attribute("points")
    assert len(points.split()) == 2 * 8
    expect(ann.page.locator("svg .hole")).to_have_count(4)
    colours = ann.page.locator("svg path.inlay").evaluate_all(
        "lines => new Set(lines.map(line => line.getAttribute('stroke'))).size"
    )
    assert colours == 4
