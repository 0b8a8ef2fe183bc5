"""Test the tests: put small faults into the rules, one at a time, and see whether a test fails.

    python scripts/mutants.py --sample 100 --seed 1        # a random hundred
    python scripts/mutants.py games/carnac                 # all of a part: hours

Each mutant runs in a copy of the tree, in a process of its own: first the tests that run the changed line,
the quick ones before the slow ones, then, if it still lives, all tests of its room. A mutant that runs on
without end counts as killed. Survivors are printed; docs/testing.md says which of them change nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import coverage
import hypothesis
import pytest
from mutations import Mutation, mutations

ROOT = Path(__file__).parents[1]
ROOMS = {
    "games": ("tests/games",),
    "records": ("tests/records",),
    "server/game": ("tests/server/game",),
}
"""The rooms that are mutated, and their tests."""
MEMORY = 6 << 30


@dataclass(frozen=True)
class Mutant:
    room: str
    path: str
    mutation: Mutation


class Watch:
    """How long each test takes."""

    def __init__(self) -> None:
        self.durations: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.durations[report.nodeid] = self.durations.get(report.nodeid, 0.0) + report.duration


class Tests:
    """The tests of a room, and which of them run which line."""

    def __init__(self, home: Path, room: str) -> None:
        self.paths = ROOMS[room]
        measured = coverage.Coverage(
            data_file=str(home / f".coverage-{room.replace('/', '-')}"),
            source=[str(home / "src" / "stonefield" / room)],
            context=None,
            config_file=False,
        )
        watch = Watch()
        names = home / "durations"

        class Contexts:
            @pytest.hookimpl(hookwrapper=True)
            def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
                measured.switch_context(item.nodeid)
                yield
                measured.switch_context("")

        def run() -> int:
            measured.start()
            status = pytest.main([*QUIET, *self.paths], plugins=[watch, Contexts()])
            measured.stop()
            measured.save()
            names.write_text("\n".join(f"{took} {test}" for test, took in watch.durations.items()))
            return int(status)

        if in_child(home, run, 1_800) != 0:
            sys.exit(f"the tests of {room} fail without any mutation")
        for line in names.read_text().splitlines():
            took, _, test = line.partition(" ")
            watch.durations[test] = float(took)
        self.durations = watch.durations
        measured.load()
        self.lines = measured.get_data()

    def of(self, path: Path, line: int) -> list[str]:
        """The tests that run a line, the quick ones first."""
        found = (self.lines.contexts_by_lineno(str(path)) or {}).get(line, [])
        return sorted((test for test in found if test), key=self.durations.__getitem__)


QUIET = ("-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore")


def in_child(home: Path, run: Callable[[], int], seconds: float) -> int:
    """Do something in a fork, over the copy of the tree; its status, -1 when it does not end."""
    child = os.fork()
    if child:
        return waited(child, seconds)
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
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


def waited(child: int, seconds: float) -> int:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


def survives(home: Path, mutant: Mutant, tests: Tests) -> bool:
    """Whether all tests pass with the mutant in its place."""
    path = home / mutant.path
    source = path.read_bytes()
    near = tests.of(path, mutant.mutation.line)
    try:
        path.write_bytes(mutant.mutation.applied(source))
        for cached in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            cached.unlink()
        for chosen in (near[:60], tests.paths):
            expected = sum(tests.durations.get(test, 20.0) for test in chosen)
            run = partial(pytest.main, [*QUIET, *chosen])
            if chosen and in_child(home, run, 60 + 10 * expected):
                return False
    finally:
        path.write_bytes(source)
    return True


def found(parts: Sequence[str]) -> list[Mutant]:
    """Every mutant of the parts, each of which compiles."""
    mutants = []
    for room in ROOMS:
        for path in sorted((ROOT / "src" / "stonefield" / room).rglob("*.py")):
            name = path.relative_to(ROOT / "src" / "stonefield").as_posix()
            if parts and not any(name.startswith(part) for part in parts):
                continue
            source = path.read_bytes()
            for mutation in mutations(source):
                with contextlib.suppress(SyntaxError):
                    compile(mutation.applied(source), name, "exec")
                    mutants.append(Mutant(room, path.relative_to(ROOT).as_posix(), mutation))
    return mutants


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("parts", nargs="*", help="such as games/carnac or records/sgf.py; all of it if none")
    parser.add_argument("--sample", type=int, help="so many of them, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    wishes = parser.parse_args()
    mutants = found(wishes.parts)
    print(f"{len(mutants)} mutants", flush=True)
    if wishes.sample is not None:
        mutants = random.Random(wishes.seed).sample(mutants, min(wishes.sample, len(mutants)))
    living = []
    with tempfile.TemporaryDirectory(prefix="stonefield-mutants-") as folder:
        home = Path(folder)
        for part in ("src", "tests", "docs"):
            shutil.copytree(ROOT / part, home / part)
        shutil.copy2(ROOT / "pyproject.toml", home)
        tests = {room: Tests(home, room) for room in ROOMS if any(m.room == room for m in mutants)}
        for number, mutant in enumerate(mutants, 1):
            if survives(home, mutant, tests[mutant.room]):
                living.append(mutant)
                shown = mutant.mutation.shown((home / mutant.path).read_bytes())
                print(f"  lives: {mutant.path}:{mutant.mutation.line}: {shown}", flush=True)
            if number % 20 == 0:
                print(f"  {number - len(living)} of {number} killed", flush=True)
    killed = len(mutants) - len(living)
    print(f"{killed} of {len(mutants)} killed: {killed / max(1, len(mutants)):.1%}")


if __name__ == "__main__":
    main()
