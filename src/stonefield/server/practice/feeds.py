"""The daily puzzles as an Atom feed (RFC 4287)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from datetime import date
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from stonefield.locales import Catalogue
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.daily import date_of
from stonefield.puzzles.practice.streak import day_of
from stonefield.server.now import now_ms
from stonefield.server.practice.puzzles import Puzzles

DAYS = 14
MOST_FEEDS = 100
"""Of those asked for last, this many are kept: a few languages, games and addresses."""
ATOM = "application/atom+xml"
NAMESPACE = "http://www.w3.org/2005/Atom"


class Daily(NamedTuple):
    """The puzzle of a day."""

    when: date
    puzzle: Puzzle
    colour: str
    """The side that the player takes."""


class Feeds:
    """The feeds of today, each put together once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._making = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    async def find(self, puzzles: Puzzles, words: Catalogue, game: str | None, base: str) -> bytes:
        """The feed of one game or of all, in a language, for readers at an address."""
        today = day_of(now_ms())
        key = (today, words.language, game, base)
        if key not in self._kept:
            async with self._making:
                if key not in self._kept:
                    self._kept[key] = await self._made(puzzles, words, game, base, today)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_FEEDS:
            self._kept.popitem(last=False)
        return self._kept[key]

    async def _made(
        self, puzzles: Puzzles, words: Catalogue, game: str | None, base: str, today: int
    ) -> bytes:
        games = [game] if game else [one["game"] for one in puzzles.games()]
        found = []
        for day in range(today, today - DAYS, -1):
            for name in games:
                puzzle = await puzzles.daily(name, day)
                found.append(Daily(date_of(day), puzzle, (await puzzles.view(puzzle))["colour"]))
        query = f"?lang={words.language}" + (f"&game={game}" if game else "")
        own = f"{base}/api/puzzles/daily.atom{query}"
        return await asyncio.to_thread(_feed, words, base, own, found)


def _feed(words: Catalogue, base: str, own: str, found: list[Daily]) -> bytes:
    feed = ElementTree.Element("feed", {"xmlns": NAMESPACE, "xml:lang": words.language})
    _add(feed, "title", words.text("feed.title"))
    _add(feed, "id", own)
    _add(feed, "link", rel="self", type=ATOM, href=own)
    _add(feed, "link", rel="alternate", type="text/html", href=f"{base}/puzzles")
    _add(feed, "icon", f"{base}/icon-192.png")
    _add(_add(feed, "author"), "name", "Stonefield")
    _add(feed, "updated", _moment(found[0].when) if found else "1970-01-01T00:00:00Z")
    for one in found:
        _entry(_add(feed, "entry"), words, base, one)
    content: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return content


def _entry(entry: ElementTree.Element, words: Catalogue, base: str, one: Daily) -> None:
    when, puzzle = one.when, one.puzzle
    page, picture = f"{base}/puzzles/{puzzle.name}", f"{base}/api/puzzles/{puzzle.name}/picture.png"
    colour = words.named(f"side.{one.colour}", one.colour)
    task = words.text(f"feed.{puzzle.result}", colour=colour)
    title = f"{words.named(f'game.{puzzle.game}', puzzle.game)}, {when.isoformat()}"
    _add(entry, "title", title)
    # Readers know an entry by its id, which stays as it was first published.
    _add(entry, "id", f"{base}/training/{puzzle.name}?day={when.isoformat()}")
    _add(entry, "updated", _moment(when))
    _add(entry, "link", rel="alternate", type="text/html", href=page)
    _add(entry, "link", rel="enclosure", type="image/png", href=picture)
    shown = f'<p><a href="{escape(page)}"><img src="{escape(picture)}" alt="{escape(title)}"></a></p>'
    _add(entry, "content", f"{shown}<p>{escape(task)}</p>", type="html")


def _moment(when: date) -> str:
    return f"{when.isoformat()}T00:00:00Z"


def _add(parent: ElementTree.Element, tag: str, text: str | None = None, **named: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, tag, named)
    child.text = text
    return child
