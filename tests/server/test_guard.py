"""What stands before the application: headers, hosts, origins, sizes and rates."""

from __future__ import annotations

import socket
import subprocess

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.cache import ByteCache
from stonefield.server.settings import Quotas, ServerSettings
from stonefield.server.web import budgets
from stonefield.server.web.budgets import MOST_PEOPLE, Rates
from stonefield.server.web.guard import Guard, caller_of

from .models import check_message
from .page import PATIENCE, Page
from .serverprocess import SERVE


def test_everything_goes_out_under_a_strict_policy(server):
    for path in ("/", "/g/whatever", "/api/health", "/api/nothing", "/openapi.json"):
        headers = server.client().get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_pictures_carry_styles_and_nothing_that_runs(server):
    policy = server.client().get("/api/rules/carnac/pictures/tie.svg").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script" not in policy


def test_pages_of_other_sites_can_make_no_game(server):
    wishes = {"game": "carnac", "seats": [{"kind": "person"}] * 2}
    other_scheme = server.url.replace("http", "ftp", 1)
    for origin in ("https://evil.example", "null", "http://[", f"{server.url}.evil.example", other_scheme):
        answer = server.client().post("/api/games", json=wishes, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    assert server.client().post("/api/games", json=wishes, headers={"Origin": server.url}).status_code == 201


def test_on_loopback_only_our_own_names_are_answered_to(server):
    for host in ("evil.example", "127.0.0.1:evil.example", "[::1]evil", "[::1", "localhost:1:2"):
        answer = server.client().get("/api/health", headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host"), host
    port = server.url.rpartition(":")[2]
    assert server.client().get("/api/health", headers={"Host": f"localhost:{port}"}).status_code == 200


def test_no_address_leads_to_another(server):
    """A redirect would name an address: behind a proxy with TLS, one without."""
    assert server.client().get("/api/catalogue/").status_code == 404
    assert server.client().get("/api/games/0123456789abcdef/").status_code == 404


def test_nothing_that_is_somebodys_own_is_kept_on_the_way(server):
    made = server.make_game("Ann", "Ben")
    learner = server.client().post("/api/learners")
    private = [
        server.client().get(f"/api/games/{made['game']}"),
        server.client().post("/api/studies", json={"source": {"kind": "start", "game": "carnac"}}),
        learner,
        server.client().get("/api/games/nothing"),
    ]
    assert [answer.headers["cache-control"] for answer in private] == ["no-store"] * 4
    assert server.client().get("/api/catalogue").headers["cache-control"] == "no-cache"


def test_a_body_without_a_length_is_counted_as_it_comes(server):
    def endless():
        for _ in range(100):
            yield b"x" * 10_000

    try:
        answer = server.client().post(
            "/api/imports", content=endless(), headers={"Content-Type": "application/json"}
        )
    except httpx.WriteError:
        return  # the door was shut before everything was said
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("path", ["/api/health", "/", "/openapi.json"])
def test_too_many_requests_are_told_to_wait(server_here, path):
    server = server_here(quotas=Quotas(requests_per_second=0.2))
    with server.client() as client:
        answers = [client.get(path) for _ in range(12)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert late
    assert late[0].json()["code"] == "too_many"
    assert int(late[0].headers["retry-after"]) >= 1


async def test_messages_of_a_person_wait_for_their_turn_over_all_sockets(server_here):
    server = server_here(quotas=Quotas(messages_per_second=1, burst_seconds=16))
    made = server.make_game("Ann", "Ben")
    pages = [Page(server, made) for _ in range(4)]
    for page in pages:
        await page.connect()
    for page in pages:
        await page.send(type="ping")
    answers = [await page.until(lambda message: message["type"] in ("pong", "refused")) for page in pages]
    assert [message["type"] for message in answers][:2] == ["pong", "pong"]
    assert answers[-1]["code"] == "too_many"
    assert answers[-1]["detail"].startswith("too many messages from your address; wait ")
    for page in pages:
        await page.disconnect()


async def test_a_refused_action_costs_more_than_it_says(server_here):
    server = server_here(quotas=Quotas(messages_per_second=0.1, burst_seconds=280))
    async with Page(server, server.make_game("Ann", "Ben")) as page:
        for number in range(4):
            await page.send(type="move", id=str(number), version=99, text="x")
        answers = [await page.until(lambda message: message["type"] == "refused") for _ in range(4)]
    assert [message["code"] for message in answers] == ["stale_move"] * 3 + ["too_many"]


async def test_one_persons_flood_of_refused_actions_keeps_nobody_else_waiting(server_here):
    """How much of it is looked at is counted, not how long anything takes."""
    server = server_here(quotas=Quotas())
    made = server.make_game("Ann", "Ben")
    pages = [Page(server, made) for _ in range(20)]
    for page in pages:
        await page.connect()
    for number in range(50):
        for page in pages:
            await page.send(type="move", id=str(number), version=99, text="x")
    url = f"{server.socket_url}/api/games/{made['game']}/socket"
    async with connect(url, proxy=None, open_timeout=PATIENCE, local_addr=("127.0.0.2", 0)) as neighbour:
        await neighbour.send('{"type": "hello"}')
        check_message(await neighbour.recv())
        for _ in range(20):
            await neighbour.send('{"type": "ping"}')
            check_message(await neighbour.recv())
    answered = sum(len(page.socket.recv_messages.frames) for page in pages)
    for page in pages:
        page.socket.transport.abort()
    assert answered < 500, "of 1,000"


async def test_too_many_sockets_one_after_the_other_are_told_to_wait(server_here):
    server = server_here(quotas=Quotas().scaled(0.05))
    made = server.make_game("Ann", "Ben")
    codes = set()
    for _ in range(15):
        async with connect(
            f"{server.socket_url}/api/games/{made['game']}/socket", proxy=None, open_timeout=PATIENCE
        ) as socket:
            try:
                await socket.send('{"type": "hello"}')
                check_message(await socket.recv())
            except ConnectionClosed as closed:
                codes.add(closed.rcvd.code)
    assert codes == {4429}


def test_however_many_addresses_there_are_only_so_many_are_remembered():
    rates = Rates(per_second=0.001, burst=2)
    for number in range(MOST_PEOPLE + 100):
        rates.take(str(number))
    assert len(rates._buckets) <= MOST_PEOPLE
    rates.take(str(number))
    assert rates.take(str(number)) > 0, "the latest are still known"


def test_a_bucket_fills_again():
    now = 0.0
    rates = Rates(per_second=0.5, burst=2, now=lambda: now)
    assert [rates.take("a") for _ in range(3)] == [0, 0, 2]
    assert rates.take("b") == 0
    now = 1.0
    assert rates.take("a") == 1
    now = 2.0
    assert [rates.take("a") for _ in range(2)] == [0, 2]


def test_with_patience_points_of_the_next_seconds_can_be_had():
    rates = Rates(per_second=1, burst=2, now=lambda: 0)
    assert [rates.take("a", points, patience=2) for points in (2, 1, 1, 1)] == [0, 1, 2, 3]
    rates.spend("a", 5)
    assert rates.take("a") == 8, "what was refused has cost nothing, what was done has"


def test_what_costs_more_than_a_bucket_holds_can_be_had_from_a_full_one():
    rates = Rates(per_second=1, burst=2, now=lambda: 0)
    assert [rates.take("a", 20), rates.take("a")] == [0, 19]


def test_a_cache_holds_so_many_bytes():
    cache = ByteCache(100)
    for name in (b"a", b"b", b"c"):
        cache.put(name, b"x" * 40)
        cache.get(b"a")
    assert len(cache) == 80
    assert cache.get(b"a") is not None
    assert cache.get(b"b") is None
    cache.put(b"d", b"x" * 101)
    assert len(cache) == 0


def test_scaling_leaves_the_sizes():
    quotas = Quotas().scaled(10)
    assert quotas.games_per_minute == 10 * Quotas().games_per_minute
    assert quotas.body_bytes == Quotas().body_bytes


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("10.0.0.7", 1), "10.0.0.7"),
        (("2001:db8::1", 1), "2001:db8::/64"),
        (("2001:db8::2", 1), "2001:db8::/64"),
        (("::ffff:10.0.0.7", 1), "10.0.0.7"),
        (None, "local"),
        (("socket", 0), "socket"),
    ],
)
def test_a_household_is_one_address(client, counted):
    assert caller_of({"client": client}).key == counted


