"""Somebody at the desk of a study."""

from __future__ import annotations

import json

from playwright.sync_api import Locator

from .player import Player

# A short game with a stone that falls, one that is left standing, and one that falls again.
RECORD = """[Game "carnac"]
[Board "4x3"]
[Stock "4"]

1. a1rw N 2. c1ww - 3. d3rw W *
"""


def make_study(server, source: dict, title: str = "Ann’s study") -> dict:
    """Make a study over HTTP."""
    answer = server.client().post("/api/studies", json={"title": title, "source": source})
    assert answer.status_code == 201, answer.text
    return answer.json()


def study_of(server, text: str = RECORD, title: str = "Ann’s study") -> dict:
    """A study of a record."""
    return make_study(server, {"kind": "record", "text": text}, title)


def sit_at(person: Player, made: dict, path: str = "") -> None:
    """Open a study as its maker, whose browser remembers the tokens."""
    known = {
        "id": made["study"],
        "token": made["token"],
        "edit": made["edit"],
        "title": made["state"]["title"],
        "rules": [chapter["rules"] for chapter in made["state"]["chapters"]],
        "seen": 0,
    }
    remember = f"localStorage.setItem('stonefield.studies', {json.dumps(json.dumps([known]))})"
    if person.page.url.startswith(person.url):
        person.page.evaluate(remember)
        person.go(f"/study/{made['study']}{path}")
    else:
        person.context.add_init_script(f"localStorage.getItem('stonefield.studies') ?? {remember}")
        person.open(f"/study/{made['study']}{path}")
    person.page.wait_for_selector("[data-square]")


def moves(person: Player) -> list[str]:
    """The moves of the tree as they are written, variations in their place."""
    return person.page.locator(".tree [data-node]").evaluate_all(
        "all => all.map(one => (one.querySelector('.text') ?? one).textContent.trim())"
    )


def here(person: Player) -> Locator:
    """The move in the tree that the board shows."""
    return person.page.locator(".tree [aria-current=step]")


def open_panel(person: Player, name: str) -> Locator:
    """Open one of the panels beside the board."""
    person.page.get_by_role("tab", name=name, exact=True).click()
    return person.page.get_by_role("tabpanel", name=name)


def card(person: Player) -> Locator:
    """The one card beside the board."""
    return person.page.locator("[data-card]")


def reviewed(person: Player, simulations: int = 300) -> None:
    """Until the whole game has been looked at once, or with more simulations than at first."""
    person.page.wait_for_function(
        "wanted => Number(document.querySelector('[data-review]')?.dataset.review) >= wanted",
        arg=simulations,
        timeout=180_000,
    )
