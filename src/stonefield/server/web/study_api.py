"""Studies and reviews over HTTP, and the door of their socket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket
from pydantic_core import to_json

from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.tasks.studies import MEDIA_TYPES, write_study
from stonefield.server.presenting.growing_review import key_of, main_record
from stonefield.server.protocol.base import View
from stonefield.server.protocol.studies import NewReview, NewStudy, StudyAction, StudyImport
from stonefield.server.protocol.study_views import StudyList
from stonefield.server.studies.authors import accepted_view, made_view
from stonefield.server.studies.reviews import KeepRunning, NoReview
from stonefield.server.studies.room import StudyRoom
from stonefield.server.studies.rooms import MadeStudy, StudyRooms
from stonefield.server.studies.viewer import Owner
from stonefield.server.web.api import JSON, PROBLEMS, TokenHeader, answers, encoded, work
from stonefield.server.web.application import Application, application_of
from stonefield.server.web.budgets import Purse, Rates
from stonefield.server.web.conversation import VIEWER
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced, purse_of
from stonefield.server.web.review_answers import review_answer
from stonefield.server.web.study_socket import StudyConnection
from stonefield.study.documents.plain import plain_chapter
from stonefield.study.documents.study import Study

MOST_LISTED = 50
router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


def studies_of(request: Request) -> StudyRooms:
    return application_of(request).studies


async def room_of(request: Request, study: Annotated[str, Path(max_length=64)]) -> AsyncIterator[StudyRoom]:
    """The room of the study in the path; it stays in memory until the answer is sent."""
    room = await studies_of(request).find(study, purse_of(request).spend)
    with room.pinned():
        yield room


Room = Annotated[StudyRoom, Depends(room_of)]


async def owner_of(here: Application, room: StudyRoom, caller: Caller) -> Owner | None:
    """What proves that the account of a caller owns a study; None if it does not."""
    owns = here.people.belonging_store.owns_study
    if caller.account is None or not await owns(caller.account, room.study.id):
        return None
    return Owner(room.study.owner_hash)


async def study_token(request: Request, room: Room, token: TokenHeader) -> str | None:
    """The token in the header, or what proves that the account owns the study."""
    if token is not None:
        return token
    return await owner_of(application_of(request), room, caller_of(request.scope))


StudyToken = Annotated[str | None, Depends(study_token)]


@router.post("/studies", status_code=201, responses=answers("StudyMade", 201))
@priced(10, makes=True)
async def make_study(request: Request, wishes: NewStudy) -> Response:
    """Make a study of a game, a record, a position or the beginning of a game."""
    caller, purse = caller_of(request.scope), purse_of(request)
    return await _made(await studies_of(request).make(wishes, caller, purse), purse)


@router.post("/studies/import", status_code=201, responses=answers("StudyMade", 201))
@priced(10, makes=True)
async def import_study(request: Request, wanted: StudyImport) -> Response:
    """Make a study of an exported one."""
    caller, purse = caller_of(request.scope), purse_of(request)
    return await _made(await studies_of(request).import_study(wanted.text, caller, purse), purse)


@router.post("/studies/{study}/duplicate", status_code=201, responses=answers("StudyMade", 201))
@priced(10, makes=True)
async def duplicate_study(request: Request, room: Room, token: StudyToken) -> Response:
    """Copy a study: a new one with the same chapters."""
    room.role_of(token)
    caller, purse = caller_of(request.scope), purse_of(request)
    return await _made(await studies_of(request).duplicate(room, caller, purse), purse)


async def _made(made: MadeStudy, purse: Purse) -> Response:
    study = made.room.study.id
    with made.room.pinned():
        # It is made: what showing it costs is paid for afterwards.
        _, state = await made.room.state_for(made.token, Afterwards(purse))
    return await _encoded(made.room, made_view(study, made.token, made.edit, state), 201)


class Afterwards:
    """A purse from which something is paid that is not refused."""

    def __init__(self, purse: Purse) -> None:
        self.charge = self.spend = purse.spend


async def _encoded(room: StudyRoom, answer: View, status: int = 200) -> Response:
    """An answer that may be large, encoded in a thread."""
    return Response(await room.aside(to_json, answer), status, media_type=JSON)


@router.get("/studies", responses=answers("StudyList"))
@priced(3)
async def list_studies(
    request: Request,
    before: Annotated[str | None, Query(max_length=40, pattern=r"^\d{1,15}-[A-Za-z0-9]{1,20}$")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> Response:
    """Public studies, those changed last first."""
    store = application_of(request).study_store
    at, _, id = (before or "").partition("-")
    found = await store.listed((int(at), id) if before else None, most)
    last = found[-1] if len(found) == most else None
    answer: StudyList = {"studies": found, "next": f"{last['changed']}-{last['study']}" if last else None}
    return encoded(answer)


@router.get("/studies/{study}", responses=answers("StudyState"))
@priced(3)
async def show_study(request: Request, room: Room, token: StudyToken) -> Response:
    """The study as this viewer sees it, with the tree of its first chapter."""
    _, state = await room.state_for(token, purse_of(request))
    return await _encoded(room, state)


@router.get("/studies/{study}/chapters/{chapter}", responses=answers("ChapterMessage"))
@priced(3)
async def show_chapter(
    request: Request, room: Room, token: StudyToken, chapter: Annotated[int, Path(ge=1, le=1_000_000)]
) -> Response:
    """A whole chapter."""
    return await _encoded(room, await room.chapter_message(chapter, token, purse_of(request)))


@router.delete("/studies/{study}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(5)
async def delete_study(request: Request, room: Room, token: StudyToken) -> None:
    """Delete a study for good; for its maker."""
    await studies_of(request).delete(room, token)


@router.post("/studies/{study}/actions", responses=answers("StudyAccepted"))
@priced(5)
async def act(request: Request, room: Room, token: StudyToken, action: StudyAction) -> Response:
    """What the socket's actions do."""
    purse = purse_of(request)
    acted = await room.act(token, caller_of(request.scope), action, purse)
    purse.spend(VIEWER * len(room.viewers))
    return encoded(accepted_view(action.id, acted))


