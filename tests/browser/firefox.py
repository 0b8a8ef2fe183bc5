"""Debian's Firefox, spoken to by WebDriver BiDi: as much of the protocol as playing a game takes.

Playwright has a Firefox of its own, which Debian has not, and asks Debian's for commands it does not know.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

import pytest
from websockets.sync.client import connect

DESK, PHONE = (1280, 800), (390, 844)
PATIENCE = 180.0
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def firefox_program() -> str:
    """Firefox itself."""
    found = os.environ.get("STONEFIELD_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if not found:
        pytest.skip("no Firefox here (Debian: apt-get install firefox-esr)")
    return found


class Firefox:
    """A running Firefox without a window; it forgets what it stored, unless a profile is given."""

    def __init__(self, program: str, profile: Path | None = None) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="stonefield-firefox-")
        self._profile = profile or Path(self._home.name)
        self._said = Path(self._home.name, "said.txt")
        with self._said.open("w", encoding="utf-8") as said:
            self._process = self._start(program, said)
        self._opened = ExitStack()
        line = connect(f"{self._address()}/session", max_size=None, open_timeout=PATIENCE)
        self._socket = self._opened.enter_context(line)
        self._asked = 0
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def _start(self, program: str, said: TextIO) -> subprocess.Popen[bytes]:
        words = ("--headless", "--no-remote", "--profile", str(self._profile), "--remote-debugging-port", "0")
        return subprocess.Popen([program, *words], stdout=subprocess.DEVNULL, stderr=said)

    def _address(self) -> str:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = _LISTENING.search(self._said.read_text("utf-8"))
            if found:
                return found[1]
            assert self._process.poll() is None, "Firefox has ended"
            time.sleep(0.1)
        raise AssertionError("Firefox did not start")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command, and its result."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.complaints.append(answer["params"]["text"])
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    def close(self) -> None:
        """As a person closes it: what is to be stored is stored first."""
        if self._process.poll() is None:
            self.send("browser.close")
        self._opened.close()
        self._process.wait(PATIENCE)
        self._home.cleanup()


class FirefoxPage:
    """One page in a window of some size, with a storage of its own; if it is ``kept``, in the profile."""

    def __init__(
        self,
        firefox: Firefox,
        url: str,
        settings: Mapping[str, Any],
        *,
        size: tuple[int, int],
        kept: bool = False,
    ):
        self._firefox, self.url, self._kept = firefox, url, kept
        self.pointer = "touch" if size == PHONE else "mouse"
        self._user = "default" if kept else firefox.send("browser.createUserContext")["userContext"]
        self._context = firefox.send("browsingContext.create", type="tab", userContext=self._user)["context"]
        width, height = size
        firefox.send(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
            devicePixelRatio=1,
        )
        stored = json.dumps(json.dumps(settings))
        self.on_load(
            f"localStorage.getItem('stonefield.settings') ?? "
            f"localStorage.setItem('stonefield.settings', {stored})"
        )

    def on_load(self, script: str) -> None:
        """Run a script at the start of every page; the blank one before the first may store nothing."""
        self._firefox.send(
            "script.addPreloadScript",
            functionDeclaration=f"() => {{ if (origin !== 'null') {{ {script} }} }}",
            contexts=[self._context],
        )

    def open(self, path: str) -> None:
        self._firefox.send(
            "browsingContext.navigate", context=self._context, url=self.url + path, wait="complete"
        )

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        result = self._firefox.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """Until an expression is true; its value."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = self.ask(expression)
            if found:
                return found
            time.sleep(0.1)
        raise AssertionError(f"in vain: {expression}\n{self.ask('document.body.innerText')}")

    def press(self, selector: str, name: str = "") -> None:
        """Click or, on a phone, tap the middle of an element; of several, of the one with that name."""
        found = (
            f"[...document.querySelectorAll({json.dumps(selector)})].find(one => "
            f"[one.textContent.trim(), one.ariaLabel, one.title, ''].includes({json.dumps(name)}))"
        )
        self.wait_for(f"{found} !== undefined")
        x, y = self.ask(
            f"(({{ left, top, width, height }}) => [left + width / 2, top + height / 2])"
            f"(({found}.scrollIntoView({{ block: 'nearest' }}), {found}.getBoundingClientRect()))"
        )
        self._act(
            {
                "type": "pointer",
                "id": self.pointer,
                "parameters": {"pointerType": self.pointer},
                "actions": [
                    {"type": "pointerMove", "x": round(x), "y": round(y)},
                    {"type": "pointerDown", "button": 0},
                    {"type": "pointerUp", "button": 0},
                ],
            }
        )

    def key(self, value: str) -> None:
        """Press a key of the keyboard."""
        strokes = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._act({"type": "key", "id": "keyboard", "actions": strokes})

    def _act(self, source: Mapping[str, Any]) -> None:
        self._firefox.send("input.performActions", context=self._context, actions=[source])

    def close(self) -> None:
        if self._kept:
            self._firefox.send("browsingContext.close", context=self._context)
        else:
            self._firefox.send("browser.removeUserContext", userContext=self._user)
