"""Links to games, studies and puzzles elsewhere: the head of their page, their pictures, and oEmbed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Sequence
from html import escape
from typing import Annotated, Literal, NamedTuple
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic_core import to_json
from starlette.datastructures import Headers
from starlette.types import Scope

from stonefield.draw.card import HEIGHT, WIDTH
from stonefield.games.game import Position
from stonefield.locales import Catalogue, best_language
from stonefield.server.jobs.cache import ByteCache
from stonefield.server.jobs.tasks.pictures import draw_card
from stonefield.server.presenting.previews import (
    Preview,
    game_preview,
    main_line,
    puzzle_preview,
    study_preview,
)
from stonefield.server.presenting.showcase import replayed
from stonefield.server.protocol.previews import Oembed
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.settings import ServerSettings
from stonefield.server.web.api import JSON, PROBLEMS, answers, encoded, work
from stonefield.server.web.application import Application, application_of
from stonefield.server.web.budgets import Purse
from stonefield.server.web.caching import packed
from stonefield.server.web.catalogue import texts_of
from stonefield.server.web.cookies import own_origins
from stonefield.server.web.prices import PricedRoute, priced, purse_of
from stonefield.study.documents.study import Study

KEPT_BYTES = 16_000_000
"""Of pictures, those asked for last."""
HEAD = 2.0
"""Points for what is in the head of a page."""
ELSEWHERE = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=300"}
"""Other sites show the pictures; a game goes on, so they ask again after some minutes."""
FRAME = (640, 480)
NARROWEST = 200
Kind = Literal["games", "studies", "puzzles"]
_KINDS: dict[str, Kind] = {"g": "games", "study": "studies", "puzzles": "puzzles"}
"""The first word of a page's address, and what it is about."""
PNG: dict[int | str, dict[str, object]] = {200: {"content": {"image/png": {}}}}
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)
_kept = ByteCache(KEPT_BYTES)


class Linked(NamedTuple):
    """What a page is about."""

    kind: Kind
    id: str
    path: str
    """Of the page."""


def linked(path: str) -> Linked | None:
    """What a page's address is about; None if it has no preview of its own."""
    words = path.strip("/").split("/")
    if len(words) != 2 or words[0] not in _KINDS or not words[1].isalnum():
        return None
    return Linked(_KINDS[words[0]], words[1], f"/{words[0]}/{words[1]}")


async def preview_of(here: Application, kind: Kind, id: str, words: Catalogue, purse: Purse) -> Preview:
    """What a link shows; Refusal if there is nothing that anyone may see."""
    if kind == "games":
        async with here.rooms.using(id) as room:
            return game_preview(room.table, words)
    if kind == "puzzles":
        await here.puzzles.load()
        puzzle = here.puzzles.find(id)
        return puzzle_preview(puzzle, puzzle.start, words)
    study = await _open_study(here, id, purse)
    return await asyncio.to_thread(study_preview, study, words)


async def _open_study(here: Application, id: str, purse: Purse) -> Study:
    """A study that anyone may read; Refusal if there is none, or it is private."""
    room = await here.studies.find(id, purse.spend)
    with refusing():
        room.study.role_of(None)
    return room.study


async def _positions_of(here: Application, kind: Kind, id: str, purse: Purse) -> Sequence[Position]:
    """What can be looked at one after the other: a game, the main line of a study, a puzzle."""
    if kind == "games":
        async with here.rooms.using(id) as room:
            return tuple(room.table.positions)
    if kind == "puzzles":
        await here.puzzles.load()
        return (here.puzzles.find(id).start,)
    return await asyncio.to_thread(main_line, await _open_study(here, id, purse))


def origin_of(scope: Scope, settings: ServerSettings) -> str:
    """Where others reach this server: its public address, else the one that was asked."""
    return (settings.origins or own_origins(scope, settings))[0]


