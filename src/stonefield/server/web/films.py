"""Pictures in pixels and films: of games here, of records and of positions that were sent."""

from __future__ import annotations

import base64
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from stonefield.films import KINDS
from stonefield.server.jobs.film_cost import SHORT_MS, film_ms
from stonefield.server.jobs.tasks.pictures import draw_any, draw_film, draw_png, draw_short_film, measure_film
from stonefield.server.jobs.tasks.records import RecordSource
from stonefield.server.play.game_records import record_source
from stonefield.server.protocol.films import FilmKind, Look, NewFilm
from stonefield.server.web.api import PROBLEMS, Documented, GameRoom, PaintQuery, Theme, archive_of, work
from stonefield.server.web.caching import packed
from stonefield.server.web.pictures import SVG_HEADERS
from stonefield.server.web.prices import PricedRoute, priced

MEDIA = {**KINDS, "png": "image/png"}
FILMS: Documented = {200: {"content": {media: {} for media in KINDS.values()}}}
PICTURES: Documented = {200: {"content": {MEDIA["png"]: {}, MEDIA["svg"]: {}}}}
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)

View = Literal["above", "isometric"]
PictureKind = Literal["svg", "png"]
Ply = Annotated[int | None, Query(ge=0, le=10_000)]
PictureWidth = Annotated[int, Query(ge=100, le=2_000, description="Of a PNG, in pixels")]


@router.get("/games/{game}/film.{kind}", responses=FILMS, response_class=Response)
@priced(5)
async def film_of_game(
    request: Request,
    room: GameRoom,
    kind: Annotated[FilmKind, Path()],
    look: Annotated[Look, Query()],
) -> Response:
    """The game as a film; one that takes longer than 20 seconds of a processor is refused."""
    return await _film(request, await record_source(room.table, archive_of(request)), kind, look)


@router.post("/films", responses=FILMS, response_class=Response)
@priced(5)
async def film_of_record(request: Request, wanted: NewFilm) -> Response:
    """A record as a film."""
    look = Look(**wanted.model_dump(include=set(Look.model_fields)))
    return await _film(request, wanted.text, wanted.kind, look)


async def _film(request: Request, game: RecordSource, kind: str, look: Look) -> Response:
    """No one waits for another person's film who does not want one as long."""
    frames, height = await work(request, measure_film, game, kind, look.model_dump())
    is_short = film_ms(frames, look.size, height, kind) <= SHORT_MS
    drawing = draw_short_film if is_short else draw_film
    content = await work(request, drawing, game, kind, look.model_dump())
    return _sent(request, base64.b64decode(content), kind)


@router.get("/games/{game}/picture.png", responses=PICTURES, response_class=Response)
@priced(2)
async def picture_of_game(
    request: Request,
    room: GameRoom,
    ply: Ply = None,
    view: View = "above",
    theme: Theme = "light",
    paint: PaintQuery = None,
    size: PictureWidth = 800,
) -> Response:
    """The position as PNG."""
    shown = len(room.table.moves) if ply is None else ply
    position = room.table.position_after(shown)
    last = room.table.moves[shown - 1].text if shown else None
    content = await work(request, draw_png, str(position), last, view, theme, paint, size)
    return _sent(request, base64.b64decode(content), "png")


@router.get("/picture.{kind}", responses=PICTURES, response_class=Response)
@priced(2)
async def picture_of_position(
    request: Request,
    kind: Annotated[PictureKind, Path()],
    position: Annotated[str, Query(min_length=1, max_length=4_000)],
    last: Annotated[str | None, Query(max_length=64, description="The move that led to it")] = None,
    view: View = "above",
    theme: Theme = "light",
    paint: PaintQuery = None,
    size: PictureWidth = 800,
) -> Response:
    """Any position as a picture."""
    if kind == "svg":
        drawing = await work(request, draw_any, position, last, view, theme, paint)
        return _sent(request, drawing.encode(), kind)
    content = await work(request, draw_png, position, last, view, theme, paint, size)
    return _sent(request, base64.b64decode(content), kind)


def _sent(request: Request, content: bytes, kind: str) -> Response:
    return packed(request, content, MEDIA[kind], SVG_HEADERS)
