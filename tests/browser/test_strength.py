"""A game at one's own strength: the level that fits is picked and explained, and moves with the result."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import expect

PATIENCE = 180.0


def seat_of(person) -> dict:
    """The game on the page with the token that the page keeps."""
    kept = json.loads(person.page.evaluate("localStorage.getItem('stonefield.games')"))
    return {"game": person.game_id, "token": kept[0]["token"]}


def decide(server, seated: dict, count: int = 3) -> None:
    """Decide so often, whatever there is to decide."""
    deadline = time.monotonic() + PATIENCE
    while count:
        state = server.state(seated)
        if state["may"]["move"]:
            legal = state["legal"]
            text = legal["answers"][0]["text"] if legal["answers"] else f"{next(iter(legal['placements']))}ww"
            answer = server.act(seated, "move", version=state["version"], text=text)
            assert answer.status_code == 200, answer.text
            count -= 1
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_engine_is_as_strong_as_oneself_and_says_why(people, server):
    ann = people()
    ann.open("/new?game=carnac&way=engine")
    opponent = ann.page.get_by_role("group", name="Your opponent")
    expect(opponent.get_by_role("radio", checked=True)).to_have_value("fit")
    expect(ann.page.get_by_text("Level 3 · Shepherd")).to_be_visible()
    expect(ann.page.get_by_text("We do not know how you play yet")).to_be_visible()
    expect(ann.page.get_by_text("The game counts for your strength unless")).to_be_visible()
    ann.page.get_by_role("group", name="Board").get_by_text("Small").click()
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("[data-square]")
    seated = seat_of(ann)
    assert [seat["level"] for seat in server.state(seated)["seats"]] == [None, 3]

    decide(server, seated)
    server.act(seated, "resign")
    moved = ann.page.locator(".end .moved")
    expect(moved).to_have_text(re.compile(r"Your strength falls: from level 3 to level [12]\.\d\."))
    level = moved.text_content().split()[-1].rstrip(".")
    ann.page.get_by_role("button", name=f"Next game at my level · Level {level}").click()
    ann.page.wait_for_function("before => !location.pathname.endsWith(before)", arg=seated["game"])
    ann.page.wait_for_selector("[data-square]")
    # The sides have changed.
    again = server.state(seat_of(ann))
    assert [seat["level"] for seat in again["seats"]] == [float(level), None]
    assert again["board"]["name"] == "small"
    expect(ann.page.get_by_text(f"Engine, level {level}").first).to_be_visible()

    ann.open("/new?game=carnac&way=engine")
    expect(ann.page.get_by_text("As strong as you, judging by your game so far")).to_be_visible()
    expect(ann.page.get_by_text(re.compile(rf"Level {level} · between \w+ and \w+"))).to_be_visible()
    ann.page.get_by_role("group", name="Board").get_by_text("Other size").click()
    expect(ann.page.get_by_text("With this board or these options, the game does not count")).to_be_visible()


def test_a_game_with_a_hint_says_that_it_does_not_count(people, server):
    ann = people()
    ann.open("/new?game=carnac&way=engine")
    ann.page.get_by_role("group", name="Board").get_by_text("Small").click()
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("[data-square]")
    ann.page.get_by_role("button", name="Hint").click()
    expect(ann.page.get_by_text("The engine suggests")).to_be_visible()
    seated = seat_of(ann)
    decide(server, seated)
    server.act(seated, "resign")
    expect(ann.page.locator(".end .moved")).to_have_text(
        "The game does not count for your strength: the engine helped you."
    )
