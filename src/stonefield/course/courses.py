"""What the course knows of each game: the facts that its lessons ask for, and where its lessons are."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources.abc import Traversable

from stonefield.course.facts import OF_ALL_GAMES, Facts
from stonefield.games.plugin import games_with, part_of


@dataclass(frozen=True, slots=True)
class Course:
    """A game's own part: what its lessons may ask for beside what all games have, and their files."""

    facts: Facts
    folder: Traversable


def taught() -> tuple[str, ...]:
    """The games that have a course."""
    return games_with("course")


def course_of(game: str) -> Course | None:
    """The course of a game, if there is one."""
    return part_of(game, "course", None)


def facts_of(game: str) -> Facts:
    """Everything that the lessons of a game may ask for."""
    course = course_of(game)
    return {**OF_ALL_GAMES, **(course.facts if course else {})}
