"""Making accounts, signing in and out, and what guards that."""

from __future__ import annotations

import asyncio
import threading

import httpx
import pytest

from stonefield.server.accounts import hashing
from stonefield.server.accounts.hashing import Hasher
from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas, ServerSettings
from stonefield.server.tokens import hash_token
from stonefield.server.web import cookies
from stonefield.server.web.budgets import Purses
from stonefield.server.web.tries import Tries

from ..serverprocess import PATIENCE
from .browser import PASSWORD, Browser, fresh_name, until


@pytest.fixture
def browser(server):
    with Browser(server) as one:
        yield one


@pytest.fixture
def other(server):
    with Browser(server) as one:
        yield one


def test_an_account_is_made_in_one_step_and_is_signed_in(browser):
    name = fresh_name()
    made = browser.make_account(name, language="de")
    assert made["account"]["name"] == name
    assert made["account"]["language"] == "de"
    assert len(set(made["recovery_codes"])) == 8
    me = browser.me()
    assert (me["password"], me["passkeys"], me["recovery_codes"]) == (True, [], 8)


def test_a_password_signs_in_under_any_spelling_of_the_name(browser, other):
    name = fresh_name()
    browser.make_account(name)
    answer = other.sign_in(name.upper())
    assert answer.status_code == 201
    assert other.me()["name"] == name
    assert other.me()["session"] != browser.me()["session"]


@pytest.mark.parametrize(
    ("password", "status"),
    [
        ("short", 422),
        ("1234567890", 422),
        ("Password123!", 422),
        ("aaaaaaaaaaaaaa", 422),
        ("qwertyuiop", 422),
        ("x" * 201, 422),
        ("several plain words", 201),
    ],
)
def test_passwords_that_are_tried_first_are_refused(browser, password, status):
    answer = browser.post("/api/accounts", json={"name": fresh_name(), "password": password})
    assert answer.status_code == status, answer.text


def test_a_password_is_not_the_name(browser):
    answer = browser.post("/api/accounts", json={"name": "Karoline.Nord", "password": "karoline.nord1"})
    assert answer.json()["code"] == "weak_password"


def test_an_account_needs_a_way_in(browser):
    answer = browser.post("/api/accounts", json={"name": fresh_name()})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_names_are_taken_once_whatever_they_look_like(browser, other):
    name = "Vik" + fresh_name()
    browser.make_account(name)
    for same in (name, name.lower(), name.replace("k", "\N{KELVIN SIGN}"), name.replace("Vik", "vík")):
        answer = other.post("/api/accounts", json={"name": same, "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken"), same
        assert other.get("/api/accounts/names", params={"name": same}).json()["problem"] == "taken"
    free = other.get("/api/accounts/names", params={"name": fresh_name()}).json()
    assert free["problem"] is None


# No enumeration


def test_an_unknown_name_and_a_wrong_password_are_refused_alike(browser, other):
    name = fresh_name()
    browser.make_account(name)
    wrong, unknown = other.sign_in(name, "not this one at all"), other.sign_in(fresh_name())
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.content == unknown.content
    assert "set-cookie" not in wrong.headers
    for refused in (wrong, unknown):
        assert {"date", "x-request-id"} < set(refused.headers)
    assert set(wrong.headers) == set(unknown.headers)
    codes = [
        other.post("/api/sessions/recovery", json={"name": one, "code": "aaaa-aaaa-aaaa-aaaa"})
        for one in (name, fresh_name())
    ]
    assert codes[0].content == codes[1].content == wrong.content


async def test_a_name_that_no_one_has_costs_one_hash_as_well(monkeypatch):
    hasher, verified = Hasher(), []
    verify = hasher._argon2.verify

    class Counted:
        def verify(self, known, password):
            verified.append(known)
            return verify(known, password)

    stored = await hasher.hash(PASSWORD)
    monkeypatch.setattr(hasher, "_argon2", Counted())
    assert await hasher.verify(stored, PASSWORD)
    assert not await hasher.verify(stored, "another one")
    assert not await hasher.verify(None, PASSWORD)
    assert not await hasher.verify("no hash at all", PASSWORD)
    parameters = {one.rpartition("$")[0].rpartition("$")[0] for one in verified[:3]}
    assert len(verified) == 4
    assert len(parameters) == 1, "as much memory, as many rounds"
    hasher.close()


# Brute force


def test_tries_are_limited_by_address_and_by_name():
    clock = [0.0]
    tries = Tries(Quotas(), lambda: clock[0])
    for number in range(10):
        tries.for_name(f"10.0.0.{number}", "ann")
    with pytest.raises(Refusal) as refused:
        tries.for_name("10.9.9.9", "ann")
    assert refused.value.code == "too_many"
    assert refused.value.retry_after > 30
    for number in range(30):
        tries.for_name("10.1.1.1", f"name {number}")
    with pytest.raises(Refusal):
        tries.for_name("10.1.1.1", "one more")
    clock[0] += 3600
    tries.for_name("10.9.9.9", "ann")
    for _ in range(20):
        tries.make("10.2.2.2")
    with pytest.raises(Refusal):
        tries.make("10.2.2.2")


def test_a_password_cannot_be_guessed_over_http(server_here):
    server = server_here(quotas=Quotas())
    with Browser(server) as ann, Browser(server) as guesser:
        name = fresh_name()
        ann.make_account(name)
        answers = [guesser.sign_in(name, f"guess number {number}") for number in range(12)]
        assert answers[0].status_code == 401
        assert sum(answer.status_code == 401 for answer in answers) <= 10
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) > 0
        assert guesser.sign_in(name).status_code == 429, "not even with the right one"
        assert ann.me()["name"] == name, "sessions go on"


