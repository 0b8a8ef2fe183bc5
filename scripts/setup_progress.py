"""What set-up says while it works: one line that changes on a terminal, a few lines elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path

from stonefield.locales import Catalogue, best_language

SELDOM = 15.0
"""Seconds between two lines that differ in a number only, where there is no terminal."""


def megabytes(count: int) -> int:
    """Whole megabytes, at least one."""
    return max(1, round(count / 1e6))


class Display:
    """Shows the states of the tracks that go on side by side."""

    def __init__(self) -> None:
        wanted = next(
            (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
        )
        self._texts = Catalogue(best_language(wanted))
        self._terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._states: dict[str, str] = {}
        self._said: dict[str, tuple[str, float]] = {}
        self._lock = threading.Lock()

    def show(self, track: str, key: str, /, **values: object) -> None:
        """What goes on in this track now."""
        state = self._texts.text(key, **values)
        with self._lock:
            self._states[track] = state
            if self._terminal:
                line = " | ".join(self._states.values())
                print(
                    f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
                return
            last, when = self._said.get(track, ("", 0.0))
            key = key.removesuffix("_part")
            if key != last or time.monotonic() - when > SELDOM:
                self._said[track] = (key, time.monotonic())
                print(state, file=sys.stderr, flush=True)

    def say(self, key: str, **values: object) -> None:
        """A sentence that stays."""
        self.plain(self._texts.text(key, **values) + "\n")

    def plain(self, text: str) -> None:
        """Lines of others, unchanged."""
        with self._lock:
            print("\r\x1b[K" if self._terminal else "", text, sep="", end="", file=sys.stderr, flush=True)


class Packages:
    """Follows pip's own words: what it fetches, how much of it, how many packages are in place."""

    def __init__(self, display: Display, environment: Path) -> None:
        self._display, self._environment = display, environment
        self._number = self._fetched = self._part = 0
        self._name = ""
        self._installed = threading.Event()

    def __enter__(self) -> Packages:
        return self

    def __exit__(self, *_: object) -> None:
        self._installed.set()

    def read(self, line: str) -> None:
        """One line of `pip install --progress-bar raw`."""
        if part := re.fullmatch(r"Progress (\d+) of (\d+)", line):
            self._show_part(*(int(number) for number in part.groups()))
        elif found := re.match(r"(?:Collecting|Processing) (?:\S*/)?([\w.-]+?)(?=-\d|[^\w.-]|$)", line):
            self._number += 1
            self._name = found[1]
            self._show(self._name)
        elif found := re.match(r"Downloading \S+ \((.+)\)", line):
            self._show(f"{self._name} {found[1]}")
        elif line.startswith("Installing collected packages:"):
            total = line.count(",") + 1
            threading.Thread(target=self._watch, args=(total,), daemon=True).start()

    def _show(self, name: str) -> None:
        self._display.show(
            *("packages", "terminal.install.fetching"),
            number=self._number,
            megabytes=round(self._fetched / 1e6),
            name=name,
        )

    def _show_part(self, done: int, total: int) -> None:
        self._fetched += done - self._part
        self._part = done if done < total else 0
        self._display.show(
            *("packages", "terminal.install.fetching_part"),
            number=self._number,
            megabytes=round(self._fetched / 1e6),
            name=self._name,
            done=round(done / 1e6),
            total=megabytes(total),
        )

    def _watch(self, total: int) -> None:
        """pip is silent while it installs: count what has arrived."""
        before = self._present()
        while not self._installed.wait(0.3):
            number = min(total, self._present() - before)
            self._display.show("packages", "terminal.install.installing", number=number, total=total)

    def _present(self) -> int:
        return sum(1 for _ in self._environment.glob("lib/python*/site-packages/*.dist-info"))
