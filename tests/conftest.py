"""What all tests share: the long ones run only with ``--full``, and coverage is asked of the rules alone."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest

MEASURED = [Path(__file__).parent / name for name in ("games", "records")]
# What JAX compiled for the last run serves this one too, and the processes that tests start.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", platformdirs.user_cache_dir("stonefield") + "/tests-jax")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also run what takes long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    full = config.getoption("--full")
    measures = config.pluginmanager.hasplugin("_cov")
    for item in items:
        if not full and item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason="takes long: ./test --full"))
        # Watching every line takes longer than most tests: only those of the rules and the records are watched,
        # and of these only the ones that are not marked so themselves.
        if measures and not any(folder in item.path.parents for folder in MEASURED):
            item.add_marker(pytest.mark.no_cover)