def test_many_accounts_of_an_address_share_points():
    clock = [0.0]
    purses = Purses(Quotas(), lambda: clock[0])
    for number in range(16):
        asyncio.run(purses.of(Caller("10.0.0.1", account=f"account {number}")).pay(50))
    with pytest.raises(Refusal, match="too many requests"):
        asyncio.run(purses.of(Caller("10.0.0.1", account="one more")).pay(50))
    asyncio.run(purses.of(Caller("10.0.0.2", account="another house")).pay(50))


# Hashing


async def test_hashing_happens_in_threads_of_its_own_and_its_queue_is_bounded(monkeypatch):
    hasher = Hasher(threads=1, most_waiting=3)
    hasher._decoy.result()
    begun, go = threading.Event(), threading.Event()
    threads = set()

    class Slow:
        def hash(self, password):
            threads.add(threading.current_thread().name)
            begun.set()
            go.wait(60)
            return "hashed"

    monkeypatch.setattr(hasher, "_argon2", Slow())
    waiting = [asyncio.ensure_future(hasher.hash("one")) for _ in range(3)]
    await asyncio.to_thread(begun.wait, 60)
    with pytest.raises(Refusal) as refused:
        await hasher.hash("one too many")
    assert refused.value.code == "busy"
    waiting[2].cancel()
    await asyncio.sleep(0)
    with pytest.raises(Refusal):
        await hasher.hash("a client that has left makes no room")
    go.set()
    assert await asyncio.gather(*waiting[:2]) == ["hashed", "hashed"]
    assert all(name.startswith("hashing") for name in threads)
    while hasher._waiting:
        await asyncio.sleep(0.01)
    hasher.close()


def test_what_is_stored_is_argon2id_with_much_memory():
    assert hashing.MEMORY_KIB >= 19 * 1024
    stored = Hasher()._decoy.result()
    assert stored.startswith("$argon2id$")


# Cookies


def test_the_cookie_is_for_the_server_alone(browser, other):
    name = fresh_name()
    browser.make_account(name)
    answer = other.sign_in(name)
    (cookie,) = answer.headers.get_list("set-cookie")
    words = {word.strip().lower() for word in cookie.split(";")}
    assert cookie.startswith("stonefield=")
    assert {"httponly", "samesite=lax", "path=/", "max-age=7776000"} <= words
    assert "secure" not in words, "there is no https here"
    assert answer.headers["cache-control"] == "no-store"


