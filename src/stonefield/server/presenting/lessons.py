"""How lessons and tries look to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.course import Lesson, Verdict, lessons, positions
from stonefield.games.game import Position, find_game
from stonefield.locales import Catalogue
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.state import board_view

if TYPE_CHECKING:
    from stonefield.server.protocol import lessons as views


def lesson_list(language: str) -> views.LessonList:
    """All lessons, in the order of their courses."""
    words = Catalogue(language)
    return {"lessons": [_head(lesson, words) for lesson in lessons()]}


def lesson_view(lesson: Lesson, language: str) -> views.LessonView:
    """A lesson with everything that is needed to play it but the verdicts."""
    words = Catalogue(language)
    course = lessons(lesson.game)
    place = course.index(lesson) + 1
    return {
        **_head(lesson, words),
        "letters": find_game(lesson.game).letters,
        "play": [_step(lesson, number, start) for number, start in enumerate(positions(lesson))],
        "ending": _ending(lesson),
        "following": course[place].id if place < len(course) else None,
        "texts": {key: words.texts[key] for key in lesson.keys},
    }


def verdict_view(lesson: Lesson, number: int, verdict: Verdict) -> views.LessonVerdict:
    """What is said to a try at a step, and the positions it leads to."""
    line: list[views.LinePly] = []
    before, last = verdict.before, None
    for ply, text in enumerate(verdict.line, 1):
        last, before = before, before.play(text)
        line.append({"text": text, "colour": last.turn, "moment": _moment(last, before, ply, decides=False)})
    step = lesson.steps[number + 1] if verdict.right and not verdict.done else None
    goes_on = step is not None and step.position is None
    return {
        "right": verdict.right,
        "done": verdict.done,
        "text": verdict.key,
        "values": verdict.values,
        "marks": verdict.marks,
        "line": line,
        "onward": _moment(last, before, len(line), decides=not (step and step.question)) if goes_on else None,
    }


def _head(lesson: Lesson, words: Catalogue) -> views.LessonHead:
    return {
        "id": lesson.id,
        "rules": lesson.game,
        "number": lesson.number,
        "part": lesson.part,  # type: ignore[typeddict-item]  # only parts are let in
        "title": words.text(lesson.key("title")),
        "about": words.text(lesson.key("about")),
        "steps": len(lesson.steps),
    }


def _step(lesson: Lesson, number: int, start: Position) -> views.LessonStepView:
    step = lesson.steps[number]
    question = step.question
    return {
        "name": step.name,
        "goes_on": step.position is None,
        "board": board_view(start.board),
        "start": _moment(None, start, 0, decides=question is None),
        "marks": step.marks,
        "choices": question.choices if question else None,
        "show": question.solution(start, lesson.learner(number)) if question else step.show,
        "task": lesson.key(step.name, "task"),
    }


def _moment(before: Position | None, position: Position, ply: int, *, decides: bool) -> views.MomentView:
    presenter = presenter_for(position.game.name)
    over = position.is_over
    seat = position.players.index(position.player)
    return {
        "scene": presenter.scene(before, position, ply),
        "turn": None if over else {"seat": seat, "colour": position.turn, "phase": position.phase},
        "legal": presenter.legal(position) if decides and not over else None,
    }


def _ending(lesson: Lesson) -> views.LessonGame:
    ending, game = lesson.ending, find_game(lesson.game)
    start = game.parse(ending.position) if ending.position else game.start(**ending.options)
    return {
        "options": ending.options,
        "position": ending.position,
        "level": ending.level,
        "seat": [start.colour_of(player) for player in start.players].index(ending.colour),
        "colour": ending.colour,
        "text": lesson.key("end"),
    }
