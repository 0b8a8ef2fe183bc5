"""Accounts over one database: several servers, both databases, and the operator's command line."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select

from stonefield.cli import run
from stonefield.server.accounts.sessions import FRESH_SECONDS, Sessions
from stonefield.server.bus import LocalBus
from stonefield.server.domain.people.account import Account
from stonefield.server.store import Journal, open_database
from stonefield.server.store.account_tables import accounts
from stonefield.server.store.accounts import AccountStore, NewAccountRows
from stonefield.server.store.journal import Conflict
from stonefield.server.store.reading import Reader
from stonefield.server.store.sessions import SessionStore

from .browser import PASSWORD, Browser, fresh_name, until
from .test_belongings import SMALL


@pytest.fixture
def servers(server_here, database):
    """Two servers that hear each other."""
    bus = LocalBus()
    return [server_here(database=database, bus=bus) for _ in range(2)]


def with_cookie_of(browser: Browser, server) -> Browser:
    """The same browser at another server."""
    there = Browser(server)
    there.cookies.update(dict(browser.cookies))
    return there


def test_a_session_is_known_and_ended_at_both_servers(servers, monkeypatch):
    monkeypatch.setattr("stonefield.server.accounts.sessions.FRESH_SECONDS", 10_000.0)
    name = fresh_name()
    with Browser(servers[0]) as ann, Browser(servers[1]) as other:
        ann.make_account(name)
        with with_cookie_of(ann, servers[1]) as there:
            assert there.me()["name"] == name
            assert other.sign_in(name).status_code == 201
            assert other.delete("/api/sessions").status_code == 204
            until(lambda: ann.get("/api/accounts/me").status_code == 401)
            assert there.get("/api/accounts/me").status_code == 401


def test_a_game_is_played_from_two_servers_and_keeps_the_names(servers):
    name, new = fresh_name(), fresh_name()
    with Browser(servers[0]) as ann, Browser(servers[1]) as ben:
        ann.make_account(name)
        ben.make_account()
        made = ann.make_game(**SMALL)
        ben.join(made)
        until(lambda: ann.state(made["game"])["status"] == "playing")
        assert ann.state(made["game"])["seats"][1]["account"] == ben.me()["name"]
        ann.move(made["game"])
        until(lambda: ben.state(made["game"])["turn"]["seat"] == 1)
        assert ben.games()[0]["my_turn"] is True
        assert ann.games()[0]["my_turn"] is False
        assert ann.put("/api/accounts/me/name", json={"name": new}).status_code == 200
        until(lambda: ben.state(made["game"])["seats"][0]["name"] == new)
        assert ann.delete("/api/accounts/me").status_code == 204
        until(lambda: ben.state(made["game"])["seats"][0]["account"] == "")
        ben.act(made["game"], "resign", seat=1)
        assert ben.games()[0]["result"] == "lost"


async def test_two_accounts_of_one_name_are_not_made_at_once(database):
    engine = await open_database(database)
    journal = Journal(engine)
    await journal.claim()
    journal.start()
    store, sessions = AccountStore(Reader(engine), journal), SessionStore(Reader(engine), journal)
    known = Sessions(sessions, LocalBus())

    def rows(number: int) -> NewAccountRows:
        account = Account(id=f"account {number}", name="Ann", created=1, touched=1)
        session, _ = known.new(account.id, "")
        return NewAccountRows(
            account=account, key="ann", password_hash=None, passkey=None, codes=["a"], session=session
        )

    done = await asyncio.gather(*(store.write(rows(one)) for one in range(4)), return_exceptions=True)
    assert sum(isinstance(one, Conflict) for one in done) == 3
    found = await store.named("ann")
    assert found is not None
    count = select(func.count()).select_from(accounts)
    assert await store.read(lambda connection: connection.execute(count).scalar()) == 1
    await sessions.add_ticket("hash", "mail", 100, account=found[0].id, detail="what for")
    first, second = await asyncio.gather(*(sessions.use_ticket("hash", "mail", 50) for _ in range(2)))
    assert [one for one in (first, second) if one is not None] == [first or second]
    await sessions.add_ticket("late", "mail", 100)
    assert await sessions.use_ticket("late", "mail", 100) is None
    await journal.close()
    await engine.dispose()


async def test_a_session_is_looked_up_once_in_a_while():
    reads = []

    class Store:
        async def find(self, token_hash, now):
            reads.append(token_hash)

    clock = [0.0]
    sessions = Sessions(Store(), LocalBus(), lambda: clock[0])
    for _ in range(100):
        assert await sessions.find("some token") is None
    assert len(reads) == 1
    assert sessions.is_fresh("some token")
    clock[0] += FRESH_SECONDS
    assert not sessions.is_fresh("some token")
    await sessions.find("some token")
    assert len(reads) == 2


@pytest.mark.full
def test_operators_look_after_accounts(server_here, database, capsys):
    server = server_here(database=database)
    name, new = fresh_name(), fresh_name()

    def operate(*words: str) -> str:
        assert run(["accounts", *words, "--database", database]) == 0
        return capsys.readouterr().out

    with Browser(server) as ann, Browser(server) as other:
        ann.make_account(name)
        ann.make_game(**SMALL)
        assert name in operate("list")
        shown = operate("show", name)
        assert "games: 1" in shown
        assert "sessions: 1" in shown
        assert operate("rename", name, new).strip() == new
        assert other.get(f"/api/accounts/{name}").json()["name"] == new
        codes = operate("recovery", new).split()
        assert other.post("/api/sessions/recovery", json={"name": new, "code": codes[0]}).status_code == 201
        assert operate("end-sessions", new).strip() == "2 sessions ended"
        until(lambda: ann.get("/api/accounts/me").status_code == 401)
        assert operate("delete", new, "--yes").strip() == "deleted"
        assert other.sign_in(new, PASSWORD).status_code == 401
        assert run(["accounts", "show", new, "--database", database]) == 1
        assert "no account" in capsys.readouterr().err
