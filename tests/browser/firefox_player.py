"""Somebody in front of Firefox, with a mouse or a finger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from stonefield.course import Lesson
from stonefield.locales import Catalogue
from stonefield.puzzles import Puzzle

from .conftest import CALM
from .firefox import PHONE, Firefox, FirefoxPage
from .site import CHOSEN

WORDS = Catalogue("en")
CONFIRM = ".confirm .primary:enabled"
PLIES = "document.querySelectorAll('ol [data-ply]').length"


def there(selector: str) -> str:
    """Whether something is on the page."""
    return f"document.querySelector({json.dumps(selector)}) !== null"


class FirefoxPlayer:
    """Opens pages, looks at the board, decides; on a phone each decision is confirmed."""

    def __init__(
        self,
        firefox: Firefox,
        url: str,
        *,
        size: tuple[int, int],
        kept: bool = False,
        settings: Mapping[str, Any] | None = None,
    ):
        self.phone = size == PHONE
        wishes = {**CALM, "confirm": self.phone, **(settings or {})}
        self.page = FirefoxPage(firefox, url, wishes, size=size, kept=kept)
        self.page.on_load("localStorage.setItem('stonefield.language', 'en')")
        self.top, self.axis = "r", "w"

    def open(self, path: str) -> None:
        """Open a page; the megalith in hand is a new one."""
        self.page.open(path)
        self.page.wait_for(there("main:not([aria-busy])"))
        self.top, self.axis = "r", "w"

    def begin(self, level: int) -> str:
        """Begin a game on the small board from the form; its id."""
        self.open(f"/new?game=carnac&way=engine&level={level}")
        self.page.press('label:has(input[value="small"])')
        self.page.press("button", WORDS.text("setup.start"))
        self.page.wait_for(there("[data-square]"))
        game: str = self.page.wait_for("location.pathname.match(/\\/g\\/([^/]+)/)?.[1]")
        return game

    def play_out(self) -> None:
        """Play a game of Carnac to its end, the simplest move each time."""
        for _ in range(200):
            self.page.wait_for(there(".decision, #end-title"))
            if self.page.ask(there("#end-title")):
                return
            self.move()
        raise AssertionError("the game does not end")

    def move(self) -> None:
        """The simplest move."""
        done = self.page.ask(PLIES)
        self.page.wait_for(there("[data-square]"))
        self._press(f'[data-square="{self.page.ask(f"({CHOSEN})()")}"]')
        self.page.wait_for(f"{PLIES} > {done}")

    def learn(self, lesson: Lesson) -> None:
        """Play a lesson of Carnac, what it shows at each step."""
        self.open(f"/learn/{lesson.id}")
        for number, step in enumerate(lesson.steps):
            self.page.wait_for(there(f'main[data-step="{number}"] .decision'))
            self.decide(step.show)
            self.page.press(".verdict.right .primary")
        self.page.wait_for(there("#ending"))

    def solve(self, puzzle: Puzzle) -> None:
        """Decide in a puzzle of Carnac as it is written down."""
        self.open(f"/puzzles/{puzzle.name}")
        for number, (_, move) in enumerate(puzzle.decisions()):
            self.page.wait_for(f"document.querySelectorAll('.found .done').length >= {number}")
            self.page.wait_for(there(".decision"))
            self.decide(move)
        self.page.wait_for("document.querySelector('#verdict-title')?.textContent.includes('Solved!')")

    def decide(self, move: str) -> None:
        """Answer, or place the megalith in hand as the move says."""
        if move == "-":
            self._press(".compass .leave")
        elif len(move) == 1:
            self._press(f'.compass .fall:has([data-key="{move}"])')
        else:
            square, top, axis = move[:-2], move[-2], move[-1]
            if top != self.top:
                self.page.press(".picker .button:first-child")
            if axis != self.axis:
                self.page.press(".picker .button:last-child")
            self.top, self.axis = top, axis
            self._press(f'[data-square="{square}"]')

    def _press(self, selector: str) -> None:
        self.page.press(selector)
        if self.phone:
            self.page.press(CONFIRM)

    def close(self) -> None:
        self.page.close()
