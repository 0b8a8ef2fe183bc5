"""Whole games of Carnac: by mouse in three dimensions, by keyboard alone, between two browsers."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_a_whole_game_by_mouse_against_the_engine(people, server):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    ann.sit_down(server.make_game("Ann", "level 1", board="5x4", stock=5))
    expect(ann.page.locator("canvas")).to_be_visible()
    ann.page.get_by_role("button", name="Bird’s-eye view").click()
    for _ in range(20):
        ann.wait_for_turn()
        if ann.is_over():
            break
        done = len(ann.moves)
        falls = ann.page.locator("[data-square][aria-label*='tilted']")
        if falls.count():
            ann.click_square(falls.first.get_attribute("data-square"))
        else:
            ann.click_square(ann.empty_squares()[0])
        ann.after_move(done + 1)
    expect(ann.page.locator("#end-title")).to_be_visible()
    state = server.state({"game": ann.game_id}, token=False)
    assert state["status"] == "over"
    assert state["moves"][0]["seat"] == 0
    assert {move["seat"] for move in state["moves"]} == {0, 1}
    expect(ann.page.locator(".end table")).to_contain_text("Dolmens")


def test_a_whole_game_by_keyboard_alone(people, server):
    ann = people()
    ann.open("/new?game=carnac&way=engine")
    press = ann.press
    reach(ann, "Other size")
    press("Space")
    for name, value in (("Squares from west to east", "4"), ("Squares from south to north", "4")):
        reach(ann, name)
        press("Control+A")
        ann.page.keyboard.type(value)
    reach(ann, "A game at my level")
    press("ArrowRight")
    reach(ann, "Engine level")
    press("Home")
    reach(ann, "Start the game")
    press("Enter")
    ann.page.wait_for_selector("[data-square]")
    reach_square(ann)
    for _ in range(40):
        ann.wait_for_turn()
        if ann.is_over():
            break
        done = len(ann.moves)
        answers = ann.page.locator("button.fall:not([disabled])")
        if answers.count():
            press(answers.first.locator("[data-key]").get_attribute("data-key") if done % 3 else "-")
        else:
            press("t" if done % 2 else "r")
            walk_to(ann, ann.empty_squares()[0])
            press("Enter")
        ann.after_move(done + 1)
    expect(ann.page.locator("#end-title")).to_be_visible()
    expect(ann.news).to_contain_text(re.compile("win|lose|draw", re.IGNORECASE))


def reach(ann, name: str) -> None:
    """Tab until the control of that name has the focus; arrows go through a group of choices."""
    for _ in range(60):
        if focused(ann).startswith(name):
            return
        ann.press("Tab")
        if focused(ann).startswith(name):
            return
        group = ann.page.evaluate("document.activeElement.type === 'radio'")
        if group and in_focused_group(ann, name):
            for _ in range(8):
                ann.press("ArrowRight")
                if focused(ann).startswith(name):
                    return
    raise AssertionError(f"{name} cannot be reached by keyboard")


def focused(ann) -> str:
    """The words on what has the focus; those within a picture are none of its own."""
    return ann.page.evaluate("""() => {
        const at = document.activeElement
        const named = (at.labels?.[0] ?? at).cloneNode(true)
        named.querySelectorAll('svg').forEach((picture) => picture.remove())
        return named.textContent.trim()
    }""")


def in_focused_group(ann, name: str) -> bool:
    texts = ann.page.evaluate("document.activeElement.closest('fieldset').innerText")
    return name in texts


def reach_square(ann) -> None:
    for _ in range(30):
        ann.press("Tab")
        if ann.page.evaluate("document.activeElement.dataset.square ?? ''"):
            return
    raise AssertionError("the board cannot be reached by keyboard")


def walk_to(ann, target: str) -> None:
    """With the arrow keys from square to square."""
    here = ann.page.evaluate("document.activeElement.dataset.square ?? ''")
    if not here:
        reach_square(ann)
        here = ann.page.evaluate("document.activeElement.dataset.square")
    files, ranks = ord(target[0]) - ord(here[0]), int(target[1:]) - int(here[1:])
    ann.press(*["ArrowRight" if files > 0 else "ArrowLeft"] * abs(files))
    ann.press(*["ArrowUp" if ranks > 0 else "ArrowDown"] * abs(ranks))
    assert ann.page.evaluate("document.activeElement.dataset.square") == target


def test_two_browsers_by_link_survive_a_reload_and_a_lost_connection(server, line, people):
    ann, ben = people(), people(url=line.url, expect_errors=True)
    ann.open("/new?game=carnac&way=friend")
    ann.page.get_by_text("Small").click()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Create a link").click()
    link = ann.page.get_by_role("textbox", name="Link for the other player").input_value()
    assert "#join=" in link
    expect(ann.turn).to_have_text("Waiting for the other player.")

    ben.page.goto(link.replace(server.url, line.url))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    expect(ann.turn).to_have_text("Your turn: place a megalith.")
    expect(ann.news).to_contain_text("Ben has joined.")

    ann.square("c3").click()
    expect(ben.turn).to_have_text("Your turn: tilt the megalith or leave it standing.")
    ben.page.reload()
    expect(ben.turn).to_have_text("Your turn: tilt the megalith or leave it standing.")
    assert "awaiting an answer" in ben.label("c3")

    line.cut()
    expect(ben.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    ben.press("E")
    expect(ann.page.get_by_text("away", exact=True)).to_be_visible()
    line.mend()
    expect(ann.news).to_contain_text("White tilts it to the east: e3 and d3 show white.")
    expect(ann.turn).to_have_text("White places a megalith.")
    ben.square("f5").click()
    expect(ann.turn).to_have_text("Your turn: tilt the megalith or leave it standing.")

    # White sits at the north: what is at the bottom for Ann is at the top for Ben.
    assert ann.square("a1").bounding_box()["y"] > ann.square("a5").bounding_box()["y"]
    assert ben.square("a1").bounding_box()["y"] < ben.square("a5").bounding_box()["y"]

    # Between two people the engine keeps quiet.
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)
    ann.page.get_by_role("button", name="Ask for a takeback").click()
    ben.page.get_by_role("button", name="Decline").click()
    expect(ann.page.get_by_text("Your offer was declined.")).to_be_visible()
    ben.page.get_by_role("button", name="Offer a draw").click()
    # A draw is offered after a question only.
    expect(ann.page.get_by_role("button", name="Accept")).to_have_count(0)
    ben.page.get_by_role("alertdialog").get_by_role("button", name="Offer a draw").click()
    ann.page.get_by_role("button", name="Accept").click()
    expect(ben.page.locator("#end-title")).to_have_text("A draw")
    ben.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_role("button", name="Accept").click()
    expect(ben.turn).to_have_text("Your turn: place a megalith.")
    expect(ann.turn).to_have_text("Red places a megalith.")
