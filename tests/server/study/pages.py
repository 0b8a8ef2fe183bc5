"""Pages of a study without sockets or a browser: they speak to the application itself, in its own loop.

A page takes up updates as `frontend/src/study/study.svelte.ts` does, and may stop reading for a while.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

import httpx

from stonefield.server.app import create_app
from stonefield.server.settings import Quotas, ServerSettings
from stonefield.server.web.application import Application as Parts

from ..models import check_message

PATIENCE = 60.0
HOST = "127.0.0.1:8000"
START = {"kind": "start", "game": "carnac", "options": {"board": "4x3", "stock": 4}}
HEAD = ("study", "version", "title", "visibility", "kept", "chapters")
MISTAKE = 1011
"""The code with which the server closes a socket when it has failed."""


class Application:
    """The server's application in an event loop of its own, over a database of its own."""

    def __init__(self, database: str) -> None:
        self.loop = asyncio.new_event_loop()
        # Whatever asks for the engine is refused at once: it is not what is tested here.
        settings = ServerSettings(
            database=database, quotas=Quotas().scaled(1000), engines=1, engine_command=("false",)
        )
        self.app = create_app(settings)
        self._life = self.app.router.lifespan_context(self.app)
        self.run(self._life.__aenter__())
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url=f"http://{HOST}", timeout=PATIENCE
        )

    @property
    def parts(self) -> Parts:
        return self.app.state.application

    def run(self, work) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def close(self) -> None:
        self.run(self.http.aclose())
        self.run(self._life.__aexit__(None, None, None))
        self.loop.close()

    async def request(self, method: str, path: str, token: str | None = None, **words) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.request(method, f"/api{path}", headers=headers, **words)
        assert answer.status_code < 500 or answer.json()["code"] == "engine_failed", answer.text
        return answer

    async def make_study(self) -> dict[str, Any]:
        answer = await self.request("POST", "/studies", json={"source": START})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


class StudyPage:
    """One page: what it knows of a study, and its connection while it has one."""

    def __init__(self, application: Application, study: str, token: str | None) -> None:
        self.application, self.study, self.token = application, study, token
        self.state: dict[str, Any] | None = None
        self.opened: dict[int, dict[str, Any]] = {}
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.closed: int | None = 0
        """The code that the connection was closed with; None while it is open."""
        self.reading = asyncio.Event()
        self.reading.set()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_here(self) -> bool:
        """Whether it has been let in, and reads what it is told."""
        return self.closed is None and self._greeted and self.reading.is_set()

    @property
    def is_idle(self) -> bool:
        """Whether all that it sent has been read."""
        return self.closed is not None or self._sent.empty()

    def connect(self) -> None:
        """Say hello, and repeat what was not answered."""
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        self.closed, self._greeted = None, False
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/api/studies/{self.study}/socket",
            "raw_path": f"/api/studies/{self.study}/socket".encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", HOST.encode())],
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8000),
            "subprotocols": [],
            "state": {},
        }
        app = self.application.app
        self._task = self.application.loop.create_task(app(scope, self._sent.get, self._receive))
        self.hello()
        for message in self.unanswered.values():
            self.send(message)

    def hello(self) -> None:
        version = self.state["version"] if self.state else None
        self.send({"type": "hello", "token": self.token, "version": version})
        self.send({"type": "ping"})

    def send(self, message: dict[str, Any] | str) -> None:
        """Send a message, or any text, if the connection is open."""
        text = message if isinstance(message, str) else json.dumps(message)
        if self.closed is None:
            self._sent.put_nowait({"type": "websocket.receive", "text": text})

    def act(self, action: dict[str, Any]) -> str:
        """Do something under a new id, again after a loss until it is answered."""
        id = uuid.uuid4().hex
        self.unanswered[id] = {**action, "id": id}
        self.send(self.unanswered[id])
        return id

    async def disconnect(self) -> None:
        self.reading.set()
        if self.closed is None:
            self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        if self._task is not None:
            await self._task
        self.closed = 1001 if self.closed is None else self.closed

    async def _receive(self, event: dict[str, Any]) -> None:
        await self.reading.wait()
        if event["type"] == "websocket.close":
            self.closed = event["code"]
            self._sent.put_nowait({"type": "websocket.disconnect", "code": event["code"]})
        elif event["type"] == "websocket.send":
            check_message(event["text"], "StudyServerMessage")
            self._take(json.loads(event["text"]))

    def _take(self, message: dict[str, Any]) -> None:
        self._greeted = self._greeted or message["type"] in ("state", "update", "presence", "pong")
        match message["type"]:
            case "state":
                others = [id for id in self.opened if id != message["chapter"]["id"]]
                self.state = message
                self.opened[message["chapter"]["id"]] = message["chapter"]
                for id in others:
                    self.send({"type": "chapter", "chapter": id})
            case "update":
                self._update(message)
            case "presence" if self.state:
                self.state |= {name: message[name] for name in ("editors", "readers")}
            case "chapter":
                self.opened[message["chapter"]["id"]] = message["chapter"]
            case "accepted" | "refused" if message["id"]:
                self.unanswered.pop(message["id"], None)
                self.answers[message["id"]] = message

    def _update(self, update: dict[str, Any]) -> None:
        if self.state is None or update["since"] != self.state["version"]:
            self.hello()
            return
        self.state |= {name: update[name] for name in HEAD}
        left = {chapter["id"]: chapter for chapter in update["chapters"]}
        trees = {change["chapter"]: change for change in update["trees"]}
        self.opened = {
            id: _mended(chapter | left[id], trees.get(id))
            for id, chapter in self.opened.items()
            if id in left
        }


def _mended(chapter: dict[str, Any], change: dict[str, Any] | None) -> dict[str, Any]:
    if change is None:
        return chapter
    gone = {*change["removed"], *(node["id"] for node in change["nodes"])}
    tree = [node for node in chapter["tree"] if node["id"] not in gone]
    return {**chapter, "tree": [*tree, *change["nodes"]]}


def tree_of(chapter: dict[str, Any]) -> dict[int, dict[str, Any]]:
    return {node["id"]: node for node in chapter["tree"]}
