"""What a newcomer waits for: the page after `./stonefield` in a fresh clone, then the engine's first answers.

    python benchmarks/first_start.py [--keep] [--skip-install]

Clones the current commit into an empty folder and starts it with an empty home and empty caches; only the
settings of pip and npm, which say where the packages are, stay as they are. Then a person plays: one new
game after the other, first against the levels up to 5. Meanwhile the catalogue is asked for and a move is
made every 200 ms, as by other people, to see how smooth the page is. `--skip-install` starts the present
checkout instead, with an empty cache of compiled code. `--keep` leaves the folder for a look at it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

import httpx
import psutil

from stonefield.games.game import find_game

ROOT = Path(__file__).resolve().parents[1]
ASKED = [(game, level) for game in ("carnac", "caminos") for level in (1, 3, 5)]
ASKED += [(game, 10) for game in ("carnac", "caminos")]
LONGEST = 400.0
"""Seconds after which no answer is expected any more."""
BEAT = 0.2


class Started:
    """`stonefield serve`, and when it said what."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.began = time.perf_counter()
        self.said: list[tuple[float, str]] = []
        self.url = ""
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append((self.seconds(), line.strip()))
            if line.startswith("Stonefield is at "):
                self.url = line.split()[3].rstrip("/")

    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def wait_for_page(self) -> float:
        """Seconds until the page and its script are served."""
        while not self.url:
            if self.process.poll() is not None:
                raise SystemExit("it did not start:\n" + "\n".join(line for _, line in self.said))
            time.sleep(0.05)
        page = httpx.get(self.url).raise_for_status().text
        script = re.search(r'<script[^>]* src="([^"]+)"', page)
        assert script is not None, page
        httpx.get(f"{self.url}{script[1]}").raise_for_status()
        return self.seconds()

    def stages(self) -> Iterator[tuple[str, float]]:
        """The stages of set-up and their seconds; packages and page go on side by side."""
        last: dict[str, tuple[str, float]] = {}
        for when, line in self.said:
            track, colon, stage = line.partition(": ")
            stage = re.sub(r"[\d,].*", "", stage).strip() or "fetching"
            if not colon or track not in ("packages", "page"):
                continue
            before, since = last.get(track, (stage, when))
            if stage != before:
                yield f"{track}: {before}", when - since
                since = when
            last[track] = (stage, since)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Visitors:
    """Ask for the catalogue and make a move every beat, and keep what was waited for."""

    def __init__(self, url: str) -> None:
        self.catalogue: list[float] = []
        self.moves: list[float] = []
        self.failed = 0
        self._client = httpx.Client(base_url=url, timeout=60)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._visit)
        self._thread.start()

    def _visit(self) -> None:
        while not self._over.is_set():
            try:
                self._play_one_game()
            except httpx.HTTPError:
                self.failed += 1

    def _play_one_game(self) -> None:
        position = find_game("carnac").start()
        address, headers, version = make_game(self._client, "carnac", {"kind": "person"})
        while not position.outcome and not self._over.wait(BEAT):
            began = time.perf_counter()
            self._client.get("/api/catalogue").raise_for_status()
            self.catalogue.append(time.perf_counter() - began)
            move = str(position.legal_moves()[0])
            action = {"type": "move", "id": os.urandom(8).hex(), "version": version, "text": move}
            began = time.perf_counter()
            answer = self._client.post(f"{address}/actions", json=action, headers=headers).raise_for_status()
            self.moves.append(time.perf_counter() - began)
            position, version = position.play(move), answer.json()["version"]

    def stop(self) -> None:
        self._over.set()
        self._thread.join()
        self._client.close()


def make_game(
    client: httpx.Client, game: str, opponent: dict[str, object]
) -> tuple[str, dict[str, str], int]:
    """A new game: its address, our headers and its version."""
    seats = [{"kind": "person"}, opponent]
    made = client.post("/api/games", json={"game": game, "seats": seats}).raise_for_status().json()
    headers = {"Authorization": f"Bearer {made['token']}"}
    return f"/api/games/{made['game']}", headers, made["state"]["version"]


def first_answer(client: httpx.Client, game: str, level: int) -> float | None:
    """Seconds from our first move to the engine's answer."""
    client.get("/api/catalogue").raise_for_status()
    address, headers, version = make_game(client, game, {"kind": "engine", "level": level})
    move = str(find_game(game).start().legal_moves()[0])
    action = {"type": "move", "id": "first", "version": version, "text": move}
    began = time.perf_counter()
    client.post(f"{address}/actions", json=action, headers=headers).raise_for_status()
    while time.perf_counter() - began < LONGEST:
        if len(client.get(address, headers=headers).json()["moves"]) > 1:
            return time.perf_counter() - began
        time.sleep(0.1)
    return None


