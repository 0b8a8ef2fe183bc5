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

from stonefield.server.background import background
from stonefield.server.composition import FILM_SECONDS
from stonefield.server.logs import request_id
from stonefield.server.workers.pool import SECONDS

from .serverprocess import PATIENCE
from .test_films import RECORD
from .ugi_programs import INFO, program


def workers_here(seconds: float) -> list[int]:
    """The workers of this process that have so much time for a task."""
    commands = {child.pid: child.cmdline() for child in psutil.Process().children()}
    return [
        pid
        for pid, command in commands.items()
        if "stonefield.server.workers" in command and command[-2] == str(seconds)
    ]


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
    "pictures": (
        "workers",
        SECONDS,
        lambda game, n: ("GET", f"/api/games/{game}/picture.png?size={200 + n}"),
    ),
    "positions": (
        "workers",
        SECONDS,
        lambda _, n: ("POST", "/api/positions", {"source": "carnac", "edits": ["x"] * n}),
    ),
    "films": (
        "film_makers",
        FILM_SECONDS,
        lambda game, n: ("GET", f"/api/games/{game}/film.gif?size={200 + n}"),
    ),
}


@pytest.mark.parametrize(("pool", "seconds", "wanted"), WANTED.values(), ids=WANTED)
def test_what_was_asked_for_before_hanging_up_is_not_begun(server_here, tmp_path, pool, seconds, wanted):
    server = server_here(engine_command=program(tmp_path, INFO))
    game = server.client().post("/api/imports", json={"text": RECORD}).json()["game"]
    workers = getattr(server.application, pool)
    send(server, *wanted(game, 0)).recv(1)
    held = workers_here(seconds)
    for worker in held:
        os.kill(worker, signal.SIGSTOP)
    try:
        first = send(server, *wanted(game, 1))
        until(lambda: workers._waiting.total() == 1 and not workers._queue.jobs)
        rest = [send(server, *wanted(game, number)) for number in range(2, 4)]
        until(lambda: len(workers._queue.jobs) >= 1)
        for one in (first, *rest):
            one.close()
        until(lambda: not workers._waiting)
        assert not workers._queue.jobs
    finally:
        for worker in held:
            os.kill(worker, signal.SIGCONT)
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
        for worker in workers_here(SECONDS):
            os.kill(worker, signal.SIGKILL)
        assert client.get(f"/api/games/{made['game']}/record").status_code == 503
        assert noted.id_of("a worker failed") == ""
        # What is logged for a request has its id.
        answer = client.get("/api/health")
        assert answer.headers["x-request-id"] in noted.lines.values()
