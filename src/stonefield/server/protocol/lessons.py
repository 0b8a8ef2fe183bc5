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

    id: str
    rules: Annotated[str, doc("The name of the game that it teaches")]
    number: Annotated[int, doc("Its place in the course of its game, from 1")]
    part: Literal["first", "tactics", "strategy"]
    title: str
    about: str
    steps: int


class LessonList(View):
    """The courses of all games, lesson by lesson."""

    lessons: list[LessonHead]


class MomentView(View):
    """A position of a lesson."""

    scene: Scene
    turn: Annotated[TurnView | None, doc("null once the game is over")]
    legal: Annotated[Legal | None, doc("null where nothing is to be decided, or a question to be answered")]


class LessonStepView(View):
    """One step."""

    name: str
    goes_on: Annotated[bool, doc("It begins where the right try at the step before has led to")]
    board: BoardView
    start: Annotated[MomentView, doc("If what is shown was played in the step before")]
    marks: Annotated[Sequence[SquareName], doc("Squares that the task is about")]
    choices: Annotated[Sequence[str] | None, doc("What can be chosen, where the step is a question")]
    show: Annotated[str, doc("A right decision or choice")]
    task: Annotated[str, doc("The key of its text")]


class LessonGame(View):
    """The game at the end of a lesson, as `POST /api/games` takes it."""

    options: OptionValues
    position: str | None
    level: Annotated[int, doc("The engine's")]
    seat: Annotated[int, doc("The learner's, 0 or 1")]
    colour: Colour
    text: Annotated[str, doc("The key of its text")]


class LessonView(LessonHead):
    """A whole lesson, with the texts of one language."""

    letters: dict[Colour, str]
    play: list[LessonStepView]
    ending: LessonGame
    following: Annotated[str | None, doc("The id of the next lesson; null after the last")]
    texts: Texts


class LinePly(View):
    """A decision and where it leads to."""

    text: str
    colour: Annotated[Colour, doc("Who decided")]
    moment: MomentView


class LessonVerdict(View):
    """What came of a try."""

    right: bool
    done: Annotated[bool, doc("Right, and the last step")]
    text: Annotated[str, doc("The key of what is said to it")]
    values: Annotated[Mapping[str, int | str], doc("For the text")]
    marks: Sequence[SquareName]
    line: Annotated[list[LinePly], doc("The decision and the reply to it; [] after a question")]
    onward: Annotated[MomentView | None, doc("Where the next step begins, if it goes on from here")]
