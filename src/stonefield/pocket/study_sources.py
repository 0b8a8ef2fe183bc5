"""What studies on the device are made of: games of the device, records, positions, exported studies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from stonefield.pocket.games import Games
from stonefield.pocket.reading import read
from stonefield.records.record import RecordError
from stonefield.server.domain.game.permissions import may_be_advised
from stonefield.server.jobs.tasks.studies import study_game, study_of_file, study_position, study_start
from stonefield.server.protocol.problems import Refusal
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.plain import chapter_of

if TYPE_CHECKING:
    from stonefield.study.documents.document import StudyDocument


class StudySources:
    """Reads what studies are made of."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def titled(self, source: Any, now: int) -> tuple[str, list[Chapter]]:
        """The title that a source gives to a study, if any, and its chapters."""
        if source.kind == "start":
            return "", [study_start(source.game, source.options)]
        if source.kind == "game":
            held = self._games.find(source.game, now)
            refusal = may_be_advised(held.table, held.holder_of(source.token))
            if refusal is not None:
                raise refusal
            return _read(study_game(held.record_source))
        if source.kind == "position":
            return _read(study_position(source.text))
        return self.file(source.text)

    def file(self, text: str) -> tuple[str, list[Chapter]]:
        """A study as it was exported, or records."""
        return _read(study_of_file(text, check_document))


def check_document(text: str) -> StudyDocument:
    """An exported study by its text, checked by its schema; RecordError if it is none."""
    try:
        document: StudyDocument = read("StudyDocument", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no JSON: {error}") from None
    except Refusal as refusal:
        raise RecordError(refusal.detail) from None
    return document


def _read(plain: dict[str, Any]) -> tuple[str, list[Chapter]]:
    return plain["title"], [chapter_of(chapter) for chapter in plain["chapters"]]
