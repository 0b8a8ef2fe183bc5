"""Passkeys, with an authenticator in software."""

from __future__ import annotations

import pytest

from .authenticator import Authenticator
from .browser import PASSWORD, Browser, fresh_name


@pytest.fixture
def browser(server):
    with Browser(server) as one:
        yield one


@pytest.fixture
def other(server):
    with Browser(server) as one:
        yield one


@pytest.fixture
def device(server):
    return Authenticator(server.url)


def options(browser: Browser, path: str, **wishes) -> dict:
    answer = browser.post(path, json=wishes)
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


def made_with_passkey(browser: Browser, device: Authenticator) -> str:
    name = fresh_name()
    passkey = device.create(options(browser, "/api/accounts/passkey-options", name=name))
    answer = browser.post("/api/accounts", json={"name": name, "passkey": passkey})
    assert answer.status_code == 201, answer.text
    return name


def signs_in(browser: Browser, device: Authenticator):
    shown = device.get(options(browser, "/api/sessions/passkey-options"))
    return browser.post("/api/sessions/passkey", json={"passkey": shown})


def test_an_account_is_made_and_signed_in_to_with_a_passkey_alone(browser, other, device):
    name = made_with_passkey(browser, device)
    me = browser.me()
    assert me["password"] is False
    assert [one["host"] for one in me["passkeys"]] == ["127.0.0.1"]
    assert signs_in(other, device).status_code == 201
    assert other.me()["name"] == name
    assert other.me()["passkeys"][0]["used"] is not None
    assert other.sign_in(name).status_code == 401, "there is no password"


def test_the_browser_finds_the_passkey_by_itself(browser, device):
    made_with_passkey(browser, device)
    wanted = options(browser, "/api/sessions/passkey-options")
    assert wanted.get("allowCredentials", []) == []
    asked = options(browser, "/api/accounts/passkey-options", name=fresh_name())
    assert asked["authenticatorSelection"]["residentKey"] == "required"


def test_a_challenge_is_answered_once(browser, other, device):
    made_with_passkey(browser, device)
    shown = device.get(options(other, "/api/sessions/passkey-options"))
    assert other.post("/api/sessions/passkey", json={"passkey": shown}).status_code == 201
    again = other.post("/api/sessions/passkey", json={"passkey": shown})
    assert (again.status_code, again.json()["code"]) == (422, "bad_passkey")


def test_a_challenge_for_one_thing_is_none_for_another(browser, other, device):
    made_with_passkey(browser, device)
    wanted = options(other, "/api/accounts/passkey-options", name=fresh_name())
    shown = device.get({"rpId": "127.0.0.1", "challenge": wanted["challenge"]})
    assert other.post("/api/sessions/passkey", json={"passkey": shown}).json()["code"] == "bad_passkey"


def test_an_answer_from_another_page_or_for_another_site_is_refused(browser, other, device):
    made_with_passkey(browser, device)
    phished = Authenticator("https://evil.example")
    phished.credentials = device.credentials
    assert signs_in(other, phished).json()["code"] == "bad_passkey"
    device.credentials[0].host = "evil.example"
    wanted = options(other, "/api/sessions/passkey-options")
    shown = device.get({**wanted, "rpId": "evil.example"})
    assert other.post("/api/sessions/passkey", json={"passkey": shown}).json()["code"] == "bad_passkey"
    assert other.get("/api/accounts/me").status_code == 401


def test_a_wrong_signature_a_stranger_and_nonsense_are_refused(browser, other, device):
    made_with_passkey(browser, device)
    shown = device.get(options(other, "/api/sessions/passkey-options"))
    shown["response"]["signature"] = device.get(options(other, "/api/sessions/passkey-options"))["response"][
        "signature"
    ]
    assert other.post("/api/sessions/passkey", json={"passkey": shown}).json()["code"] == "bad_passkey"
    stranger = Authenticator(other.server.url)
    stranger.create(options(other, "/api/accounts/passkey-options", name=fresh_name()))
    assert signs_in(other, stranger).json()["code"] == "wrong_credentials"
    for field in ("clientDataJSON", "authenticatorData", "signature"):
        for nonsense in ("AA", "*", "bnVsbA", "W10"):
            shown = device.get(options(other, "/api/sessions/passkey-options"))
            shown["response"][field] = nonsense
            answer = other.post("/api/sessions/passkey", json={"passkey": shown})
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_passkey"), (field, nonsense)


def test_more_passkeys_are_added_named_and_removed_while_a_way_in_is_left(browser, device):
    made_with_passkey(browser, device)
    second = Authenticator(browser.server.url)
    wanted = options(browser, "/api/accounts/me/passkeys/options")
    assert len(wanted["excludeCredentials"]) == 1
    passkey = second.create(wanted)
    added = browser.post("/api/accounts/me/passkeys", json={"passkey": passkey, "name": " My  phone "})
    assert added.status_code == 201
    first, phone = added.json()["passkeys"]
    assert phone["name"] == "My phone"
    named = browser.patch(f"/api/accounts/me/passkeys/{phone['id']}", json={"name": "Old phone"})
    assert named.json()["passkeys"][1]["name"] == "Old phone"
    again = browser.post("/api/accounts/me/passkeys", json={"passkey": passkey})
    assert again.json()["code"] == "bad_passkey"
    left = browser.delete(f"/api/accounts/me/passkeys/{first['id']}").json()["passkeys"]
    assert [one["id"] for one in left] == [phone["id"]]
    assert browser.delete(f"/api/accounts/me/passkeys/{first['id']}").json()["code"] == "no_such_passkey"
    last = browser.delete(f"/api/accounts/me/passkeys/{phone['id']}")
    assert (last.status_code, last.json()["code"]) == (409, "last_way_in")
    browser.put("/api/accounts/me/password", json={"password": PASSWORD})
    assert browser.delete(f"/api/accounts/me/passkeys/{phone['id']}").json()["passkeys"] == []
    assert signs_in(browser, second).json()["code"] == "wrong_credentials"


def test_options_of_one_account_make_no_passkey_of_another(browser, other, device):
    made_with_passkey(browser, device)
    other.make_account()
    passkey = Authenticator(browser.server.url).create(options(browser, "/api/accounts/me/passkeys/options"))
    stolen = other.post("/api/accounts/me/passkeys", json={"passkey": passkey})
    assert stolen.json()["code"] == "bad_passkey"
    assert other.me()["passkeys"] == []
    passkey = Authenticator(browser.server.url).create(options(browser, "/api/accounts/me/passkeys/options"))
    new = other.post("/api/accounts", json={"name": fresh_name(), "passkey": passkey})
    assert new.json()["code"] == "bad_passkey", "no account is made over another"


def test_a_passkey_proves_who_one_is(server_here):
    server = server_here()
    device = Authenticator(server.url)
    with Browser(server) as browser:
        made_with_passkey(browser, device)
        server.jump(700)
        assert browser.post("/api/accounts/me/recovery-codes").json()["code"] == "prove_first"
        stale = options(browser, "/api/sessions/passkey-options")
        server.jump(301)
        late = browser.put("/api/sessions/current/proof", json={"passkey": device.get(stale)})
        assert late.json()["code"] == "bad_passkey", "challenges do not last"
        shown = device.get(options(browser, "/api/sessions/passkey-options"))
        assert browser.put("/api/sessions/current/proof", json={"passkey": shown}).status_code == 200
        assert browser.post("/api/accounts/me/recovery-codes").status_code == 200
