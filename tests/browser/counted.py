"""Games that count for a strength: begun on the page, since they count for the browser's own profile."""

from __future__ import annotations

import json
import time

from server.serverprocess import ServerProcess

from .player import Player

PATIENCE = 180.0


def begin_counted(person: Player) -> dict:
    """A game at one's own level on the small board; its seat."""
    person.open("/new?game=carnac&way=engine")
    person.page.get_by_role("group", name="Board").get_by_text("Small").click()
    person.page.get_by_role("button", name="Start the game").click()
    person.page.wait_for_selector("[data-square]")
    return seat_of(person)


def seat_of(person: Player) -> dict:
    """The game on the page with the token that the page keeps."""
    kept = json.loads(person.page.evaluate("localStorage.getItem('stonefield.games')"))
    return {"game": person.game_id, "token": kept[0]["token"]}


def decide(server: ServerProcess, seated: dict, count: int = 3) -> None:
    """Decide so often, whatever there is to decide."""
    deadline = time.monotonic() + PATIENCE
    while count:
        state = server.state(seated)
        if state["may"]["move"]:
            legal = state["legal"]
            text = legal["answers"][0]["text"] if legal["answers"] else f"{next(iter(legal['placements']))}ww"
            answer = server.act(seated, "move", version=state["version"], text=text)
            assert answer.status_code == 200, answer.text
            count -= 1
        assert time.monotonic() < deadline
        time.sleep(0.05)
