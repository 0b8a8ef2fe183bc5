"""People who are away hear of their turn, over every channel, once until they are back."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import httpx
import pytest
from sqlalchemy import select, update

from stonefield.locales import LANGUAGES
from stonefield.server.settings import Outgoing, Quotas
from stonefield.server.store.tables import deadlines

from ..accounts.browser import PASSWORD, Browser
from ..test_correspondence import CLOCK
from .away import DUE, LOOK, WINDOW, asked, confirmed, game_of, later, leave, play, waiting
from .receivers import Device, check_vapid, html_of, link_in, outgoing, text_of, until


def test_a_mail_tells_of_the_turn_once_until_the_person_is_back(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(language="de"), ben.make_account("Benjamin")
        confirmed(ann, mailbox)
        game, other, third = (game_of(ann, ben) for _ in range(3))
        for one in (game, other, third):
            play(ann, one)
        mails = len(mailbox.mails)
        leave(server)
        play(ben, game), play(ben, other)
        server.jump(DUE)
        mail = mailbox.wait(mails + 1)
        assert mail["Subject"] == "Du bist in 2 Partien dran"
        assert mail["To"] == "ann@example.org"
        assert f"https://stones.example.org/g/{game}" in text_of(mail)
        assert "Carnac gegen Benjamin" in text_of(mail)
        assert "{" not in text_of(mail)
        pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
        assert len(pictures) == 2
        assert pictures[0].get_content().startswith(b"\x89PNG")
        assert f"cid:{pictures[0]['Content-ID'][1:-1]}" in html_of(mail)
        # Another turn begins; she has not been there since.
        play(ben, third)
        server.jump(DUE)
        later(server, WINDOW)
        until(lambda: not waiting(server))
        assert len(mailbox.mails) == mails + 1
        ann.me()
        play(ann, game)
        leave(server)
        play(ben, game)
        server.jump(DUE)
        mailbox.wait(mails + 2)
        assert mailbox.mails[-1]["Message-ID"] != mail["Message-ID"]


@pytest.mark.full
def test_who_is_present_and_who_moved_hear_nothing(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account()
        confirmed(ann, mailbox), confirmed(ben, mailbox, "ben@example.org")
        game = game_of(ann, ben)
        mails = len(mailbox.mails)
        leave(server)
        play(ann, game)
        server.jump(DUE)
        mailbox.wait(mails + 1)
        until(lambda: not waiting(server))
        assert mailbox.recipients[mails:] == ["ben@example.org"]
        ben.me()
        play(ben, game)
        ann.me()
        server.jump(DUE)
        until(lambda: not waiting(server))
        assert mailbox.recipients[mails:] == ["ben@example.org"]


def test_push_messages_are_encrypted_and_signed_and_dead_browsers_forgotten(sending, takers):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account("Benjamin")
        device = Device(f"{takers.origin}/push/one")
        added = ann.post("/api/accounts/me/messages/devices", json=device.subscription)
        assert added.status_code == 201, added.text
        assert added.json()["devices"][0]["current"]
        game = game_of(ann, ben)
        play(ann, game)
        leave(server)
        play(ben, game)
        server.jump(DUE)
        taken = takers.wait()
        shown = device.read(taken.body)
        assert shown["title"] == "It is your turn in a game"
        assert shown["url"] == f"/g/{game}"
        assert taken.headers["topic"] == shown["tag"]
        claims = check_vapid(taken, added.json()["push_key"], takers.origin)
        assert claims["sub"] == "https://stones.example.org"
        takers.status = 410
        play(ann, game)
        leave(server)
        later(server, WINDOW)
        play(ben, game)
        server.jump(DUE)
        takers.wait(2)
        until(lambda: not waiting(server))
        until(lambda: ann.get("/api/accounts/me/messages").json()["devices"] == [])


def test_a_browser_that_signs_out_gets_no_more_push_messages(sending, takers):
    server = sending()
    with Browser(server) as ann:
        name = ann.make_account()["account"]["name"]
        ann.post("/api/accounts/me/messages/devices", json=Device(f"{takers.origin}/one").subscription)
        assert ann.delete("/api/sessions/current").status_code == 204
        assert ann.sign_in(name).status_code == 201
        assert ann.get("/api/accounts/me/messages").json()["devices"] == []


def test_discord_and_telegram(sending, takers, mailbox):
    server = sending()
    hook = f"{takers.origin}/api/webhooks/123456/abcdefghijklmnopqrstuvwxyz"
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account("Benjamin")
        assert ann.put("/api/accounts/me/messages/discord", json={"webhook": hook}).status_code == 200
        view = ann.put("/api/accounts/me/messages/telegram", json={"chat": "4711"}).json()
        assert view["discord"] == {"confirmed": True, "broken": False, "address": "123456"}
        assert view["telegram"] == {"confirmed": False, "broken": False, "address": "4711"}
        asked = takers.wait()
        assert asked.path == "/bot123:abc/sendMessage"
        said = json.loads(asked.body)
        assert said["chat_id"] == 4711
        token = said["text"].split("#confirm=")[1].split()[0]
        assert ann.post("/api/notifications/confirm", json={"token": token}).json() == {"what": "telegram"}
        again = ann.post("/api/notifications/confirm", json={"token": token})
        assert again.json()["code"] == "link_used"
        game = game_of(ann, ben)
        play(ann, game)
        leave(server)
        play(ben, game)
        server.jump(DUE)
        takers.wait(3)
        by = {taken.path.split("/")[1]: json.loads(taken.body) for taken in takers.taken[1:]}
        assert f"<https://stones.example.org/g/{game}>" in by["api"]["content"]
        assert by["api"]["allowed_mentions"] == {"parse": []}
        assert f"/g/{game}" in by["bot123:abc"]["text"]
        takers.status = 404
        play(ann, game)
        leave(server)
        later(server, WINDOW)
        play(ben, game)
        server.jump(DUE)
        until(lambda: (ann.server, not waiting(server))[1])
        view = ann.get("/api/accounts/me/messages").json()
        assert view["discord"]["broken"]
        assert view["telegram"]["broken"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("messages/discord", {"webhook": "https://discord.com.evil.example/api/webhooks/123456/" + 20 * "a"}),
        ("messages/discord", {"webhook": "https://discord.com@evil.example/api/webhooks/123456/" + 20 * "a"}),
        ("messages/discord", {"webhook": "http://127.0.0.1:80/api/webhooks/123456/" + 20 * "a"}),
        ("messages/discord", {"webhook": "https://discord.com/api/webhooks/123456/../../x" + 20 * "a"}),
        ("messages/telegram", {"chat": "../getUpdates"}),
        ("mail", {"mail": "ann@localhost"}),
        ("mail", {"mail": "ann@example.org\nBcc: all@example.org"}),
        ("mail", {"mail": "ann@example.org, ben@example.org"}),
    ],
)
def test_nothing_goes_anywhere_else(server_here, mailbox, path, body):
    there = Outgoing(smtp=mailbox.url, telegram="1:a")
    server = server_here(public_url="https://stones.example.org", outgoing=there)
    with Browser(server) as ann:
        ann.make_account()
        assert ann.put(f"/api/accounts/me/{path}", json=body).json()["code"] == "bad_address"
        for endpoint in (
            "https://evil.example/x",
            "https://fcm.googleapis.com.evil.example/",
            "http://[::1]/",
        ):
            device = Device(endpoint).subscription
            refused = ann.post("/api/accounts/me/messages/devices", json=device)
            assert refused.json()["code"] == "bad_address"
        good = Device("https://updates.push.services.mozilla.com/wpush/v2/x").subscription
        assert ann.post("/api/accounts/me/messages/devices", json=good).status_code == 201
        good["keys"]["p256dh"] = "AAAA"
        assert ann.post("/api/accounts/me/messages/devices", json=good).json()["code"] == "bad_address"


def test_one_click_and_a_link_end_mails_without_signing_in(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account()
        confirmed(ann, mailbox)
        game = game_of(ann, ben)
        play(ann, game)
        leave(server)
        mails = len(mailbox.mails)
        play(ben, game)
        server.jump(DUE)
        mail = mailbox.wait(mails + 1)
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        there = mail["List-Unsubscribe"].strip("<>").replace("https://stones.example.org", server.url)
        token = there.rpartition("/")[2]
        assert link_in(mail, "#unsubscribe=").endswith(token)
        # As a mail program does it: no cookie, no origin, a form.
        wrong = f"{there[:-1]}{'a' if there[-1] != 'a' else 'b'}"
        for url, on in ((wrong, True), (there, False), (there, False)):
            done = httpx.post(url, data={"List-Unsubscribe": "One-Click"})
            assert done.status_code == 204
            assert ann.get("/api/accounts/me/messages").json()["mail"]["on"] is on


def test_an_account_is_recovered_by_mail_once_and_no_one_learns_who_has_one(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as stranger:
        name = ann.make_account()["account"]["name"]
        without = stranger.make_account()["account"]["name"]
        confirmed(ann, mailbox)
        mails = len(mailbox.mails)
        for asked in (without, "NoSuchName", name):
            answer = httpx.post(f"{server.url}/api/sessions/mail", json={"name": asked})
            assert (answer.status_code, answer.content) == (204, b"")
        mail = mailbox.wait(mails + 1)
        assert "Back into your account" in mail["Subject"]
        assert mail["List-Unsubscribe"] is None
        token = link_in(mail, "#recover=").rpartition("=")[2]
        with Browser(server) as again:
            entered = again.post("/api/sessions/mail-link", json={"token": token})
            assert entered.status_code == 201
            assert entered.json()["account"]["name"] == name
            assert (
                again.put("/api/accounts/me/password", json={"password": PASSWORD + "!"}).status_code == 200
            )
            second = again.post("/api/sessions/mail-link", json={"token": token})
            assert second.json()["code"] == "link_used"
        assert len(mailbox.mails) == mails + 1


def test_an_address_has_to_be_confirmed_and_forgets_what_was_sent_before(sending, mailbox):
    server = sending()
    with Browser(server) as ann:
        ann.make_account()
        refused = ann.put("/api/accounts/me/messages/mail", json={"on": True})
        assert refused.json()["code"] == "confirm_first"
        assert ann.put("/api/accounts/me/mail", json={"mail": "old@example.org"}).status_code == 200
        token = link_in(mailbox.wait(), "#confirm=").rpartition("=")[2]
        assert ann.put("/api/accounts/me/mail", json={"mail": "new@example.org"}).status_code == 200
        assert ann.post("/api/notifications/confirm", json={"token": token}).json()["code"] == "link_used"
        assert not ann.get("/api/accounts/me/messages").json()["confirmed"]
        confirmed(ann, mailbox, "new@example.org")
        assert ann.put("/api/accounts/me/mail", json={"mail": None}).json()["mail"]["on"] is False


@pytest.mark.full
def test_an_address_that_refuses_is_tried_no_more(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account()
        confirmed(ann, mailbox)
        game = game_of(ann, ben)
        play(ann, game)
        leave(server)
        mailbox.refuses = "550 no such user"
        play(ben, game)
        server.jump(DUE)
        until(lambda: not waiting(server))
        assert ann.get("/api/accounts/me/messages").json()["mail"]["broken"]


@pytest.mark.full
def test_a_mail_server_that_is_away_loses_nothing(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account()
        confirmed(ann, mailbox)
        game = game_of(ann, ben)
        play(ann, game)
        leave(server)
        mails = len(mailbox.mails)
        mailbox.refuses = "451 later"
        play(ben, game)
        server.jump(DUE)
        until(lambda: waiting(server)[0].taken_until and mailbox.refused)
        mailbox.refuses = None
        server.jump(200)
        mailbox.wait(mails + 1)
        assert "your turn" in mailbox.mails[-1]["Subject"]


def test_a_day_s_mails_come_together_at_their_hour(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account()
        confirmed(ann, mailbox, hour=7)
        game = game_of(ann, ben)
        play(ann, game)
        leave(server)
        play(ben, game)
        (row,) = waiting(server)
        assert row.due % 86_400_000 == 7 * 3_600_000
        assert row.due > row.at


def test_a_feed_has_an_address_that_can_be_changed(sending):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account("Benjamin")
        first = ann.post("/api/accounts/me/messages/feed").json()["address"]
        game = game_of(ann, ben)
        path = first.removeprefix("https://stones.example.org")
        told = httpx.get(server.url + path)
        assert told.headers["content-type"].startswith("application/atom+xml")
        space = "{http://www.w3.org/2005/Atom}"
        (entry,) = ElementTree.fromstring(told.content).findall(f"{space}entry")
        assert entry.find(f"{space}title").text == "Carnac against Benjamin: your turn"
        assert entry.find(f"{space}link").get("href") == f"https://stones.example.org/g/{game}"
        ann.post("/api/accounts/me/messages/feed")
        assert httpx.get(server.url + path).json()["code"] == "not_found"


def test_without_a_public_address_nothing_is_offered(server):
    with Browser(server) as ann:
        ann.make_account()
        offered = ann.get("/api/accounts/me/messages").json()["offered"]
        assert set(offered.values()) == {False}
        assert ann.post("/api/accounts/me/messages/feed").json()["code"] == "not_sent_here"
        assert (
            ann.put("/api/accounts/me/mail", json={"mail": "a@example.org"}).json()["code"] == "not_sent_here"
        )


@pytest.mark.full
def test_a_quarter_of_the_time_is_left(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann.make_account(), ben.make_account()
        confirmed(ann, mailbox)
        game = game_of(ann, ben)
        mails = len(mailbox.mails)
        leave(server)
        ben.act(game, "offer", kind="draw")
        server.jump(DUE)
        offered = mailbox.wait(mails + 1)
        assert "draw" in offered["Subject"]
        quarter = CLOCK["bank_hours"] * 3_600_000 // 4
        (row,) = asked(server, lambda one: one.execute(select(deadlines)).all())
        assert row.due_at - row.remind_at == quarter, "an offer does not put it off"
        later(server, WINDOW)
        (moved,) = asked(server, lambda one: one.execute(select(deadlines)).all())
        assert moved.due_at - moved.remind_at == quarter, "what the server gives back moves it on"
        # Time that a test jumps over would be given back: it is due now.
        asked(server, lambda one: one.execute(update(deadlines).values(remind_at=0)), write=True)
        server.jump(LOOK)
        until(lambda: waiting(server))
        server.jump(DUE)
        mail = mailbox.wait(mails + 2)
        assert mail["Subject"].startswith("A quarter of your time is left: Carnac")


def test_challenges_and_ends_are_told(sending, mailbox):
    server = sending()
    with Browser(server) as ann, Browser(server) as ben:
        ann_name, ben_name = (one.make_account()["account"]["name"] for one in (ann, ben))
        confirmed(ann, mailbox), confirmed(ben, mailbox, "ben@example.org")
        leave(server)
        mails = len(mailbox.mails)
        seats = [{"kind": "person", "name": ""}, {"kind": "open"}]
        wishes = {"game": "carnac", "seats": seats, "clock": CLOCK}
        made = ann.post("/api/challenges", json={"wishes": wishes, "opponent": ben_name}).json()
        server.jump(DUE)
        mail = mailbox.wait(mails + 1)
        assert mail["Subject"] == f"{ann_name} challenges you to a game of Carnac"
        assert link_in(mail, f"/challenges/{made['challenge']['challenge']}")
        later(server, WINDOW)
        taken = ben.post(f"/api/challenges/{made['challenge']['challenge']}/accept", json={}).json()
        server.jump(DUE)
        mail = mailbox.wait(mails + 2)
        assert mail["To"] == "ann@example.org"
        assert "has begun" in text_of(mail)
        later(server, WINDOW)
        ann.me()
        leave(server)
        assert ben.act(taken["game"], "resign").status_code == 200
        server.jump(DUE)
        mail = mailbox.wait(mails + 3)
        assert mail["Subject"] == f"You have won: Carnac against {ben_name}"


def test_an_account_takes_its_channels_along(sending, mailbox):
    server = sending()
    with Browser(server) as ann:
        ann.make_account()
        confirmed(ann, mailbox)
        exported = ann.get("/api/accounts/me/export").json()
        assert [one["by"] for one in exported["messages"]] == ["mail"]
        assert ann.delete("/api/accounts/me").status_code == 204
        assert waiting(server) == []


def test_so_many_links_are_sent_to_an_address(server_here, mailbox):
    quotas = Quotas(accounts_per_day=1000, sign_ins_per_minute=1e6)
    server = server_here(public_url="https://stones.example.org", outgoing=outgoing(mailbox), quotas=quotas)
    with Browser(server) as ann:
        ann.make_account()
        answers = [ann.put("/api/accounts/me/mail", json={"mail": "a@example.org"}) for _ in range(6)]
        assert [one.status_code for one in answers] == [200] * 5 + [429]


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_are_written_in_every_language(sending, mailbox, language):
    server = sending()
    with Browser(server) as ann:
        ann.make_account(language=language)
        ann.put("/api/accounts/me/mail", json={"mail": "a@example.org"})
        mail = mailbox.wait()
        assert mail["Content-Language"] == language
        for said in (mail["Subject"], text_of(mail), html_of(mail)):
            assert "{" not in said
