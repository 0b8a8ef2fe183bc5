"""Lessons from their TOML files; whatever is wrong with one is named with its file and place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from stonefield.course.conditions import Condition, read_condition
from stonefield.course.courses import course_of, facts_of, taught
from stonefield.course.facts import ME, MINE, NOBODY, THEIRS, THEM, Facts
from stonefield.course.lesson import (
    PARTS,
    EndingGame,
    Lesson,
    LessonAnswer,
    LessonError,
    Question,
    Reply,
    Step,
    choice_text,
)
from stonefield.games.game import Position, StonefieldError, find_game

LEVELS = range(1, 11)
OF_THE_LESSON = ("title", "about", "end")
"""Names of a lesson's own texts, which no step can have."""
SAID = (ME, THEM, NOBODY, MINE, THEIRS)
"""Texts that the page has words for, so that they can be chosen."""

_FILE = re.compile(r"(\d\d)-([a-z][a-z0-9_]*)\.toml")
_NAME = re.compile(r"[a-z][a-z0-9_]*")

_LESSON = {"part": str, "steps": list, "game": dict}
_ENDING = {"options": dict, "level": int, "colour": str, "position": str}
_STEP = {
    "name": str,
    "position": str,
    "learner": str,
    "claim": (dict, list),
    "ask": str,
    "choices": list,
    "show": str,
    "right": list,
    "wrong": list,
    "marks": list,
}
_ANSWER = {
    "name": str,
    "when": (dict, list),
    "claim": (dict, list),
    "leads_to": (dict, list),
    "reply": list,
    "marks": list,
}


@cache
def lessons(game: str | None = None) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; without a name those of all games."""
    if game is None:
        return tuple(lesson for name in taught() for lesson in lessons(name))
    return tuple(_of_game(game))


def find_lesson(id: str) -> Lesson:
    """The lesson with that id."""
    for lesson in lessons():
        if lesson.id == id:
            return lesson
    raise LessonError(f"`{id[:60]}`: there is no such lesson")


def _of_game(game: str) -> Iterator[Lesson]:
    course = course_of(game)
    files = sorted(course.folder.iterdir(), key=lambda file: file.name) if course else []
    for file in files:
        if file.name.endswith(".toml"):
            yield read_lesson(game, file.name, file.read_bytes())


def read_lesson(game: str, file: str, text: str | bytes) -> Lesson:
    """The lesson that a file ``<nn>-<name>.toml`` describes."""
    named = _FILE.fullmatch(file)
    if named is None:
        raise LessonError(f"{file}: a lesson's file is named like 03-leaving.toml")
    place = f"{game}/{file}"
    try:
        table = tomllib.loads(text if isinstance(text, str) else text.decode())
        return _lesson(game, named[2], int(named[1]), table, place)
    except LessonError:
        raise
    except ValueError as error:
        raise LessonError(f"{place}: {error}") from None
    except RecursionError:
        raise LessonError(f"{place}: too many tables or lists in each other") from None


def _lesson(game: str, name: str, number: int, table: dict[str, Any], place: str) -> Lesson:
    _check(table, _LESSON, ("part", "steps", "game"), place)
    if table["part"] not in PARTS:
        raise LessonError(f"{place}: `{table['part']}`: the parts are {', '.join(PARTS)}")
    reader = _Reader(game, facts_of(game))
    steps = tuple(reader.step(step, f"{place}, step {n}") for n, step in enumerate(table["steps"]))
    _check_steps(steps, place)
    ending = _ending(game, table["game"], f"{place}, game")
    return Lesson(game, name, number, table["part"], steps, ending)


def _check_steps(steps: tuple[Step, ...], place: str) -> None:
    if not steps or steps[0].position is None:
        raise LessonError(f"{place}: the first step needs a position")
    names = [step.name for step in steps]
    for name in names:
        if names.count(name) > 1 or name in OF_THE_LESSON:
            raise LessonError(f"{place}: `{name}`: another text has this name already")


class _Reader:
    """Reads the steps of one game's lessons."""

    def __init__(self, game: str, facts: Facts) -> None:
        self._game, self._facts = game, facts

    def step(self, table: Any, place: str) -> Step:
        _check(table, _STEP, ("name", "right"), place)
        name = _named(table["name"], place)
        place = f"{place} ({name})"
        question = self._question(table, place)
        if (question is None) != ("show" in table):
            raise LessonError(f"{place}: give `show`, a right decision, or `ask` and `choices`, not both")
        answers = (
            *self._answers(table["right"], True, f"{place}, right"),
            *self._answers(table.get("wrong", []), False, f"{place}, wrong"),
        )
        names = [answer.name for answer in answers]
        if len(set(names)) < len(names) or "task" in names:
            raise LessonError(f"{place}: the answers {', '.join(names)} need a name of their own each")
        position = self._position(table["position"], place) if "position" in table else None
        return Step(
            name,
            position,
            self._learner(table, position, place),
            self._condition(table, "claim", place),
            question,
            table.get("show", ""),
            answers,
            _texts(table.get("marks", []), f"{place}, marks"),
        )

    def _position(self, text: str, place: str) -> Position:
        try:
            position = find_game(self._game).parse(text)
        except StonefieldError as error:
            raise LessonError(f"{place}: {error}") from None
        return position

    def _learner(self, table: dict[str, Any], position: Position | None, place: str) -> str | None:
        if "learner" not in table:
            return position.turn if position else None
        if position is None or "ask" not in table or table["learner"] not in position.game.colours:
            raise LessonError(f"{place}: `learner` is a colour, in a question with a position of its own")
        return str(table["learner"])

    def _question(self, table: dict[str, Any], place: str) -> Question | None:
        if "ask" not in table and "choices" not in table:
            return None
        fact = self._facts.get(table.get("ask", ""))
        if fact is None or fact.kind not in (bool, int, str):
            raise LessonError(f"{place}: `ask` names a fact that is a number, a text, or true or false")
        choices = table.get("choices", [])
        if len(choices) < 2 or any(type(choice) is not fact.kind for choice in choices):
            raise LessonError(f"{place}: `choices` are two or more values of `{table['ask']}`")
        if fact.kind is str and not {*choices} <= {*SAID}:
            raise LessonError(f"{place}: `choices` that are texts are of {', '.join(SAID)}")
        return Question(fact, tuple(map(choice_text, choices)))

    def _answers(self, tables: list[Any], right: bool, place: str) -> Iterator[LessonAnswer]:
        for number, table in enumerate(tables):
            where = f"{place} {number}"
            _check(table, _ANSWER, (), where)
            if "when" not in table and number < len(tables) - 1:
                raise LessonError(f"{where}: without `when` it answers everything: it has to be the last")
            yield LessonAnswer(
                _named(table.get("name", "right" if right else "wrong"), where),
                right,
                self._condition(table, "when", where),
                self._condition(table, "claim", where),
                self._condition(table, "leads_to", where),
                tuple(self._reply(reply, f"{where}, reply") for reply in table.get("reply", [])),
                _texts(table.get("marks", []), f"{where}, marks"),
            )

    def _reply(self, source: object, place: str) -> Reply:
        return source if isinstance(source, str) else read_condition(source, self._facts, place)

    def _condition(self, table: dict[str, Any], name: str, place: str) -> Condition | None:
        return read_condition(table[name], self._facts, f"{place}, {name}") if name in table else None


