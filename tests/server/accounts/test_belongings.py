"""What belongs to an account: games, studies and practice, in every browser where it is signed in."""

from __future__ import annotations

import json
import time

import pytest
from websockets.sync.client import connect

from stonefield.server.web.conversation import SIGNED_OUT

from ..models import check_message
from ..serverprocess import PATIENCE
from .browser import Browser, fresh_name

PERSON, OPEN, ENGINE = {"kind": "person", "name": "typed"}, {"kind": "open"}, {"kind": "engine", "level": 1}
SMALL = {"options": {"board": "4x3", "stock": 4}}
DAYS = {"bank_hours": 240, "increment_hours": 36}


@pytest.fixture
def browser(server):
    with Browser(server) as one:
        yield one


@pytest.fixture
def other(server):
    with Browser(server) as one:
        yield one


class Socket:
    """The socket of a game, with what the browser sends of itself."""

    def __init__(self, browser: Browser, game: str, origin: str | None = "own", kind: str = "games") -> None:
        headers = {"Cookie": browser.cookie} if browser.cookies else {}
        if origin is not None:
            headers["Origin"] = browser.server.url if origin == "own" else origin
        url = f"{browser.server.socket_url}/api/{kind}/{game}/socket"
        opening = connect(url, additional_headers=headers, open_timeout=PATIENCE, proxy=None)
        self.line = opening.__enter__()
        self.kind = kind

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_) -> None:
        self.line.close()

    def ask(self, **message) -> dict:
        self.line.send(json.dumps(message))
        return self.hear()

    def hear(self) -> dict:
        text = self.line.recv(PATIENCE)
        check_message(text, "ServerMessage" if self.kind == "games" else "StudyServerMessage")
        return json.loads(text)

    def until(self, *types: str) -> dict:
        while (heard := self.hear())["type"] not in types:
            pass
        return heard


def test_a_seat_shows_the_account_and_not_what_was_typed(browser, other):
    name = fresh_name()
    browser.make_account(name)
    made = browser.make_game()
    guest = other.join(made, name=name)
    mine, theirs = guest["state"]["seats"]
    assert (mine["name"], mine["account"]) == (name, name)
    assert (theirs["name"], theirs["account"]) == (name, None), "a guest of that name is none"


def test_a_person_who_joins_signed_in_has_the_seat_in_every_browser(browser, other, server):
    made = browser.make_game(**SMALL)
    name = fresh_name()
    other.make_account(name)
    wish = {"token": "t" * 32}
    joined = other.join(made, **wish)
    assert joined["state"]["seats"][1]["account"] == name
    assert other.join(made, **wish)["state"]["you"]["seats"] == [1], "the same joining"
    with Browser(server) as second:
        assert second.state(made["game"])["you"]["role"] == "spectator"
        second.sign_in(name)
        assert second.state(made["game"])["you"]["seats"] == [1]
        again = second.post(f"/api/games/{made['game']}/join", json={"invite": made["invite"]})
        assert again.json()["code"] == "already_seated"


def test_a_second_browser_plays_on_through_the_socket(browser, other, server):
    name = fresh_name()
    browser.make_account(name)
    made = browser.make_game(PERSON, PERSON, **SMALL)
    with Browser(server) as second:
        second.sign_in(name)
        with Socket(second, made["game"]) as socket:
            state = socket.ask(type="hello", token=None, version=None)
            assert state["you"]["seats"] == [0, 1]
            assert [seat["name"] for seat in state["seats"]] == ["typed", "typed"], "at one screen"
            move = {"type": "move", "id": "one", "version": 0, "text": _legal(state)}
            socket.line.send(json.dumps(move))
            assert socket.until("accepted", "refused")["type"] == "accepted"
        assert browser.state(made["game"])["version"] == 1
    with Socket(other, made["game"]) as stranger:
        assert stranger.ask(type="hello", token=None, version=None)["you"]["role"] == "spectator"


def _legal(state: dict) -> str:
    from stonefield.games.game import parse

    return str(parse(state["position"]).legal_moves()[0])


@pytest.mark.parametrize("origin", [None, "https://evil.example"])
def test_a_socket_with_a_session_is_opened_by_our_own_page_only(browser, origin):
    browser.make_account()
    made = browser.make_game(PERSON, PERSON, **SMALL)
    with pytest.raises(Exception, match="403"), Socket(browser, made["game"], origin):
        pass


