"""Studies by request: what `server/web/study_api.py` answers, for the studies of the device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stonefield.locales.names import clean_name
from stonefield.pocket.asking import Answer, Ask, Paths, encoded, whole
from stonefield.pocket.reading import read
from stonefield.pocket.reviews import Reviews
from stonefield.pocket.studies import Studies
from stonefield.pocket.study_acts import StudyActs
from stonefield.pocket.study_lines import StudyLines
from stonefield.pocket.study_sources import StudySources
from stonefield.server.jobs.tasks.studies import MEDIA_TYPES, write_study
from stonefield.server.protocol.study_problems import refusing
from stonefield.server.studies.authors import accepted_view, made_view
from stonefield.study.documents.chapter import Chapter
from stonefield.study.documents.plain import plain_chapter

if TYPE_CHECKING:
    from stonefield.server.protocol.study_views import StudyList

MOST_CHAPTER = 1_000_000


def add_studies(
    paths: Paths,
    studies: Studies,
    sources: StudySources,
    acts: StudyActs,
    lines: StudyLines,
    reviews: Reviews,
) -> None:
    """Answer the paths of studies."""

    def made(title: str, chapters: Sequence[Chapter], now: int) -> Answer:
        held, tokens = studies.make(title, chapters, now)
        state = held.presenter.state(held.study, "owner", lines.attendance(held.study.id))
        return encoded(made_view(held.study.id, *tokens, state), 201)

    @paths.at("POST", "/api/studies")
    def make(ask: Ask) -> Answer:
        wishes = read("NewStudy", ask.body)
        title, chapters = sources.titled(wishes.source, ask.now)
        return made(clean_name(wishes.title) or title, chapters, ask.now)

    @paths.at("POST", "/api/studies/import")
    def read_in(ask: Ask) -> Answer:
        return made(*sources.file(read("StudyImport", ask.body).text), ask.now)

    @paths.at("POST", "/api/studies/{study}/duplicate")
    def duplicate(ask: Ask, study: str) -> Answer:
        held = studies.find(study)
        held.role_of(ask.token)
        return made(held.study.title, held.study.chapters, ask.now)

    @paths.at("GET", "/api/studies")
    def list_studies(ask: Ask) -> Answer:
        none: StudyList = {"studies": [], "next": None}
        return encoded(none)

    @paths.at("DELETE", "/api/studies/{study}")
    def delete(ask: Ask, study: str) -> Answer:
        held = studies.find(study)
        role = held.role_of(ask.token)
        kept = reviews.rows_of(held.study)
        studies.delete(held, role)
        # A review that runs is left first, and kept once more.
        lines.gone(study)
        reviews.delete(kept)
        return Answer("", 204)

    @paths.at("POST", "/api/studies/{study}/actions")
    def act(ask: Ask, study: str) -> Answer:
        held = studies.find(study)
        held.role_of(ask.token)
        said = read("StudyAction", ask.body)
        return encoded(accepted_view(said.id, acts.act(held, ask.token, said, ask.now)))

    _add_looks(paths, studies, lines)


def _add_looks(paths: Paths, studies: Studies, lines: StudyLines) -> None:
    """Answer the paths under which a study is looked at, and changed by nothing."""

    @paths.at("GET", "/api/studies/{study}")
    def show(ask: Ask, study: str) -> Answer:
        held = studies.find(study)
        role = held.role_of(ask.token)
        return encoded(held.presenter.state(held.study, role, lines.attendance(study)))

    @paths.at("GET", "/api/studies/{study}/chapters/{chapter}")
    def show_chapter(ask: Ask, study: str, chapter: str) -> Answer:
        held = studies.find(study)
        held.role_of(ask.token)
        with refusing():
            found = held.study.chapter(whole(chapter, "chapter", 1, MOST_CHAPTER))
        view = held.presenter.chapter(found)
        return encoded({"type": "chapter", "version": held.study.version, "chapter": view})

    @paths.at("GET", "/api/studies/{study}/export")
    def export(ask: Ask, study: str) -> Answer:
        held = studies.find(study)
        held.role_of(ask.token)
        form = ask.chosen("format", *MEDIA_TYPES)
        chapters = [plain_chapter(chapter) for chapter in held.study.chapters]
        return Answer(write_study(held.study.title, chapters, form), 200, MEDIA_TYPES[form])