def missing(python: Path, environment: dict[str, str]) -> int | None:
    """How many parts of the engine are not compiled yet; None if it cannot say."""
    command = ["nice", "-n", "19", str(python), "-m", "stonefield.engine.precompile", "--missing"]
    asked = subprocess.run(command, env=environment, capture_output=True, text=True)
    return None if asked.returncode else len(asked.stdout.splitlines())


def newcomer(folder: Path) -> dict[str, str]:
    """The environment of a person who has just cloned: nothing cached, no home to speak of."""
    unwanted = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "NUMBA_CACHE_DIR", "VIRTUAL_ENV", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    for variable, file in (
        ("PIP_CONFIG_FILE", ".config/pip/pip.conf"),
        ("PIP_CONFIG_FILE", ".pip/pip.conf"),
        ("NPM_CONFIG_USERCONFIG", ".npmrc"),
    ):
        if (Path.home() / file).exists():
            environment.setdefault(variable, str(Path.home() / file))
    home = folder / "home"
    home.mkdir()
    python = Path(sys.base_prefix) / "bin" / "python3"
    return {**environment, "HOME": str(home), "LC_ALL": "C.UTF-8", "PYTHON": str(python)}


def row(name: str, value: str, more: str = "") -> None:
    print(f"{name:44}{value:>12}  {more}".rstrip(), flush=True)


def seconds(value: float | None) -> str:
    return "none" if value is None else f"{value:.1f} s"


def start(folder: Path, skip_install: bool) -> tuple[Started, Path, dict[str, str]]:
    """Start what is to be measured: the server, its Python and its environment."""
    serve = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
    serve += ["--rate", "1000"]
    if skip_install:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "compiled")}
        return (
            Started([sys.executable, "-m", "stonefield", *serve], environment),
            Path(sys.executable),
            environment,
        )
    subprocess.run(["git", "clone", "--quiet", ROOT, folder / "stonefield"], check=True)
    environment = newcomer(folder)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started = Started([str(folder / "stonefield" / "stonefield"), *serve], environment)
    return started, folder / "stonefield" / ".venv" / "bin" / "python", environment


@contextmanager
def compiling(python: Path, environment: dict[str, str], since: Callable[[], float]) -> Iterator[list[float]]:
    """Watch until everything is compiled; the list gets the seconds then."""
    found: list[float] = []
    over = threading.Event()

    def watch() -> None:
        while not over.wait(5) and (left := missing(python, environment)) is not None:
            if left == 0:
                found.append(since())
                return

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield found
        thread.join(LONGEST)
    finally:
        over.set()
        thread.join()


def measure(started: Started, python: Path, environment: dict[str, str]) -> None:
    page = started.wait_for_page()
    spent = psutil.Process(started.process.pid).cpu_times()
    processor = spent.user + spent.system + spent.children_user + spent.children_system
    row("the page is there", seconds(page), f"{processor:.0f} s of processor time")
    for stage, lasted in started.stages():
        row(f"  {stage}", seconds(lasted))
    visitors = Visitors(started.url)
    try:
        with (
            compiling(python, environment, lambda: started.seconds() - page) as compiled,
            httpx.Client(base_url=started.url, timeout=60) as client,
        ):
            for game, level in ASKED:
                answer = first_answer(client, game, level)
                row(
                    f"{game}, level {level}: first answer",
                    seconds(answer),
                    f"at {started.seconds() - page:.0f} s",
                )
        row("all compiled", seconds(compiled[0]) if compiled else "not known", "after the page, to 5 s")
    finally:
        visitors.stop()
    for name, waited in (("catalogue", visitors.catalogue), ("move acknowledged", visitors.moves)):
        cuts = quantiles(waited, n=100)
        row(f"{name}, p50 and p99 meanwhile", f"{cuts[49] * 1000:.0f} ms", f"{cuts[98] * 1000:.0f} ms")
    row("requests that failed", str(visitors.failed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    parser.add_argument("--skip-install", action="store_true", help="start the present checkout")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # What was started is stopped on the way out.
    folder = Path(tempfile.mkdtemp(prefix="stonefield-first-start-"))
    try:
        started, python, environment = start(folder, given.skip_install)
        try:
            measure(started, python, environment)
        finally:
            started.stop()
    finally:
        if given.keep:
            print(f"kept in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
