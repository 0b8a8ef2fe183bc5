"""A real server in a process of its own, or in a thread where a test changes what it is made of."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import httpx

from stonefield.server.bus import Bus
from stonefield.server.serving import Server, configured
from stonefield.server.settings import Quotas, ServerSettings
from stonefield.server.web.application import Application

from .forking import Forked, Forker
from .loop_watch import LoopWatch
from .models import check_answer

PATIENCE = 180.0
"""How long something may take that takes a second: the machine may be busy."""
STEP = 0.02
"""Less than what the server takes for a stall."""
SERVE = (sys.executable, "-m", "stonefield", "serve")


class ServerProcess:
    """``stonefield serve`` on any free port, over a database that outlives it."""

    def __init__(self, database: str, *options: str):
        self.database, self.options = database, options
        self.process: subprocess.Popen | Forked | None = None
        self.url = ""
        self.said: list[str] = []

    def start(self) -> ServerProcess:
        """Return once it answers."""
        usual = ("--no-browser", "--port", "0", "--database", self.database, "--rate", "1000")
        self.process = self._run([*usual, *self.options])
        self.said = []
        self.url = ""
        listener = threading.Thread(target=self._listen, args=(self.process,), daemon=True)
        listener.start()
        deadline = time.monotonic() + PATIENCE
        while not self.url:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise AssertionError("the server did not start:\n" + "".join(self.said))
            time.sleep(0.02)
        return self

    def _run(self, arguments: list[str]) -> subprocess.Popen | Forked:
        return subprocess.Popen(
            [*SERVE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def _listen(self, process: subprocess.Popen | Forked) -> None:
        for line in process.stdout:
            self.said.append(line)
            if line.startswith("Stonefield is at "):
                self.url = line.split()[3].rstrip("/")

    def kill(self) -> None:
        """Kill -9."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self) -> int:
        """Ask it to go, as Ctrl+C does; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the server did not stop") from None

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)

    def client(self) -> httpx.Client:
        """A client that holds every answer against its model."""
        # There is no TLS here, and reading the certificates of all authorities takes 60 ms.
        hooks = {"response": [check_answer]}
        return httpx.Client(base_url=self.url, timeout=PATIENCE, event_hooks=hooks, verify=False)

    def make_game(self, *seats: str, game: str = "carnac", clock=None, **options) -> dict:
        """Make a game; a seat is a name, ``open``, or ``level 3``."""
        answer = self.client().post(
            "/api/games",
            json={"game": game, "options": options, "seats": [_seat(seat) for seat in seats], "clock": clock},
        )
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, made: dict, name: str = "Ben", **wishes) -> dict:
        """Take the open seat of a game."""
        answer = self.client().post(
            f"/api/games/{made['game']}/join",
            json={"invite": made["invite"], "name": name, **wishes},
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    def state(self, seated: dict, *, token: bool = True) -> dict:
        """The game as somebody sees it."""
        headers = {"Authorization": f"Bearer {seated['token']}"} if token else {}
        answer = self.client().get(f"/api/games/{seated['game']}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, seated: dict, type: str, **words) -> httpx.Response:
        """Carry out an action over HTTP."""
        return self.client().post(
            f"/api/games/{seated['game']}/actions",
            json={"type": type, "id": os.urandom(8).hex(), **words},
            headers={"Authorization": f"Bearer {seated['token']}"},
        )

    def play(self, seated: dict, *moves: str) -> dict:
        """Decide one after the other (at one screen); the state after it."""
        for move in moves:
            version = self.state(seated)["version"]
            answer = self.act(seated, "move", version=version, text=move)
            assert answer.status_code == 200, answer.text
        return self.state(seated)


class ForkedServer(ServerProcess):
    """The same server, forked from a process that has imported everything."""

    def __init__(self, forker: Forker, database: str, *options: str):
        super().__init__(database, *options)
        self.forker = forker

    def _run(self, arguments: list[str]) -> Forked:
        return self.forker.fork(["serve", *arguments])


class LaterLoop(asyncio.SelectorEventLoop):
    """An event loop that can be ahead of the time, and is watched."""

    ahead = 0.0

    def __init__(self) -> None:
        super().__init__()
        self.watch = LoopWatch()

    def time(self) -> float:
        return super().time() + self.ahead


class ServerThread(ServerProcess):
    """The same server in a thread: it has a time of its own, and limits that a test changes hold for it."""

    def __init__(self, database: str, *, bus: Bus | str | None = None, **settings):
        """``bus`` is one that servers of this process share, or the address of one."""
        super().__init__(database)
        self.bus = None if isinstance(bus, str) else bus
        if isinstance(bus, str):
            settings["bus"] = bus
        self.loop: LaterLoop | None = None
        self.settings = ServerSettings(
            **{"database": database, "quotas": Quotas().scaled(1000), "engines": 1, **settings}
        )

    def start(self, *, later: float = 0.0, port: int = 0) -> ServerThread:
        """Return once it answers; ``later`` is how many seconds have passed since it stopped."""
        listening = socket.create_server(("127.0.0.1", port))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.running = Server(configured(self.settings, self.bus))
        ahead = self.loop.ahead if self.loop else 0.0
        self.loop = LaterLoop()
        self.loop.ahead = ahead + later
        self.thread = threading.Thread(target=self._run, args=(listening,))
        self.thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self.running.started:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server takes too long to start"
            time.sleep(0.02)
        self.loop.watch.begin()
        return self

    def _run(self, listening: socket.socket) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self.running.serve([listening]))

    @property
    def application(self) -> Application:
        """Its parts."""
        return self.running.config.app.state.application

    def jump(self, seconds: float) -> None:
        """It is later all at once, as for a server that stood still meanwhile."""

        async def jump() -> None:
            self.loop.ahead += seconds

        asyncio.run_coroutine_threadsafe(jump(), self.loop).result(PATIENCE)

    @contextlib.contextmanager
    def hurrying(self):
        """Time passes about twenty times as fast, evenly, so that the server does not seem to stand still."""

        async def hurry() -> None:
            while True:
                self.loop.ahead += STEP
                await asyncio.sleep(0.001)

        hurrying = asyncio.run_coroutine_threadsafe(hurry(), self.loop)
        try:
            yield
        finally:
            hurrying.cancel()

    def doing(self) -> str:
        """What each of its tasks waits for."""
        told = io.StringIO()

        async def look() -> None:
            for task in asyncio.all_tasks():
                task.print_stack(file=told)

        asyncio.run_coroutine_threadsafe(look(), self.loop).result(PATIENCE)
        return told.getvalue()

    def stop(self) -> None:
        """Ask it to go; AssertionError if anything kept its event loop busy for long."""
        self.loop.watch.end()
        self.running.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"
        stalls, self.loop.watch.stalls = self.loop.watch.too_long(), []
        told = "\n".join(map(str, stalls))
        assert not stalls, f"the event loop was busy for long:\n{told}"


def _seat(words: str) -> dict:
    if words == "open":
        return {"kind": "open"}
    if words.startswith("level "):
        return {"kind": "engine", "level": int(words.removeprefix("level "))}
    return {"kind": "person", "name": words}
