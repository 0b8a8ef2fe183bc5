"""Where studies are kept, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import pytest

from stonefield.server.store import StudyStore


@pytest.fixture
def store(opened, journal) -> StudyStore:
    return StudyStore(opened, journal)
