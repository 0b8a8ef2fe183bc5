"""The HTTP API under /api, and the socket's door."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket
from pydantic_core import to_json

from stonefield import __version__, records
from stonefield.server.game.agreement import hash_token, new_token, now_ms
from stonefield.server.live.agreements import clean_name
from stonefield.server.live.creating import Made, Maker
from stonefield.server.live.game_records import exported, formats_for, written
from stonefield.server.live.room import Room
from stonefield.server.live.rooms import Rooms
from stonefield.server.presenting import scenes
from stonefield.server.protocol.messages import Accepted, AnyAction, SceneMessage
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import (
    Catalogue,
    Health,
    Join,
    NewGame,
    NewImport,
    Problem,
    RecordFormat,
    RecordFormats,
    RulesPage,
    Seated,
)
from stonefield.server.protocol.views import State
from stonefield.server.web import catalogue as catalogue_page
from stonefield.server.web.caching import packed
from stonefield.server.web.pictures import SVG_HEADERS, position_picture, rules_picture

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 405, 409, 413, 421, 422, 429, 503)
}
JSON = "application/json"
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {form.media_type: {} for form in records.FORMS.values()}}
}
router = APIRouter(prefix="/api", responses=PROBLEMS)

Theme = Annotated[Literal["light", "dark"], Query()]
Stones = Annotated[Literal["red-white", "black-red"], Query(description="How Carnac's stones are painted")]


def rooms_of(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def room_of(request: Request, game: Annotated[str, Path(max_length=64)]) -> Room:
    """The room of the game in the path."""
    return await rooms_of(request).find(game)


GameRoom = Annotated[Room, Depends(room_of)]


def token_of(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token in the header."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Refusal("bad_token", "send the token as `Authorization: Bearer …`")
    return token.strip()


TokenHeader = Annotated[str | None, Depends(token_of)]


def encoded(answer: dict[str, Any], status: int = 200) -> Response:
    """An answer that is right by construction (the tests hold it against its model), so not checked again."""
    return Response(to_json(answer), status, media_type="application/json")


def state_for(room: Room, holder: int | None) -> dict[str, Any]:
    return room.presenter.state(holder, room.here, now_ms())


@router.get("/health", response_model=Health)
async def health() -> Any:
    """Is the server up?"""
    return {"status": "ok", "version": __version__}


@router.get("/catalogue", response_model=Catalogue)
async def catalogue(request: Request) -> Any:
    """What a setup page offers. Whoever asks is about to play: the engine gets ready."""
    request.app.state.pool.warm_up()
    return packed(request, to_json(catalogue_page.catalogue()), JSON)


@router.get("/locales/{language}", response_model=dict[str, str | dict[str, str]])
async def locale(request: Request, language: Annotated[str, Path(max_length=20)]) -> Any:
    """Every text of a language."""
    return packed(request, to_json(catalogue_page.texts(language)), JSON)


@router.get("/rules/{game}", response_model=RulesPage)
async def rules(
    request: Request,
    game: Annotated[str, Path(max_length=20)],
    lang: Annotated[str, Query(max_length=20)] = "en",
) -> Any:
    """The rules of a game on one page."""
    return packed(request, to_json(catalogue_page.rules_page(game, lang)), JSON)


@router.get("/rules/{game}/pictures/{name}.svg", responses=SVG, response_class=Response)
async def picture_of_rules(
    request: Request,
    game: Annotated[str, Path(max_length=20)],
    name: Annotated[str, Path(max_length=40)],
    theme: Theme = "light",
    stones: Stones = "red-white",
) -> Response:
    """A picture of the rules page."""
    drawing = await asyncio.to_thread(rules_picture, game, name, theme, stones)
    return packed(request, drawing.encode(), "image/svg+xml", SVG_HEADERS)


@router.post("/games", status_code=201, response_model=Seated)
async def make_game(request: Request, wishes: NewGame) -> Any:
    """Make a game."""
    maker: Maker = request.app.state.maker
    return encoded(seated(await maker.make(wishes)), 201)


@router.post("/imports", status_code=201, response_model=Seated)
async def import_record(request: Request, wanted: NewImport) -> Any:
    """Make a game from a record."""
    maker: Maker = request.app.state.maker
    return encoded(seated(await maker.bring(wanted.text)), 201)


def seated(made: Made) -> dict[str, Any]:
    game = made.room.table.charter.id
    return {
        "game": game,
        "token": made.token,
        "invite": made.invite,
        "links": links(game, made.invite),
        "state": state_for(made.room, made.room.holders[hash_token(made.token)]),
    }


def links(game: str, invite: str | None) -> dict[str, str | None]:
    return {"watch": f"/g/{game}", "join": f"/g/{game}#join={invite}" if invite else None}


@router.get("/games/{game}", response_model=State)
async def show_game(room: GameRoom, token: TokenHeader) -> Any:
    """The game as this viewer sees it."""
    return encoded(state_for(room, room.holder_of(token)))


@router.post("/games/{game}/join", response_model=Seated)
async def join_game(room: GameRoom, token: TokenHeader, wishes: Join) -> Any:
    """Take an open seat."""
    if token is not None and room.table.seats_of(room.holder_of(token)):
        raise Refusal("already_seated", "you have a seat; to play yourself, make a game at one screen")
    fresh = wishes.token or new_token()
    await room.join(wishes.invite, wishes.seat, clean_name(wishes.name), fresh)
    return encoded(seated(Made(room, fresh, None)))


@router.post("/games/{game}/actions", response_model=Accepted)
async def act(room: GameRoom, token: TokenHeader, action: AnyAction) -> Any:
    """What the socket's actions do. A refused action comes with the current state."""
    holder = room.holder_of(token)
    try:
        version = await room.act(holder, action)
    except Refusal as refusal:
        refusal.state = state_for(room, holder)
        raise
    return encoded({"type": "accepted", "id": action.id, "version": version})