@router.get(
    "/studies/{study}/export",
    responses={200: {"content": {media.partition(";")[0]: {} for media in MEDIA_TYPES.values()}}},
    response_class=Response,
)
@priced(5)
async def export_study(
    request: Request, room: Room, token: StudyToken, format: Literal["stones", "json"] = "stones"
) -> Response:
    """The study with everything in it, to download.

    In `stones`, drawings are in comments, as `[%draw a1>b2:green c3:red]`.
    """
    room.role_of(token)
    study = room.study
    content = await work(request, write_study, *await asyncio.to_thread(_plain, study), format)
    name = f"study-{study.id}.{format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=MEDIA_TYPES[format], headers=headers)


def _plain(study: Study) -> tuple[str, list[Any]]:
    return study.title, [plain_chapter(chapter) for chapter in study.chapters]


@router.post("/reviews", responses=answers("ReviewView", 200, 202))
@priced(10)
async def make_review(request: Request, wanted: NewReview) -> Response:
    """Review a game: 200 with all of it where that is known, else 202 with as much as there is by now."""
    here, caller = application_of(request), caller_of(request.scope)
    sources, reviews = here.sources, here.reviews
    chapters = await sources.chapters(wanted.source, caller)
    record = await asyncio.to_thread(main_record, chapters[0])
    with contextlib.suppress(NoReview):
        known = await reviews.find(key_of(record), caller)
        if known.final and known.simulations >= wanted.simulations:
            return review_answer(request, known)
    key = KeepRunning(reviews).follow(record, wanted.simulations, caller)
    return review_answer(request, await reviews.find(key, caller), 202)


@router.get("/reviews/{key}", responses=answers("ReviewView"))
@priced(3)
async def show_review(request: Request, key: Annotated[str, Path(max_length=64)]) -> Response:
    """A review that was made, or as much as there is by now of one that is being made."""
    reviews = application_of(request).reviews
    return review_answer(request, await reviews.find(key, caller_of(request.scope)))


@router.websocket("/studies/{study}/socket")
async def socket(websocket: WebSocket, study: str) -> None:
    """The live study."""
    here = application_of(websocket)

    async def open_study(websocket: WebSocket, budget: Rates, caller: Caller) -> StudyConnection:
        room = await here.studies.find(study, partial(budget.spend, caller.key))
        owner = await owner_of(here, room, caller)
        here.studies.look_at(room, caller)
        engine = (here.jobs, here.reviews)
        return StudyConnection(websocket, here.studies, room, engine, budget, caller, owner)

    await here.sockets.serve(websocket, open_study)
