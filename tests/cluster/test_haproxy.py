"""The configuration of HAProxy: it is valid, keeps a game on one server, and sends no one to a dead one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
from typing import TypeAlias

import httpx
import pytest

from stonefield.cli import run
from stonefield.cluster.haproxy import configuration
from stonefield.cluster.part import Part, RunningPart
from stonefield.cluster.programs import LOOPBACK, ClusterError, find_program, free_ports
from stonefield.server.web.http_connection import IDLE_SECONDS

HAPROXY = find_program("haproxy")
needs_haproxy = pytest.mark.skipif(
    HAPROXY is None, reason="no HAProxy here (Debian: apt-get install haproxy)"
)
PATIENCE = 60.0
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
KEY, ACCEPTED = "dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
"""The example of RFC 6455."""
Talking: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Server:
    """Answers every request with its name and what it was asked; `ready` is what it says of itself.

    A socket that is opened is told the name, too, and whatever it says. While it is `still`, it takes
    connections and says nothing.
    """

    def __init__(self, name: str, port: int):
        self.name, self.port, self.ready, self.still = name, port, True, False

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._answer, LOOPBACK, self.port)

    def close(self) -> None:
        self._server.close()

    async def _answer(self, reader, writer) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            path = lines[0].split()[1]
            headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
            if self.still:
                await reader.read()
            if "upgrade" in headers:
                await self._talk(reader, writer)
            status = "503 Busy" if path == "/api/ready" and not self.ready else "200 OK"
            body = json.dumps({"name": self.name, "path": path, "for": headers.get("x-forwarded-for")})
            head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            writer.write((head + body).encode())
            await writer.drain()
        writer.close()

    async def _talk(self, reader, writer) -> None:
        head = f"HTTP/1.1 101 Go\r\n{UPGRADE}Sec-WebSocket-Accept: {ACCEPTED}\r\n\r\n"
        writer.write(f"{head}{self.name}\n".encode())
        while line := await reader.readline():
            writer.write(line)


async def open_socket(client: httpx.AsyncClient, path: str) -> tuple[str, Talking]:
    """A socket through HAProxy: the server that it reaches, and both of its ends."""
    reader, writer = await asyncio.open_connection(LOOPBACK, client.base_url.port)
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\n{UPGRADE}Sec-WebSocket-Key: {KEY}\r\n"
    writer.write(f"{asked}Sec-WebSocket-Version: 13\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    return (await reader.readline()).decode().strip(), (reader, writer)


@pytest.fixture
async def site(tmp_path):
    """Three servers behind a real HAProxy: the servers, and a client."""
    port, *ports = free_ports(4)
    servers = [Server(f"s{number}", port) for number, port in enumerate(ports, 1)]
    for server in servers:
        await server.open()
    file = tmp_path / "haproxy.cfg"
    file.write_text(configuration([f"{LOOPBACK}:{one.port}" for one in servers], [f"{LOOPBACK}:{port}"]))
    async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{port}", timeout=PATIENCE) as client:

        async def answers() -> bool:
            with contextlib.suppress(httpx.HTTPError):
                return (await client.get("/api/health")).is_success
            return False

        haproxy = RunningPart(
            Part("haproxy", [HAPROXY, "-db", "-f", str(file)], ready=answers), tmp_path / "log", print
        )
        await haproxy.start()
        await until(lambda: _all_are_used(client))
        yield servers, client
        await haproxy.stop()
    for server in servers:
        server.close()


async def served(client: httpx.AsyncClient, path: str, **wishes) -> dict:
    return (await client.get(path, **wishes)).raise_for_status().json()


async def by_game(client: httpx.AsyncClient, games: int = 40) -> dict[int, str]:
    return {game: (await served(client, f"/api/games/id{game}"))["name"] for game in range(games)}


async def until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.1)


@needs_haproxy
async def test_a_game_stays_on_one_server_and_games_are_spread_over_all(site):
    _, client = site
    first = await by_game(client)
    assert set(first.values()) == {"s1", "s2", "s3"}
    for path in ("/socket", "/record", "/actions"):
        assert (await served(client, f"/api/games/id7{path}"))["name"] == first[7]
    studies = {(await served(client, f"/api/studies/id{number}"))["name"] for number in range(30)}
    assert studies == {"s1", "s2", "s3"}


@needs_haproxy
async def test_all_else_of_a_visitor_goes_to_one_server(site):
    _, client = site
    paths = ("/", "/api/catalogue", "/api/puzzles/next", "/api/games", "/api/health", "/assets/x.js")
    assert len({(await served(client, path))["name"] for path in paths}) == 1


@needs_haproxy
async def test_when_a_server_dies_its_games_alone_move(site):
    servers, client = site
    before = await by_game(client)
    servers[0].close()
    after = await by_game(client)
    assert "s1" not in after.values(), "asked at once, before any check has noticed it"
    assert {game for game in before if before[game] != after[game]} == {
        game for game in before if before[game] == "s1"
    }
    await servers[0].open()
    await until(lambda: _same(client, before))


async def _all_are_used(client) -> bool:
    return set((await by_game(client)).values()) == {"s1", "s2", "s3"}


async def _same(client, before) -> bool:
    return await by_game(client) == before


@needs_haproxy
async def test_a_server_that_is_not_ready_gets_no_more_and_if_none_is_all_that_live_do(site):
    servers, client = site
    before = await by_game(client)
    servers[0].ready = False

    async def avoided() -> bool:
        return "s1" not in (await by_game(client)).values()

    await until(avoided)
    for server in servers:
        server.ready = False
    await until(lambda: _same(client, before))
    assert (await served(client, "/api/catalogue"))["name"]


@needs_haproxy
async def test_sockets_of_a_server_that_stands_still_are_closed_and_go_elsewhere(site):
    servers, client = site
    name, (reader, writer) = await open_socket(client, "/api/games/id7/socket")
    servers[int(name[1]) - 1].still = True
    async with asyncio.timeout(PATIENCE):
        assert await reader.read() == b""
    writer.close()
    there, (_, writer) = await open_socket(client, "/api/games/id7/socket")
    assert there != name
    writer.close()


@needs_haproxy
async def test_sockets_of_a_server_that_is_not_ready_stay(site):
    servers, client = site
    name, (reader, writer) = await open_socket(client, "/api/games/id7/socket")
    servers[int(name[1]) - 1].ready = False
    await until(lambda: _is_elsewhere(client, name))
    writer.write(b"still here\n")
    async with asyncio.timeout(PATIENCE):
        assert await reader.readline() == b"still here\n"
    writer.close()


async def _is_elsewhere(client, name) -> bool:
    return (await served(client, "/api/games/id7"))["name"] != name


@needs_haproxy
async def test_what_a_client_says_of_its_address_does_not_count(site):
    _, client = site
    answer = await served(client, "/api/catalogue", headers={"X-Forwarded-For": "1.2.3.4"})
    assert answer["for"] == LOOPBACK


@needs_haproxy
@pytest.mark.parametrize(
    "servers", [["10.0.0.5:8765"], ["[::1]:8765", "10.0.0.6:8765"], ["server-1:8765", "server-2:8765"]]
)
def test_haproxy_takes_what_the_command_prints(servers, tmp_path, capsys):
    words = [word for server in servers for word in ("--server", server)]
    assert run(["haproxy", *words, "--bind", f"{LOOPBACK}:18080"]) == 0
    file = tmp_path / "haproxy.cfg"
    file.write_text(capsys.readouterr().out)
    done = subprocess.run([HAPROXY, "-c", "-f", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "ALERT" not in done.stderr


@pytest.mark.parametrize(
    "server", ["10.0.0.5", "10.0.0.5:0", "10.0.0.5:99999", ":8765", "a b:1", "a:1\nbackend x"]
)
def test_what_is_no_server_is_refused(server):
    with pytest.raises(ClusterError, match="a server reads like"):
        configuration([server], [":80"])


def test_a_server_is_named_once_and_an_address_has_one_line():
    with pytest.raises(ClusterError, match="named twice"):
        configuration(["a:1", "a:1"], [":80"])
    with pytest.raises(ClusterError, match="an address to listen on"):
        configuration(["a:1"], [":80\nbackend x"])


def test_silent_connections_are_closed_before_a_server_does():
    text = configuration(["127.0.0.1:8001"], ["127.0.0.1:8000"])
    silent = re.search(r"timeout http-keep-alive (\d+)s", text)
    assert silent is not None
    assert 2 * int(silent[1]) <= IDLE_SECONDS
    assert "http-reuse never" in text
