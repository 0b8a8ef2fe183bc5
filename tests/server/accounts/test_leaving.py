"""Deleting an account: its name is gone everywhere, with what it has proposed; its games stay."""

from __future__ import annotations

import sqlite3

from .browser import Browser, fresh_name
from .test_belongings import DAYS, OPEN, PERSON, SMALL, Socket


def test_a_deleted_account_leaves_no_name(server_here, tmp_path):
    database = tmp_path / "left.db"
    server = server_here(database=f"sqlite:///{database}")
    name = "Zaphodbeeblebrox"
    with Browser(server) as guest, Browser(server) as browser, Browser(server) as other:
        typed = {"kind": "person", "name": name}
        early = guest.make_game(typed, OPEN, **SMALL)
        joined = other.make_game(**SMALL)
        seat = guest.join(joined, name=name)
        held = [{"game": one["game"], "token": one["token"]} for one in (early, seat)]
        guest.make_account(name, along={"games": held})
        browser.sign_in(name)
        screen = browser.make_game(typed, typed, **SMALL)["game"]
        late = browser.make_game(**SMALL)
        other.join(late)
        record = f'[Game "carnac"]\n[Player1 "{name}"]\n\n*'
        imported = browser.post("/api/imports", json={"text": record}).json()["game"]
        source = {"kind": "game", "game": late["game"], "token": None}
        browser.act(late["game"], "resign", seat=0)
        study = browser.post("/api/studies", json={"title": name, "source": source}).json()["study"]
        learner = browser.post("/api/learners").json()["learner"]
        browser.put("/api/accounts/me/name", json={"name": "Zaphodbeeblebrox2"})
        assert name.encode() in _everything(database)
        with Socket(other, late["game"]) as watching:
            watching.ask(type="hello", token=None, version=None)
            assert browser.delete("/api/accounts/me").status_code == 204
            while watching.until("update")["seats"][0]["name"]:
                pass
        assert not browser.cookies
        assert guest.get("/api/accounts/me").status_code == 401, "signed out everywhere"
        state = other.state(late["game"])
        assert (state["seats"][0]["name"], state["seats"][0]["account"]) == ("", "")
        assert state["seats"][1]["account"] is None
        assert [seat["name"] for seat in other.state(screen)["seats"]] == ["", ""]
        for path in (f"games/{imported}", f"studies/{study}", f"accounts/{name}"):
            assert other.get(f"/api/{path}").status_code == 404, path
        assert guest.get(f"/api/learners/{learner}").status_code == 401
        assert other.sign_in(name).status_code == 401
    server.stop()
    assert b"aphodbeeblebrox" not in _everything(database)
    server.start()


def test_what_an_account_has_proposed_goes_with_it(server):
    wishes = {"game": "carnac", "seats": [PERSON, OPEN], "clock": DAYS}
    with Browser(server) as ann, Browser(server) as ben:
        name, rival = fresh_name(), fresh_name()
        ann.make_account(name)
        ben.make_account(rival)
        listed = ann.post("/api/seeks", json={"game": wishes, "times": 3}).json()["game"]
        invited = ann.make_game(clock=DAYS)
        joined = ann.make_game(clock=DAYS)
        ben.join(joined)
        assert ann.post("/api/challenges", json={"wishes": wishes, "opponent": rival}).status_code == 201
        sent = ben.post("/api/challenges", json={"wishes": wishes, "opponent": name}).json()["challenge"]
        assert ann.delete("/api/accounts/me").status_code == 204

        assert listed not in [seek["game"] for seek in ben.get("/api/lobby").json()["seeks"]]
        assert ben.post(f"/api/seeks/{listed}/take", json={"name": ""}).status_code == 404
        assert ben.get(f"/api/games/{invited['game']}").status_code == 404
        challenges = ben.get("/api/challenges").json()
        assert challenges["received"] == []
        assert [(one["challenge"], one["status"]) for one in challenges["made"]] == [
            (sent["challenge"], "declined")
        ]
        assert ben.state(joined["game"])["seats"][1]["account"] == rival


def _everything(database) -> bytes:
    """All rows of all tables, texts that are stored compressed unpacked."""
    from stonefield.server.store.packed_text import unpack

    found = []
    with sqlite3.connect(database) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in connection.execute(f"SELECT * FROM {table}"):
                for cell in row:
                    text = unpack(cell) if isinstance(cell, str) and table in ("games", "nodes") else cell
                    found.append(str(text))
    return "\n".join(found).encode()
