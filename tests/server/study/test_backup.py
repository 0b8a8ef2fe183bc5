"""Backups take studies and reviews along, and nothing is restored over a study."""

from __future__ import annotations

import pytest

from stonefield.server.store import DatabaseError, Journal, StudyStore, open_database
from stonefield.server.store.backup import back_up, restore
from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.deciding import decide
from stonefield.study.documents.study import Study
from study.documents.values import start

from .messages import action


async def with_store(database: str, use):
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    try:
        return await use(StudyStore(engine, journal))
    finally:
        await journal.close()
        await engine.dispose()


async def test_a_backup_holds_studies_and_reviews(tmp_path):
    empty = Study("s" * 16, 5, "owner", "editor", "Mine", ())
    first = empty.with_new_chapters([new_chapter(start()), new_chapter(start("caminos"))])
    study = decide(first, action("add", chapter=1, node=0, moves=["c2rw", "E"])).study

    async def fill(store: StudyStore) -> None:
        await store.add(study, 7)
        await store.keep_review("key", 300, "{}", 1)

    async def look(store: StudyStore):
        return await store.find(study.id), await store.review("key")

    here, there = f"sqlite:///{tmp_path}/here.db", f"sqlite:///{tmp_path}/there.db"
    await with_store(here, fill)
    await back_up(here, tmp_path / "backup")
    await restore(tmp_path / "backup", there)
    assert await with_store(there, look) == ((study, 7), (300, "{}"))
    with pytest.raises(DatabaseError, match="games, studies or profiles"):
        await restore(tmp_path / "backup", there)
