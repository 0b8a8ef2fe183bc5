"""Below HTTP: how much a connection may say, how long it may take, and how many there may be."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import time

import httpx
import pytest
from websockets.asyncio.client import connect

from stonefield.server.settings import Quotas
from stonefield.server.web import http_connection
from stonefield.server.web.connections import UNKNOWN, Door
from stonefield.server.web.http_connection import HEAD_BYTES, MOST_HEADERS, MOST_PARTS, MOST_PIPELINED

from . import serverprocess
from .page import PATIENCE

UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
NEIGHBOUR = "127.0.0.2"
"""Another address of this machine: somebody else."""


def dial(server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def answer_of(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65_536):
            heard += piece
    return heard


def push(line: socket.socket, piece: bytes, most: int) -> int:
    """Send a piece over and over until the server hangs up; how many bytes it has taken."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < most:
            line.sendall(piece)
            sent += len(piece)
    return sent


def neighbour(server) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=NEIGHBOUR, verify=False)
    return httpx.Client(base_url=server.url, timeout=PATIENCE, transport=transport)


@pytest.mark.parametrize("piece", [b"X-Name: value\r\n", b"x" * 4096], ids=["many lines", "one line"])
def test_an_endless_head_is_refused_after_some_kilobytes(server, piece):
    with dial(server) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        sent = push(line, piece, 300_000_000)
        heard = answer_of(line)
    # What the two ends of a loopback connection may hold between them, and no more.
    assert sent < 30_000_000
    assert not heard or heard.startswith(b"HTTP/1.1 431 ")


def test_a_head_as_browsers_send_it_fits(server):
    wide = {f"X-Name-{number}": "x" * 100 for number in range(90)}
    assert server.client().get("/api/health", headers=wide).status_code == 200
    assert server.client().get("/api/health", headers={"X-Long": "x" * 2 * HEAD_BYTES}).status_code == 431
    many = {f"X-{number}": "" for number in range(MOST_HEADERS + 1)}
    assert server.client().get("/api/health", headers=many).status_code == 431


def test_an_endless_trailer_after_the_body_is_refused(server):
    with dial(server) as line:
        line.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: "
        )
        assert push(line, b"x" * 65_536, 300_000_000) < 30_000_000


@pytest.mark.parametrize(("parts", "status"), [(MOST_PARTS, b"422"), (MOST_PARTS + 1, b"413")])
def test_a_body_comes_in_a_number_of_parts(server, parts, status):
    with dial(server) as line:
        line.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + b"1\r\n1\r\n" * parts + b"0\r\n\r\n"
        )
        assert answer_of(line).startswith(b"HTTP/1.1 " + status)


def test_only_so_many_requests_wait_for_their_answers_on_a_connection(server):
    one = b"GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with dial(server) as line:
        line.sendall(one * (MOST_PIPELINED + 10))
        assert b"400 Bad Request" in answer_of(line)
    with dial(server) as line:
        line.sendall(one * 3 + one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert answer_of(line).count(b"HTTP/1.1 200 OK") == 4


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"", b"408"),
        (b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"408"),
        (b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n", b"408"),
        (b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"200"),
    ],
    ids=["nothing", "head", "body", "between two requests"],
)
def test_whoever_sends_a_byte_now_and_then_is_cut_off(server_here, monkeypatch, head, status):
    for limit in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(http_connection, limit, 1.0)
    server = server_here()
    with dial(server) as line:
        line.sendall(head)
        line.settimeout(0.1)
        due, heard = time.monotonic() + PATIENCE, b""
        while True:
            assert time.monotonic() < due, "it is still let in"
            try:
                line.sendall(b"\n" if status == b"200" else b"x")
                piece = line.recv(65_536)
            except TimeoutError:
                continue
            except ConnectionError:
                break
            if not piece:
                break
            heard += piece
    assert heard.startswith(b"HTTP/1.1 " + status) or not head


async def test_half_requests_of_one_person_shut_nobody_else_out(tmp_path, monkeypatch):
    limited = ("sh", "-c", 'ulimit -n 1024; exec "$@"', "sh", *serverprocess.SERVE)
    monkeypatch.setattr(serverprocess, "SERVE", limited)
    server = serverprocess.ServerProcess(f"sqlite:///{tmp_path}/games.db", "--rate", "1").start()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    lines = []
    try:
        for _ in range(1_100):
            lines.append(dial(server))
            lines[-1].sendall(b"GET / HTTP/1.1\r\nX-Half: ")
        with neighbour(server) as client:
            answers = [client.get("/api/health").status_code for _ in range(20)]
            assert answers == [200] * 20
        assert b"429 Too Many Requests" in answer_of(lines[-1])
    finally:
        for line in lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        server.kill()


async def test_a_connection_counts_until_it_is_over(server_here):
    quotas = Quotas(connections_per_address=3)
    server = server_here(quotas=quotas)
    made = server.make_game("Ann", "Ben")
    url = f"{server.socket_url}/api/games/{made['game']}/socket"
    deadline = time.monotonic() + PATIENCE
    while len(server.running.config.door) > 0:
        assert time.monotonic() < deadline, "the request that made the game still holds its connection"
        await asyncio.sleep(0.02)
    patient = {"proxy": None, "open_timeout": PATIENCE}
    async with connect(url, **patient), connect(url, **patient):
        with dial(server) as third:
            third.sendall(b"GET / HTTP/1.1\r\n")
            deadline = time.monotonic() + PATIENCE
            while len(server.running.config.door) < 3:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.02)
            with dial(server) as fourth:
                assert b"Retry-After: 10" in answer_of(fourth)
    deadline = time.monotonic() + PATIENCE
    while len(server.running.config.door):
        assert time.monotonic() < deadline, "those who are gone still count"
        await asyncio.sleep(0.02)


