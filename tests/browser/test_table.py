"""What happens around a game: clocks, browsing, undo and hint, the end explained, records, sharing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


def test_a_clock_that_runs_out_ends_the_game(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small", clock={"seconds": 2, "increment": 0}))
    expect(ann.page.get_by_role("timer")).to_have_count(2)
    ann.square("c3").click()
    expect(ann.page.locator("#end-title")).to_have_text("Red wins")
    expect(ann.page.locator(".end")).to_contain_text("White ran out of time.")


def test_arrow_keys_leaf_through_the_moves_without_disturbing_the_game(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E", "b2wr")
    ann.sit_down(seated)
    assert ann.moves == ["c3rw", "E", "b2wr"]
    ann.page.locator("body").press("ArrowLeft")
    expect(ann.turn).to_have_text("You are looking at an earlier position.")
    expect(ann.square("b2")).to_have_attribute("aria-label", "b2, empty")
    ann.page.locator("body").press("ArrowLeft")
    expect(ann.square("c3")).to_have_attribute("aria-label", "c3, red, standing, awaiting an answer")
    assert server.state(seated)["scene"]["ply"] == 3
    ann.page.get_by_role("button", name="Back to the game").click()
    expect(ann.square("b2")).to_have_attribute(
        "aria-label", re.compile("b2, white, standing, awaiting an answer")
    )


@pytest.mark.full
def test_undo_and_redo_at_one_screen(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.square("c3").click()
    ann.after_move(1)
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.square("c3")).to_have_attribute("aria-label", "c3, empty")
    ann.page.get_by_role("button", name="Redo").click()
    expect(ann.square("c3")).to_have_attribute("aria-label", re.compile("c3, red, standing"))


def test_a_hint_names_a_move_and_can_be_played(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "level 1", board="4x3", stock=4))
    ann.page.get_by_role("button", name="Hint").click()
    card = ann.page.locator(".hint.card")
    advice = re.compile(r"Place on ([a-d][1-3]), (red|white) on top, (red|white) east and west")
    expect(card).to_contain_text(advice)
    expect(card.locator("li").first).not_to_be_empty()
    square, top, axis = advice.search(card.inner_text()).groups()
    expect(ann.page.locator("svg .ghost")).to_have_count(1)
    card.get_by_role("button", name="Play it").click()
    ann.after_move(1)
    assert ann.moves[0] == f"{square}{top[0]}{axis[0]}"


@pytest.mark.full
def test_the_stone_in_hand_is_flipped_and_turned(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    hand = ann.page.get_by_role("region", name="The megalith in your hand")
    expect(hand).to_contain_text("red on top, white to the east and west.")
    ann.press("t", "r")
    expect(hand).to_contain_text("white on top, red to the east and west.")
    ann.square("c3").hover()
    expect(ann.page.locator("svg .fall.red")).to_have_count(2)
    expect(ann.page.locator("svg .fall.white")).to_have_count(2)
    ann.square("c3").click()
    ann.after_move(1)
    assert ann.moves == ["c3wr"]


def test_the_second_player_may_swap(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small", swap=True))
    ann.square("c3").click()
    ann.page.get_by_role("button", name="Swap colours").click()
    ann.after_move(2)
    expect(ann.news).to_contain_text("The players exchange colours.")


def test_the_end_is_explained_dolmen_by_dolmen(people, server):
    ann = people()
    seated = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(seated, "a1rw", "N", "c1wr", "N", "d1rr")
    ann.sit_down(seated)
    expect(ann.page.locator("#end-title")).to_be_visible()
    state = server.state(seated)
    rows = ann.page.locator(".end tbody tr")
    expect(rows).to_have_count(1 + len(state["score"]["detail"]["pairs"]))
    expect(rows.first).to_contain_text(str(state["score"]["counts"]["red"]))
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_record_goes_out_and_comes_in_again(people, server):
    ann = people(accept_downloads=True)
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E", "b2wr", "-")
    ann.sit_down(seated)
    ann.page.get_by_role("button", name="Share and save").click()
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("link", name="Download the record").click()
    record = saved.value.path().read_text("utf-8")
    assert "c3rw" in record
    with ann.page.expect_download() as drawn:
        ann.page.get_by_role("button", name="Picture as PNG").click()
    assert drawn.value.path().read_bytes().startswith(b"\x89PNG")

    ann.open("/open")
    ann.page.get_by_label("Text of the game record").fill(record)
    ann.page.get_by_role("button", name="Open the game").click()
    ann.after_move(4)
    assert ann.moves == ["c3rw", "E", "b2wr", "–"]
    assert ann.game_id != seated["game"]


def test_an_unreadable_record_is_refused_with_its_place(people):
    ann = people(expect_errors=True)
    ann.open("/open")
    ann.page.get_by_label("Text of the game record").fill('[Game "carnac"]\n\n1. z9rw')
    ann.page.get_by_role("button", name="Open the game").click()
    expect(ann.page.get_by_role("alert")).to_contain_text(
        re.compile(r"This record cannot be read\.\s+Line 3, column 4:\s+z9rw")
    )


@pytest.mark.full
def test_two_engines_can_be_watched(people, server):
    ann = people()
    ann.open("/new?game=carnac&way=watch")
    ann.page.get_by_text("Other size").click()
    ann.page.get_by_label("Squares from west to east").fill("3")
    ann.page.get_by_label("Squares from south to north").fill("3")
    for level in ann.page.get_by_role("slider").all():
        level.fill("1")
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_selector("#end-title")
    assert {move["seat"] for move in server.state({"game": ann.game_id}, token=False)["moves"]} == {0, 1}


@pytest.mark.full
def test_a_game_between_engines_can_be_paused_stopped_and_repeated(people, server):
    ann = people()
    seated = server.make_game("level 1", "level 1", board="large")
    ann.sit_down(seated)
    ann.after_move(1)
    ann.page.get_by_role("button", name="Pause").click()
    expect(ann.turn).to_have_text("The game is paused.")
    ann.page.get_by_role("button", name="Resume").click()
    expect(ann.turn).to_have_text("The engine is thinking.")
    ann.page.get_by_role("button", name="Stop the game").click()
    expect(ann.page.locator("#end-title")).to_have_text("The game was stopped")
    assert server.state(seated)["outcome"]["reason"] == "stopped"
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: seated["game"] not in url)
    expect(ann.page.get_by_role("button", name="Stop the game")).to_be_visible()
    ann.page.get_by_role("button", name="Stop the game").click()
    expect(ann.page.locator("#end-title")).to_be_visible()


@pytest.mark.full
def test_the_chances_can_be_switched_off(people, server):
    ann = people(settings={"winrate": None})
    ann.sit_down(server.make_game("Ann", "level 1", board="4x3", stock=4))
    bar = ann.page.get_by_role("img", name="Winning chances")
    expect(bar).to_be_visible()
    ann.page.get_by_role("button", name="Settings").click()
    choice = ann.page.get_by_role("group", name="Winning chances during a game")
    choice.get_by_text("Never").click()
    ann.press("Escape")
    expect(bar).to_have_count(0)


def test_a_spectator_sees_the_game_and_cannot_move(people, server):
    seated = server.make_game("Ann", "Ben", board="small")
    carl = people()
    carl.open(f"/g/{seated['game']}")
    expect(carl.page.get_by_text("You are watching.")).to_be_visible()
    carl.square("c3").click()
    server.play(seated, "b2rw")
    expect(carl.square("b2")).to_have_attribute("aria-label", re.compile("b2, red, standing"))
    expect(carl.square("c3")).to_have_attribute("aria-label", "c3, empty")
    expect(carl.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_resigning_asks_first(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "level 1", board="small"))
    ann.page.get_by_role("button", name="Resign").click()
    expect(ann.page.get_by_role("alertdialog")).to_contain_text("Resign this game?")
    ann.page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    expect(ann.page.locator("#end-title")).to_have_text("You lose")
    expect(ann.page.locator(".end")).to_contain_text("You resigned.")
    # Against the engine a rematch needs nobody's consent; the colours are exchanged.
    first = ann.game_id
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: first not in url)
    ann.wait_for_turn()
    seats = server.state({"game": ann.game_id}, token=False)["seats"]
    assert [seat["kind"] for seat in seats] == ["engine", "person"]


def test_a_takeback_goes_back_to_before_the_asker_s_turn(people, server):
    made = server.make_game("Ann", "open", board="small")
    ann, ben = people(), people()
    joined = server.join(made)
    ann.sit_down(made)
    ben.sit_down(joined)
    ann.square("c3").click()
    ben.page.get_by_role("button", name="Leave it standing").click()
    ann.after_move(2)
    ben.page.get_by_role("button", name="Ask for a takeback").click()
    expect(ann.page.get_by_text("Your opponent would like to take back the last turn.")).to_be_visible()
    ann.page.get_by_role("button", name="Accept").click()
    expect(ben.turn).to_have_text("Your turn: tilt the megalith or leave it standing.")
    assert ben.moves == ["c3rw"]


@pytest.mark.full
def test_a_seat_that_is_taken_cannot_be_taken_again(people, server):
    made = server.make_game("Ann", "open", board="small")
    carl = people(expect_errors=True)
    carl.open(made["links"]["join"])
    expect(carl.page.get_by_role("heading", name="You are invited to a game of Carnac")).to_be_visible()
    server.join(made, "Ben")
    expect(carl.page.get_by_role("button", name="Take the seat")).to_have_count(0)
    expect(carl.page.get_by_text("You are watching.")).to_be_visible()


@pytest.mark.full
def test_the_view_turns_at_one_screen_if_they_like(people, server):
    ann = people(settings={"turning": True})
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    assert ann.square("a1").bounding_box()["y"] > ann.square("a5").bounding_box()["y"]
    ann.square("c3").click()
    expect(ann.turn).to_have_text("White decides: tilt the megalith or leave it.")
    assert ann.square("a1").bounding_box()["y"] < ann.square("a5").bounding_box()["y"]
