"""The modules, each built once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from stonefield.engine.wasm.building import build
from stonefield.export import modules


@pytest.fixture(scope="session")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder with a game's module; with ``--full`` it is built anew."""
    if not request.config.getoption("--full"):
        return modules.built

    @cache
    def folder(game: str) -> Path:
        made = tmp_path_factory.mktemp(game)
        build([game], made)
        return made

    return folder
