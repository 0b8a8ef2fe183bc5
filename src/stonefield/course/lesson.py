"""A lesson: positions with something to do, and an answer to every try."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from stonefield.course.conditions import Condition
from stonefield.course.facts import Fact, look
from stonefield.course.lesson_error import LessonError as LessonError
from stonefield.games.game import OptionValue, Position

PARTS = ("first", "tactics", "strategy")

Reply: TypeAlias = str | Condition
"""One decision of the opponent's: its text, or what the first legal one that is played fulfils."""


@dataclass(frozen=True, slots=True)
class LessonAnswer:
    """What is said to a try, and how the opponent replies to it on the board."""

    name: str
    right: bool
    when: Condition | None
    """Which tries it answers; None: all that are left."""
    claim: Condition | None
    """What the text says of every decision it answers."""
    leads_to: Condition | None
    """What the text says of the position after the reply."""
    reply: tuple[Reply, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be chosen instead of played; the rules know which choice is right."""

    fact: Fact[Position]
    choices: tuple[str, ...]

    def solution(self, position: Position, me: str) -> str:
        """What the rules say, as a choice."""
        return choice_text(self.fact.read(look(position, me)))


def choice_text(value: object) -> str:
    """A value of a fact as a choice: ``true``, ``3``, ``me``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the learner's."""

    name: str
    position: Position | None
    """Where it begins; None: where the step before has led to."""
    learner: str | None
    """The learner's colour, where it begins with a position."""
    claim: Condition | None
    """What its text says of the position."""
    question: Question | None
    show: str
    """A right decision, shown on request."""
    answers: tuple[LessonAnswer, ...]
    """The right ones first."""
    marks: tuple[str, ...]
    """Squares that the text is about."""


@dataclass(frozen=True, slots=True)
class EndingGame:
    """The game that ends a lesson: against a level, from a start or a position of the lesson's own."""

    options: Mapping[str, OptionValue]
    level: int
    colour: str
    """The learner's."""
    position: str | None


@dataclass(frozen=True)
class Lesson:
    """A few steps about one thing."""

    game: str
    name: str
    number: int
    """Its place in the course of its game, from 1."""
    part: str
    steps: tuple[Step, ...]
    ending: EndingGame

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return f"{self.game}-{self.name}"

    @property
    def title(self) -> str:
        """The key of its title."""
        return self.key("title")

    def key(self, *names: str) -> str:
        """The key of one of its texts."""
        return ".".join(("course", self.game, self.name, *names))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of all its texts: of the lesson itself, of each task, of each answer."""
        return tuple(dict.fromkeys(self._keys()))

    def _keys(self) -> Iterator[str]:
        yield from (self.key(name) for name in ("title", "about", "end"))
        for step in self.steps:
            yield self.key(step.name, "task")
            yield from (self.key(step.name, answer.name) for answer in step.answers)

    def learner(self, number: int) -> str:
        """The learner's colour at a step."""
        colour = self.chain(number)[0].learner
        assert colour is not None
        return colour

    def chain(self, number: int) -> tuple[Step, ...]:
        """A step and those before it from which its position comes, the first of which has its own."""
        first = number
        while self.steps[first].position is None:
            first -= 1
        return self.steps[first : number + 1]
