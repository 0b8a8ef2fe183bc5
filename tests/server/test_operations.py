"""What those need who run the server: is it alive, can it work, what has it done, and how does it stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sqlite3
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from stonefield.server.bus import LocalBus
from stonefield.server.play.chat import Chat
from stonefield.server.settings import Quotas
from stonefield.server.web import readiness
from stonefield.server.web.socket import Connection, Sockets

from .page import PATIENCE, Page
from .ugi_programs import INFO, count, program


@contextlib.contextmanager
def locked(path):
    """Nobody can write to the database meanwhile."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def test_a_server_that_can_write_and_think_is_ready(server_here, tmp_path, patient):
    server = server_here(engine_command=program(tmp_path, INFO))
    with server.client() as client:
        answers = [client.get("/api/ready") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert count(tmp_path, "goes") == 1, "an engine that has just answered is not asked again"


def test_a_server_that_cannot_write_is_alive_and_not_ready(server_here, tmp_path, patient, monkeypatch):
    monkeypatch.setattr(readiness, "STORAGE_SECONDS", 0.5)
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    server = server_here(engine_command=program(tmp_path, INFO))
    with server.client() as client, locked(tmp_path / "here.db"):
        assert client.get("/api/health").status_code == 200
        answer = client.get("/api/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_failed")
        assert answer.json()["detail"].startswith("storage: ")
        assert "engine" not in answer.json()["detail"]
        assert int(answer.headers["retry-after"]) >= 1
    with server.client() as client:
        assert client.get("/api/ready").status_code == 200


async def test_a_server_that_has_just_started_says_so_at_once(monkeypatch):
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 0.01)
    silent = asyncio.Event()

    class Starting(readiness.Readiness):
        async def _write(self):
            return None

        async def _think(self):
            await silent.wait()

    here = Starting(None, None)
    assert (await here.problem()).code == "engine_failed"
    silent.set()
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", PATIENCE)
    assert await here.problem() is None


async def test_who_asks_gets_an_answer_at_once_though_the_database_is_slow(monkeypatch):
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 0.01)
    answers, slow = [None, "storage: slow"], asyncio.Event()

    class Slow(readiness.Readiness):
        async def _write(self):
            if len(answers) == 1:
                await slow.wait()
            return answers.pop(0)

        async def _think(self):
            return None

    here = Slow(None, None)
    assert await here.problem() is None
    assert await here.problem() is None, "as it was the last time"
    slow.set()
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", PATIENCE)
    assert (await here.problem()).code == "storage_failed"


