"""The HTTP API under /api, and the socket's door."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Literal, ParamSpec, TypeAlias, TypeVar

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket
from pydantic_core import to_json

from stonefield import __version__, records
from stonefield.server.domain.game.agreement import clean_name
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.queue import ENGINE
from stonefield.server.jobs.tasks.records import draw_position, list_formats, write_record
from stonefield.server.play.creating import Made
from stonefield.server.play.game_records import record_source
from stonefield.server.play.room import Room
from stonefield.server.play.rooms import Rooms
from stonefield.server.presenting.showcase import showcase
from stonefield.server.protocol import requests
from stonefield.server.protocol.base import View
from stonefield.server.protocol.films import PAINT_MEANS, PAINT_NAMES, Paint
from stonefield.server.protocol.messages import Accepted, Action
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive
from stonefield.server.tokens import hash_token, new_token
from stonefield.server.web.application import application_of
from stonefield.server.web.budgets import Rates
from stonefield.server.web.caching import packed
from stonefield.server.web.catalogue import TextPart, list_games, page_texts, rules_page
from stonefield.server.web.disconnects import while_connected
from stonefield.server.web.guard import caller_of
from stonefield.server.web.pictures import SVG_HEADERS, rules_example
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.reach import reachable
from stonefield.server.web.socket import Connection

Documented: TypeAlias = dict[int | str, dict[str, Any]]
P = ParamSpec("P")
T = TypeVar("T")
JSON = "application/json"


def answers(model: str, *statuses: int) -> Documented:
    """What a path answers, for the OpenAPI document; the models themselves are in `protocol.schema`."""
    schema = {"$ref": f"#/components/schemas/{model}"}
    return {
        status: {"description": model, "content": {JSON: {"schema": schema}}} for status in statuses or (200,)
    }


PROBLEMS = answers("Problem", 400, 401, 403, 404, 405, 409, 413, 421, 422, 429, 431, 503)
SVG: Documented = {200: {"content": {"image/svg+xml": {}}}}
RECORD: Documented = {200: {"content": {form.media_type: {} for form in records.formats().values()}}}
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)

Theme = Annotated[Literal["light", "dark"], Query()]
PaintQuery = Annotated[Paint, Query(validation_alias=PAINT_NAMES, description=PAINT_MEANS)]


def rooms_of(request: Request) -> Rooms:
    return application_of(request).rooms


def archive_of(request: Request) -> Archive:
    return application_of(request).archive


async def work(request: Request, task: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Let a worker do something heavy for the client, as long as it waits for that."""
    key = caller_of(request.scope).key
    return await while_connected(request, application_of(request).jobs.do(key, task, *args, **options))


async def room_of(request: Request, game: Annotated[str, Path(max_length=64)]) -> AsyncIterator[Room]:
    """The room of the game in the path; until the request is answered no other one is made for it."""
    async with rooms_of(request).using(game) as room:
        yield room


GameRoom = Annotated[Room, Depends(room_of)]


