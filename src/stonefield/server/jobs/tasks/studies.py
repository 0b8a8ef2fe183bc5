"""What workers do for studies: reading them from records and documents, and writing them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from stonefield import records
from stonefield.games.game import StonefieldError, parse
from stonefield.server.jobs.kinds import task
from stonefield.server.jobs.tasks.records import Told, record_told, unreadable
from stonefield.server.protocol.problems import Refusal
from stonefield.server.study.chapter import Chapter, new_chapter
from stonefield.server.study.documents import FORMAT, document_of, read_document
from stonefield.server.study.plain import PlainChapter, chapter_of, plain_chapter
from stonefield.server.study.record import chapter_of_record, record_of
from stonefield.server.study.study import MOST_CHAPTERS


@task("long")
def read_study(text: str) -> dict[str, Any]:
    """The title and the chapters of an exported study, or of records of any format."""
    try:
        if f'"{FORMAT}"' in text[:200]:
            title, found = read_document(text)
        else:
            several = records.read_any(text)
            if len(several) > MOST_CHAPTERS:
                raise Refusal("study_full", f"a study has at most {MOST_CHAPTERS} chapters")
            title = several[0].tags.get("Study", "")[:100]
            found = [chapter_of_record(record) for record in several]
        # What could not be exported again does not come in.
        for chapter in found:
            record_of(chapter, title)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refusal("invalid_record", f"{place}: {first['msg']}" if place else first["msg"]) from None
    except StonefieldError as error:
        raise unreadable(error) from None
    return _told(title, found)


@task("short")
def study_game(told: Told) -> dict[str, Any]:
    """A game of this server as the only chapter of a study."""
    chapter = chapter_of_record(record_told(told))
    return _told(chapter.title, [chapter])


@task("short")
def study_position(text: str) -> dict[str, Any]:
    """A position as the only chapter of a study."""
    try:
        return _told("", [new_chapter(parse(text))])
    except StonefieldError as error:
        raise Refusal("invalid_position", str(error)) from None


@task("long")
def write_study(title: str, chapters: Sequence[PlainChapter], form: str) -> str:
    """A study in a file: `stones` with everything a record holds, or our own JSON."""
    found = [chapter_of(chapter) for chapter in chapters]
    if form == "json":
        return json.dumps(document_of(title, found), ensure_ascii=False, indent=1) + "\n"
    return records.write([record_of(chapter, title) for chapter in found])


def _told(title: str, found: Sequence[Chapter]) -> dict[str, Any]:
    return {"title": title, "chapters": [plain_chapter(chapter) for chapter in found]}