def test_over_https_the_cookie_is_bound_to_the_host():
    public = ServerSettings(origins=("https://games.example",))
    headers = [(b"host", b"games.example"), (b"cookie", b"stonefield=a; __Host-stonefield=b")]
    for scope, settings in (
        ({"scheme": "https", "headers": headers}, ServerSettings()),
        ({"scheme": "wss", "headers": headers}, ServerSettings()),
        ({"scheme": "http", "headers": headers}, public),
    ):
        assert cookies.session_token(scope, settings) == "b"
        assert "https://games.example" in cookies.own_origins(scope, settings)
        assert "http://games.example" not in cookies.own_origins(scope, settings)
        answer = cookies.Response()
        cookies.give(answer, scope, settings, "token")
        written = answer.headers["set-cookie"].lower()
        assert written.startswith("__host-stonefield=token;")
        assert "; secure" in written
    assert cookies.session_token({"scheme": "http", "headers": headers}, ServerSettings()) == "a"


def test_every_signing_in_has_a_new_token(browser, other, server):
    """No fixation: what a browser was known by before opens nothing afterwards."""
    name = fresh_name()
    browser.make_account(name)
    first = dict(browser.cookies)
    planted = Browser(server)
    planted.cookies.set("stonefield", "a" * 32, domain="127.0.0.1")
    assert planted.sign_in(name).status_code == 201
    assert planted.cookies["stonefield"] != "a" * 32
    with Browser(server) as thief:
        thief.cookies.set("stonefield", "a" * 32)
        assert thief.get("/api/accounts/me").status_code == 401
    assert browser.sign_in(name).status_code == 201
    assert dict(browser.cookies) != first
    other.cookies.update(first)
    assert other.get("/api/accounts/me").status_code == 401, "the session before it has ended"
    planted.close()


def test_no_token_is_stored_or_told(browser, server):
    browser.make_account()
    token = browser.cookies["stonefield"]
    listed = browser.get("/api/sessions").text + browser.get("/api/accounts/me").text
    assert token not in listed
    assert hash_token(token) not in listed


