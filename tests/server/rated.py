"""People who are signed in and play rated games."""

from __future__ import annotations

import httpx

from .accounts.browser import Browser

CLOCK = {"seconds": 3600, "increment": 0}
SQUARES = ("a1", "b1", "c1", "d1", "e1", "a2", "b2")


class Someone(Browser):
    """A browser of a person who is signed in."""

    def __init__(self, server) -> None:
        super().__init__(server)
        self.name = self.make_account()["account"]["name"]

    def make_rated(self, *others: dict, **more) -> httpx.Response:
        seats = [{"kind": "person"}, *(others or ({"kind": "open"},))]
        options = {"board": "small"}
        wishes = {"game": "carnac", "options": options, "seats": seats, "clock": CLOCK, "rated": True}
        return self.post("/api/games", json={**wishes, **more})

    def profile(self, path: str, **params) -> httpx.Response:
        return self.get(f"/api/accounts/{self.name}{path}", params=params)


def play(one: Someone, other: Someone, decisions: int = 10, **more) -> str:
    """Both place megaliths and leave them standing; then the first of them resigns."""
    made = one.make_rated(**more).json()
    other.join(made)
    game, squares = made["game"], iter(SQUARES)
    for _ in range(decisions):
        state = one.state(game)
        mover = one if state["may"]["move"] else other
        text = "-" if state["turn"]["phase"] == "answer" else f"{next(squares)}ww"
        assert mover.act(game, "move", text=text, version=state["version"]).status_code == 200
    assert one.act(game, "resign").status_code == 200
    return game
