"""What a player is shown of the game besides the board: whose turn it is, how it stands, how it ended."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

CUT_OFF = "e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1"


def test_whose_turn_it_is_is_seen_on_the_page_and_in_the_tab(people, server):
    made = server.make_game("Ann", "open", board="small")
    ann, joined = people(settings={"motion": True}), server.join(made)
    ann.sit_down(made)
    icon = ann.page.locator("link[rel=icon]")
    mine, other = (ann.page.get_by_role("group", name=name, exact=True) for name in ("Ann", "Ben"))
    expect(ann.page).to_have_title("● Your turn · Carnac · Stonefield")
    expect(icon).to_have_attribute("href", re.compile("^data:"))
    expect(mine).to_contain_text("Your turn")
    expect(other).not_to_contain_text("to move")
    ann.square("c3").click()
    expect(ann.page).to_have_title("White decides: tilt the megalith or leave it · Carnac · Stonefield")
    expect(icon).to_have_attribute("href", "/icon.svg")
    expect(other).to_contain_text("to move")
    server.play(joined, "E", "b2rw")
    expect(ann.page).to_have_title("● Your turn · Carnac · Stonefield")
    glow = ann.page.locator("svg .pending").evaluate("e => getComputedStyle(e).animationName")
    assert glow != "none"


def test_a_notification_comes_when_it_is_asked_for_and_the_page_is_not_looked_at(people, server):
    made = server.make_game("Ann", "open", board="small")
    ann, joined = people(permissions=["notifications"]), server.join(made)
    ann.context.add_init_script(
        "window.notes = []; window.Notification = class {"
        " static permission = 'granted'; static requestPermission = async () => 'granted';"
        " constructor(title) { window.notes.push(title) } close() {} }"
    )
    ann.sit_down(made)
    ann.square("c3").click()
    ann.after_move(1)
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_text("Tell me when it is my turn").click()
    ann.press("Escape")
    ann.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    server.play(joined, "E", "b2rw")
    ann.page.wait_for_function("() => window.notes.length === 1")
    assert ann.page.evaluate("window.notes") == ["Your turn"]


@pytest.mark.full
def test_at_a_desk_nothing_is_cut_off_and_notes_leave_room_for_the_moves(people, server):
    ann = people(settings={"tips": True, "winrate": "always"})
    clock = {"seconds": 5400, "increment": 5}
    seated = server.make_game("Ann", "level 10", board="medium", clock=clock)
    ann.sit_down(seated)
    expect(ann.page.get_by_role("complementary", name="Tip")).to_be_visible()
    for name in ann.page.locator(".seat strong").all():
        assert not name.evaluate(CUT_OFF), name.inner_text()
    expect(ann.page.get_by_text("No moves yet.")).to_be_visible()
    two = server.make_game("Ann", "Ben", board="medium", clock=clock)
    server.play(two, "c4rw", "E", "f3wr", "N", "a1rr")
    ann.sit_down(two)
    expect(ann.page.get_by_role("complementary", name="Tip")).to_be_visible()
    # What comes after the tip, such as the win rate, may still move it for a moment.
    roomy = "() => document.querySelector('.moves ol').getBoundingClientRect().height >= 3 * 36"
    ann.page.wait_for_function(roomy)


@pytest.mark.full
def test_the_answers_point_the_way_the_board_is_turned(people, server):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw")
    ann.sit_down(seated)
    expect(ann.page.locator("canvas")).to_be_visible()
    ann.wait_for_board()

    def agree() -> bool:
        """Whether the button for the north lies on the side on which the north of the board is seen."""
        south, north = (ann.square(square).bounding_box() for square in ("c1", "c5"))
        across, down = north["x"] - south["x"], north["y"] - south["y"]
        button = ann.page.locator("button.fall[aria-label*='north']").bounding_box()
        middle = ann.page.get_by_role("button", name="Leave it standing").bounding_box()
        if abs(across) > abs(down):
            return (button["x"] - middle["x"]) * across > 0
        return (button["y"] - middle["y"]) * down > 0

    assert agree()
    box = ann.page.locator("canvas").bounding_box()
    # A quarter of the way around, by hand.
    ann.page.mouse.move(box["x"] + 60, box["y"] + 40)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + 260, box["y"] + 40, steps=4)
    ann.page.mouse.up()
    ann.wait_for_board()
    assert agree()


def test_the_end_is_counted_before_it_is_told(people, server):
    ann = people(settings={"motion": True, "winrate": "always"})
    seated = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(seated, "a1rw", "E", "a2rw", "E")
    ann.sit_down(seated)
    ann.page.evaluate(
        "() => { window.titles = []; new MutationObserver(() => {"
        " const title = document.querySelector('#end-title')?.innerText;"
        " const seen = `${title} ${document.querySelectorAll('svg path.outline').length}`;"
        " if (title && window.titles.at(-1) !== seen) window.titles.push(seen) })"
        ".observe(document.body, { childList: true, subtree: true, characterData: true }) }"
    )
    server.play(seated, "a3rw")
    expect(ann.page.locator("#end-title")).not_to_have_text("Counting…")
    state = server.state(seated)
    counts = state["score"]["counts"]
    winner = state["outcome"]["winner"]
    other = "white" if winner == "red" else "red"
    expect(ann.page.locator("#end-title")).to_have_text(
        f"{winner.capitalize()} wins {counts[winner]}–{counts[other]}"
    )
    expect(ann.page.locator(".end .players")).to_contain_text(re.compile("Ann.*Ben|Ben.*Ann"))
    # What is certain fills the whole bar.
    expect(ann.page.get_by_role("img", name=re.compile("Winning chances: Red (0|100)%"))).to_be_visible()
    ann.page.wait_for_function(
        "() => Math.min(...[...document.querySelectorAll('.chances .bar span')].map(e => e.clientWidth)) < 1"
    )
    titles = ann.page.evaluate("window.titles")
    assert titles[0] == "Counting… 0"
    assert titles[-1].endswith(f" {sum(counts.values())}")


@pytest.mark.full
def test_whoever_watches_sees_where_it_was_paused(people, server):
    ann = people(settings={"motion": True})
    engines = server.make_game("level 1", "level 1", board="large")
    ann.sit_down(engines)
    ann.after_move(3)
    ann.page.get_by_role("button", name="Pause").click()
    expect(ann.turn).to_have_text("The game is paused.")
    assert len(ann.moves) == len(server.state(engines)["moves"])


def test_who_lost_is_told_so(people, server):
    made = server.make_game("Ann", "open", board="small")
    ann, ben, carl = people(), people(), people()
    joined = server.join(made)
    ann.sit_down(made)
    ben.sit_down(joined)
    carl.open(f"/g/{made['game']}")
    server.act(made, "resign")
    expect(ann.page.locator(".end")).to_contain_text("You resigned.")
    expect(ben.page.locator(".end")).to_contain_text("Your opponent resigned.")
    expect(carl.page.locator(".end")).to_contain_text("Red resigned.")