# Pages of other sites


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", "https://{host}", "http://{host}.evil"]
)
def test_with_a_session_only_our_own_page_may_change_anything(browser, server, origin):
    browser.make_account()
    host = server.url.removeprefix("http://")
    headers = dict(browser.headers)
    del headers["origin"]
    if origin is not None:
        headers["origin"] = origin.format(host=host)
    with httpx.Client(base_url=server.url, cookies=browser.cookies, headers=headers) as page:
        assert page.get("/api/accounts/me").status_code == 200, "reading changes nothing"
        for answer in (
            page.delete("/api/sessions"),
            page.post("/api/accounts/me/recovery-codes"),
            page.delete("/api/accounts/me"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    assert browser.me()["recovery_codes"] == 8


# Sessions


def test_sessions_are_listed_and_ended_one_by_one_or_all(browser, other, server):
    name = fresh_name()
    browser.make_account(name)
    assert other.sign_in(name).status_code == 201
    with Browser(server) as third:
        third.sign_in(name)
        listed = browser.get("/api/sessions").json()["sessions"]
        assert len(listed) == 3
        assert {one["device"] for one in listed} == {"Firefox, Linux"}
        assert sum(one["current"] for one in listed) == 1
        ended = other.me()["session"]
        assert browser.delete(f"/api/sessions/{ended}").status_code == 204
        assert other.get("/api/accounts/me").status_code == 401
        assert browser.delete(f"/api/sessions/{ended}").json()["code"] == "no_such_session"
        assert browser.delete("/api/sessions").status_code == 204
        assert third.get("/api/accounts/me").status_code == 401
        assert browser.me()["name"] == name


def test_one_account_does_not_end_the_sessions_of_another(browser, other):
    browser.make_account()
    other.make_account()
    theirs = other.me()["session"]
    assert browser.delete(f"/api/sessions/{theirs}").status_code == 404
    assert other.me()["session"] == theirs


def test_signing_out_ends_the_session_itself(browser, server):
    browser.make_account()
    kept = dict(browser.cookies)
    assert browser.delete("/api/sessions/current").status_code == 204
    assert not browser.cookies
    with Browser(server) as thief:
        thief.cookies.update(kept)
        assert thief.get("/api/accounts/me").status_code == 401


def test_a_session_ends_when_it_is_not_used(server_here):
    server = server_here()
    people, name = server.application.people, fresh_name()
    sessions = people.sessions

    def here(work):
        return asyncio.run_coroutine_threadsafe(work, server.loop).result(PATIENCE)

    def stored() -> list:
        return here(people.session_store.all(here(people.accounts.named(name)).id, 0))

    def jump(days: int) -> None:
        server.jump(days * 86_400)
        sessions._known.clear()

    # Connections that are idle for so long are closed.
    with Browser(server, Connection="close") as browser:
        browser.make_account(name)
        assert len(stored()) == 1
        for _ in range(2):
            jump(80)
            browser.me()
            until(lambda: not sessions._writing)
        jump(91)
        assert browser.get("/api/accounts/me").status_code == 401
        here(people.tidy())
        assert stored() == [], "it is deleted"


# Ways in


def test_a_recovery_code_is_used_once(browser, other, server):
    name = fresh_name()
    code = browser.make_account(name)["recovery_codes"][3]
    wish = {"name": name, "code": f" {code.upper().replace('-', ' ')}"}
    assert other.post("/api/sessions/recovery", json=wish).status_code == 201
    assert other.me()["recovery_codes"] == 7
    with Browser(server) as third:
        assert third.post("/api/sessions/recovery", json=wish).status_code == 401
    assert other.put("/api/accounts/me/password", json={"password": "another good one"}).status_code == 200
    assert browser.get("/api/accounts/me").status_code == 401, "other browsers are signed out"
    assert browser.sign_in(name).status_code == 401
    assert browser.sign_in(name, "another good one").status_code == 201


def test_new_codes_replace_the_old_ones(browser, other):
    name = fresh_name()
    old = browser.make_account(name)["recovery_codes"]
    fresh = browser.post("/api/accounts/me/recovery-codes").json()["codes"]
    assert not set(old) & set(fresh)
    wishes = [{"name": name, "code": code} for code in (old[0], fresh[0])]
    tried = [other.post("/api/sessions/recovery", json=wish) for wish in wishes]
    assert [answer.status_code for answer in tried] == [401, 201]


def test_old_sessions_show_a_password_again_before_they_change_ways_in(server_here):
    server = server_here()
    with Browser(server) as browser:
        browser.make_account()
        server.jump(11 * 60)
        for answer in (
            browser.put("/api/accounts/me/password", json={"password": "another good one"}),
            browser.put("/api/accounts/me/name", json={"name": fresh_name()}),
            browser.post("/api/accounts/me/recovery-codes"),
            browser.post("/api/accounts/me/passkeys/options"),
            browser.delete("/api/accounts/me"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "prove_first")
        wrong = browser.put("/api/sessions/current/proof", json={"password": "not this one"})
        assert wrong.status_code == 401
        assert browser.put("/api/sessions/current/proof", json={}).status_code == 422
        proof = browser.put("/api/sessions/current/proof", json={"password": PASSWORD})
        assert proof.status_code == 200
        assert browser.post("/api/accounts/me/recovery-codes").status_code == 200


def test_guests_have_no_account(browser):
    for path in ("me", "me/games", "me/export"):
        answer = browser.get(f"/api/accounts/{path}")
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_first")


def test_the_profile_of_a_private_account_says_its_name_only(browser, other):
    name = fresh_name()
    browser.make_account(name)
    shown = other.get(f"/api/accounts/{name.upper()}").json()
    assert shown["name"] == name
    assert shown["created"] is not None
    browser.patch("/api/accounts/me", json={"private": True, "language": "hu"})
    assert other.get(f"/api/accounts/{name}").json() == {
        "name": name,
        "created": None,
        "private": True,
        "ratings": [],
        "completion": None,
    }
    assert browser.me()["language"] == "hu"
    assert browser.patch("/api/accounts/me", json={"language": "xx"}).json()["code"] == "no_such_language"
    assert other.get("/api/accounts/Nobody.Here.At.All").json()["code"] == "no_such_account"
