"""What workers do for the course: a try may take the rules a while to judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stonefield.course import Lesson, LessonError, find_lesson, judge
from stonefield.games.game import IllegalMove, InvalidMove
from stonefield.server.jobs.kinds import task
from stonefield.server.presenting.lessons import lesson_list, lesson_view, verdict_view
from stonefield.server.protocol.problems import Refusal, refused_move

if TYPE_CHECKING:
    from stonefield.server.protocol.lessons import LessonList, LessonVerdict, LessonView


@task("short")
def list_lessons(language: str) -> LessonList:
    """All lessons."""
    return lesson_list(language)


@task("short")
def show_lesson(id: str, language: str) -> LessonView:
    """A whole lesson."""
    return lesson_view(_found(id), language)


@task("short")
def judge_try(id: str, step: int, moves: Sequence[str]) -> LessonVerdict:
    """What a try at a step is worth."""
    lesson = _found(id)
    if not 0 <= step < len(lesson.steps):
        raise Refusal("not_found", f"{id} has {len(lesson.steps)} steps, counted from 0")
    try:
        return verdict_view(lesson, step, judge(lesson, step, moves))
    except (InvalidMove, IllegalMove) as error:
        raise refused_move(error) from None
    except LessonError as error:
        raise Refusal("invalid", str(error)) from None


def _found(id: str) -> Lesson:
    try:
        return find_lesson(id)
    except LessonError as error:
        raise Refusal("not_found", str(error)) from None
