"""Clients that hang up, and what the server does by itself: neither is work for a request."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import time

import psutil
import pytest

from quick import few
from stonefield.server.background import background
from stonefield.server.logs import request_id
from stonefield.server.web import films

from .serverprocess import PATIENCE
from .test_films import RECORD
from .ugi_programs import INFO, program


def processes_here() -> list[int]:
    """The processes for tasks that this one has started."""
    children = psutil.Process().children()
    return [child.pid for child in children if "stonefield.server.jobs" in child.cmdline()]


def send(server, method: str, path: str, body: object = None) -> socket.socket:
    """A request whose answer is not read."""
    content = b"" if body is None else json.dumps(body).encode()
    host, port = server.url.removeprefix("http://").split(":")
    sent = socket.create_connection((host, int(port)), timeout=PATIENCE)
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    sent.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
    return sent


def until(condition) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


WANTED = {
    "pictures": lambda game, n: ("GET", f"/api/games/{game}/picture.png?size={200 + n}"),
    "positions": lambda _, n: ("POST", "/api/positions", {"source": "carnac", "edits": ["x"] * n}),
    "films": lambda game, n: ("GET", f"/api/games/{game}/film.gif?size={200 + n}"),
}


@pytest.mark.parametrize("what", few(WANTED))
def test_what_was_asked_for_before_hanging_up_is_not_begun(server_here, tmp_path, monkeypatch, what):
    # As long as they are, films have a process of their own.
    monkeypatch.setattr(films, "SHORT_MS", 0)
    wanted = WANTED[what]
    server = server_here(engine_command=program(tmp_path, INFO))
    game = server.client().post("/api/imports", json={"text": RECORD}).json()["game"]
    queue = server.application.jobs.queue
    # What a film costs is found out by another process.
    free = set(processes_here()) if what == "films" else set()
    send(server, *wanted(game, 0)).recv(1)
    held, sent = set(), []

    def one_waits() -> bool:
        for process in {*processes_here()} - held - free:
            os.kill(process, signal.SIGSTOP)
            held.add(process)
        return bool(queue._fair.waiting)

    try:
        while not one_waits():
            sent.append(send(server, *wanted(game, len(sent) + 1)))
            time.sleep(0.1)
        assert len(sent) > 1
        for one in sent:
            one.close()
        until(lambda: not queue._fair.waiting)
        until(lambda: all(entry.cancelled.is_set() for entry in list(queue._entries.values())))
    finally:
        for process in held:
            os.kill(process, signal.SIGCONT)
    assert server.client().get("/api/health").status_code == 200


class Noted(logging.Handler):
    """What was logged, each with the id of the request in which that was."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: dict[str, str] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.lines[record.getMessage()] = request_id.get()

    def id_of(self, words: str) -> str:
        until(lambda: any(words in line for line in list(self.lines)))
        return next(id for line, id in self.lines.items() if words in line)


@pytest.fixture
def noted():
    handler, logger = Noted(), logging.getLogger("stonefield")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(before)


async def test_work_in_the_background_has_no_requests_id():
    request_id.set("of a request")

    async def own() -> str:
        return request_id.get()

    assert await asyncio.create_task(own()) == "of a request"
    assert await background(own(), name="own") == ""


def test_what_the_server_does_by_itself_is_logged_without_a_requests_id(server_here, tmp_path, noted):
    server = server_here(engine_command=program(tmp_path, INFO))
    made = server.make_game("Ann", "Ben")
    with server.client() as client:
        assert client.get("/api/catalogue").status_code == 200
        assert noted.id_of("engine 1 is ready") == ""
        assert client.get(f"/api/games/{made['game']}/record/formats").status_code == 200
        for process in processes_here():
            os.kill(process, signal.SIGKILL)
        assert client.get(f"/api/games/{made['game']}/record").status_code == 503
        assert noted.id_of(" failed (attempt 1)") == ""
        # What is logged for a request has its id.
        answer = client.get("/api/health")
        assert answer.headers["x-request-id"] in noted.lines.values()
