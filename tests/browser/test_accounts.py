"""Accounts: a guest becomes one in one step, and finds everything again in another browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from server.accounts.browser import PASSWORD, fresh_name
from stonefield.locales import Catalogue

from .signing import give_authenticator, sign_up
from .test_everybody import PHONE, violations

GERMAN = Catalogue("de").text


def test_a_guest_keeps_the_game_by_a_passkey_and_plays_on_elsewhere(people, server, axe_source):
    # A passkey belongs to a site with a name.
    url = server.url.replace("127.0.0.1", "localhost")
    name = f"{fresh_name()}.x"
    mine = server.make_game("Ann", "open", board="small")
    bens = server.join(mine, "Ben")
    ann = people(url=url)
    give_authenticator(ann)
    ann.sit_down(mine)
    ann.page.get_by_role("link", name="Keep your games").click()
    expect(ann.page.get_by_role("heading", name="Keep your games")).to_be_visible()
    assert violations(ann, axe_source) == []
    make = ann.page.get_by_role("form", name="Create an account")
    make.get_by_label("Name").fill(name)
    expect(make).to_contain_text("This name is free.")
    make.get_by_role("button", name="Create with a passkey").click()

    welcome = ann.page.get_by_role("region", name=f"Welcome, {name}")
    expect(welcome).to_contain_text("Yours now, on every device: 1 game.")
    expect(welcome.get_by_role("heading", name="Welcome")).to_be_focused()
    codes = welcome.locator("code").all_inner_texts()
    assert len(set(codes)) == 8
    with ann.page.expect_download() as saved:
        welcome.get_by_role("button", name="Save as a file").click()
    assert saved.value.path().read_text("utf-8").split() == codes
    assert violations(ann, axe_source) == []
    welcome.get_by_role("button", name="I have them").click()
    expect(welcome).to_have_count(0)
    expect(ann.page.locator("header")).to_contain_text(name)
    expect(ann.page.get_by_role("region", name="Waiting for you")).to_contain_text("Carnac · Ben")

    # Out, and in again by the passkey, which names the account itself.
    ann.page.get_by_role("button", name="Sign out").click()
    ann.page.get_by_role("button", name="Sign out and forget").click()
    expect(make).to_be_visible()
    assert json.loads(ann.page.evaluate("localStorage.getItem('stonefield.games')")) == []
    ann.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(ann.page.get_by_role("region", name="Waiting for you")).to_contain_text("Carnac · Ben")

    # Another machine, without a passkey: a recovery code.
    other = people(url=url)
    other.open("/account")
    sign_in = other.page.get_by_role("form", name="Sign in")
    sign_in.get_by_role("button", name="Use a recovery code").click()
    sign_in.get_by_label("Name").fill(name.upper())
    sign_in.get_by_label("Recovery code").fill(codes[0].upper())
    sign_in.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.page.get_by_role("heading", name=f"Welcome back, {name}")).to_be_visible()
    other.page.get_by_role("link", name="Play", exact=True).click()
    waiting = other.page.get_by_role("region", name="It is your turn")
    expect(waiting).to_contain_text("Carnac · Ben")
    waiting.get_by_role("link", name="Continue").click()
    other.wait_for_turn()
    other.square("c3").click()
    other.after_move(1)
    assert [move["text"] for move in server.state(bens)["moves"]] == ["c3rw"]

    # The opponent sees that this is somebody, and who.
    ben = people(url=url)
    ben.sit_down(bens)
    ben.page.get_by_role("link", name=name).click()
    expect(ben.page.get_by_role("heading", name=name)).to_be_visible()
    expect(ben.page.locator("main")).to_contain_text("Here since")
    ben.page.reload()
    expect(ben.page.get_by_role("heading", name=name)).to_be_visible()
    assert violations(ben, axe_source) == []


def test_a_password_on_a_german_phone_and_what_is_refused(people, server, axe_source):
    name = fresh_name()
    ann = people(locale="de", expect_errors=True, **PHONE)
    ann.open("/account")
    make = ann.page.get_by_role("form", name=GERMAN("people.make"))
    # The server's address is made of numbers.
    expect(make).to_contain_text(GERMAN("people.passkey.address"))
    called, password = make.get_by_label("Name"), make.get_by_label("Passwort")
    called.fill("Аnna")
    expect(make).to_contain_text(GERMAN("people.problem.name_mixed"))
    called.fill(name)
    expect(make).to_contain_text(GERMAN("people.name.free"))
    password.fill("passwort123")
    submit = make.get_by_role("button", name=GERMAN("people.make.password"))
    submit.click()
    expect(make.get_by_role("alert")).to_have_text(GERMAN("error.weak_password"))
    expect(password).to_be_focused()
    make.get_by_role("button", name=GERMAN("people.password.show")).click()
    expect(password).to_have_attribute("type", "text")
    # Without the network nothing that was typed is lost.
    password.fill(PASSWORD)
    ann.context.set_offline(True)
    submit.click()
    expect(make.get_by_role("alert")).to_have_text(GERMAN("connection.away.text"))
    ann.context.set_offline(False)
    expect(called).to_have_value(name)
    submit.click()
    expect(ann.page.get_by_role("heading", name=GERMAN("people.made", name=name))).to_be_visible()
    assert violations(ann, axe_source) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390

    other = people(expect_errors=True)
    other.open("/account")
    making = other.page.get_by_role("form", name="Create an account")
    making.get_by_label("Name").fill(name.replace("T", "t"))
    expect(making).to_contain_text("This name is taken, or looks too much like one that is.")
    sign_in = other.page.get_by_role("form", name="Sign in")
    sign_in.get_by_label("Name").fill(name)
    sign_in.get_by_label("Password").fill("not the password")
    sign_in.get_by_label("Password").press("Enter")
    expect(sign_in.get_by_role("alert")).to_contain_text("That does not fit.")
    expect(sign_in.get_by_label("Name")).to_have_value(name)
    sign_in.get_by_label("Password").fill(PASSWORD)
    sign_in.get_by_label("Password").press("Enter")
    # The person's language has come along.
    expect(other.page.get_by_role("heading", name=GERMAN("people.arrived", name=name))).to_be_visible()
    expect(other.page.locator("html")).to_have_attribute("lang", "de")
    other.page.get_by_role("button", name=GERMAN("people.go_on")).click()

    # Signing the phone out from here.
    browsers = other.page.get_by_role("region", name=GERMAN("people.sessions")).get_by_role("listitem")
    expect(browsers).to_have_count(2)
    other.page.get_by_role("button", name=GERMAN("people.sessions.others")).click()
    expect(browsers).to_have_count(1)
    ann.page.reload()
    expect(make).to_be_visible()
    expect(ann.page.locator("header")).not_to_contain_text(name)


@pytest.mark.full
def test_choices_export_and_deletion(people, server, axe_source):
    ann = people(expect_errors=True)
    ann.open("/account")
    name = sign_up(ann)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name=name)).to_be_visible()
    assert violations(ann, axe_source) == []

    ann.page.get_by_role("switch", name="Private profile").check(force=True)
    ways = ann.page.get_by_role("region", name="Ways in")
    ways.get_by_role("button", name="Change the password").click()
    ways.get_by_label("New password").fill("another horse battery")
    ways.get_by_role("button", name="Save").click()
    expect(ways.get_by_role("status")).to_contain_text("The password is saved.")
    ways.get_by_role("button", name="Make new codes").click()
    codes = ann.page.get_by_role("region", name="Recovery codes")
    expect(codes.locator("code")).to_have_count(8)
    codes.get_by_role("button", name="I have them").click()

    renamed = fresh_name()
    choices = ann.page.get_by_role("region", name="Settings")
    choices.get_by_role("button", name="Change the name").click()
    choices.get_by_role("textbox", name="Name").fill(renamed)
    choices.get_by_role("button", name="Save").click()
    expect(ann.page.get_by_role("heading", name=renamed)).to_be_visible()
    expect(choices).to_contain_text("You can change your name again from")

    with ann.page.expect_download() as saved:
        ann.page.get_by_role("button", name="Download everything").click()
    assert renamed in saved.value.path().read_text("utf-8")
    profile = server.client().get(f"/api/accounts/{renamed}").json()
    assert profile == {"name": renamed, "created": None, "private": True, "ratings": [], "completion": None}

    ann.page.get_by_role("button", name="Delete the account").click()
    dialog = ann.page.get_by_role("dialog", name=f"Delete {renamed} for good?")
    expect(dialog).to_contain_text("Your name disappears from your games")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(ann.page.get_by_role("heading", name="Keep your games")).to_be_visible()
    ann.go(f"/people/{renamed}")
    expect(ann.page.get_by_role("alert")).to_have_text("There is no account with this name.")
    expect(ann.page.get_by_role("link", name=re.compile("Sign in"))).to_be_visible()
