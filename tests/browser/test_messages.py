"""Messages: switched on with a mouse and a keyboard, confirmed by a link, and told by mail and push."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.accounts.browser import Browser, fresh_name
from server.notify.away import DUE, WINDOW, confirmed, game_of, later, leave, play
from server.notify.receivers import Device, MailBox, Takers, link_in, outgoing, text_of, until
from server.serverprocess import ServerThread

from .player import Player
from .signing import sign_up
from .test_everybody import violations

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def post():
    box, takers = MailBox().start(), Takers().start()
    yield box, takers
    box.stop(), takers.stop()


@pytest.fixture
def sending(page_built, tmp_path, post):
    """A server of its own that sends to us, and whose links lead to itself."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = ServerThread(
        f"sqlite:///{tmp_path}/games.db",
        public_url=f"http://127.0.0.1:{port}",
        outgoing=outgoing(*post),
        static=Path(page_built),
    )
    server.start(port=port)
    yield server
    server.stop()


@pytest.fixture
def people(sending, people):
    """Their browsers are closed before their server ends."""
    return people


def leave_the_app(person: Player) -> None:
    """To where nothing asks the server for anything, however slow the machine is."""
    person.page.goto(f"{person.url}/api/health")


@pytest.mark.full
def test_a_person_is_told_by_mail_and_follows_its_links(sending, post, people, axe_source):
    box, _ = post
    ann = people(url=sending.url)
    ann.open("/")
    sign_up(ann)
    ann.open("/account")
    page = ann.page
    messages = page.get_by_role("region", name="Messages")
    messages.get_by_label("Mail address").fill("ann@example.org")
    messages.get_by_role("button", name="Send link").press("Enter")
    expect(messages).to_contain_text("A link goes to ann@example.org.")
    page.goto(link_in(box.wait(), "#confirm="))
    expect(page.get_by_text("Your mail address is confirmed.")).to_be_visible()
    assert "#" not in page.url
    messages.get_by_role("switch", name="Messages by mail").check(force=True)
    expect(messages.get_by_label("When")).to_have_value("")
    assert violations(ann, axe_source) == []
    with Browser(sending) as ben, Browser(sending) as as_ann:
        as_ann.cookies.update({one["name"]: one["value"] for one in ann.context.cookies()})
        ben.make_account("Benjamin")
        game = game_of(as_ann, ben)
        play(as_ann, game)
        # Who draws for mails has begun to work: a mail does not wait for long for its picture.
        assert as_ann.get(f"/api/games/{game}/picture.png").status_code == 200
        leave_the_app(ann)
        until(lambda: not sending.application.sockets)
        leave(sending)
        play(ben, game)
        sending.jump(DUE)
    mail = box.wait(2)
    assert mail["Subject"] == "It is your turn in a game"
    assert "Carnac against Benjamin" in text_of(mail)
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content().startswith(b"\x89PNG")
    page.goto(link_in(mail, f"/g/{game}"))
    ann.wait_for_board()
    expect(ann.turn).to_contain_text("Your turn")
    page.goto(link_in(mail, "#unsubscribe="))
    expect(page.get_by_text("No more mails will come.")).to_be_visible()
    expect(messages.get_by_role("switch", name="Messages by mail")).not_to_be_checked()


def as_they_are(sending, person: Player) -> Browser:
    """The person in front of the page, asking without it."""
    browser = Browser(sending)
    browser.cookies.update({one["name"]: one["value"] for one in person.context.cookies()})
    return browser


def gone(sending, person: Player) -> dict:
    """They close the browser, and what they have caused is due: what the browser keeps."""
    kept = person.context.storage_state()
    person.context.close()
    until(lambda: not sending.application.sockets)
    sending.jump(DUE)
    return kept


