"""What workers do for studies that come as files."""

from __future__ import annotations

from typing import Any

from stonefield.server.jobs.kinds import task
from stonefield.server.jobs.tasks.studies import study_of_file
from stonefield.study.documents.reading import check_document


@task("long")
def read_study(text: str) -> dict[str, Any]:
    """The title and the chapters of an exported study, or of records of any format."""
    return study_of_file(text, check_document)
