"""What somebody made can be deleted by them, and imported records are counted."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from stonefield.server.settings import Quotas

from .page import Page

RECORD = '[Game "carnac"]\n[Result "*"]\n\n{{{}}} c4rw E *\n'


def delete(server, seated: dict, token: str | None = "own"):
    token = seated["token"] if token == "own" else token
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return server.client().delete(f"/api/games/{seated['game']}", headers=headers)


def read(server, comment: str):
    return server.client().post("/api/imports", json={"text": RECORD.format(comment)})


async def test_a_deleted_game_is_gone_for_everybody(server):
    made = server.make_game("Ann", "Ben")
    server.play(made, "c4rw")
    async with Page(server, made, token=None) as watcher:
        answer = delete(server, made)
        assert answer.status_code == 204
        assert answer.content == b""
        with pytest.raises(ConnectionClosed) as closed:
            await watcher.until(lambda message: False)
        assert closed.value.rcvd.code == 4404
    assert server.client().get(f"/api/games/{made['game']}").json()["code"] == "no_such_game"
    assert server.act(made, "move", version=1, text="E").json()["code"] == "no_such_game"
    assert delete(server, made).json()["code"] == "no_such_game"


def test_only_the_maker_deletes(server):
    made = server.make_game("Ann", "Ben")
    assert delete(server, made, None).json()["code"] == "not_your_seat"
    assert delete(server, made, "x" * 32).json()["code"] == "bad_token"
    assert server.state(made)["status"] == "playing"


def test_nobody_takes_a_running_game_from_somebody_else(server):
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    assert delete(server, made).json()["code"] == "game_not_over"
    assert delete(server, joined).json()["code"] == "not_your_seat"
    assert server.act(made, "resign").status_code == 200
    assert delete(server, made).status_code == 204


def test_an_invitation_that_nobody_followed_can_be_deleted(server):
    assert delete(server, server.make_game("Ann", "open")).status_code == 204


def test_a_game_is_deleted_after_a_restart_too(server_over):
    server = server_over()
    made = server.make_game("Ann", "Ben")
    server.stop()
    server.start()
    assert delete(server, made).status_code == 204


def test_so_many_imported_records_are_kept_for_a_person_and_deleting_makes_room(server_here):
    server = server_here(quotas=Quotas(imports_kept=2))
    first, second = read(server, "1").json(), read(server, "2")
    assert second.status_code == 201
    refused = read(server, "3")
    assert refused.json()["code"] == "too_many"
    assert "Retry-After" in refused.headers
    assert delete(server, first).status_code == 204
    assert read(server, "3").status_code == 201
