"""Reading files of studies: the JSON of an exported one is checked first."""

from __future__ import annotations

from pydantic import TypeAdapter, ValidationError

from stonefield.records.record import RecordError
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.document import StudyDocument
from stonefield.study.documents.files import study_of_document, study_of_file

_documents: TypeAdapter[StudyDocument] = TypeAdapter(StudyDocument)


def check_document(text: str) -> StudyDocument:
    """An exported study by its text; RecordError if it is none."""
    try:
        return _documents.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RecordError(f"{place}: {first['msg']}" if place else first["msg"]) from None


def read_study(text: str) -> tuple[str, list[Chapter]]:
    """The title and the chapters of an exported study, or of records of any format.

    RecordError: it cannot be read. StudyError: it is too large.
    """
    return study_of_file(text, check_document)


def read_document(text: str) -> tuple[str, list[Chapter]]:
    """The title and the chapters of an exported study; RecordError or StudyError if it is none."""
    return study_of_document(check_document(text))
