"""A course for each game: lessons as data, and every try judged by the rules."""

from stonefield.course.judging import Verdict, judge, positions
from stonefield.course.lesson import EndingGame, Lesson, LessonAnswer, LessonError, Question, Step
from stonefield.course.loading import find_lesson, lessons, read_lesson

__all__ = [
    "EndingGame",
    "Lesson",
    "LessonAnswer",
    "LessonError",
    "Question",
    "Step",
    "Verdict",
    "find_lesson",
    "judge",
    "lessons",
    "positions",
    "read_lesson",
]