@pytest.mark.full
def test_two_people_who_are_never_there_together_are_told_each_time(sending, post, people):
    box, takers = post
    ben = people(url=sending.url, viewport=PHONE)
    ben.open("/")
    bens = sign_up(ben)
    device = Device(f"{takers.origin}/push/ben")
    with as_they_are(sending, ben) as quiet:
        assert quiet.post("/api/accounts/me/messages/devices", json=device.subscription).status_code == 201
    ben_kept = gone(sending, ben)
    ann = people(url=sending.url)
    ann.open("/")
    anns = sign_up(ann)
    with as_they_are(sending, ann) as quiet:
        confirmed(quiet, box)
    mails = len(box.mails)
    leave(sending)

    # A challenge is pushed to his phone, and leads to where he accepts it.
    ann.open(f"/people/{bens}")
    ann.page.get_by_role("link", name=f"Challenge {bens}").click()
    form = ann.page.get_by_role("form", name="New challenge")
    form.get_by_text("Small", exact=True).click()
    form.get_by_role("button", name="Send the challenge").click()
    expect(ann.page.get_by_text(f"{bens} finds your challenge")).to_be_visible()
    ann_kept = gone(sending, ann)
    pushed = device.read(takers.wait().body)
    assert f"{anns} challenges you to a game of Carnac" in pushed["title"]
    later(sending, WINDOW)
    ben = people(url=sending.url, storage_state=ben_kept, viewport=PHONE)
    ben.open(pushed["url"])
    ben.page.get_by_role("button", name=re.compile("^Accept")).click()
    game = ben.wait_for_game()
    ben_kept = gone(sending, ben)

    # She is told by mail, and its link leads to the board.
    mail = box.wait(mails + 1)
    assert f"Your game of Carnac against {bens} has begun" in text_of(mail)
    later(sending, WINDOW)
    ann = people(url=sending.url, storage_state=ann_kept)
    ann.page.goto(link_in(mail, f"/g/{game}"))
    ann.wait_for_turn()
    ann.square("c3").click()
    ann.after_move(1)
    ann_kept = gone(sending, ann)

    # His turn; he gives up, and would like another one.
    pushed = device.read(takers.wait(2).body)
    assert pushed["title"] == "It is your turn in a game"
    later(sending, WINDOW)
    ben = people(url=sending.url, storage_state=ben_kept, viewport=PHONE)
    ben.open(pushed["url"])
    ben.wait_for_turn()
    assert ben.game_id == game
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Rematch", exact=True).click()
    expect(ben.page.get_by_text("Offered. Waiting for the answer.")).to_be_visible()
    ben_kept = gone(sending, ben)

    # One mail says both, and the next game begins.
    mail = box.wait(mails + 2)
    assert f"You have won: Carnac against {bens}" in text_of(mail)
    assert f"{bens} would like a rematch of Carnac" in text_of(mail)
    later(sending, WINDOW)
    ann = people(url=sending.url, storage_state=ann_kept)
    ann.page.goto(link_in(mail, f"/g/{game}"))
    ann.page.get_by_role("button", name="Accept").click()
    rematch = ann.wait_for_game(after=game)
    gone(sending, ann)
    pushed = device.read(takers.wait(3).body)
    assert pushed["url"] == f"/g/{rematch}"
    assert len(box.mails) == mails + 2


def test_a_person_who_is_locked_out_comes_in_by_mail(sending, post, people):
    box, _ = post
    ann, later = people(url=sending.url), people(url=sending.url, viewport=PHONE)
    ann.open("/")
    name = sign_up(ann, fresh_name())
    ann.open("/account")
    messages = ann.page.get_by_role("region", name="Messages")
    messages.get_by_label("Mail address").fill("ann@example.org")
    messages.get_by_role("button", name="Send link").click()
    ann.page.goto(link_in(box.wait(), "#confirm="))
    expect(ann.page.get_by_text("Your mail address is confirmed.")).to_be_visible()
    later.open("/account")
    form = later.page.get_by_role("form", name="Sign in")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Use a recovery code").click()
    form.get_by_role("button", name="Send me a link by mail").click()
    expect(form.get_by_role("status")).to_contain_text("a link is on its way")
    later.page.goto(link_in(box.wait(2), "#recover="))
    expect(later.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(later.page.get_by_text("You are in again.")).to_be_visible()
    assert later.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.full
def test_the_service_worker_shows_what_is_pushed(sending, post, people):
    """The browser's own push service is not reached here; it hands messages on to the service worker.

    A browser without a screen shows no notifications: what the service worker asks it to show is looked at.
    """
    _, takers = post
    # What the service worker was fetching when the page was left is noted by the browser.
    ann = people(url=sending.url, service_workers="allow", expect_errors=True)
    ann.open("/")
    sign_up(ann)
    ann.wait_for_service_worker()
    ann.open("/account")
    messages = ann.page.get_by_role("region", name="Messages")
    expect(messages.get_by_role("heading", name="Discord")).to_be_visible()
    device = Device(f"{takers.origin}/push/ann")
    with Browser(sending) as ben, Browser(sending) as as_ann:
        as_ann.cookies.update({one["name"]: one["value"] for one in ann.context.cookies()})
        added = as_ann.post("/api/accounts/me/messages/devices", json=device.subscription)
        assert added.status_code == 201
        ann.page.reload()
        expect(messages.get_by_role("switch", name="Push messages in this browser")).to_be_checked()
        ben.make_account("Benjamin")
        game = game_of(as_ann, ben)
        play(as_ann, game)
        leave_the_app(ann)
        until(lambda: not sending.application.sockets)
        leave(sending)
        play(ben, game)
        sending.jump(DUE)
        pushed = device.read(takers.wait().body)
    session = ann.context.new_cdp_session(ann.page)
    found: dict = {}
    session.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.update(said))
    session.send("ServiceWorker.enable")

    def registered() -> list[str]:
        ann.page.wait_for_timeout(20)  # What the browser tells is heard meanwhile.
        return [one["registrationId"] for one in found.get("registrations", ()) if not one["isDeleted"]]

    until(registered)
    (registration,) = registered()
    wanted = {"origin": sending.url, "registrationId": registration, "data": json.dumps(pushed)}
    worker = ann.context.service_workers[-1]
    worker.evaluate("""() => {
      self.shown = []
      self.registration.showNotification = async (title, { body, data }) => {
        self.shown.push({ title, body, ...data })
      }
    }""")
    session.send("ServiceWorker.deliverPushMessage", wanted)
    until(lambda: worker.evaluate("self.shown"))
    (note,) = worker.evaluate("self.shown")
    assert note["title"] == "It is your turn in a game"
    assert re.search("Carnac against Benjamin", note["body"])
    assert note["url"] == f"/g/{game}"
