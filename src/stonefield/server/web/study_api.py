"""Studies and reviews over HTTP, and the door of their socket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket

from stonefield.server.live.reviews import NoReview, Patient, Reviews, key_of, main_record
from stonefield.server.live.study_room import StudyRoom
from stonefield.server.live.study_rooms import MadeStudy, Sources, StudyRooms
from stonefield.server.protocol.studies import NewReview, NewStudy, StudyAction, StudyImport
from stonefield.server.protocol.study_views import StudyAccepted, StudyList, StudyMade
from stonefield.server.storage import StudyStore
from stonefield.server.study.plain import plain_chapter
from stonefield.server.study.study import Study
from stonefield.server.web.api import PROBLEMS, TokenHeader, answers, encoded, work
from stonefield.server.web.budgets import Rates
from stonefield.server.web.guard import address_of
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.review_answers import review_answer
from stonefield.server.web.study_socket import StudyConnection

MOST_LISTED = 50
MEDIA_TYPES = {"stones": "text/plain; charset=utf-8", "json": "application/json"}
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


def studies_of(request: Request) -> StudyRooms:
    studies: StudyRooms = request.app.state.studies
    return studies


async def room_of(request: Request, study: Annotated[str, Path(max_length=64)]) -> StudyRoom:
    """The room of the study in the path."""
    return await studies_of(request).find(study)


Room = Annotated[StudyRoom, Depends(room_of)]


@router.post("/studies", status_code=201, responses=answers("StudyMade", 201))
@priced(10, makes=True)
async def make_study(request: Request, wishes: NewStudy) -> Response:
    """Make a study of a game, a record, a position or the beginning of a game."""
    return await _made(await studies_of(request).make(wishes, address_of(request.scope)))


@router.post("/studies/import", status_code=201, responses=answers("StudyMade", 201))
@priced(10, makes=True)
async def import_study(request: Request, wanted: StudyImport) -> Response:
    """Make a study of an exported one."""
    return await _made(await studies_of(request).take_in(wanted.text, address_of(request.scope)))


@router.post("/studies/{study}/duplicate", status_code=201, responses=answers("StudyMade", 201))
@priced(10, makes=True)
async def duplicate_study(request: Request, room: Room, token: TokenHeader) -> Response:
    """Copy a study: a new one with the same chapters."""
    room.role_of(token)
    return await _made(await studies_of(request).duplicate(room, address_of(request.scope)))


async def _made(made: MadeStudy) -> Response:
    study = made.room.study.id
    answer: StudyMade = {
        "study": study,
        "token": made.token,
        "edit": made.edit,
        "links": {"read": f"/study/{study}", "edit": f"/study/{study}#edit={made.edit}"},
        "state": await made.room.state_for("owner"),
    }
    return encoded(answer, 201)


@router.get("/studies", responses=answers("StudyList"))
@priced(3)
async def list_studies(
    request: Request,
    before: Annotated[str | None, Query(max_length=40, pattern=r"^\d{1,15}-[A-Za-z0-9]{1,20}$")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> Response:
    """Public studies, those changed last first."""
    store: StudyStore = request.app.state.study_store
    at, _, id = (before or "").partition("-")
    found = await store.listed((int(at), id) if before else None, most)
    last = found[-1] if len(found) == most else None
    answer: StudyList = {"studies": found, "next": f"{last['changed']}-{last['study']}" if last else None}
    return encoded(answer)


@router.get("/studies/{study}", responses=answers("StudyState"))
@priced(3)
async def show_study(room: Room, token: TokenHeader) -> Response:
    """The study as this viewer sees it, with the tree of its first chapter."""
    return encoded(await room.state_for(room.role_of(token)))


@router.get("/studies/{study}/chapters/{chapter}", responses=answers("ChapterMessage"))
@priced(3)
async def show_chapter(
    room: Room, token: TokenHeader, chapter: Annotated[int, Path(ge=1, le=1_000_000)]
) -> Response:
    """A whole chapter."""
    room.role_of(token)
    return encoded(await room.chapter_message(chapter))


@router.delete("/studies/{study}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(5)
async def delete_study(request: Request, room: Room, token: TokenHeader) -> None:
    """Delete a study for good; for its maker."""
    await studies_of(request).delete(room, token)


@router.post("/studies/{study}/actions", responses=answers("StudyAccepted"))
@priced(5)
async def act(request: Request, room: Room, token: TokenHeader, action: StudyAction) -> Response:
    """What the socket's actions do."""
    done = await room.act(room.role_of(token), token, address_of(request.scope), action)
    accepted: StudyAccepted = {
        "type": "accepted",
        "id": action.id,
        "version": done.version,
        "chapter": done.chapter,
        "node": done.node,
    }
    return encoded(accepted)


@router.get(
    "/studies/{study}/export",
    responses={200: {"content": {media.partition(";")[0]: {} for media in MEDIA_TYPES.values()}}},
    response_class=Response,
)
@priced(5)
async def export_study(
    request: Request, room: Room, token: TokenHeader, format: Literal["stones", "json"] = "stones"
) -> Response:
    """The study with everything in it, to download.

    In `stones`, drawings are in comments, as `[%draw a1>b2:green c3:red]`.
    """
    room.role_of(token)
    study = room.study
    content = await work(request, "write_study", *await asyncio.to_thread(_plain, study), format)
    name = f"study-{study.id}.{format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=MEDIA_TYPES[format], headers=headers)


def _plain(study: Study) -> tuple[str, list[Any]]:
    return study.title, [plain_chapter(chapter) for chapter in study.chapters]


@router.post("/reviews", responses=answers("ReviewView", 200, 202))
@priced(10)
async def make_review(request: Request, wanted: NewReview) -> Response:
    """Review a game: 200 with all of it where that is known, else 202 with as much as there is by now."""
    state, person = request.app.state, address_of(request.scope)
    sources: Sources = state.sources
    reviews: Reviews = state.reviews
    chapters = await sources.chapters(wanted.source, person)
    record = await asyncio.to_thread(main_record, chapters[0])
    with contextlib.suppress(NoReview):
        known = await reviews.find(key_of(record), person)
        if known.final and known.simulations >= wanted.simulations:
            return review_answer(request, known)
    key = Patient(reviews).follow(record, wanted.simulations, person)
    return review_answer(request, await reviews.find(key, person), 202)


@router.get("/reviews/{key}", responses=answers("ReviewView"))
@priced(3)
async def show_review(request: Request, key: Annotated[str, Path(max_length=64)]) -> Response:
    """A review that was made, or as much as there is by now of one that is being made."""
    reviews: Reviews = request.app.state.reviews
    return review_answer(request, await reviews.find(key, address_of(request.scope)))


@router.websocket("/studies/{study}/socket")
async def socket(websocket: WebSocket, study: str) -> None:
    """The live study."""
    state = websocket.app.state

    async def open_study(websocket: WebSocket, budget: Rates, address: str) -> StudyConnection:
        room = await state.studies.find(study)
        return StudyConnection(websocket, room, (state.pool, state.reviews), budget, address)

    await state.sockets.serve(websocket, open_study)
