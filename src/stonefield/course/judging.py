"""Judging: what a try is worth, by the rules, and what is said and played in return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stonefield.course.courses import facts_of
from stonefield.course.facts import Seen, decided, look
from stonefield.course.lesson import Lesson, LessonAnswer, LessonError, Reply, Step
from stonefield.games.game import InvalidMove, Position
from stonefield.locales import Catalogue, placeholders


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a try."""

    right: bool
    key: str
    """Of the text that answers it."""
    values: Mapping[str, int | str]
    """For the text's placeholders: the facts they name."""
    before: Position
    line: tuple[str, ...]
    """The decision and the reply to it; nothing where a question was answered."""
    position: Position
    """After the line."""
    marks: tuple[str, ...]
    done: bool
    """Right, and the last step."""


def judge(lesson: Lesson, number: int, decisions: Sequence[str]) -> Verdict:
    """What the last of the decisions is worth at a step; those before it led there from the chain's start.

    InvalidMove or IllegalMove if one cannot be played, LessonError if the way to the step is wrong.
    """
    if not 0 <= number < len(lesson.steps):
        raise LessonError(f"`{number}`: {lesson.id} has {len(lesson.steps)} steps, counted from 0")
    chain = lesson.chain(number)
    if len(decisions) != len(chain):
        raise LessonError(f"step {number} of {lesson.id} takes {len(chain)} decisions, not {len(decisions)}")
    start = chain[0].position
    assert start is not None
    me, position = lesson.learner(number), start
    for step, text in zip(chain, decisions, strict=True):
        before = position
        seen, answer = _answer(lesson, step, before, me, text)
        line, position = _line(lesson, step, seen, answer)
        if step is not chain[-1] and not answer.right:
            raise LessonError(f"`{text}`: step {step.name} of {lesson.id} goes on after a right answer only")
    key = lesson.key(chain[-1].name, answer.name)
    return Verdict(
        answer.right,
        key,
        _values(lesson, key, seen),
        before,
        line,
        position,
        answer.marks,
        answer.right and number == len(lesson.steps) - 1,
    )


def positions(lesson: Lesson) -> tuple[Position, ...]:
    """Where each step begins, if what is shown is played in those before it."""
    found = []
    for number in range(len(lesson.steps)):
        *before, step = lesson.chain(number)
        if step.position:
            found.append(step.position)
        else:
            found.append(judge(lesson, number - 1, [one.show for one in before]).position)
    return tuple(found)


def _answer(
    lesson: Lesson, step: Step, position: Position, me: str, text: str
) -> tuple[Seen[Position], LessonAnswer]:
    """The try as the learner sees it, and the first answer that fits."""
    wanted: tuple[bool, ...] = (True, False)
    if step.question:
        if text not in step.question.choices:
            raise InvalidMove(f"`{text[:40]}`: the choices are {', '.join(step.question.choices)}")
        seen = look(position, me, text)
        wanted = (step.question.solution(position, me) == text,)
    else:
        seen = decided(position, me, text)
    for answer in step.answers:
        if answer.right in wanted and (answer.when is None or answer.when.holds(seen)):
            return seen, answer
    raise LessonError(f"`{text}`: {lesson.id} has no answer to it at {step.name}")


def _line(
    lesson: Lesson, step: Step, seen: Seen[Position], answer: LessonAnswer
) -> tuple[tuple[str, ...], Position]:
    position = seen.after
    played = [seen.move.text] if seen.move else []
    for reply in answer.reply:
        text = _choose(reply, position, seen.me)
        if text is None:
            raise LessonError(
                f"{lesson.id}, {step.name}: the reply of `{answer.name}` cannot be played after {played}"
            )
        position = position.play(text)
        played.append(text)
    return tuple(played), position


def _choose(reply: Reply, position: Position, me: str) -> str | None:
    """The opponent's decision, if there is one."""
    for move in position.legal_moves():
        if move.text == reply if isinstance(reply, str) else reply.holds(decided(position, me, move)):
            return move.text
    return None


def _values(lesson: Lesson, key: str, seen: Seen[Any]) -> dict[str, int | str]:
    """What the text wants values for; its English form tells."""
    text = Catalogue("en").texts.get(key, "")
    facts = facts_of(lesson.game)
    wanted = placeholders(text) if isinstance(text, str) else ()
    values = {name: facts[name].read(seen) for name in wanted if name in facts}
    return {name: value for name, value in values.items() if isinstance(value, int | str)}