def test_the_sockets_of_a_session_that_ends_are_closed(browser, server):
    name = fresh_name()
    browser.make_account(name)
    made = browser.make_game(PERSON, PERSON, **SMALL)
    with Browser(server) as second:
        second.sign_in(name)
        with Socket(second, made["game"]) as gone, Socket(browser, made["game"]) as stays:
            gone.ask(type="hello", token=None, version=None)
            stays.ask(type="hello", token=None, version=None)
            browser.delete("/api/sessions")
            with pytest.raises(Exception, match=str(SIGNED_OUT)):
                gone.until("pong")
            stays.line.send(json.dumps({"type": "ping"}))
            assert stays.until("pong")["type"] == "pong"


def test_what_a_guest_has_comes_along(browser, other, server):
    first = browser.make_game(**SMALL)
    other.join(first)
    alone = browser.make_game(PERSON, PERSON, **SMALL)
    finished = browser.make_game(PERSON, ENGINE, **SMALL)
    browser.act(finished["game"], "resign", finished["token"], seat=0)
    strangers = other.make_game(**SMALL)
    source = {"kind": "start", "game": "carnac", **SMALL}
    study = browser.post("/api/studies", json={"source": source}).json()
    learner = browser.post("/api/learners").json()
    name = fresh_name()
    held = [{"game": one["game"], "token": one["token"]} for one in (first, alone, finished)]
    along = {
        "games": [
            *held,
            {"game": strangers["game"], "token": first["token"]},
            {"game": "x" * 16, "token": "x"},
        ],
        "studies": [
            {"study": study["study"], "token": study["token"]},
            {"study": study["study"][::-1], "token": "x"},
        ],
        "learner": learner["token"],
    }
    made = browser.make_account(name, along=along)
    assert sorted(made["along"]["games"]) == sorted(one["game"] for one in held)
    assert made["along"]["studies"] == [study["study"]]
    assert made["along"]["learner"] is True
    assert made["account"]["learner"] == learner["learner"]
    with Browser(server) as second:
        second.sign_in(name)
        assert second.state(first["game"])["you"]["seats"] == [0]
        assert second.state(first["game"])["seats"][0]["name"] == name, "and not what was typed"
        assert second.state(strangers["game"])["you"]["role"] == "spectator"
        shown = second.get(f"/api/studies/{study['study']}").json()
        assert shown["role"] == "owner"
        with Socket(second, study["study"], kind="studies") as socket:
            assert socket.ask(type="hello", token=None, version=None)["role"] == "owner"
        assert second.get(f"/api/learners/{learner['learner']}").status_code == 200
        listed = {one["game"]: one for one in second.games()}
        assert set(listed) == {one["game"] for one in held}
        assert listed[finished["game"]]["result"] == "lost"
        assert listed[finished["game"]]["ended"] is not None
        assert listed[first["game"]]["my_turn"] is True
    assert other.get(f"/api/studies/{study['study']}").json()["code"] == "study_private"
    taken = other.make_account(along={"games": held[:1], "learner": learner["token"]})["along"]
    assert taken == {"games": [], "studies": [], "learner": False}, "what is someone's already"


def test_new_things_of_a_person_who_is_signed_in_are_theirs_at_once(browser, server):
    name = fresh_name()
    browser.make_account(name)
    source = {"kind": "start", "game": "carnac", **SMALL}
    study = browser.post("/api/studies", json={"source": source}).json()["study"]
    learner = browser.post("/api/learners").json()["learner"]
    with Browser(server) as second:
        second.sign_in(name)
        assert second.get(f"/api/studies/{study}").json()["role"] == "owner"
        assert second.me()["learner"] == learner
        assert second.get(f"/api/learners/{learner}").status_code == 200
        edit = second.post(
            f"/api/studies/{study}/actions",
            json={"type": "comment", "id": "a", "chapter": 1, "node": 0, "text": "mine"},
        )
        assert edit.status_code == 200, edit.text
        assert second.delete(f"/api/studies/{study}").status_code == 204


def test_my_games_are_in_order_and_paged(browser, other, monkeypatch):
    browser.make_account()
    waiting = browser.make_game(**SMALL)["game"]
    theirs, mine = (browser.make_game(**SMALL) for _ in range(2))
    for one in (theirs, mine):
        other.join(one)
    browser.move(theirs["game"])
    over = browser.make_game(PERSON, ENGINE, **SMALL)["game"]
    assert browser.act(over, "resign", seat=0).status_code == 200
    listed = browser.games()
    assert listed[0]["game"] == mine["game"]
    assert {one["game"] for one in listed[1:3]} == {waiting, theirs["game"]}
    assert listed[3]["game"] == over
    assert [one["my_turn"] for one in listed] == [True, False, False, False]
    assert [one["result"] for one in listed] == [None, None, None, "lost"]
    assert [seat["mine"] for seat in listed[0]["seats"]] == [True, False]
    assert listed[0]["seats"][1] == {
        "kind": "person", "name": "typed", "level": None, "account": None, "mine": False,
    }  # fmt: skip
    assert browser.games(page=1) == []