def _ending(game: str, table: dict[str, Any], place: str) -> EndingGame:
    _check(table, _ENDING, ("level", "colour"), place)
    if table["level"] not in LEVELS:
        raise LessonError(f"{place}: `{table['level']}`: the levels are {LEVELS[0]} to {LEVELS[-1]}")
    declared = find_game(game)
    if table["colour"] not in declared.colours:
        raise LessonError(f"{place}: `{table['colour']}`: the colours are {', '.join(declared.colours)}")
    if "position" in table and "options" in table:
        raise LessonError(f"{place}: a position has its options in itself")
    try:
        if "position" in table:
            declared.parse(table["position"])
        else:
            declared.start(**table.get("options", {}))
    except (StonefieldError, TypeError) as error:
        raise LessonError(f"{place}: {error}") from None
    return EndingGame(table.get("options", {}), table["level"], table["colour"], table.get("position"))


def _check(table: Any, known: dict[str, Any], needed: tuple[str, ...], place: str) -> None:
    """Refuse what is no table, or has entries too many, too few or of the wrong kind."""
    if not isinstance(table, dict):
        raise LessonError(f"{place}: `{table}` should be a table")
    for name, value in table.items():
        if name not in known:
            raise LessonError(f"{place}: `{name}` is none of {', '.join(known)}")
        if not isinstance(value, known[name]) or (known[name] is int and isinstance(value, bool)):
            raise LessonError(f"{place}: `{name}` is of the wrong kind: `{value}`")
    for name in needed:
        if name not in table:
            raise LessonError(f"{place}: `{name}` is missing")


def _named(name: str, place: str) -> str:
    if not _NAME.fullmatch(name):
        raise LessonError(f"{place}: `{name}`: a name has small letters, digits and _, such as falls_east")
    return name


def _texts(values: list[Any], place: str) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise LessonError(f"{place}: `{values}` should be a list of squares")
    return tuple(values)