class Line:
    """As much of a transport as the door looks at."""

    def __init__(self, host: str) -> None:
        self._host = host

    def get_extra_info(self, name: str) -> tuple[str, int]:
        assert name == "peername"
        return self._host, 1


PROXY = "::ffff:10.0.0.5"


def forwarded(*hosts: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"x"), *((b"x-forwarded-for", host.encode()) for host in hosts)]


def test_each_person_has_a_share_of_the_connections():
    door = Door(Quotas(connections_per_address=2), ["10.0.0.0/8"], most=6)
    assert [door.enter(Line(PROXY)) for _ in range(3)] == [None] * 3
    visitors = [Line("2001:db8::1"), Line("2001:db8::2"), Line("2001:db8::3")]
    assert [door.enter(line) for line in visitors][:2] == [None, None]
    assert door.enter(visitors[2])[0] == 429
    assert door.enter(Line("192.0.2.1")) is None
    assert door.enter(Line("192.0.2.2"))[0] == 503
    door.leave(visitors[2])
    assert door.enter(Line("192.0.2.2"))[0] == 503, "who never came in makes no room by going"
    door.leave(visitors[0])
    assert door.enter(Line("192.0.2.2")) is None


def test_connections_that_come_and_go_all_the_time_are_turned_away():
    door = Door(Quotas(connections_per_address=3), [], most=100)

    def come_and_go(host: str):
        line = Line(host)
        problem = door.enter(line)
        door.leave(line)
        return problem

    answers = [come_and_go("192.0.2.1") for _ in range(12)]
    assert answers[:6] == [None] * 6
    assert answers[-1][0] == 429
    assert come_and_go("192.0.2.2") is None


def test_a_proxys_connection_counts_for_its_visitor_while_it_is_used():
    door = Door(Quotas(connections_per_address=2), ["10.0.0.0/8"], most=100)
    lines = [Line(PROXY) for _ in range(4)]
    assert [door.enter(line) for line in lines] == [None] * 4
    mallory = forwarded("192.0.2.7, 10.0.0.9")
    assert [door.recognise(line, mallory) for line in lines[:2]] == [None, None]
    assert door.recognise(lines[2], mallory)[0] == 429
    assert door.enter(Line("192.0.2.7"))[0] == 429, "the same person without the proxy"
    assert door.recognise(lines[2], forwarded("192.0.2.8")) is None
    assert door.recognise(lines[0], mallory) is None, "the next request of the same visitor"
    door.release(lines[0])
    assert door.recognise(lines[3], mallory) is None
    door.leave(lines[1])
    assert door.recognise(lines[0], mallory) is None


def test_only_a_proxy_is_believed():
    door = Door(Quotas(connections_per_address=1), ["10.0.0.0/8"], most=100)
    stranger = Line("192.0.2.1")
    assert door.enter(stranger) is None
    assert door.recognise(stranger, forwarded("192.0.2.9")) is None
    assert door.enter(Line("192.0.2.1"))[0] == 429
    assert door.enter(Line("192.0.2.9")) is None


def test_a_proxy_that_does_not_say_for_whom_it_asks_is_a_person_itself():
    door = Door(Quotas(connections_per_address=1), ["10.0.0.0/8"], most=100)
    lines = [Line(PROXY), Line(PROXY)]
    assert [door.enter(line) for line in lines] == [None, None]
    assert door.recognise(lines[0], forwarded()) is None
    assert door.recognise(lines[1], forwarded(""))[0] == 429


def test_a_proxys_connections_without_a_request_are_limited():
    door = Door(Quotas(connections_per_address=2), ["10.0.0.0/8"], most=100)
    lines = [Line(PROXY) for _ in range(2 * UNKNOWN)]
    assert [door.enter(line) for line in lines] == [None] * len(lines)
    assert door.enter(Line(PROXY))[0] == 503
    assert door.enter(Line("10.0.0.6")) is None, "another proxy"
    assert door.recognise(lines[0], forwarded("192.0.2.1")) is None
    assert door.enter(Line(PROXY)) is None


@pytest.mark.parametrize("socket", [True, False], ids=["socket", "request"])
def test_a_visitor_behind_a_proxy_has_no_more_connections_than_others(server_here, socket):
    server = server_here(quotas=Quotas(connections_per_address=3), proxies=("127.0.0.1/32",))
    game = server.make_game("Ann", "Ben")["game"] if socket else ""
    kind = UPGRADE if socket else b"Content-Length: 10\r\n\r\n"
    path = f"/api/games/{game}/socket" if socket else "/api/games"
    start = f"{'GET' if socket else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ".encode()
    with contextlib.ExitStack() as lines:
        for _ in range(3):
            line = lines.enter_context(dial(server))
            line.sendall(start + b"192.0.2.7\r\n" + kind)
            if socket:
                assert line.recv(65_536).startswith(b"HTTP/1.1 101 ")
        fourth = lines.enter_context(dial(server))
        fourth.sendall(start + b"192.0.2.7\r\n" + kind)
        assert answer_of(fourth).startswith(b"HTTP/1.1 429 ")
        other = lines.enter_context(dial(server))
        other.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.8\r\n\r\n")
        assert other.recv(65_536).startswith(b"HTTP/1.1 200 ")