async def head_of(scope: Scope) -> str:
    """What a page's address adds to its head; nothing if it has no preview."""
    about = linked(scope["path"])
    here: Application | None = getattr(scope["app"].state, "application", None)
    if about is None or here is None:
        return ""
    purse: Purse = scope["purse"]
    language = best_language(Headers(scope=scope).get("accept-language"))
    try:
        await purse.pay(HEAD)
        preview = await preview_of(here, about.kind, about.id, texts_of(language), purse)
    except Refusal:
        # The page itself says what is wrong.
        return ""
    origin = origin_of(scope, here.settings)
    page = f"{origin}{about.path}"
    picture = f"{origin}{_picture(about)}?lang={language}"
    card = {
        "og:site_name": "Stonefield",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": page,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": preview.title,
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in card.items()]
    oembed = f"{origin}/api/oembed?url={quote(page, safe='')}&lang={language}"
    return "\n    ".join(
        (
            *lines,
            '<meta name="twitter:card" content="summary_large_image" />',
            f'<meta name="description" content="{escape(preview.description)}" />',
            f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}"'
            f' title="{escape(preview.title)}" />',
        )
    )


def _picture(about: Linked) -> str:
    return f"/api/{about.kind}/{about.id}/preview.png"


@router.get("/{kind}/{id}/preview.png", responses=PNG, response_class=Response)
@priced(6)
async def preview_picture(
    request: Request,
    kind: Annotated[Kind, Path()],
    id: Annotated[str, Path(max_length=64)],
    lang: Annotated[str, Query(max_length=20)] = "en",
) -> Response:
    """The picture of a link: the position, who plays and how it stands.

    1,200 by 630 pixels, at most 100,000 bytes.
    """
    preview = await preview_of(application_of(request), kind, id, texts_of(lang), purse_of(request))
    asked = (str(preview.position), preview.last, preview.heading, tuple(preview.rows))
    key = hashlib.sha256(repr(asked).encode()).digest()
    content = _kept.get(key)
    if content is None:
        content = base64.b64decode(await work(request, draw_card, *asked))
        _kept.put(key, content)
    return packed(request, content, "image/png", ELSEWHERE)


@router.get("/{kind}/{id}/replay", responses=answers("Showcase"))
@priced(20)
async def replay(
    request: Request, kind: Annotated[Kind, Path()], id: Annotated[str, Path(max_length=64)]
) -> Response:
    """A game, the main line of a study's first chapter, or a puzzle, position by position."""
    here, purse = application_of(request), purse_of(request)
    positions = await _positions_of(here, kind, id, purse)
    return packed(request, await asyncio.to_thread(lambda: to_json(replayed(positions))), JSON)


@router.get("/oembed", responses=answers("Oembed"))
@priced(4)
async def oembed(
    request: Request,
    url: Annotated[str, Query(max_length=300, description="The address of a game, study or puzzle here")],
    maxwidth: Annotated[int, Query(ge=NARROWEST)] = FRAME[0],
    maxheight: Annotated[int, Query(ge=NARROWEST)] = FRAME[1],
    format: Annotated[str, Query(max_length=10)] = "json",
    lang: Annotated[str, Query(max_length=20)] = "en",
) -> Response:
    """What other sites ask about a link ([oEmbed](https://oembed.com)): a frame with the board."""
    here = application_of(request)
    if format != "json":
        raise Refusal("not_found", "oEmbed is answered as JSON only")
    parts = urlsplit(url)
    origin = origin_of(request.scope, here.settings)
    known = {origin, *own_origins(request.scope, here.settings)}
    about = linked(parts.path) if f"{parts.scheme}://{parts.netloc}".lower() in known else None
    if about is None:
        raise Refusal("not_found", "this is no game, study or puzzle here")
    preview = await preview_of(here, about.kind, about.id, texts_of(lang), purse_of(request))
    width, height = min(maxwidth, FRAME[0]), min(maxheight, FRAME[1])
    frame, title = escape(f"{origin}/embed{about.path}?lang={lang}"), escape(preview.title)
    answer: Oembed = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Stonefield",
        "provider_url": origin,
        "title": preview.title,
        "html": f'<iframe src="{frame}" width="{width}" height="{height}" title="{title}"'
        ' style="border:0" loading="lazy" allowfullscreen></iframe>',
        "width": width,
        "height": height,
        "thumbnail_url": f"{origin}{_picture(about)}?lang={lang}",
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }
    return encoded(answer)
