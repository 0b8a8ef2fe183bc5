"""Chat and manners: two people talk, one is rude, is blocked and reported, and is told what was done."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from server.manners.people import appoint

from .signing import sign_up
from .test_everybody import violations

PHONE = {"width": 390, "height": 844}


def open_chat(person):
    person.page.get_by_role("button", name=re.compile("^Chat")).click()
    card = person.page.get_by_role("region", name="Chat")
    expect(card).to_be_visible()
    return card


def say(card, text: str) -> None:
    card.get_by_label("Say something").fill(text)
    card.get_by_role("button", name="Send").click()


def sit_down_with_accounts(people, server, **bens):
    """Ann and Ben, who have accounts, at one board."""
    # The browser notes each refused request.
    ann, ben = people(expect_errors=True), people(expect_errors=True, **bens)
    for one in (ann, ben):
        one.open("/")
    names = sign_up(ann), sign_up(ben)
    made = server.make_game("Ann", "open", board="small")
    joined = server.join(made, "Ben")
    for one, name, seat in ((ann, names[0], made), (ben, names[1], joined)):
        one.sit_down(seat)
        one.page.goto(one.url + "/account")
        one.page.evaluate(
            "held => fetch('/api/accounts/me/along', {method: 'POST', headers: {'Content-Type':"
            " 'application/json'}, body: JSON.stringify({games: [held]})})",
            {"game": seat["game"], "token": seat["token"]},
        )
        expect(one.page.get_by_role("heading", name=name)).to_be_visible()
        one.page.goto(one.url + f"/g/{seat['game']}")
        one.wait_for_board()
    return ann, ben, names


@pytest.mark.full
def test_two_people_talk_one_is_reported_and_told(people, server, axe_source):
    ann, ben, (ann_name, ben_name) = sit_down_with_accounts(people, server, viewport=PHONE)
    hers = open_chat(ann)
    say(hers, "<b>Hello</b> https://example.org")
    expect(hers.get_by_role("log")).to_contain_text("<b>Hello</b> https://example.org")
    expect(hers.get_by_role("log").get_by_role("link")).to_have_count(0)
    # Ben hears it, and sees that there is something to read.
    expect(ben.news).to_contain_text(f"{ann_name}: <b>Hello</b>")
    expect(ben.page.get_by_role("button", name="Chat 1")).to_be_visible()
    his = open_chat(ben)
    expect(his).to_contain_text("Hello")
    for one in (ann, ben):
        assert one.page.evaluate("document.getElementById('content').scrollWidth <= innerWidth")
    board = ben.page.locator(".board").first.bounding_box()
    assert his.bounding_box()["y"] >= board["y"] + board["height"] - 1, "never over the board"
    assert violations(ben, axe_source) == []
    assert violations(ann, axe_source) == []
    his.get_by_role("button", name="Good luck!").click()
    expect(hers.get_by_role("log")).to_contain_text("Good luck!")
    say(hers, "you are bad at this")
    expect(his.get_by_role("log")).to_contain_text("you are bad at this")

    # Ben mutes, blocks and reports.
    his.get_by_role("button", name="Chat settings").click()
    his.get_by_text("Do not show the others’ lines").click()
    his.get_by_role("button", name="Chat settings").click()
    expect(his.get_by_role("log")).not_to_contain_text("you are bad")
    his.get_by_role("button", name="Chat settings").click()
    his.get_by_role("button", name=f"Block {ann_name}").click()
    expect(his).to_contain_text(f"You have blocked {ann_name}.")
    his.get_by_role("button", name="Report").click()
    dialog = ben.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"{ann_name} does not learn who has sent it.")
    dialog.get_by_label("In your own words").fill("Not nice.")
    assert violations(ben, axe_source) == []
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_contain_text("Thank you.")
    dialog.get_by_role("button", name="Close").last.click()
    say(hers, "are you there?")
    expect(hers.get_by_role("alert")).to_contain_text("not available")
    ben.page.keyboard.press("Escape")
    expect(his).to_have_count(0)
    ben.open("/account")
    mine = ben.page.get_by_role("region", name="Chat and other people")
    expect(mine).to_contain_text(ann_name)
    mine.get_by_role("button", name=f"Undo {ann_name}").click()
    expect(mine).to_contain_text("You have blocked no one.")

    _moderated(people, server, axe_source, ann_name, ben_name)
    ann.open("/")
    told = ann.page.get_by_role("dialog")
    expect(told).to_contain_text("You cannot write in the chat until")
    expect(told).to_contain_text("Reason: Please be kind.")
    assert violations(ann, axe_source) == []
    told.get_by_role("button", name="I have read it").click()
    expect(told).to_have_count(0)
    ann.page.go_back()
    ann.wait_for_board()
    expect(open_chat(ann)).to_contain_text("Please be kind.")


def _moderated(people, server, axe_source, ann_name: str, ben_name: str) -> None:
    cleo = people()
    cleo.open("/")
    appoint(server, sign_up(cleo))
    cleo.open("/account")
    cleo.page.get_by_role("link", name="Moderation").click()
    cleo.page.get_by_role("button", name=re.compile(f"{ann_name} · Insults")).click()
    report = cleo.page.get_by_role("listitem").filter(has_text=f"Reported by {ben_name}").first
    expect(report).to_contain_text("Not nice.")
    expect(report).to_contain_text("you are bad at this")
    expect(report).to_contain_text("Player 2 Good luck!")
    assert violations(cleo, axe_source) == []
    report.get_by_label("What to do").select_option("mute")
    report.get_by_label("For how many days").fill("3")
    report.get_by_label("Reason").fill("Please be kind.")
    report.get_by_role("button", name="Confirm").click()
    expect(report.get_by_role("listitem").filter(has_text="Please be kind.").first).to_be_visible()
    expect(report.get_by_label("Reason")).to_have_value("")
    report.get_by_label("What to do").select_option("close")
    report.get_by_label("Reason").fill("Settled.")
    report.get_by_role("button", name="Confirm").click()
    expect(cleo.page.get_by_role("button", name="Open reports (0)")).to_be_visible()


def test_a_profile_says_who_finishes_games_and_offers_ways_to_keep_away(people, axe_source):
    ann, ben = people(), people()
    for one in (ann, ben):
        one.open("/")
    sign_up(ann)
    name = sign_up(ben)
    ann.open(f"/people/{name}")
    ann.page.get_by_role("button", name=f"Do not pair me with {name}").click()
    expect(ann.page.get_by_text(f"You are not paired with {name}.")).to_be_visible()
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.get_by_role("button", name=f"Block {name}")).to_be_visible()
    assert violations(ann, axe_source) == []
