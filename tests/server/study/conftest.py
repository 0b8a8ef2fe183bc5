"""Where studies are kept, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import pytest

from stonefield.server.storage import Journal, StudyStore, open_database


@pytest.fixture
async def opened(database):
    engine = await open_database(database)
    yield engine
    await engine.dispose()


@pytest.fixture
async def journal(opened):
    one = Journal(opened)
    one.start()
    yield one
    await one.close()


@pytest.fixture
def store(opened, journal) -> StudyStore:
    return StudyStore(opened, journal)
