"""The course: lessons to be played, a try at one of their steps, and what is said to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from stonefield.server.protocol.base import Colour, Request, SquareName, View, doc
from stonefield.server.protocol.requests import Texts
from stonefield.server.protocol.scenes import Legal, Scene
from stonefield.server.protocol.views import BoardView, OptionValues, TurnView

MOST_TRIED = 16


class LessonTry(Request):
    """A decision at a step, or the choice that answers its question."""

    moves: list[Annotated[str, Field(min_length=1, max_length=80)]] = Field(
        min_length=1,
        max_length=MOST_TRIED,
        description="The decisions since the last step with a position of its own; the last is the try",
    )


class LessonHead(View):
    """A lesson in the list."""

    id: Annotated[str, doc("For its path")]
    rules: Annotated[str, doc("The name of the game that it teaches")]
    number: Annotated[int, doc("Its place in the course of its game, from 1")]
    part: Annotated[Literal["first", "tactics", "strategy"], doc("Which part of the course")]
    title: Annotated[str, doc("In the language asked for")]
    about: Annotated[str, doc("What it teaches")]
    steps: Annotated[int, doc("How many steps it has")]


class LessonList(View):
    """The courses of all games, lesson by lesson."""

    lessons: Annotated[list[LessonHead], doc("Game by game, in order")]


class MomentView(View):
    """A position of a lesson."""

    scene: Scene
    turn: Annotated[TurnView | None, doc("null once the game is over")]
    legal: Annotated[Legal | None, doc("null where nothing is to be decided, or a question to be answered")]


class LessonStepView(View):
    """One step."""

    name: Annotated[str, doc("Its name in the lesson")]
    goes_on: Annotated[bool, doc("It begins where the right try at the step before has led to")]
    board: BoardView
    start: Annotated[MomentView, doc("If what is shown was played in the step before")]
    marks: Annotated[Sequence[SquareName], doc("Squares that the task is about")]
    choices: Annotated[Sequence[str] | None, doc("What can be chosen, where the step is a question")]
    show: Annotated[str, doc("A right decision or choice")]
    task: Annotated[str, doc("The key of its text")]


class LessonGame(View):
    """The game at the end of a lesson, as `POST /api/games` takes it."""

    options: Annotated[OptionValues, doc("As in `NewGame`")]
    position: Annotated[str | None, doc("As in `NewGame`")]
    level: Annotated[int, doc("The engine's")]
    seat: Annotated[int, doc("The learner's, 0 or 1")]
    colour: Annotated[Colour, doc("The learner's")]
    text: Annotated[str, doc("The key of its text")]


class LessonView(LessonHead):
    """A whole lesson, with the texts of one language."""

    letters: Annotated[dict[Colour, str], doc("How colours are written in moves")]
    play: Annotated[list[LessonStepView], doc("Its steps")]
    ending: LessonGame
    following: Annotated[str | None, doc("The id of the next lesson; null after the last")]
    texts: Texts


class LinePly(View):
    """A decision and where it leads to."""

    text: Annotated[str, doc("The decision")]
    colour: Annotated[Colour, doc("Who decided")]
    moment: MomentView


class LessonVerdict(View):
    """What came of a try."""

    right: Annotated[bool, doc("Whether the try solves the step")]
    done: Annotated[bool, doc("Right, and the last step")]
    text: Annotated[str, doc("The key of what is said to it")]
    values: Annotated[Mapping[str, int | str], doc("For the text")]
    marks: Annotated[Sequence[SquareName], doc("Squares to point at")]
    line: Annotated[list[LinePly], doc("The decision and the reply to it; [] after a question")]
    onward: Annotated[MomentView | None, doc("Where the next step begins, if it goes on from here")]
