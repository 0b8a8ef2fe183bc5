"""Chat: between the players of a game, kept with it, as plain text, and switched off by anyone who likes."""

from __future__ import annotations

import dataclasses
import json

import pytest

from stonefield.server.settings import Quotas

from ..accounts.test_belongings import Socket
from .people import Pair, Person, code, pair


@pytest.fixture
def both(server) -> Pair:
    return pair(Person(server), Person(server))


def test_players_chat_during_the_game_and_after_it(both):
    ann, ben, game = both.ann, both.ben, both.game
    assert ann.chat(game) == {
        "lines": [],
        "number": 0,
        "problem": None,
        "until": None,
        "why": "",
        "muted": False,
    }
    assert code(ann.say(game, "Hello!")) == ""
    (line,) = ben.chat(game)["lines"]
    assert (line["text"], line["seat"], line["mine"], line["greeting"]) == ("Hello!", 0, False, None)
    ann.act(game, "resign")
    assert code(ben.say(game, "Thanks, that was fun")) == ""
    assert ann.said(game) == ["Hello!", "Thanks, that was fun"]
    assert ann.chat(game, after=1)["lines"][0]["number"] == 2


def test_spectators_do_not_chat(both, server):
    eve = Person(server)
    answer = eve.get(f"/api/games/{both.game}/chat")
    assert (answer.status_code, code(answer)) == (403, "not_for_spectators")
    assert code(eve.say(both.game, "left!")) == "not_your_seat"


def test_nobody_chats_alone_or_with_the_engine(server):
    ann = Person(server)
    made = ann.make_game({"kind": "person"}, {"kind": "engine", "level": 1})
    assert ann.chat(made["game"])["problem"] == "alone"
    assert code(ann.say(made["game"], "hello?")) == "not_your_seat"
    waiting = ann.make_game()
    assert code(ann.say(waiting["game"], "hello?")) == "waiting"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<b>hi</b> & <script>", "<b>hi</b> & <script>"),
        ("  two   words \n\n here ", "two words here"),
        ("abc\u202edef\u2066", "abcdef"),
        ("a\u200bb\u3164", "ab"),
        ("z" + "\u0301" * 30, "z\u0301\u0301\u0301"),
        ("😀 שלום", "😀 שלום"),
    ],
)
def test_a_line_is_plain_text_and_all_of_it_can_be_seen(both, typed, kept):
    assert code(both.ann.say(both.game, typed)) == ""
    assert both.ben.said(both.game) == [kept]


@pytest.mark.parametrize("typed", ["", "x" * 301, "\u202e\u200b", "\u3164"])
def test_a_line_that_is_empty_or_too_long_is_refused(both, typed):
    assert both.ann.say(both.game, typed).status_code == 422
    assert both.ann.said(both.game) == []


def test_guests_chat_too(server):
    two = pair(Person(server, guest=True), Person(server, guest=True))
    assert code(two.ann.say(two.game, "hi")) == ""
    assert two.ben.said(two.game) == ["hi"]


def test_an_account_that_does_not_chat_is_left_alone(both):
    ann, ben, game = both.ann, both.ben, both.game
    ann.say(game, "hello")
    assert ben.put("/api/accounts/me/manners", json={"chat": False}).json()["chat"] is False
    assert code(ann.say(game, "hello?")) == "not_available"
    assert code(ben.say(game, "no")) == "chat_off"
    assert ben.chat(game)["problem"] == "off"
    assert ben.said(game) == []
    assert (ann.chat(game)["problem"], ann.said(game)) == ("not_available", ["hello"])
    ben.put("/api/accounts/me/manners", json={"chat": True})
    assert ben.said(game) == ["hello"]


def test_a_player_is_muted_in_one_game_and_not_told(both):
    ann, ben, game = both.ann, both.ben, both.game
    ann.say(game, "one")
    path = f"/api/games/{game}/chat/muted"
    assert ben.put(path, json={"muted": True}, headers=ben.headers_in(game)).json()["muted"] is True
    assert code(ann.say(game, "two")) == "", "who is muted does not notice"
    assert ben.said(game) == []
    assert code(ben.say(game, "three")) == ""
    assert ann.said(game) == ["one", "two", "three"]
    ben.put(path, json={"muted": False}, headers=ben.headers_in(game))
    assert ben.said(game) == ["one", "two", "three"]


def test_a_socket_tells_players_and_greetings_are_lines(both, server):
    ann, ben, game = both.ann, both.ben, both.game
    with Socket(ben, game) as his, Socket(Person(server), game) as watcher:
        his.ask(type="hello", token=ben.tokens[game], version=None)
        watcher.ask(type="hello", token=None, version=None)
        ann.say(game, "hello")
        assert his.until("chat")["number"] == 1
        his.line.send(json.dumps({"type": "greet", "words": "luck"}))
        assert his.until("chat")["number"] == 2
        ann.act(game, "resign")
        watcher.line.send(json.dumps({"type": "ping"}))
        while (heard := watcher.hear())["type"] != "pong":
            assert heard["type"] not in ("chat", "greeting")
    assert ann.said(game) == ["hello", "luck"]


def test_a_flood_of_lines_has_to_wait(server_here):
    quotas = dataclasses.replace(Quotas().scaled(1000), lines_per_minute=1)
    server = server_here(quotas=quotas)
    two = pair(Person(server), Person(server))
    answers = [two.ann.say(two.game, f"line {number}") for number in range(10)]
    refused = [answer for answer in answers if not answer.is_success]
    assert {code(answer) for answer in refused} == {"too_many"}
    assert len(refused) == 4
    assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
    assert code(two.ben.say(two.game, "the other one has their own")) == ""


@pytest.mark.full
def test_chat_goes_with_the_game_and_with_the_account_and_is_in_the_export(server_over, database):
    server = server_over(database)
    two = pair(Person(server), Person(server))
    ann, ben, game = two.ann, two.ben, two.game
    ann.say(game, "mine")
    ben.say(game, "his")
    ben.avoid(ann.name)
    (line,) = json.loads(ann.get("/api/accounts/me/export").text)["manners"]["chat"]
    assert (line["game"], line["text"]) == (game, "mine")
    exported = json.loads(ben.get("/api/accounts/me/export").text)["manners"]
    assert [one["name"] for one in exported["avoided"]] == [ann.name]
    ben.delete(f"/api/accounts/me/manners/avoided/{ann.name}")
    assert ben.delete("/api/accounts/me").status_code == 204
    assert ann.said(game) == ["mine"]
    ann.act(game, "resign")
    assert ann.delete(f"/api/games/{game}").status_code == 204
    (gone,) = [json.loads(ann.get("/api/accounts/me/export").text)["manners"]["chat"]]
    assert gone == []