@router.get("/games/{game}/scenes/{ply}", response_model=SceneMessage)
async def scene(room: GameRoom, ply: Annotated[int, Path(ge=0, le=10_000)]) -> Any:
    """The scene after so many decisions."""
    table = room.table
    if ply > len(table.moves):
        raise Refusal("no_such_ply", f"the game has {len(table.moves)} decisions")
    return encoded(
        {
            "type": "scene",
            "version": table.version,
            "ply": ply,
            "scene": scenes.scene(table.positions, ply),
            "position": str(table.positions[ply]),
        }
    )


@router.get("/games/{game}/record", responses=RECORD, response_class=Response)
async def record(room: GameRoom, format: RecordFormat = "text") -> Response:
    """The record to download: ours as text or JSON, or as Boardspace or AbstractPlay keep games of Carnac."""
    charter = room.table.charter
    form = records.FORMS[format]
    # An imported record may be long, and takes a while to read.
    content = await asyncio.to_thread(written, exported(room.table), format)
    name = f"{charter.rules}-{charter.id}{form.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=form.media_type, headers=headers)


@router.get("/games/{game}/record/formats", response_model=RecordFormats)
async def record_formats(room: GameRoom) -> Any:
    """The formats that can hold the game as it stands."""
    return {"formats": await asyncio.to_thread(formats_for, exported(room.table))}


@router.get("/games/{game}/picture.svg", responses=SVG, response_class=Response)
async def picture(
    request: Request,
    room: GameRoom,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    view: Literal["above", "isometric"] = "above",
    theme: Theme = "light",
    stones: Stones = "red-white",
) -> Response:
    """The position as SVG."""
    table = room.table
    last = len(table.moves)
    if ply is not None and ply > last:
        raise Refusal("no_such_ply", f"the game has {last} decisions")
    shown = last if ply is None else ply
    move = table.moves[shown - 1]["text"] if shown else None
    drawing = await asyncio.to_thread(
        position_picture, table.positions[shown], last=move, view=view, theme=theme, stones=stones
    )
    return packed(request, drawing.encode(), "image/svg+xml", SVG_HEADERS)


@router.websocket("/games/{game}/socket")
async def socket(websocket: WebSocket, game: str) -> None:
    """The live game."""
    await websocket.app.state.sockets.serve(websocket, game)
