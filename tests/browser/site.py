"""A site of plain files, and a person in front of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from .player import Player

SERVING = re.compile(r"http://[\d.]+:(\d+)/")


class PlainFiles:
    """``python -m http.server`` over a folder."""

    def __init__(self, folder: Path) -> None:
        words = (sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1")
        self._process = subprocess.Popen(
            [*words, "--directory", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        found = SERVING.search(self._process.stdout.readline())
        assert found, "the files are not served"
        self.url = f"http://127.0.0.1:{found[1]}"

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class SitePlayer(Player):
    """The address of a page is in the fragment; ``url`` ends where the site's folder does."""

    def open(self, path: str) -> None:
        self.page.goto(f"{self.url}/#{path}")
        self.page.wait_for_selector("main:not([aria-busy])")

    def go(self, path: str) -> None:
        self.page.evaluate("path => { location.hash = path }", path)


def play_out(person: Player, *, confirm: bool = False) -> None:
    """Play a game of Carnac to its end, the simplest move each time."""
    for _ in range(200):
        person.wait_for_turn()
        if person.is_over():
            return
        done = len(person.moves)
        person.click_square(person.page.evaluate(CHOSEN))
        if confirm:
            person.page.locator(".confirm .primary").tap()
        person.page.wait_for_function(
            "done => document.querySelectorAll('ol [data-ply]').length > done", arg=done
        )
    raise AssertionError("the game does not end")


CHOSEN = """() => {
  const cells = [...document.querySelectorAll('[data-square]')]
  const chosen = cells.find((one) => one.ariaLabel.includes('tilted'))
    ?? cells.find((one) => one.ariaLabel.endsWith('empty'))
  return chosen.dataset.square
}"""
"""The megalith that may be tilted is left as it is by choosing it; else the first empty square is taken."""
