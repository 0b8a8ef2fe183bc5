"""Two people with a game between them, and the operator's word that one moderates."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx

from stonefield.server.accounts.operating import operating

from ..accounts.browser import Browser, fresh_name

CLOCK = {"seconds": 3600, "increment": 0}


class Person(Browser):
    """A browser of a person, signed in unless they are a guest."""

    def __init__(self, server, *, guest: bool = False) -> None:
        super().__init__(server)
        self.name = "" if guest else fresh_name()
        self.tokens: dict[str, str] = {}
        if not guest:
            self.make_account(self.name)

    def headers_in(self, game: str) -> dict[str, str]:
        token = self.tokens.get(game)
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    def say(self, game: str, text: str) -> httpx.Response:
        return self.post(f"/api/games/{game}/chat", json={"text": text}, headers=self.headers_in(game))

    def chat(self, game: str, **asked) -> dict:
        answer = self.get(f"/api/games/{game}/chat", params=asked, headers=self.headers_in(game))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def said(self, game: str) -> list[str]:
        return [line["text"] or line["greeting"] for line in self.chat(game)["lines"]]

    def avoid(self, name: str, *, blocked: bool = False) -> httpx.Response:
        return self.put(f"/api/accounts/me/manners/avoided/{name}", json={"blocked": blocked})

    def manners(self) -> dict:
        return self.get("/api/accounts/me/manners").json()

    def report(self, **wanted) -> httpx.Response:
        headers = self.headers_in(wanted.get("game") or "")
        return self.post("/api/reports", json={"reason": "insults", **wanted}, headers=headers)

    def moderate(self, kind: str, **wanted) -> httpx.Response:
        return self.post("/api/moderation/acts", json={"kind": kind, "why": "a good reason", **wanted})


@dataclass
class Pair:
    """A game of two people."""

    ann: Person
    ben: Person
    game: str


def pair(ann: Person, ben: Person, **wishes) -> Pair:
    made = ann.make_game(**wishes)
    joined = ben.join(made)
    ann.tokens[made["game"]], ben.tokens[made["game"]] = made["token"], joined["token"]
    return Pair(ann, ben, made["game"])


def appoint(server, name: str) -> None:
    """What `stonefield moderate grant` does."""

    async def work() -> None:
        async with operating(server.database) as opened:
            await opened.moderating.appoint(name, moderator=True)

    # In a test with a browser this thread has a loop already.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, work()).result()


def code(answer: httpx.Response) -> str:
    return "" if answer.is_success else answer.json()["code"]