def test_a_server_whose_engine_does_not_start_is_not_ready(server_here, patient):
    server = server_here(engine_command=("false",))
    with server.client() as client:
        answer = client.get("/api/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "engine_failed")
    assert answer.json()["detail"].startswith("engine: ")


async def test_metrics_tell_what_was_done_to_those_who_may_know(server_here, tmp_path, patient):
    server = server_here(engine_command=program(tmp_path, INFO), metrics=("127.0.0.1/32",))
    made = server.make_game("Ann-Marie", "Ben")
    async with Page(server, made) as page:
        await page.send(type="move", id="1", version=0, text="c4rw")
        await page.until(lambda message: message["type"] == "accepted")
        await page.send(type="move", id="2", version=0, text="c4rw")
        await page.until(lambda message: message["type"] == "refused")
        with server.client() as client:
            assert client.get("/api/ready").status_code == 200
            answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    values = {}
    for line in answer.text.splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            values[name] = float(value)
    assert values["stonefield_sockets"] == 1
    assert values["stonefield_live_games"] == 1
    assert values['stonefield_live_bytes{kind="games"}'] > 1_000
    assert values["stonefield_games_made_total"] >= 1
    assert values['stonefield_changes_total{kind="move"}'] >= 1
    assert values['stonefield_refusals_total{code="stale_move"}'] >= 1
    assert values["stonefield_acknowledgement_seconds_count"] >= 1
    assert values["stonefield_engine_thinking_seconds_count"] >= 1
    assert values["stonefield_engine_queue"] == 0
    assert values["stonefield_loop_delay_seconds_count"] >= 1
    assert values["process_resident_memory_bytes"] > 10_000_000
    assert "Ann-Marie" not in answer.text
    assert made["game"] not in answer.text
    somebody_else = httpx.HTTPTransport(local_address="127.0.0.2", verify=False)
    with httpx.Client(base_url=server.url, transport=somebody_else, timeout=PATIENCE) as client:
        assert client.get("/metrics").status_code == 404


def test_there_are_no_metrics_unless_they_are_asked_for(server):
    assert "stonefield_sockets" not in server.client().get("/metrics").text


def test_logs_are_json_with_the_id_of_the_request_and_nobodys_secrets(server_over):
    server = server_over(None, "--log-format", "json", "--log-level", "info")
    made = server.make_game("Ann-Marie", "Ben")
    headers = {"Authorization": f"Bearer {made['token']}"}
    answer = server.client().get(f"/api/games/{made['game']}", headers=headers)
    request = answer.headers["x-request-id"]
    server.stop()
    text = "".join(server.said)
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    line = next(line for line in lines if line.get("request") == request)
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/games/{game}", 200)
    assert line["level"] == "info"
    for secret in (made["token"], made["game"], "Ann-Marie", "127.0.0.1"):
        assert secret not in text.replace(server.url, "")


def test_what_could_not_be_written_is_logged_without_what_people_wrote(server_here, tmp_path, caplog):
    server = server_here()
    with sqlite3.connect(tmp_path / "here.db") as connection:
        connection.execute("ALTER TABLE games RENAME TO elsewhere")
    wishes = {"game": "carnac", "seats": [{"kind": "person", "name": "Ann-Marie"}, {"kind": "open"}]}
    with server.client() as client:
        assert client.post("/api/games", json=wishes).status_code == 503
    assert "nothing could be written" in caplog.text
    assert "Ann-Marie" not in caplog.text


def test_every_answer_has_an_id_of_its_own(server):
    ids = [server.client().get(path).headers["x-request-id"] for path in ("/", "/api/health", "/api/nothing")]
    assert len(set(ids)) == 3


async def test_a_server_that_is_told_to_stop_answers_what_has_begun_and_lets_people_come_back(
    server_over, tmp_path
):
    server = server_over()
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page, Page(server, made) as other:
        with locked(tmp_path / "games.db"):
            await page.send(type="move", id="1", version=0, text="c4rw")
            await page.send(type="ping")
            await asyncio.sleep(0.5)
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as gone:
                await other.until(lambda message: False)
            assert gone.value.rcvd.code == 1012
            assert "come back" in gone.value.rcvd.reason
            with pytest.raises(httpx.ConnectError):
                server.client().get("/api/health")
        await page.until(lambda message: message["type"] == "accepted")
        with pytest.raises(ConnectionClosed) as gone:
            await page.until(lambda message: False)
        assert gone.value.rcvd.code == 1012
    server.process.wait(PATIENCE)
    server.start()
    assert [move["text"] for move in server.state(made)["moves"]] == ["c4rw"]


async def test_who_comes_while_the_others_are_told_to_come_back_is_told_too():
    sockets, begun, drained = Sockets(Quotas()), asyncio.Event(), asyncio.Event()

    class Silent:
        """A socket on which nothing is said."""

        scope, closed = {}, None

        async def accept(self) -> None: ...

        async def receive(self) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int, reason: str) -> None:
            self.closed = code

    async def opening(websocket, budget, caller):
        begun.set()
        await drained.wait()
        table = SimpleNamespace(members={}, agreement=SimpleNamespace(id="g"))
        chat = Chat(None, LocalBus())
        return Connection(websocket, SimpleNamespace(table=table, pages=[]), None, chat, budget, caller)

    socket = Silent()
    async with asyncio.timeout(PATIENCE):
        serving = asyncio.ensure_future(sockets.serve(socket, opening))
        await begun.wait()
        sockets.drain()
        drained.set()
        await serving
    assert socket.closed == 1012
    assert len(sockets) == 0
