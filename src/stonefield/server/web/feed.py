"""The daily puzzles as an Atom feed (RFC 4287)."""

from __future__ import annotations

from datetime import date
from html import escape
from typing import Annotated
from xml.etree import ElementTree

from fastapi import APIRouter, Query, Request, Response

from stonefield.locales import Catalogue
from stonefield.puzzles import Puzzle
from stonefield.server.learning.daily import date_of
from stonefield.server.learning.streak import day_of
from stonefield.server.live.now import now_ms
from stonefield.server.web.api import PROBLEMS, Documented
from stonefield.server.web.caching import packed
from stonefield.server.web.catalogue import texts_of
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.puzzles_api import AllPuzzles

DAYS = 14
ATOM = "application/atom+xml"
NAMESPACE = "http://www.w3.org/2005/Atom"
FEED: Documented = {200: {"content": {ATOM: {}}}}
router = APIRouter(prefix="/api/puzzles", responses=PROBLEMS, route_class=PricedRoute)


@router.get("/daily.atom", responses=FEED, response_class=Response)
@priced(2)
async def daily_feed(
    request: Request,
    puzzles: AllPuzzles,
    game: Annotated[str | None, Query(max_length=32)] = None,
    lang: Annotated[str, Query(max_length=20)] = "en",
) -> Response:
    """The daily puzzles of the last fourteen days, the newest first."""
    words = texts_of(lang)
    games = [game] if game else [one["game"] for one in puzzles.games()]
    today = day_of(now_ms())
    found = [
        (date_of(day), await puzzles.daily(name, day))
        for day in range(today, today - DAYS, -1)
        for name in games
    ]
    base = _base(request)
    query = f"?lang={lang}" + (f"&game={game}" if game else "")
    content = _feed(words, base, f"{base}/api/puzzles/daily.atom{query}", found)
    return packed(request, content, ATOM)


def _base(request: Request) -> str:
    """The address that readers use: the public one, where there is one."""
    origins = request.app.state.settings.origins
    return str(origins[0] if origins else request.base_url).rstrip("/")


def _feed(words: Catalogue, base: str, own: str, found: list[tuple[date, Puzzle]]) -> bytes:
    feed = ElementTree.Element("feed", {"xmlns": NAMESPACE, "xml:lang": words.language})
    _add(feed, "title", words.text("feed.title"))
    _add(feed, "id", own)
    _add(feed, "link", rel="self", type=ATOM, href=own)
    _add(feed, "link", rel="alternate", type="text/html", href=f"{base}/training")
    _add(feed, "icon", f"{base}/icon-192.png")
    _add(_add(feed, "author"), "name", "Stonefield")
    _add(feed, "updated", _moment(found[0][0]) if found else "1970-01-01T00:00:00Z")
    for when, puzzle in found:
        _entry(_add(feed, "entry"), words, base, when, puzzle)
    content: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return content


def _entry(entry: ElementTree.Element, words: Catalogue, base: str, when: date, puzzle: Puzzle) -> None:
    page, picture = f"{base}/training/{puzzle.name}", f"{base}/api/puzzles/{puzzle.name}/picture.png"
    colour = _name(words, f"side.{puzzle.start.turn}", puzzle.start.turn)
    task = words.text(f"feed.{puzzle.result}", colour=colour)
    title = f"{_name(words, f'game.{puzzle.game}', puzzle.game)}, {when.isoformat()}"
    _add(entry, "title", title)
    _add(entry, "id", f"{page}?day={when.isoformat()}")
    _add(entry, "updated", _moment(when))
    _add(entry, "link", rel="alternate", type="text/html", href=page)
    _add(entry, "link", rel="enclosure", type="image/png", href=picture)
    shown = f'<p><a href="{escape(page)}"><img src="{escape(picture)}" alt="{escape(title)}"></a></p>'
    _add(entry, "content", f"{shown}<p>{escape(task)}</p>", type="html")


def _name(words: Catalogue, key: str, plain: str) -> str:
    """The word for a game or a colour; of one that was installed its plain name."""
    return words.text(key) if key in words.texts else plain


def _moment(when: date) -> str:
    return f"{when.isoformat()}T00:00:00Z"


def _add(parent: ElementTree.Element, tag: str, text: str | None = None, **named: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, tag, named)
    child.text = text
    return child
