"""The lobby: players of like strength, people who agree to be seen, and the weekly meeting."""

from __future__ import annotations

import asyncio

from sqlalchemy import insert

from stonefield.server.lobby import lobby
from stonefield.server.store.rating_tables import ratings

from .accounts.browser import Browser
from .page import PATIENCE
from .test_lobby import LobbyPage, wishes


def rate(server, name: str, rating: float) -> None:
    """Say what the pool of slow games of Carnac knows of an account."""
    here = server.application

    async def write() -> None:
        account = await here.people.accounts.named(name)
        known = {"rating": rating, "deviation": 60.0, "volatility": 0.06, "at": 1, "games": 20}
        row = {"account": account.id, "pool": "carnac-correspondence", **known}
        await here.people.accounts.store.write(lambda connection: connection.execute(insert(ratings), row))

    asyncio.run_coroutine_threadsafe(write(), server.loop).result(PATIENCE)


def test_who_is_nearest_in_strength_is_paired_first_and_who_is_far_later(server_here, monkeypatch):
    server = server_here()
    far, near, cleo = (Browser(server) for _ in range(3))
    for browser, rating in ((far, 2100), (near, 1560), (cleo, 1500)):
        rate(server, browser.make_account()["account"]["name"], rating)
    listed = [one.post("/api/seeks", json={"game": wishes()}).json()["game"] for one in (far, near)]

    def pair(*but: str) -> str:
        answer = cleo.post("/api/seeks/pair", json={"game": wishes(), "but": [*but]})
        return answer.json()["game"]

    monkeypatch.setattr(lobby, "REACH", 0.0)
    monkeypatch.setattr(lobby, "WIDENS", 0.0)
    alone = pair()
    assert alone not in listed, "no one is near enough yet"
    monkeypatch.setattr(lobby, "WIDENS", 1e9)
    assert pair(alone) == listed[1], "the nearer one, though the other has waited longer"
    assert pair(alone) == listed[0], "who waits for long is paired with anyone"


async def test_only_people_who_agree_to_be_seen_are_named(server_here):
    server = server_here()
    ann = Browser(server)
    name = ann.make_account()["account"]["name"]
    assert ann.get("/api/accounts/me").json()["shown"] is False
    headers = {"Cookie": f"stonefield={ann.cookies['stonefield']}", "Origin": server.url}
    async with LobbyPage(server, headers) as page:
        assert (page.view["people"], page.view["accounts"]) == (1, [])
    await asyncio.to_thread(ann.patch, "/api/accounts/me", json={"shown": True})
    async with LobbyPage(server, headers) as page:
        assert page.view["accounts"] == [name]


def test_the_lobby_says_when_people_meet(server_here):
    server = server_here(meeting="Thu 19:00 Europe/Berlin")
    client = server.client()
    meeting = client.get("/api/lobby").json()["meeting"]
    assert meeting["ends"] - meeting["begins"] == 3_600_000
    calendar = client.get("/api/lobby/meetings.ics")
    assert calendar.headers["content-type"].startswith("text/calendar")
    assert calendar.text.count("BEGIN:VEVENT") == 12


def test_without_meetings_there_is_no_calendar(server):
    client = server.client()
    assert client.get("/api/lobby").json()["meeting"] is None
    assert client.get("/api/lobby/meetings.ics").status_code == 404
