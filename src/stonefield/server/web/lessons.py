"""The course over HTTP. Nothing is kept here: only the browser knows how far its user has got."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic_core import to_json

from stonefield.locales import LANGUAGES
from stonefield.server.jobs.tasks import lessons
from stonefield.server.protocol.lessons import LessonTry
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.api import JSON, PROBLEMS, answers, encoded, work
from stonefield.server.web.caching import packed
from stonefield.server.web.prices import PricedRoute, priced

router = APIRouter(prefix="/api/lessons", responses=PROBLEMS, route_class=PricedRoute)

Language = Annotated[str, Query(max_length=20)]
Lesson = Annotated[str, Path(max_length=60, pattern=r"^[a-z][a-z0-9_-]*$")]


def known_language(lang: str) -> str:
    """The language, if it is one of ours."""
    if lang not in LANGUAGES:
        raise Refusal("no_such_language", f"`{lang}`: the languages are {', '.join(LANGUAGES)}")
    return lang


@router.get("", responses=answers("LessonList"))
@priced(2)
async def list_lessons(request: Request, lang: Language = "en") -> Response:
    """The courses of all games."""
    found = await work(request, lessons.list_lessons, known_language(lang))
    return packed(request, to_json(found), JSON)


@router.get("/{lesson}", responses=answers("LessonView"))
@priced(3)
async def show_lesson(request: Request, lesson: Lesson, lang: Language = "en") -> Response:
    """A lesson: its steps with their positions and what may be decided, and its texts."""
    found = await work(request, lessons.show_lesson, lesson, known_language(lang))
    return packed(request, to_json(found), JSON)


@router.post("/{lesson}/steps/{step}/tries", responses=answers("LessonVerdict"))
@priced(2)
async def try_step(
    request: Request, lesson: Lesson, step: Annotated[int, Path(ge=0, le=99)], tried: LessonTry
) -> Response:
    """Judge a try at a step, counted from 0."""
    return encoded(await work(request, lessons.judge_try, lesson, step, tried.moves))
