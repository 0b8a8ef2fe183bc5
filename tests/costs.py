"""``pytest --costs 30``: the test files and tests that take the most processor time, in whichever process.

Counted is what the process of the tests takes and all that come from it: servers, engines, browsers. What
several tests share counts for the test that runs while it works.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator

import psutil
import pytest

COST = "seconds of processor"
LONGEST = (
    "postgres",
    "tests/simulation/test_simulation.py",
    "wasm caminos",
    "wasm carnac",
    "tests/test_wheel.py",
    "tests/envs/test_pgx.py",
    "tests/attack/test_server.py",
    "tests/cluster/test_cluster.py",
    "tests/engine/caminos/test_caminos_thinker.py",
    "tests/engine/caminos/test_caminos_kernel.py",
    "tests/puzzles/test_caminos_puzzles.py",
    "tests/cli/test_documented_commands.py",
    "tests/envs/test_docs.py",
    "tests/browser/test_cards.py",
    "tests/browser/test_said.py",
)
"""Files and groups that take longest here: at the end one of them would keep a worker busy alone."""


def spent() -> float:
    """Seconds of processor that this process and all that come from it have taken."""
    seconds = sum(os.times()[:4])
    for child in psutil.Process().children(recursive=True):
        try:
            seconds += sum(child.cpu_times()[:4])
        except psutil.Error:
            continue  # It has ended: the process that waits for it counts it.
    return seconds


class Costs:
    """Measures each test in the process that runs it, and shows them all in the one that speaks."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._before = 0.0
        self._of: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, None, None]:
        self._before = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator:
        report = yield
        if call.when == "teardown":
            # A child that ended between two looks may be missing from one of them.
            report.user_properties.append((COST, max(0.0, spent() - self._before)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._of[report.nodeid] = dict(report.user_properties).get(COST, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files: Counter[str] = Counter()
        for test, seconds in self._of.items():
            files[test.partition("::")[0]] += seconds
        for what, costs in (("files", files), ("tests", Counter(self._of))):
            terminalreporter.section(f"{COST}: {sum(costs.values()):.1f}, the costliest {what}")
            for name, seconds in costs.most_common(self._most):
                terminalreporter.write_line(f"{seconds:8.2f}  {name}")
