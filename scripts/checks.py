"""Runs all checks beside each other: `./test` calls it once everything is installed.

A part is a few commands, one after the other. It starts when the parts it waits for have ended, well or not.
The tests speak while they run; the other parts speak when they are done, the tests in a browser last of all.
What could not be checked is repeated after that.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil
from audit import NOT_AUDITED
from changed import BROWSER, FRONT_END, changed_files, select

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PYTHON = (sys.executable,)
PYTEST = (str(BIN / "pytest"), "--dist", "loadgroup")
WORKERS = ("-n", "2")
"""Each collects all tests of its part and loads what the engine has compiled: more take more of two cores."""
WATCHED = ("tests/games", "tests/records")
"""Their coverage is measured, which slows down all that runs in the same process."""
SERVED = ("tests/attack", "tests/cluster", "tests/server")
"""They wait for servers more than they compute, so others compute meanwhile."""
NPM = (*PYTHON, "frontend/npm.py")
PACKAGES = "packages of the page"
LIMIT = 70 * 60.0
"""So many seconds a command may take, unless all that takes long runs, too."""
FULL_LIMIT = 24 * LIMIT
Command = tuple[str, ...]


@dataclass
class Part:
    """What is checked together, and how that went."""

    name: str
    commands: list[Command]
    after: list[str] = field(default_factory=list)
    live: bool = False
    """Whether it speaks while it runs."""
    warning: str = ""
    """How its lines begin that are repeated at the very end."""
    limit: float = LIMIT
    status: int = 1
    """Of its last command; it has failed until all are done."""
    seconds: float = 0.0
    processor: float = 0.0
    said: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    ended: threading.Event = field(default_factory=threading.Event)

    def run(self, parts: dict[str, Part]) -> None:
        """Run its commands until one fails."""
        try:
            for name in self.after:
                if name in parts:
                    parts[name].ended.wait()
            began = time.monotonic()
            for command in self.commands:
                process = subprocess.Popen(
                    command, cwd=ROOT, stdout=None if self.live else self.said, stderr=subprocess.STDOUT
                )
                stopping = threading.Timer(self.limit, self._stop, [process.pid])
                stopping.start()
                _, status, used = os.wait4(process.pid, 0)
                stopping.cancel()
                process.returncode = os.waitstatus_to_exitcode(status)
                self.processor += used.ru_utime + used.ru_stime
                self.status = process.returncode
                if self.status:
                    break
            else:
                self.status = 0
            self.seconds = time.monotonic() - began
        except OSError as error:
            print(f"\ntest: {self.name}: {error}", file=sys.stderr, flush=True)
        finally:
            self.ended.set()
        how = "failed" if self.status else "passed"
        print(f"\ntest: {self.name} {how} after {self.seconds / 60:.1f} min", file=sys.stderr, flush=True)

    def _stop(self, pid: int) -> None:
        """End a command that hangs, and all it has started; Python says where it was."""
        print(f"\ntest: {self.name} has not ended for {self.limit / 60:.0f} min", file=sys.stderr, flush=True)
        with contextlib.suppress(psutil.NoSuchProcess):
            # It goes first, as it goes on when what it waits for ends.
            hanging = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
            for end in (signal.SIGABRT, signal.SIGKILL):
                for process in hanging:
                    if process.is_running() and (end == signal.SIGKILL or "python" in process.name()):
                        process.send_signal(end)
                time.sleep(1)  # waiting for them would take away what `wait4` is to tell

    def speak(self) -> None:
        """Show what it said, if it has not been heard."""
        if self.live:
            return
        print(f"\n== {self.name}", flush=True)
        self.said.seek(0)
        sys.stdout.buffer.write(self.said.read())
        sys.stdout.flush()

    def warnings(self) -> list[str]:
        """What it said that must not be overlooked, even if it has not failed."""
        self.said.seek(0)
        lines = self.said.read().decode(errors="replace").splitlines()
        return [line for line in lines if self.warning and line.startswith(self.warning)]


def packages() -> Part:
    """What the checks of the page and the tests in a browser need, unless it is there."""
    lock, installed = ROOT / "frontend/package-lock.json", ROOT / "frontend/node_modules/.package-lock.json"
    is_there = installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime
    return Part(PACKAGES, [] if is_there else [(*NPM, "ci", "--no-audit", "--no-fund")])


def front_end() -> Part:
    """Format, lint, types and unit tests of the page."""
    commands = [(*PYTHON, "frontend/generate_types.py"), (*NPM, "run", "check")]
    return Part("front end", commands, after=["import contracts", PACKAGES])


def static_checks() -> list[Part]:
    """What looks at the sources, one after the other: each fills one core."""
    ruff = str(BIN / "ruff")
    return [
        Part("format and lint", [(ruff, "format", "--check", "."), (ruff, "check", ".")]),
        Part("types", [(str(BIN / "mypy"),)], after=["format and lint"]),
        Part("import contracts", [(str(BIN / "lint-imports"), "--no-cache")], after=["types"]),
    ]


def all_checks(*, full: bool) -> list[Part]:
    """Everything; ``full`` adds what takes long."""
    coverage = str(BIN / "coverage")
    compiling = "compiling the engine"
    parts = [
        # Asking the network takes a while and no processor.
        Part("known vulnerabilities of dependencies", [(*PYTHON, "scripts/audit.py")], warning=NOT_AUDITED),
        # Before several workers find nothing compiled and all begin.
        Part(compiling, [(*PYTHON, "-m", "stonefield.engine.precompile")]),
        packages(),
        *static_checks(),
        front_end(),
        Part(
            "rules and records",
            [
                (coverage, "erase"),
                (*PYTEST, "-n", "0", "--cov", "--cov-report=", *WATCHED),
                (coverage, "report", "--fail-under=98"),
            ],
        ),
        Part(
            "tests",
            [(*PYTEST, *WORKERS, *(f"--ignore={room}" for room in (*WATCHED, *SERVED, BROWSER)))],
            after=[compiling],
            live=True,
        ),
        Part("tests of servers", [(*PYTEST, *WORKERS, *SERVED)], after=[compiling]),
    ]
    # In a process of their own: Playwright's event loop runs as long as the browser does, and no other can
    # beside it. They wait more than they compute, so they begin at once.
    if not full:
        # One browser and one server for all of them: what the others leave of two cores is enough.
        browsers = (*PYTEST, "-n", "1", BROWSER)
        return [*parts, Part("tests in a browser", [browsers], after=[compiling, PACKAGES])]
    full_too = ("--full", "-o", f"faulthandler_timeout={FULL_LIMIT}")
    long = (*full_too, "-m", "full", f"--ignore={BROWSER}", "--ignore=tests/attack/test_server.py")
    parts += [
        Part("long tests", [(*PYTEST, "-n", "3", *long)], after=["tests", "tests of servers"]),
        # What a player waits beside an attacker is told by the clock: nothing else runs meanwhile.
        Part(
            "attack on the server",
            [(*PYTEST, *full_too, "-m", "full", "tests/attack/test_server.py")],
            after=["tests in a browser", "long tests"],
        ),
        Part("tests in a browser", [(*PYTEST, *WORKERS, BROWSER, *full_too)], after=[compiling, PACKAGES]),
    ]
    for part in parts:
        part.limit = FULL_LIMIT
    return parts


def checks_of_changes(base: str | None) -> list[Part]:
    """What changed since ``base``, and what depends on it."""
    selected = select(changed_files(base))
    print("test: changed, or dependent on it:", " ".join(selected) or "nothing", flush=True)
    parts = static_checks()
    tests = [path for path in selected if path != FRONT_END and not path.startswith(BROWSER)]
    served = [path for path in tests if path.startswith(SERVED)]
    others = [path for path in tests if path not in served]
    browser = [path for path in selected if path.startswith(BROWSER)]
    if FRONT_END in selected or browser:
        parts.append(packages())
    if FRONT_END in selected:
        parts.append(front_end())
    if others:
        parts.append(Part("tests", [(*PYTEST, *WORKERS, *others)], live=True))
    if served:
        parts.append(Part("tests of servers", [(*PYTEST, *WORKERS, *served)]))
    if browser:
        parts.append(Part("tests in a browser", [(*PYTEST, *WORKERS, *browser)], after=[PACKAGES]))
    return parts


def run(parts: list[Part]) -> int:
    """Run all parts, say what they said and how long they took; 0 if all went well."""
    by_name = {part.name: part for part in parts}
    threads = [threading.Thread(target=part.run, args=(by_name,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for part in parts[:-1]:
        part.speak()
    print("\n== how long it took")
    for part in parts:
        print(
            f"{part.seconds / 60:6.1f} min, {part.processor / 60:5.1f} of a processor:"
            f" {part.name}{' FAILED' if part.status else ''}{' ' + part.warning if part.warnings() else ''}"
        )
    parts[-1].speak()
    for warning in (line for part in parts for line in part.warnings()):
        print(f"test: WARNING: {warning}", file=sys.stderr)
    failed = [part.name for part in parts if part.status]
    if failed:
        print(f"test: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="also run what takes long")
    parser.add_argument("--changed", nargs="?", const="", metavar="BASE", help="only what changed since BASE")
    chosen = parser.parse_args()
    if chosen.changed is not None:
        return run(checks_of_changes(chosen.changed or None))
    return run(all_checks(full=chosen.full))


if __name__ == "__main__":
    sys.exit(main())