async def token_of(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token in the header."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Refusal("bad_token", "send the token as `Authorization: Bearer …`")
    return token.strip()


TokenHeader = Annotated[str | None, Depends(token_of)]


def encoded(answer: View, status: int = 200) -> Response:
    """An answer as it is: the type checker and the tests hold it against its model, not the request."""
    return Response(to_json(answer), status, media_type=JSON)


@router.get("/health", responses=answers("Health"))
@priced(0.5)
async def health() -> Response:
    """The server is alive."""
    up: requests.Health = {"status": "ok", "version": __version__}
    return encoded(up)


@router.get("/ready", responses=answers("Health"))
@priced(1)
async def ready(request: Request) -> Response:
    """The server can do its work: a write is committed and an engine answers.

    Otherwise 503, `storage_failed` or `engine_failed`; `detail` names each part that failed.
    """
    readiness = application_of(request).readiness
    problem = await readiness.problem()
    if problem is not None:
        raise problem
    return await health()


@router.get("/catalogue", responses=answers("Catalogue"))
@priced(1)
async def catalogue(request: Request) -> Response:
    """Games, boards, options, levels and languages: what a setup page offers. The engine gets ready."""
    application_of(request).jobs.queue.warm_up(ENGINE)
    return packed(request, to_json(await asyncio.to_thread(list_games)), JSON)


@router.get("/addresses", responses=answers("Addresses"))
@priced(1)
async def addresses(request: Request) -> Response:
    """Origins at which others reach this server, for links.

    The public address if there is one, else those of the network, which only this machine is told.
    """
    client = request.client.host if request.client else ""
    found = await asyncio.to_thread(reachable, application_of(request).settings, client)
    answer: requests.Addresses = {"addresses": found}
    return encoded(answer)


@router.get("/locales/{language}", responses=answers("Texts"))
@priced(1)
async def locale(
    request: Request, language: Annotated[str, Path(max_length=20)], part: TextPart = "all"
) -> Response:
    """The texts that the page shows in a language: all, or those that few pages need, or all others.

    Few need the reasons of reviews (`why.…`), what can be wrong with a position (`fault.…`), both part
    `reasons`, and the words of accounts (`people.…`).
    All languages have the same keys.
    """
    return packed(request, to_json(page_texts(language, part)), JSON)


@router.get("/rules/{game}", responses=answers("RulesPage"))
@priced(1)
async def rules(
    request: Request,
    game: Annotated[str, Path(max_length=20)],
    lang: Annotated[str, Query(max_length=20)] = "en",
) -> Response:
    """The rules of a game on one page."""
    return packed(request, to_json(rules_page(game, lang)), JSON)


@router.get("/rules/{game}/pictures/{name}.svg", responses=SVG, response_class=Response)
@priced(2)
async def picture_of_rules(
    request: Request,
    game: Annotated[str, Path(max_length=20)],
    name: Annotated[str, Path(max_length=40)],
    theme: Theme = "light",
    paint: PaintQuery = None,
) -> Response:
    """A picture of the rules page."""
    position, view = rules_example(game, name)
    drawing = await work(request, draw_position, position, None, view, theme, paint)
    return packed(request, drawing.encode(), "image/svg+xml", SVG_HEADERS)


@router.get("/showcase/{game}", responses=answers("Showcase"))
@priced(1)
async def show_newcomers(request: Request, game: Annotated[str, Path(max_length=20)]) -> Response:
    """A whole game to look at: the board and every scene."""
    return packed(request, to_json(await asyncio.to_thread(showcase, game)), JSON)


@router.post("/games", status_code=201, responses=answers("Seated", 201))
@priced(4, makes=True)
async def make_game(request: Request, wishes: requests.NewGame) -> Response:
    """Make a game."""
    maker = application_of(request).maker
    return encoded(seated(await maker.make(wishes, caller_of(request.scope))), 201)


@router.post("/imports", status_code=201, responses=answers("Seated", 201))
@priced(15, makes=True)
async def import_record(request: Request, wanted: requests.NewImport) -> Response:
    """Make a game from a record: finished if the record is, else one to continue at one screen.

    With a token of your own choice the same game answers again, whose answer was lost: nothing is doubled.
    """
    maker = application_of(request).maker
    made = await maker.import_record(wanted.text, caller_of(request.scope), wanted.token)
    return encoded(seated(made), 201)


def seated(made: Made) -> requests.Seated:
    game = made.room.table.agreement.id
    return {
        "game": game,
        "token": made.token,
        "invite": made.invite,
        "links": links(game, made.invite),
        "state": made.room.state_for(made.room.replica.holders[hash_token(made.token)]),
    }


def links(game: str, invite: str | None) -> requests.Links:
    return {"watch": f"/g/{game}", "join": f"/g/{game}#join={invite}" if invite else None}


@router.get("/games/{game}", responses=answers("State"))
@priced(1)
async def show_game(request: Request, room: GameRoom, token: TokenHeader) -> Response:
    """The game as this viewer sees it."""
    return encoded(room.state_for(await room.holder_of(token, caller_of(request.scope))))


@router.delete("/games/{game}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(4)
async def delete_game(request: Request, room: GameRoom, token: TokenHeader) -> None:
    """Delete a game for good; for its maker, and while another person plays in it only after the end.

    Open sockets are closed with 4404.
    """
    maker = application_of(request).maker
    await maker.delete(room, await room.holder_of(token, caller_of(request.scope)))


@router.post("/games/{game}/join", responses=answers("Seated"))
@priced(4)
async def join_game(request: Request, room: GameRoom, token: TokenHeader, wishes: requests.Join) -> Response:
    """Take an open seat. The account of a person who is signed in has it then, with its own name."""
    caller, fresh = caller_of(request.scope), wishes.token or new_token()
    # The answer to an earlier try may have been lost on its way.
    is_again = token is None and hash_token(fresh) in room.replica.holders
    if not is_again and room.table.seats_of(await room.holder_of(token, caller)):
        raise Refusal("already_seated", "you have a seat; to play yourself, make a game at one screen")
    if room.table.agreement.rated:
        await application_of(request).company.pairing.check_ban(caller.account)
    await room.join(wishes.invite, wishes.seat, clean_name(wishes.name), fresh, caller)
    return encoded(seated(Made(room, fresh, None)))


@router.post("/games/{game}/actions", responses=answers("Accepted"))
@priced(4)
async def act(request: Request, room: GameRoom, token: TokenHeader, action: Action) -> Response:
    """What the socket's actions do. A refused action comes with the current state."""
    holder = await room.holder_of(token, caller_of(request.scope))
    try:
        version = await room.act(holder, action)
    except Refusal as refusal:
        refusal.state = room.state_for(holder)
        raise
    accepted: Accepted = {"type": "accepted", "id": action.id, "version": version}
    return encoded(accepted)


@router.get("/games/{game}/scenes/{ply}", responses=answers("SceneMessage"))
@priced(1)
async def scene(room: GameRoom, ply: Annotated[int, Path(ge=0, le=10_000)]) -> Response:
    """The scene after this many decisions."""
    return encoded(room.presenter.scene(ply))


@router.get("/games/{game}/record", responses=RECORD, response_class=Response)
@priced(2)
async def record(request: Request, room: GameRoom, format: requests.RecordFormat = "text") -> Response:
    """The record to download: ours as text or JSON, or another site's where that can hold the game."""
    agreement = room.table.agreement
    form = records.formats()[format]
    content = await work(request, write_record, await record_source(room.table, archive_of(request)), format)
    name = f"{agreement.rules}-{agreement.id}{form.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=form.media_type, headers=headers)


@router.get("/games/{game}/record/formats", responses=answers("RecordFormats"))
@priced(2)
async def record_formats(request: Request, room: GameRoom) -> Response:
    """The formats that can hold the game as it is now."""
    formats = await work(request, list_formats, await record_source(room.table, archive_of(request)))
    found: requests.RecordFormats = {"formats": formats}
    return encoded(found)


@router.get("/games/{game}/picture.svg", responses=SVG, response_class=Response)
@priced(2)
async def picture(
    request: Request,
    room: GameRoom,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    view: Literal["above", "isometric"] = "above",
    theme: Theme = "light",
    paint: PaintQuery = None,
) -> Response:
    """The position as SVG."""
    table = room.table
    shown = len(table.moves) if ply is None else ply
    position = table.position_after(shown)
    move = table.moves[shown - 1].text if shown else None
    drawing = await work(request, draw_position, str(position), move, view, theme, paint)
    return packed(request, drawing.encode(), "image/svg+xml", SVG_HEADERS)


@router.websocket("/games/{game}/socket")
async def socket(websocket: WebSocket, game: str) -> None:
    """The live game."""
    here = application_of(websocket)

    async with contextlib.AsyncExitStack() as stack:

        async def open_game(websocket: WebSocket, budget: Rates, caller: Caller) -> Connection:
            room = await stack.enter_async_context(here.rooms.using(game))
            return Connection(websocket, room, here.jobs, here.company.chat, budget, caller)

        await here.sockets.serve(websocket, open_game)
