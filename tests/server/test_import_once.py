"""A record that is sent again, because the answer was lost, makes no second game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from stonefield.server.tokens import new_token

RECORD = '[Game "carnac"]\n[Board "small"]\n\n1. c3rw -\n*'


def imported(server, token: str, text: str = RECORD):
    answer = server.client().post("/api/imports", json={"text": text, "token": token})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_same_token_is_the_same_import(server):
    token = new_token()
    first, again = imported(server, token), imported(server, token)
    assert first["game"] == again["game"]
    assert first["token"] == again["token"] == token
    assert first["state"]["you"] == again["state"]["you"]
    assert imported(server, new_token())["game"] != first["game"]


def test_two_tabs_that_send_at_once_make_one_game(server):
    token = new_token()
    with ThreadPoolExecutor(4) as threads:
        games = {made["game"] for made in threads.map(lambda _: imported(server, token), range(4))}
    assert len(games) == 1


def test_the_token_is_one_that_cannot_be_guessed(server):
    answer = server.client().post("/api/imports", json={"text": RECORD, "token": "short"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_a_refused_record_says_why_and_leaves_the_token_free(server):
    token = new_token()
    refused = server.client().post("/api/imports", json={"text": "no record", "token": token})
    assert refused.status_code == 422
    assert imported(server, token)["state"]["status"] == "playing"
