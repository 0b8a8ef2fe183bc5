"""A browser without a screen: it keeps its cookies, and says which page asks."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable

import httpx

from ..models import check_answer
from ..serverprocess import PATIENCE, ServerProcess

PASSWORD = "correct horse battery"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_numbers = itertools.count(1)


def fresh_name() -> str:
    """A name that no other test has."""
    letters = "".join(chr(ord("a") + byte % 26) for byte in os.urandom(10))
    return f"T{letters}{next(_numbers) % 7 + 2}"


def until(what: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Browser(httpx.Client):
    """One browser, whose pages are those of the server."""

    def __init__(self, server: ServerProcess, **headers: str) -> None:
        hooks = {"response": [check_answer]}
        sent = {"Origin": server.url, "User-Agent": FIREFOX, **headers}
        # A server whose time jumps closes the connections that were kept.
        limits = httpx.Limits(max_keepalive_connections=0)
        super().__init__(
            base_url=server.url,
            timeout=PATIENCE,
            event_hooks=hooks,
            headers=sent,
            verify=False,
            limits=limits,
        )
        self.server = server

    def make_account(self, name: str | None = None, password: str = PASSWORD, **more) -> dict:
        """Make an account and be signed in."""
        answer = self.post("/api/accounts", json={"name": name or fresh_name(), "password": password, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sign_in(self, name: str, password: str = PASSWORD, **more) -> httpx.Response:
        return self.post("/api/sessions", json={"name": name, "password": password, **more})

    def me(self) -> dict:
        answer = self.get("/api/accounts/me")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def make_game(self, *seats: dict, **wishes) -> dict:
        seats = seats or ({"kind": "person", "name": "typed"}, {"kind": "open"})
        answer = self.post("/api/games", json={"game": "carnac", "seats": list(seats), **wishes})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, made: dict, **wishes) -> dict:
        answer = self.post(
            f"/api/games/{made['game']}/join", json={"invite": made["invite"], "name": "typed", **wishes}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    def state(self, game: str) -> dict:
        answer = self.get(f"/api/games/{game}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, game: str, type: str, token: str | None = None, **words) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        asked = {"type": type, "id": os.urandom(8).hex(), **words}
        return self.post(f"/api/games/{game}/actions", json=asked, headers=headers)

    def move(self, game: str, text: str | None = None) -> dict:
        state = self.state(game)
        moves = text or _first_legal(state)
        answer = self.act(game, "move", version=state["version"], text=moves)
        assert answer.status_code == 200, answer.text
        return self.state(game)

    def games(self, page: int = 0) -> list[dict]:
        answer = self.get("/api/accounts/me/games", params={"page": page})
        assert answer.status_code == 200, answer.text
        return answer.json()["games"]

    @property
    def cookie(self) -> str:
        """What a socket sends as its cookie."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def _first_legal(state: dict) -> str:
    from stonefield.games.game import parse

    return str(parse(state["position"]).legal_moves()[0])
