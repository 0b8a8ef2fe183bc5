"""What all tests share: the long ones run only with ``--full``, and coverage is asked of the rules alone."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from hypothesis import HealthCheck, settings

from costs import Costs

MEASURED = [Path(__file__).parent / name for name in ("games", "records")]
# What JAX compiled for the last run serves this one too, and the processes that tests start.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", platformdirs.user_cache_dir("stonefield") + "/tests-jax")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")
# How fast examples come says something about the machine, not about us.
settings.register_profile("stonefield", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("stonefield")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also run what takes long")
    parser.addoption("--costs", type=int, metavar="N", help="show the N costliest files and tests")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config.getoption("--costs")), "costs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason="takes long: ./test --full"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file stay together, unless a group says more: what they share is made once."""
    from xdist.scheduler import LoadGroupScheduling

    class Scheduling(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            group = super()._split_scope(nodeid)
            return nodeid.partition("::")[0] if group == nodeid else group

    return Scheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Measure coverage only where it is asked for: to watch every line takes longer than most tests do."""
    asked = any(folder in item.path.parents for folder in MEASURED)
    if not item.config.pluginmanager.hasplugin("_cov") or (
        asked and not item.get_closest_marker("unwatched")
    ):
        return (yield)
    watch, watch_of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(watch)
        threading.settrace(watch_of_threads)
