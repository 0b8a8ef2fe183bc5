"""What studies are made of, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stonefield.games.game import OptionValue, StonefieldError, find_game, parse
from stonefield.server.jobs.kinds import task
from stonefield.server.jobs.tasks.records import RecordSource, record_from, unreadable
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_problems import refusing
from stonefield.study.documents import files
from stonefield.study.documents.chapter import Chapter, new_chapter
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.plain import PlainChapter, chapter_of, plain_chapter
from stonefield.study.documents.record import chapter_of_record

MEDIA_TYPES = {"stones": "text/plain; charset=utf-8", "json": "application/json"}
"""The forms in which studies are written."""


def study_of_file(text: str, check: files.Check) -> dict[str, Any]:
    """The title and the chapters of an exported study, which is checked, or of records of any format."""
    with refusing():
        try:
            return _plain(*files.study_of_file(text, check))
        except StudyError:
            raise
        except StonefieldError as error:
            raise unreadable(error) from None


@task("short")
def study_game(source: RecordSource) -> dict[str, Any]:
    """A game of this server as the only chapter of a study."""
    with refusing():
        chapter = chapter_of_record(record_from(source))
    return _plain(chapter.title, [chapter])


@task("short")
def study_position(text: str) -> dict[str, Any]:
    """A position as the only chapter of a study."""
    try:
        return _plain("", [new_chapter(parse(text))])
    except StonefieldError as error:
        raise Refusal("invalid_position", str(error)) from None


def study_start(game: str, options: Mapping[str, OptionValue]) -> Chapter:
    """The beginning of a game as the only chapter of a study."""
    try:
        found = find_game(game)
        for name, value in options.items():
            found.option(name).check(value)
        return new_chapter(found.start(**options))
    except StonefieldError as error:
        raise Refusal("invalid_option", str(error)) from None


@task("long")
def write_study(title: str, chapters: Sequence[PlainChapter], form: str) -> str:
    """A study as a file: `stones` with everything a record holds, or our own JSON."""
    return files.write_study(title, [chapter_of(chapter) for chapter in chapters], form)


def _plain(title: str, found: Sequence[Chapter]) -> dict[str, Any]:
    return {"title": title, "chapters": [plain_chapter(chapter) for chapter in found]}
