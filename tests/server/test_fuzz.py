"""Whatever comes in over HTTP or the socket: a clear refusal, never a crash or a lost game."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import string

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from stonefield.puzzles import shipped

from .models import check_message
from .page import Page
from .serverprocess import PATIENCE
from .study.reader import make_study

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="session")
def api(server):
    """The OpenAPI schema of the running server."""
    return schemathesis.openapi.from_url(f"{server.url}/openapi.json")


@pytest.fixture(scope="session")
def table(server):
    """A game that the fuzzer may do to what it likes, and a study."""
    learner = server.client().post("/api/learners").json()
    return {**server.make_game("Ann", "open", board="5x4"), "study": make_study(server), "learner": learner}


def attack(case, table, chance: random.Random) -> None:
    """One request; often to a game that is there, with a token that is good."""
    if case.path_parameters.get("game") and "/games/" in case.path and chance.random() < 0.7:
        case.path_parameters["game"] = table["game"]
        if chance.random() < 0.7:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {table['token']}"}
    if case.path_parameters.get("study") and chance.random() < 0.7 and case.method != "DELETE":
        case.path_parameters["study"] = table["study"]["study"]
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {table['study']['token']}"}
    if "/puzzles" in case.path or "/learners" in case.path:
        _train(case, table["learner"], chance)
    if case.path.endswith("/join") and isinstance(case.body, dict) and chance.random() < 0.5:
        case.body["invite"] = table["invite"]
    case.validate_response(case.call(timeout=PATIENCE), checks=CHECKS)


def _train(case, learner, chance: random.Random) -> None:
    """A puzzle that is there, tried by a learner who is, with a decision that may be one."""
    puzzle = chance.choice(shipped())
    if chance.random() < 0.7:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {learner['token']}"}
    # A proof may be late, and says so with 503.
    if case.path_parameters.get("puzzle") and "endgames" not in case.path and chance.random() < 0.7:
        case.path_parameters["puzzle"] = puzzle.name
    if case.path_parameters.get("learner") and case.method != "DELETE":
        case.path_parameters["learner"] = learner["learner"]
    if isinstance(case.query, dict) and "game" in case.query and chance.random() < 0.7:
        case.query["game"] = puzzle.game
    if isinstance(case.body, dict) and "moves" in case.body and chance.random() < 0.5:
        case.body["moves"] = list(puzzle.line[: chance.randint(1, len(puzzle.line))])


def attack_everything(api, table, examples: int) -> None:
    """Requests of all kinds, right and wrong, to every path of the API."""
    for found in api.get_all_operations():
        if found.ok().path == "/api/ready":
            continue  # it takes nothing, and 503 is its right answer until an engine has been compiled
        for mode in GenerationMode:

            @settings(
                max_examples=examples,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            )
            @given(case=found.ok().as_strategy(generation_mode=mode))
            def one(case):
                attack(case, table, random.Random(repr(case.path_parameters)))

            with contextlib.suppress(Unsatisfiable):  # nothing can be wrong with a request without parts
                one()


@pytest.mark.full
def test_no_request_makes_the_server_fail(api, table):
    attack_everything(api, table, 3)


@pytest.mark.full
def test_no_request_of_very_many_makes_the_server_fail(api, table):
    attack_everything(api, table, 300)


def test_strange_bytes_are_refused(server):
    made = server.make_game("Ann", "Ben")
    for content in (b'{"text": "\\ud800"}', b'{"text": "\\u0000"}', b"\x00", b"[" * 50_000, b"9" * 100_000):
        answer = server.client().post(
            "/api/imports", content=content, headers={"Content-Type": "application/json"}
        )
        assert 400 <= answer.status_code < 500, answer.text
    answer = server.client().post("/api/imports", json={"text": "x" * 500_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert server.state(made)["version"] == 0


WORDS = (
    "hello",
    "move",
    "resign",
    "offer",
    "accept",
    "decline",
    "undo",
    "redo",
    "pause",
    "resume",
    "stop",
    "scene",
    "cancel",
    "ping",
    "x",
)
VALUES = (
    None,
    True,
    -1,
    0,
    1,
    10**30,
    1.5,
    "",
    "c4rw",
    "E",
    "-",
    "swap",
    "draw",
    "takeback",
    [],
    {},
    "\ud800",
)


def message(chance: random.Random, state: dict | None, token: str) -> bytes:
    """Anything from noise to almost a decision."""
    kind = chance.random()
    if kind < 0.15:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if kind < 0.25:
        return "".join(chance.choice(string.printable) for _ in range(chance.randrange(200))).encode()
    content = {"type": chance.choice(WORDS), "id": str(chance.randrange(20))}
    for name in ("version", "text", "kind", "seat", "ply", "token", "on", "surprise"):
        if chance.random() < 0.4:
            content[name] = chance.choice(VALUES)
    if state is not None and chance.random() < 0.5:
        content["version"] = state["version"]
    if chance.random() < 0.5:
        content["token"] = token
    if content["type"] == "move" and chance.random() < 0.5:
        content["text"] = chance.choice("abcde") + chance.choice("1234") + chance.choice(("rr", "wr"))
    return json.dumps(content).encode()


async def batter(server, seated: dict, seed: int, messages: int) -> None:
    """Send nonsense, and check that whatever comes back is a message."""
    chance = random.Random(seed)
    page = Page(server, seated)
    await page.connect()
    for _ in range(messages):
        try:
            text = message(chance, page.state, seated["token"])
            await page.socket.send(text if chance.random() < 0.2 else text.decode(errors="replace"))
            while True:
                heard = await asyncio.wait_for(page.socket.recv(), 0.001)
                check_message(heard)
                told = json.loads(heard)
                if told["type"] == "state":
                    page.state = told
                elif told.get("state"):
                    page.state = told["state"]
        except TimeoutError:
            continue
        except ConnectionClosed:
            await page.connect()
    await page.disconnect()


async def fuzz(server, people: int, messages: int) -> None:
    made = server.make_game("Ann", "open", board="5x4")
    joined = server.join(made)
    await asyncio.gather(
        *(batter(server, made if seed % 2 else joined, seed, messages) for seed in range(people))
    )
    state = server.state(made)
    async with Page(server, made) as page:
        assert page.state["version"] == state["version"], "the game is whole"
    assert server.client().get("/api/health").status_code == 200
    assert server.process.poll() is None
    said = "".join(server.said)
    assert "Traceback" not in said, said[-5_000:]


async def test_no_message_makes_the_server_fail_or_lose_the_game(server):
    await fuzz(server, people=4, messages=150)


@pytest.mark.full
async def test_no_message_of_very_many_makes_the_server_fail_or_lose_the_game(server):
    await fuzz(server, people=8, messages=5_000)
