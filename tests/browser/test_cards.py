"""Cards hide nothing: tip, hint, coach, offer, invitation and end, at four sizes, in seven languages."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from quick import few
from stonefield.locales import LANGUAGES

from .cards import (
    AMISS,
    CLOCK,
    HELD,
    SIZES,
    STATES,
    coach_in_caminos,
    coach_in_carnac,
    end_by_count,
    end_of_a_game_that_counts,
    hint_in_caminos,
    hint_placing,
    hinted,
    invitation,
    offer_of_a_takeback,
    speak,
    tap,
    tip_answering,
    tip_placing,
    two,
)
from .test_words_fit import CUT_OFF

SAMPLE = (
    *(tip_answering, hint_placing, coach_in_carnac, offer_of_a_takeback, invitation, end_by_count),
    end_of_a_game_that_counts,
)
"""What the quick run looks at: one state of each card."""


@pytest.mark.parametrize("hand", few(["held", "desk"]))
@pytest.mark.parametrize(
    "state",
    [pytest.param(one, id=one.__name__, marks=() if one in SAMPLE else pytest.mark.full) for one in STATES],
)
def test_a_card_hides_nothing_in_any_language_at_any_size(people, server, state, hand, request):
    sizes = [size for name, size in SIZES.items() if (name == "desk") == (hand == "desk")]
    width, height = sizes[0]
    context = {} if hand == "desk" else HELD
    ann = people(
        settings={"winrate": True, "tips": state.__name__.startswith("tip")},
        viewport={"width": width, "height": height},
        **context,
    )
    state(ann, server)
    found = []
    for number, language in enumerate(LANGUAGES):
        speak(ann, language)
        # The quick run sees every language and every size, but not each with each.
        here = sizes if request.config.getoption("--full") else [sizes[number % len(sizes)]]
        for width, height in here:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            amiss = [*ann.page.evaluate(AMISS), *ann.page.evaluate(CUT_OFF)]
            found += [f"{language} {width}x{height}: {what}" for what in amiss]
    assert found == []


def each_game_at_each_size(carnac, caminos):
    """The quick run has each game and each size once."""
    return pytest.mark.parametrize(
        ("state", "size"),
        [
            pytest.param(carnac, "small", id="carnac-small"),
            pytest.param(caminos, "desk", id="caminos-desk"),
            pytest.param(carnac, "desk", id="carnac-desk", marks=pytest.mark.full),
            pytest.param(caminos, "small", id="caminos-small", marks=pytest.mark.full),
        ],
    )


@each_game_at_each_size(coach_in_carnac, coach_in_caminos)
def test_the_coach_says_that_it_waits_and_can_be_answered(people, server, state, size):
    width, height = SIZES[size]
    ann = people(viewport={"width": width, "height": height}, **({} if size == "desk" else HELD))
    state(ann, server)
    for words in ("Take it back", "Go on"):
        expect(ann.turn).to_have_text("The coach has something to say.")
        game = "Caminos" if state is coach_in_caminos else "Carnac"
        expect(ann.page).to_have_title(f"● The coach has something to say · {game} · Stonefield")
        expect(ann.page.get_by_role("group", name="Ann", exact=True)).to_contain_text("Your turn")
        expect(ann.page.get_by_text("The engine is thinking.")).to_have_count(0)
        done = len(ann.moves)
        tap(ann, words)
        expect(ann.page.locator(".coach")).to_have_count(0)
        if words == "Go on":
            ann.after_move(done + 1)
            break
        expect(ann.turn).to_have_text(
            "Your turn: place a piece." if game == "Caminos" else "Your turn: place a megalith."
        )
        ann.page.get_by_role("button", name="Redo").click()
        expect(ann.page.locator(".coach")).to_be_visible()


@each_game_at_each_size(hint_placing, hint_in_caminos)
def test_a_hint_is_seen_with_its_buttons_and_what_it_suggests(people, server, state, size):
    width, height = SIZES[size]
    ann = people(viewport={"width": width, "height": height}, **({} if size == "desk" else HELD))
    state(ann, server)
    assert ann.page.evaluate(AMISS) == []
    expect(ann.page.locator("svg .ghost").first).to_be_visible()
    expect(ann.turn).to_contain_text("Your turn")
    tap(ann, "Close")
    expect(ann.page.locator(".card.hint")).to_have_count(0)
    expect(ann.page.locator(".decision")).to_be_visible()
    hinted(ann)
    tap(ann, "Play it")
    ann.after_move(1)


@pytest.mark.full
def test_a_hint_without_a_reason_says_so(people, server):
    ann = people()

    def without_reasons(message: str) -> str:
        told = json.loads(message)
        return json.dumps({**told, "reasons": []}) if told["type"] == "hint" else message

    def pass_on(page: WebSocketRoute) -> None:
        page.connect_to_server().on_message(lambda message: page.send(without_reasons(message)))

    ann.context.route_web_socket(re.compile("/socket"), pass_on)
    hint_placing(ann, server)
    expect(ann.page.locator(".card.hint")).to_contain_text("No single reason: all in all, the engine")


@pytest.mark.full
def test_a_hint_that_is_asked_for_without_a_line_comes_when_there_is_one(server, line, people):
    ann = people(url=line.url, expect_errors=True, settings={"winrate": "always"})
    ann.sit_down(server.make_game("Ann", "level 1", board="small"))
    line.cut()
    expect(ann.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    ann.press("h")
    expect(ann.page.locator(".card.hint")).to_contain_text("thinking")
    line.mend()
    expect(ann.page.locator(".hint strong")).to_be_visible()


@pytest.mark.full
def test_what_is_chosen_goes_before_a_hint(people, server):
    ann = people(settings={"confirm": True}, viewport={"width": 360, "height": 740}, **HELD)
    hint_placing(ann, server)
    ann.square("a1").tap()
    expect(ann.page.get_by_role("button", name="Play it")).to_be_visible()
    expect(ann.page.locator(".card.hint")).to_have_count(0)
    ann.page.locator(".confirm button").first.tap()
    expect(ann.page.locator(".card.hint")).to_be_visible()


@pytest.mark.full
def test_the_end_card_leaves_the_actions_alone_and_offers_no_hint(people, server):
    ann = people()
    end_by_count(ann, server)
    assert ann.page.evaluate(AMISS) == []
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)
    ann.press("h")
    expect(ann.page.locator(".card.hint")).to_have_count(0)
    rows = ann.page.locator(".end tbody tr")
    rows.last.scroll_into_view_if_needed()
    expect(rows.last).to_be_in_viewport()
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    assert ann.page.locator(".moves ol").bounding_box()["height"] >= 2 * 36


@pytest.mark.parametrize("size", few(["small", "phone", "tablet"]))
def test_the_board_keeps_its_size_at_the_end(people, server, size):
    width, height = SIZES[size]
    ann = people(settings={"winrate": True}, viewport={"width": width, "height": height}, **HELD)
    ann.sit_down(server.make_game("Ann", "Ben", board="medium", clock=CLOCK))
    before = ann.page.locator("svg.flat").bounding_box()
    end_by_count(ann, server)
    after = ann.page.locator("svg.flat").bounding_box()
    assert after["width"] >= 0.85 * before["width"]
    assert ann.page.evaluate(AMISS) == []


@pytest.mark.parametrize("size", few(["small", "phone"]))
def test_an_offer_goes_before_a_tip_and_neither_lies_on_the_board(people, server, size):
    width, height = SIZES[size]
    ann = people(
        settings={"tips": True, "confirm": True}, viewport={"width": width, "height": height}, **HELD
    )
    mine, other = two(server, "c3rw", "E", "g5wr")
    ann.sit_down(mine)
    tip, offer = ann.page.locator(".tip"), ann.page.locator(".offer")
    expect(tip).to_be_visible()
    assert ann.page.evaluate(AMISS) == []
    board = ann.page.locator(".board").bounding_box()
    server.act(other, "offer", kind="takeback")
    expect(offer).to_be_visible()
    expect(tip).to_have_count(0)
    assert ann.page.evaluate(AMISS) == []
    # The stone that waits, the ways it falls, and the clocks are in view while the answer is thought over.
    for part in (
        ann.square("g5"),
        *ann.page.locator("button.fall").all(),
        *ann.page.get_by_role("timer").all(),
    ):
        expect(part).to_be_in_viewport(ratio=0.99)
    tap(ann, "Decline")
    expect(offer).to_have_count(0)
    expect(tip).to_be_visible()
    assert ann.page.locator(".board").bounding_box() == board


def test_a_tip_takes_no_tap_that_is_meant_for_the_board(people, server):
    ann = people(settings={"tips": True, "confirm": True}, viewport={"width": 390, "height": 844}, **HELD)
    tip_placing(ann, server)
    expect(ann.page.locator(".tip")).to_be_visible()
    for square in ("j3", "a1", "j7", "a7", "e4"):
        box = ann.square(square).bounding_box()
        ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(ann.page.get_by_role("group", name=f"Place on {square}, red on top")).to_be_visible()
    expect(ann.page.locator(".tip")).to_be_visible()


@pytest.mark.full
def test_the_invited_are_told_that_the_seat_waits_for_them(people, server):
    ann = people(viewport={"width": 360, "height": 740}, **HELD)
    invitation(ann, server)
    expect(ann.turn).to_have_text("A seat is free for you.")
    expect(ann.page).to_have_title("● A seat is free for you · Carnac · Stonefield")
    expect(ann.page.get_by_text("You are watching.")).to_have_count(0)
    tap(ann, "Just watch")
    expect(ann.turn).to_have_text("Waiting for the other player.")
    expect(ann.page.get_by_text("You are watching.")).to_be_visible()


@pytest.mark.full
def test_leaving_a_megalith_has_a_name_on_a_phone(people, server):
    ann = people(viewport={"width": 360, "height": 740}, **HELD)
    tip_answering(ann, server)
    for language in LANGUAGES:
        speak(ann, language)
        assert ann.page.locator(".leave .short").is_visible()
        assert ann.page.evaluate(CUT_OFF) == []
    speak(ann, "en")
    leave = ann.page.get_by_role("button", name="Leave it standing")
    expect(leave.locator(".short")).to_have_text("Leave")
    assert leave.locator(".full").bounding_box()["width"] <= 1


@pytest.mark.full
def test_no_number_of_the_chances_is_cut(people, server):
    ann = people(settings={"winrate": "always"}, viewport={"width": 360, "height": 740}, **HELD)
    ann.sit_down(server.make_game("Ann", "level 1", board="medium"))
    number = ann.page.locator(".chances b")
    expect(number).to_contain_text("%")
    # The stockpile beside it leaves room for the bar.
    assert ann.page.locator(".chances .bar").bounding_box()["width"] > 100
    expect(ann.page.locator(".stock")).to_contain_text("28 megaliths in the stockpile")
    for share in ("5%", "13%", "100%"):
        number.evaluate("(number, share) => { number.textContent = `White ${share}` }", share)
        cut = number.evaluate(
            "number => { const [a, bar] = [number.getBoundingClientRect(),"
            " number.parentElement.querySelector('.bar').getBoundingClientRect()];"
            " return number.scrollWidth > number.clientWidth || a.left < 0 || a.right > bar.left + 0.5 }"
        )
        assert not cut, share
