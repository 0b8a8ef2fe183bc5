"""Runs the tests of a room against mutants: which tests, in which process, how long.

Tests that are imported once are run against many mutants: a session of pytest collects them, and forks for
each mutant. The fork gives the changed functions their new code and runs the tests that run the changed line,
the quick ones first. What lives, or is in no function, is tried again where the changed file is imported.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import hypothesis
import pytest
from mutations import Mutation

ROOMS = {
    "games": ("tests/games",),
    "records": ("tests/records",),
    "server/game": ("tests/server/game",),
    "server/study": tuple(
        f"tests/server/study/test_{name}.py" for name in ("values", "actions", "taking_back", "files")
    ),
}
"""The rooms that are mutated, and their tests."""
MEMORY = 6 << 30
# Most plugins take longer to import than a mutant takes to die.
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
QUIET = (
    "-x",
    "-q",
    "-s",
    "--no-header",
    "--tb=no",
    "-p",
    "no:cacheprovider",
    "-p",
    "asyncio",
    "-W",
    "ignore",
)


@dataclass(frozen=True)
class Mutant:
    room: str
    path: str
    mutation: Mutation


class Tests:
    """The tests of a room."""

    def __init__(self, home: Path, room: str) -> None:
        self.home, self.paths = home, ROOMS[room]
        self.sources = home / "src" / "stonefield" / room
        self.durations: dict[str, float] = {}
        self.runs: dict[str, dict[int, list[str]]] = {}
        """By file and line, the tests that run it."""

    def survivors(self, mutants: Sequence[Mutant]) -> Iterator[Mutant]:
        """The mutants that no test finds."""
        if not mutants:
            return
        found = self.home / "found.json"
        session = partial(pytest.main, [*QUIET, *self.paths], plugins=[_Session(self, mutants, found)])
        if in_child(self.home, session) != 0:
            sys.exit(f"the tests {' '.join(self.paths)} fail without any mutation")
        told = json.loads(found.read_text())
        self.durations = told["durations"]
        for module in told["imported"]:
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
        for number, mutant in enumerate(mutants):
            if number not in told["killed"] and self._passes(mutant, told["near"][number]):
                yield mutant

    def measure(self, items: Iterable[pytest.Item]) -> int:
        """Run all tests, and keep how long each takes and which lines it runs."""
        measured = coverage.Coverage(data_file=None, source=[str(self.sources)], config_file=False)
        measured.start()
        for item in items:
            measured.switch_context(item.nodeid)
            began = time.process_time()
            if not passes([item]):
                return 1
            self.durations[item.nodeid] = time.process_time() - began
        measured.stop()
        lines = measured.get_data()
        self.runs = {file: lines.contexts_by_lineno(file) for file in lines.measured_files()}
        return 0

    def near(self, mutant: Mutant) -> list[str]:
        """The tests that run the changed line, the quick ones first; none for what runs with the import."""
        runs = self.runs.get(str(self.home / mutant.path), {})
        return sorted(runs.get(mutant.mutation.line, ()), key=self.durations.__getitem__)

    def _passes(self, mutant: Mutant, near: Sequence[str]) -> bool:
        """Whether the tests pass where the mutant is in its file."""
        path = self.home / mutant.path
        source = path.read_bytes()
        chosen = near or self.paths
        run = partial(pytest.main, [*QUIET, *chosen], plugins=[_QuickFirst(self.durations)])
        try:
            path.write_bytes(mutant.mutation.applied(source))
            for cached in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
                cached.unlink()
            return in_child(self.home, run, self.seconds(near or self.durations)) == 0
        finally:
            path.write_bytes(source)

    def seconds(self, tests: Iterable[str]) -> float:
        """After what time tests are taken to run on without end."""
        return 15 + 5 * sum(self.durations[test] for test in tests)


class _QuickFirst:
    def __init__(self, durations: dict[str, float]) -> None:
        self.durations = durations

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.durations.get(item.nodeid, 0.0))


class _Session:
    """A session that has collected the tests of a room, and runs them against one mutant after the other."""

    def __init__(self, tests: Tests, mutants: Sequence[Mutant], found: Path) -> None:
        self.tests, self.mutants, self.found = tests, mutants, found

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        measured = self.found.with_name("measured.json")

        def measure() -> int:
            status = self.tests.measure(session.items)
            measured.write_text(json.dumps([self.tests.durations, self.tests.runs]))
            return status

        # In a process of its own: what tests leave in caches would hide mutants.
        if in_child(self.tests.home, measure):
            session.testsfailed = 1
            return True
        self.tests.durations, runs = json.loads(measured.read_text())
        self.tests.runs = {
            file: {int(line): found for line, found in lines.items()} for file, lines in runs.items()
        }
        functions = _functions(self.tests.home)
        killed, near = [], [self.tests.near(mutant) for mutant in self.mutants]
        for number, mutant in enumerate(self.mutants):
            chosen = [items[test] for test in near[number]]
            run = partial(self.attempt, mutant, functions, chosen)
            if chosen and in_child(self.tests.home, run, self.tests.seconds(near[number])):
                killed.append(number)
        told = {"durations": self.tests.durations, "imported": _of_others(self.tests.home)}
        self.found.write_text(json.dumps({**told, "killed": killed, "near": near}))
        return True

    def attempt(
        self, mutant: Mutant, functions: dict[CodeType, list[FunctionType]], chosen: list[pytest.Item]
    ) -> int:
        path = self.tests.home / mutant.path
        source = path.read_bytes()
        before, after = (_codes(text, path) for text in (source, mutant.mutation.applied(source)))
        for old, new in zip(before, after, strict=False):
            for function in functions.get(old, ()):
                if len(old.co_freevars) == len(new.co_freevars):
                    function.__code__ = new
        return int(not passes(chosen))


def passes(items: Sequence[pytest.Item]) -> bool:
    """Run tests that are collected, until one fails."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return False
    return True


def _functions(home: Path) -> dict[CodeType, list[FunctionType]]:
    """The functions that were made from our files, by their code."""
    functions: dict[CodeType, list[FunctionType]] = {}
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and found.__code__.co_filename.startswith(str(home / "src")):
            functions.setdefault(found.__code__, []).append(found)
    return functions


def _codes(source: bytes, path: Path) -> Iterator[CodeType]:
    """The code of a file and of all that is in it, always in the same order."""
    waiting = [compile(source, str(path), "exec")]
    while waiting:
        code = waiting.pop()
        yield code
        waiting += [within for within in code.co_consts if isinstance(within, CodeType)]


def _of_others(home: Path) -> list[str]:
    """The modules that tests import and no mutant changes: no process has to import them again."""
    modules = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items())]
    return [name for name, file in modules if file and not Path(file).is_relative_to(home)]


def in_child(home: Path, run: Callable[[], int], seconds: float | None = None) -> int:
    """Do something in a fork, over the copy of the tree; its status, below 0 when it does not end in time."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if seconds is not None:
        # Processor time: a busy machine does not make a mutant endless.
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        signal.alarm(60 + 20 * int(seconds))
    os.chdir(home)
    sys.path[:0] = [str(home / "src")]
    os.environ["PYTHONPATH"] = str(home / "src")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")
    status = 99
    with contextlib.suppress(BaseException):
        status = int(run())
    os._exit(status)
