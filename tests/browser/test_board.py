"""What the board shows: falls, dolmens, the stockpile, heights, paths, and the ways to look at it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .test_caminos import GREEN, YELLOW

WATCH_FOR_FALLS = """() => {
  window.fell = false
  new MutationObserver(() => { window.fell ||= document.querySelector('svg .falling') !== null })
    .observe(document.body, { childList: true, subtree: true })
}"""


def test_a_stone_falls_before_the_eyes_in_the_flat_view_too(people, server):
    ann = people(settings={"motion": True})
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw")
    ann.sit_down(seated)
    ann.page.evaluate(WATCH_FOR_FALLS)
    ann.press("e")
    ann.page.wait_for_function("() => window.fell")
    expect(ann.page.locator("svg .falling")).to_have_count(0)
    assert ann.label("d3") == "d3, white, lying"


@pytest.mark.full
def test_who_wants_less_motion_sees_it_lie_at_once(people, server):
    ann = people(settings={"motion": False})
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw")
    ann.sit_down(seated)
    ann.page.evaluate(WATCH_FOR_FALLS)
    ann.press("e")
    expect(ann.square("d3")).to_have_attribute("aria-label", "d3, white, lying")
    assert not ann.page.evaluate("window.fell")


def test_dolmens_are_outlined_with_their_count_while_they_form(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E")
    ann.sit_down(seated)
    expect(ann.page.locator("svg .outline")).to_have_count(0)
    server.play(seated, "c3wr")
    expect(ann.news).to_contain_text("Dolmens: 0 red, 1 white.")
    server.play(seated, "-")
    expect(ann.page.locator("svg path.outline.white")).to_have_count(1)
    expect(ann.page.locator("svg .count.white")).to_have_text("3")
    assert ann.label("d3") == "d3, white, lying, dolmen of 3 squares"


@pytest.mark.full
def test_the_stockpile_is_seen_as_stones(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    expect(ann.page.locator(".stock rect")).to_have_count(28)
    ann.square("c3").click()
    expect(ann.page.locator(".stock rect")).to_have_count(27)


def test_falls_surround_the_stone_in_the_colours_they_would_show(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "a1rw")
    ann.sit_down(seated)
    # Arrows, which anyone can read: up for the north, right for the east.
    for colour, turned in (("red", "-90"), ("white", "0")):
        arrow = ann.page.locator(f"svg .fall.{colour} .way")
        expect(arrow).to_have_count(1)
        assert arrow.get_attribute("transform").endswith(f"rotate({turned})")
    for direction, enabled in (("north", True), ("east", True), ("south", False), ("west", False)):
        button = ann.page.locator(f"button.fall[aria-label*='{direction}' i]")
        expect(button).to_be_enabled(enabled=enabled)
    ann.page.get_by_role("button", name="Tilt east: white on top").hover()
    expect(ann.page.locator("svg .stone.ghost.white")).to_have_count(1)
    ann.page.get_by_role("button", name="Leave it standing").click()
    ann.after_move(2)
    assert ann.label("a1") == "a1, red, standing"


def test_dragging_the_wheel_and_a_key_change_the_view(people, server):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    canvas = ann.page.locator("canvas").bounding_box()

    corner = "() => JSON.stringify(document.querySelector('[data-square=a1]').getBoundingClientRect())"

    def change(act) -> None:
        before = ann.page.evaluate(corner)
        act()
        ann.page.wait_for_function(f"before => ({corner})() !== before", arg=before)

    def drag() -> None:
        ann.page.mouse.move(canvas["x"] + 300, canvas["y"] + 200)
        ann.page.mouse.down()
        ann.page.mouse.move(canvas["x"] + 380, canvas["y"] + 240, steps=3)
        ann.page.mouse.up()

    ann.wait_for_board()
    change(drag)
    change(lambda: ann.page.mouse.wheel(0, -300))
    change(lambda: ann.press("b"))
    # From above every file is a straight column.
    assert ann.square("a1").bounding_box()["x"] == pytest.approx(ann.square("a5").bounding_box()["x"], abs=4)
    assert ann.moves == []


@pytest.mark.full
def test_hovering_does_not_measure_every_square_again(people, server):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    ann.sit_down(server.make_game("Ann", "Ben", board="large"))
    ann.wait_for_board()
    box = ann.page.locator("canvas").bounding_box()
    ann.page.evaluate(
        "() => { const canvas = document.querySelector('canvas'); window.measured = 0;"
        " Object.defineProperty(canvas, 'clientWidth',"
        " { get() { window.measured++; return canvas.getBoundingClientRect().width } }) }"
    )
    for step in range(1, 5):
        ann.page.mouse.move(box["x"] + box["width"] * (0.3 + 0.1 * step), box["y"] + box["height"] / 2)
    ann.page.wait_for_function("() => window.measured > 0")
    ann.page.wait_for_timeout(100)
    assert ann.page.evaluate("window.measured") < 14 * 9


@pytest.mark.full
def test_every_move_has_its_little_picture(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E", "b2wr", "-")
    ann.sit_down(seated)
    moves = [ann.page.locator(f"[data-ply='{ply}']") for ply in (1, 2, 3, 4)]
    assert [move.locator("svg").count() - move.locator(".sign").count() for move in moves] == [1, 1, 1, 0]
    assert [move.locator(".sign").count() for move in moves] == [0, 1, 0, 1], "what was answered has a sign"
    expect(ann.page.locator("[data-ply='2']")).to_have_attribute(
        "aria-label", "E: White tilts it to the east: e3 and d3 show white."
    )


def test_heights_and_the_winning_path_are_drawn(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", game="caminos")
    server.play(seated, YELLOW[0], "L:c1*3,d1", YELLOW[1], GREEN[0])
    ann.sit_down(seated)
    expect(ann.page.locator("svg text.height")).to_have_text(["3"])
    expect(ann.page.locator("svg path.way")).to_have_count(0)
    server.play(seated, YELLOW[2])
    expect(ann.page.locator("svg path.way:not(.casing)")).to_have_count(1)
    expect(ann.page.locator(".end")).to_contain_text("The path has 8 squares.")


def test_only_where_the_piece_fits_a_square_lights_up(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", game="caminos")
    server.play(seated, "O:c3,c4,d3,d4")
    ann.sit_down(seated)
    for shape in "1234":
        ann.press(shape)
        named = ann.page.locator("[data-square][aria-label*='the piece fits here']").count()
        assert 0 < named < 64
        expect(ann.page.locator("svg .lit circle")).to_have_count(named)


@pytest.mark.full
def test_team_mates_differ_in_shade(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", "Cleo", "Dora", game="caminos", players=4)
    server.play(seated, YELLOW[0], GREEN[0], YELLOW[1], GREEN[1])
    ann.sit_down(seated)
    paints = {
        ann.page.locator(f"svg g.{colour}{mate} rect").first.evaluate("e => getComputedStyle(e).fill")
        for colour in ("yellow", "green")
        for mate in (":not(.mate)", ".mate")
    }
    assert len(paints) == 4
    expect(ann.page.locator("[data-ply] .cube.mate")).to_have_count(8)


@pytest.mark.full
def test_the_second_player_may_swap_in_caminos(people, server):
    ann = people()
    ann.open("/new?game=caminos&way=screen")
    ann.page.get_by_text("Options").click()
    ann.page.get_by_text("Swap", exact=True).click()
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("[data-square]")
    server_moves = ann.page.locator("ol [data-ply]")
    ann.square("d4").click()
    expect(server_moves).to_have_count(1)
    ann.page.get_by_role("button", name="Swap colours").click()
    expect(ann.news).to_contain_text("The players exchange colours.")
