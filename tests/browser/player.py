"""Somebody in front of the page."""

from __future__ import annotations

import json
import re

from playwright.sync_api import BrowserContext, Locator, expect

PATIENCE = 180_000
expect.set_options(timeout=PATIENCE)

# Asked once per frame: a board is there and drawn, and for some frames every square has been in one place.
STILL = """() => {
  const seen = [...document.querySelectorAll('[data-square]')]
    .map((one) => JSON.stringify(one.getBoundingClientRect())).join()
  const { before, frames } = window.still ?? {}
  window.still = { before: seen, frames: seen === before ? frames + 1 : 0 }
  return seen !== '' && window.still.frames > 10 && !document.querySelector('.building')
}"""


class Player:
    """One browser of one person: opens pages, looks at the board, decides."""

    def __init__(self, context: BrowserContext, url: str, settings: dict, *, expect_errors: bool = False):
        self.context, self.url, self.expect_errors = context, url, expect_errors
        self.complaints: list[str] = []
        context.set_default_timeout(PATIENCE)
        stored = json.dumps(json.dumps(settings))
        context.add_init_script(
            f"if (!localStorage.getItem('stonefield.settings'))"
            f" localStorage.setItem('stonefield.settings', {stored})"
        )
        self.page = context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message) -> None:
        # Software rendering has its own complaints, which are not the page's.
        if message.type == "error" and "GL Driver" not in message.text:
            self.complaints.append(message.text)

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.wait_for_selector("main:not([aria-busy])")

    def go(self, path: str) -> None:
        """To another page of the open app, as its own links go."""
        self.page.evaluate(
            "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }",
            path,
        )

    def sit_down(self, seated: dict) -> None:
        """Open a game with the token of a seat, as the page keeps it."""
        state = seated["state"]
        known = {
            "id": seated["game"],
            "token": seated["token"],
            "invite": seated["invite"],
            "rules": state["rules"],
            "board": state["board"]["name"],
            "way": "engine",
            "status": state["status"],
            "winner": None,
            "plies": 0,
            "seen": 0,
        }
        remember = f"localStorage.setItem('stonefield.games', {json.dumps(json.dumps([known]))})"
        if self.page.url.startswith(self.url):
            self.page.evaluate(remember)
            self.go(f"/g/{seated['game']}")
        else:
            self.context.add_init_script(f"localStorage.getItem('stonefield.games') ?? {remember}")
            self.open(f"/g/{seated['game']}")
        self.page.wait_for_selector("[data-square]")

    # Looking

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')

    def label(self, name: str) -> str:
        return self.square(name).get_attribute("aria-label") or ""

    @property
    def turn(self) -> Locator:
        return self.page.locator("p.turn")

    @property
    def news(self) -> Locator:
        return self.page.locator("[data-news]")

    @property
    def moves(self) -> list[str]:
        return [text.strip() for text in self.page.locator("ol [data-ply] .text").all_inner_texts()]

    @property
    def game_id(self) -> str:
        found = re.search(r"/g/([^/#]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def is_over(self) -> bool:
        return self.page.locator("#end-title").count() > 0

    def wait_for_turn(self) -> None:
        """Until this person may decide, or the game has ended."""
        self.page.wait_for_selector(".decision, #end-title")

    def wait_for_game(self, *, after: str = "") -> str:
        """Until the page shows a game, and not the one that was there before; its id."""
        self.page.wait_for_url(lambda url: "/g/" in url and (not after or after not in url))
        self.wait_for_board()
        return self.game_id

    def wait_for_board(self) -> None:
        """Until a board is there, is drawn and does not move any more."""
        self.page.evaluate("window.still = null")
        self.page.wait_for_function(STILL)

    def empty_squares(self) -> list[str]:
        return self.page.eval_on_selector_all(
            "[data-square]",
            "cells => cells.filter(c => c.ariaLabel.endsWith('empty')).map(c => c.dataset.square)",
        )

    # Deciding

    def wait_for_service_worker(self) -> None:
        """Until the page's service worker serves: one that cannot be installed never does."""
        self.page.wait_for_function(
            "() => navigator.serviceWorker.getRegistration().then(it => it?.active?.state === 'activated')"
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def place_on(self, *squares: str) -> None:
        """Place what is in hand on the first of these squares where it may be placed."""
        before = len(self.moves)
        for square in squares:
            self.square(square).click()
            # What is on its way to the server is decided; and the server may have answered already.
            if self.page.locator(".decision").count() == 0 or len(self.moves) > before:
                return
        raise AssertionError(f"nothing can be placed on {squares}")

    def click_square(self, name: str) -> None:
        """A click with the mouse in the middle of the square, whatever is drawn there."""
        box = self.square(name).bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def after_move(self, count: int) -> None:
        """Until at least so many moves are in the list."""
        self.page.wait_for_function(
            "count => document.querySelectorAll('ol [data-ply]').length >= count", arg=count
        )