def test_a_caller_is_made_once_and_counted_by_the_account():
    scope = {"client": ("10.0.0.7", 1), "headers": [(b"authorization", b"Bearer abc")]}
    caller = caller_of(scope)
    assert caller == Caller("10.0.0.7")
    assert caller_of(scope) is caller, "made once"
    assert Caller("10.0.0.7", account="ann").key == "ann"


def is_told_to_wait(server, visitors: list[str]) -> bool:
    """Whether one of so many requests, each said to be for a visitor, comes too early."""
    port = server.url.rpartition(":")[2]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False) as client:
        return 429 in [
            client.get("/api/health", headers={"X-Forwarded-For": visitor}).status_code
            for visitor in visitors
        ]


CROWD = [f"192.0.2.{number}" for number in range(1, 21)]


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])
def test_a_trusted_proxy_says_for_whom_it_asks(server_over, host):
    server = server_over(None, "--rate", "0.01", "--host", host, "--trusted-proxy", "127.0.0.0/8")
    assert not is_told_to_wait(server, CROWD)
    assert is_told_to_wait(server, CROWD[:1] * 20)


def test_a_stranger_cannot_speak_for_others(server_over):
    server = server_over(None, "--rate", "0.01", "--host", "::", "--trusted-proxy", "10.0.0.0/8")
    assert is_told_to_wait(server, CROWD)


@pytest.mark.full
def test_a_proxy_is_named_by_its_network():
    command = [*SERVE, "--no-browser", "--port", "0", "--trusted-proxy", "nonsense"]
    failed = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert failed.returncode == 1
    assert "10.0.0.0/8" in failed.stderr


def test_whoever_goes_on_asking_is_kept_waiting(server_here, monkeypatch):
    monkeypatch.setattr(budgets, "REFUSALS", 0.001)
    monkeypatch.setattr(budgets, "PAUSE", 2.0)
    server = server_here(quotas=Quotas(requests_per_second=0.001))
    with server.client() as client:
        assert [client.get("/api/health").status_code for _ in range(2)] == [200, 429]
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        line.settimeout(0.5)
        with pytest.raises(TimeoutError):
            line.recv(10_000)
        line.settimeout(PATIENCE)
        assert line.recv(10_000).startswith(b"HTTP/1.1 429")


@pytest.mark.parametrize(
    ("error", "passes"), [("<TCPTransport>; the handler is closed", False), ("no", True)]
)
async def test_an_answer_to_a_client_that_has_just_gone_is_no_error(error, passes):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        raise RuntimeError(error)

    guard = budgets_free_guard(app)
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": ("10.0.0.7", 1)}
    if passes:
        with pytest.raises(RuntimeError):
            await guard(scope, None, send)
    else:
        await guard(scope, None, send)


def budgets_free_guard(app):
    settings = ServerSettings()
    return Guard(app, settings=settings, purses=budgets.Purses(settings.quotas))
