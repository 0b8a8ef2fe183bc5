"""The one-page rules of each game: which sections in which order, and the position each one shows.

The texts of a section are ``rules.<game>.<section>.title`` and ``.text`` (paragraphs end with a line break),
and ``.caption`` where it has a picture.
"""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from stonefield.locales import FOLDER


class Section(NamedTuple):
    """A part of a rules page; where it has a picture, the ``position`` it shows and the ``view``."""

    name: str
    position: str | None
    view: str | None


def has_rules_page(game: str) -> bool:
    """Whether there is a page with the rules of a game."""
    return game in _pages()


def rules_page(game: str) -> tuple[Section, ...]:
    """The sections of a game's rules, as they follow each other; none for a game without a page."""
    sections = _pages().get(game, ())
    return tuple(Section(entry["section"], entry.get("position"), entry.get("view")) for entry in sections)


@cache
def _pages() -> dict[str, list[dict[str, str]]]:
    pages: dict[str, list[dict[str, str]]] = json.loads((FOLDER / "rules_pictures.json").read_text("utf-8"))
    return pages