def test_a_rematch_is_theirs_too(browser, other):
    name, second = fresh_name(), fresh_name()
    browser.make_account(name)
    other.make_account(second)
    made = browser.make_game(**SMALL)
    other.join(made)
    assert browser.act(made["game"], "resign", seat=0).status_code == 200
    assert browser.act(made["game"], "offer", kind="rematch", seat=0).status_code == 200
    assert other.act(made["game"], "accept", kind="rematch", seat=1).status_code == 200
    again = browser.state(made["game"])["rematch"]
    state = browser.state(again)
    assert [seat["account"] for seat in state["seats"]] == [second, name]
    assert state["you"]["seats"] == [1]
    assert other.state(again)["you"]["seats"] == [0]
    assert [one["result"] for one in other.games()] == [None, "won"]
    assert other.games()[0]["my_turn"] is True


def test_another_name_shows_in_running_and_past_games(browser, other):
    name, new = fresh_name(), fresh_name()
    browser.make_account(name)
    made = browser.make_game(**SMALL)
    with Socket(other, made["game"]) as watching:
        watching.ask(type="hello", token=None, version=None)
        answer = browser.put("/api/accounts/me/name", json={"name": new})
        assert answer.json()["name"] == new
        assert answer.json()["rename_from"] is not None
        while (told := watching.until("update"))["seats"][0]["name"] != new:
            pass
        assert told["seats"][0]["account"] == new
    assert other.state(made["game"])["seats"][0]["name"] == new
    assert (
        browser.put("/api/accounts/me/name", json={"name": fresh_name()}).json()["code"] == "renamed_lately"
    )
    assert browser.put("/api/accounts/me/name", json={"name": new.upper()}).status_code == 200
    assert other.get(f"/api/accounts/{name}").json()["name"] == new.upper(), "the old name leads there"
    stolen = other.post("/api/accounts", json={"name": name, "password": "a fine password"})
    assert stolen.json()["code"] == "name_taken"


def test_the_export_has_everything_and_no_secret(browser, other):
    name = fresh_name()
    codes = browser.make_account(name)["recovery_codes"]
    rival = fresh_name()
    other.make_account(rival)
    made = browser.make_game(**SMALL, clock=DAYS)
    other.join(made)
    state = browser.move(made["game"])
    plan = {"version": state["version"], "tree": [{"move": "-", "then": [{"move": "resign", "then": []}]}]}
    assert browser.put(f"/api/games/{made['game']}/plan", json=plan).status_code == 200
    wishes = {"game": "carnac", "seats": [PERSON, OPEN], "clock": DAYS}
    sent = browser.post("/api/challenges", json={"wishes": wishes, "opponent": rival})
    assert sent.status_code == 201
    in_two_days = round(1000 * (time.time() + 1.5 * 86_400))
    browser.put("/api/accounts/me/vacation", json={"until": in_two_days})
    source = {"kind": "start", "game": "carnac", **SMALL}
    study = browser.post("/api/studies", json={"title": "My endings", "source": source}).json()
    learner = browser.post("/api/learners").json()
    puzzle = browser.get("/api/puzzles/next", params={"game": "carnac"}).json()["puzzle"]["puzzle"]
    keyed = {"Authorization": f"Bearer {learner['token']}"}
    assert browser.post(f"/api/puzzles/{puzzle}/solution", headers=keyed).status_code == 200
    answer = browser.get("/api/accounts/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["name"] == name
    assert [one["device"] for one in told["sessions"]] == ["Firefox, Linux"]
    assert told["practice"]["learner"] == learner["learner"]
    assert [one["study"] for one in told["studies"]] == [study["study"]]
    assert "My endings" in json.dumps(told["studies"])
    (game,) = told["games"]
    assert (game["game"], game["seats"]) == (made["game"], [0])
    assert name in json.dumps(game["record"])
    assert game["plan"]["tree"] == plan["tree"]
    (proposed,) = told["challenges"]
    assert (proposed["made"], proposed["other"], proposed["status"]) == (True, rival, "open")
    assert told["vacation"]["used"] == 2
    assert [(one["puzzle"], one["solved"]) for one in told["practice"]["attempts"]] == [(puzzle, False)]
    secrets = [
        browser.cookies["stonefield"],
        made["token"],
        sent.json()["token"],
        study["token"],
        learner["token"],
        *codes,
    ]
    assert not [secret for secret in secrets if secret in answer.text]
