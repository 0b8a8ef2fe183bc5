"""What all tests share: the long ones run only with ``--full``, and those that take longest begin first."""

from __future__ import annotations

import ast
import gc
import os
import sys
import threading
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from hypothesis import HealthCheck, settings

from costs import LONGEST, Costs

ROOT = Path(__file__).parents[1]
# What JAX compiled for the last run serves this one too, and the processes that tests start.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", platformdirs.user_cache_dir("stonefield") + "/tests-jax")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")
# How fast examples come says something about the machine, not about us.
settings.register_profile("stonefield", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("stonefield")

if sys.version_info < (3, 11, 8):
    # There a search for garbage while source is parsed, or another thread that parses, ends in a SystemError
    # (python/cpython#106905): tracebacks are parsed, too, and what is thrown away may log one.
    _parsing, _parse = threading.RLock(), ast.parse

    def _parse_undisturbed(*source: Any, **options: Any) -> ast.AST:
        with _parsing:
            was_searching = gc.isenabled()
            gc.disable()
            try:
                return _parse(*source, **options)
            finally:
                if was_searching:
                    gc.enable()

    ast.parse = _parse_undisturbed  # type: ignore[assignment]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also run what takes long")
    parser.addoption("--costs", type=int, metavar="N", help="show the N costliest files and tests")


def pytest_configure(config: pytest.Config) -> None:
    # Nearly all that is made until the tests begin stays.
    gc.disable()
    if not config.getoption("--full"):
        # Compiling takes far longer than what is compiled runs for; the long tests run what people run.
        os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config.getoption("--costs")), "costs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--full"):
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(pytest.mark.skip(reason="takes long: ./test --full"))
    if hasattr(config, "workerinput"):
        _longest_first(items)


def _longest_first(items: list[pytest.Item]) -> None:
    """The groups that are known to take longest, then those with the most tests."""
    groups = {item: _group(item) for item in items}
    sizes = Counter(groups.values())
    rank = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: (rank.get(groups[item], len(rank)), -sizes[groups[item]], groups[item]))


def _group(item: pytest.Item) -> str:
    """Tests of a group run on one worker: those of a file, unless they name a group themselves."""
    named = item.get_closest_marker("xdist_group")
    return named.args[0] if named else item.path.relative_to(ROOT).as_posix()


def pytest_collection_finish(session: pytest.Session) -> None:
    # Looking for garbage among thousands of modules and tests would take more than the garbage.
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file stay together, unless a group says more: what they share is made once."""
    from xdist.scheduler import LoadGroupScheduling

    class Scheduling(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            group = super()._split_scope(nodeid)
            return nodeid.partition("::")[0] if group == nodeid else group

        def remove_node(self, node: Any) -> str | None:
            """Return the test that ended its worker, or the next one if it was done; others get the rest.

            It has failed and is not run again. Work that is done is not given out again: whoever has nothing
            to do reports nothing, and would be waited for until the end of time.
            """
            left = {
                name: tests for name, tests in self.assigned_work.pop(node).items() if not all(tests.values())
            }
            if not left:
                return None
            group, tests = next(iter(left.items()))
            ended = next(test for test, is_done in tests.items() if not is_done)
            tests[ended] = True
            if all(tests.values()):
                del left[group]
            self.workqueue.update(left)
            for other in self.assigned_work:
                self._reschedule(other)
            return ended

    if config.getvalue("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False  # They are in order.
    return Scheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Measure no coverage where the same lines run over and over: to watch them takes longer than they do."""
    if not item.config.pluginmanager.hasplugin("_cov") or not item.get_closest_marker("unwatched"):
        return (yield)
    watch, watch_of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(watch)
        threading.settrace(watch_of_threads)
