"""A person in front of the page whose pictures are taken, and what a picture is of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, expect

from browser.player import Player
from server.serverprocess import ServerProcess
from stonefield.locales import Catalogue


class Studio:
    """A person in front of the page, the server behind it, and the words of their language."""

    def __init__(self, ann: Player, server: ServerProcess, language: str) -> None:
        self.ann, self.server, self.words = ann, server, Catalogue(language)

    def button(self, key: str, **values: str) -> Locator:
        """A button by the key of its text."""
        return self.ann.page.get_by_role("button", name=self.words.text(key, **values)).first

    def open(self, path: str) -> None:
        self.ann.open(path)
        expect(self.ann.page.locator("h1, [data-square]").first).to_be_attached()
        expect(self.ann.page.get_by_text(self.words.text("app.loading"), exact=True)).to_have_count(0)

    def play(self, *seats: str, **options: Any) -> dict[str, Any]:
        """Sit down at a new game."""
        seated = self.server.make_game(*seats, **options)
        self.ann.sit_down(seated)
        return seated

    def with_friend(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Sit down at a new game with a friend: the seats of both."""
        seated = self.server.make_game("Ann", "open", **options)
        friend = self.server.join(seated, "Ben")
        self.ann.sit_down(seated)
        return seated, friend

    def choose(self, square: str) -> None:
        """Choose a square, and confirm it where that is asked for."""
        self.ann.square(square).dispatch_event("click")
        self.confirm()

    def confirm(self) -> None:
        """Say yes where that is asked for."""
        confirm = self.button("confirm.yes")
        if confirm.count():
            confirm.click()


@dataclass(frozen=True)
class Scene:
    """Something to see: how it is reached, and whether the page is shown to its end or only the window."""

    name: str
    show: Callable[[Studio], object]
    whole: bool = False
    settings: dict[str, Any] = field(default_factory=dict)


def page(name: str, path: str, *, whole: bool = True) -> Scene:
    return Scene(name, lambda studio: studio.open(path), whole)
