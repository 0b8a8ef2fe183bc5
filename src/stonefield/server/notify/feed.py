"""What a person would be told as an Atom feed (RFC 4287), at an address that only they know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from sqlalchemy import Connection

from stonefield.locales import Catalogue
from stonefield.server.accounts.along import seat_views
from stonefield.server.domain.lobby.challenge import Challenge
from stonefield.server.domain.people.account import DAY, Account
from stonefield.server.protocol.accounts import MySeat
from stonefield.server.store.account_games import joins_in, names_in, page_of

ATOM = "http://www.w3.org/2005/Atom"
LASTS = 14 * DAY
"""For so long games that have ended stay in a feed."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that waits for the reader, or that is over."""

    game: str
    rules: str
    seats: Sequence[MySeat]
    at: int
    result: str | None


def read_games(connection: Connection, account: str, now: int) -> list[GameEntry]:
    """What a feed tells of an account's games."""
    rows: list[Any] = page_of(connection, account, 0)
    news = [row for row in rows if (row.ended is None and row.to_move) or (row.ended or 0) > now - LASTS]
    ids = [row.id for row in news]
    names, joins = names_in(connection, ids), joins_in(connection, ids)
    return [
        GameEntry(
            game=row.id,
            rules=row.rules,
            seats=seat_views(row, names.get(row.id, {}), joins.get(row.id, {})),
            at=row.ended or row.at,
            result=row.result if row.ended is not None else None,
        )
        for row in news
    ]


def feed_of(
    account: Account, base: str, games: Sequence[GameEntry], challenges: Sequence[Challenge], own: str
) -> bytes:
    """The feed, the newest first."""
    words = Catalogue(account.language)
    told = [(game.at, _game(words, game), f"{base}/g/{game.game}") for game in games]
    told += [(one.created, _challenge(words, one), f"{base}/challenges/{one.id}") for one in challenges]
    told.sort(reverse=True)
    feed = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": words.language})
    _add(feed, "title", words.text("mail.feed", name=account.name))
    _add(feed, "id", own)
    _add(feed, "link", rel="alternate", type="text/html", href=f"{base}/account")
    _add(_add(feed, "author"), "name", "Stonefield")
    _add(feed, "updated", _moment(told[0][0] if told else account.created))
    for at, text, url in told:
        entry = _add(feed, "entry")
        _add(entry, "title", text)
        # The same game is news again with each turn.
        _add(entry, "id", f"{url}#{at}")
        _add(entry, "updated", _moment(at))
        _add(entry, "link", rel="alternate", type="text/html", href=url)
    content: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return content


def _game(words: Catalogue, one: GameEntry) -> str:
    names = [seat["name"] or words.text("mail.someone") for seat in one.seats if not seat["mine"]]
    known = {"game": game_name(words, one.rules), "name": ", ".join(names) or words.text("mail.someone")}
    if one.result is None:
        return words.text("mail.turn.free", **known)
    return words.text(f"mail.over.{one.result}", **known)


def _challenge(words: Catalogue, one: Challenge) -> str:
    name = (one.maker.name if one.maker else "") or words.text("mail.someone")
    return words.text("mail.challenge", name=name, game=game_name(words, one.wishes.game))


def game_name(words: Catalogue, rules: str) -> str:
    """The word for a game; of one that was installed its plain name."""
    key = f"game.{rules}"
    return words.text(key) if key in words.texts else rules


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _add(parent: ElementTree.Element, tag: str, text: str | None = None, **named: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, tag, named)
    child.text = text
    return child
