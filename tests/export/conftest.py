"""The folder for browsers, made once for each state of the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from stonefield.export.folder import kept


@pytest.fixture(scope="session")
def pocket() -> Path:
    """The folder for browsers."""
    return kept()
