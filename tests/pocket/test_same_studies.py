"""What a device answers about studies is what a server answers, word for word."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from server.page import PATIENCE
from stonefield import records
from stonefield.games import find_game
from stonefield.server.protocol import studies as messages
from stonefield.study.documents.actions import ACTIONS

from .both import Both, differences, plain, plain_answer
from .device import Answered

RECORD = records.read_all((Path(__file__).parents[1] / "golden" / "carnac-boards.stones").read_text("utf-8"))[
    0
]
GOLDEN = Path(__file__).parents[1] / "golden"
START = {"kind": "start", "game": "carnac", "options": {"board": "small"}}
OWN = ("edit", "links", "study")
"""Ids, tokens, and what has them in it."""
UNHEARD = ("presence", "pong", "lines", "outlook")
"""Who is here comes when it likes; what the engine says is tested elsewhere."""


@pytest.fixture(scope="module")
def both(server):
    return Both(server)


class MadeStudy:
    """The same study on a server and on a device."""

    def __init__(self, both: Both, **wishes) -> None:
        self.both = both
        path = "/api/studies/import" if "text" in wishes else "/api/studies"
        answer = both.client.post(path, json=wishes)
        assert answer.status_code == 201, answer.text
        self.there: dict = answer.json()
        self.here: dict = both.device.ask("POST", path, wishes).json()
        self.same(self.there, self.here)

    def same(self, there: object, here: object) -> object:
        there, here = self.plain(there, self.there), self.plain(here, self.here)
        assert list(differences(here, there)) == []
        return there

    def plain(self, told: object, made: dict) -> object:
        found = json.dumps(told).replace(made["study"], "<study>")
        for name in ("token", "edit"):
            found = found.replace(made[name], f"<{name}>")
        return without(plain(json.loads(found), None))

    def ask(self, method: str, path: str = "", body: object = None, token: str | None = "token") -> object:
        """What is answered to both, which is the same; ``token`` names one of those of the study."""
        own = [None if token is None else made.get(token, token) for made in (self.there, self.here)]
        headers = {"Authorization": f"Bearer {own[0]}"} if own[0] else {}
        there = self.both.client.request(
            method, f"/api/studies/{self.there['study']}{path}", headers=headers, json=body
        )
        here = self.both.device.ask(method, f"/api/studies/{self.here['study']}{path}", body, own[1])
        media_type = there.headers.get("content-type", "").partition(";")[0]
        answered = Answered(there.status_code, media_type, there.text)
        bare = Answered(here.status, here.media_type.partition(";")[0], here.text)
        return self.same(plain_answer(answered, self.there["study"]), plain_answer(bare, self.here["study"]))

    def talk(self, *said: dict, token: str | None = "token", version: int | None = None) -> list:
        """What is heard by both after a hello, which is the same."""
        there = asyncio.run(self._talk_there(said, self.there.get(token or "", token), version))
        line = self.both.device.open_study(self.here, self.here.get(token or "", token), version)
        for message in said:
            line.say(**message)
        here = [message for message in line.heard if message["type"] not in UNHEARD]
        self.both.device.do("close", line=line.number)
        heard = self.same(there, here)
        assert isinstance(heard, list)
        return heard

    async def _talk_there(self, said: tuple[dict, ...], token: str | None, version: int | None) -> list:
        url = f"{self.both.server.socket_url}/api/studies/{self.there['study']}/socket"
        heard: list[dict] = []
        async with (
            asyncio.timeout(PATIENCE),
            connect(url, max_size=None, proxy=None, ping_timeout=None) as socket,
        ):
            for message in ({"type": "hello", "token": token, "version": version}, *said):
                await socket.send(json.dumps(message))
                await socket.send('{"type": "ping"}')
                made = -1
                pongs = sum(one["type"] == "pong" for one in heard)
                while sum(one["type"] == "pong" for one in heard) == pongs or made > known(heard):
                    heard.append(json.loads(await socket.recv()))
                    if heard[-1]["type"] == "refused" and message["type"] == "hello":
                        return [heard[-1]]
                    if heard[-1]["type"] == "accepted":
                        made = heard[-1]["version"]
        return [message for message in heard if message["type"] not in UNHEARD]


def known(heard: list[dict]) -> int:
    """The version that a page has."""
    return max((one["version"] for one in heard if one["type"] in ("state", "update")), default=10**9)


def without(told: object) -> object:
    if isinstance(told, dict):
        return {name: name in OWN or without(one) for name, one in told.items()}
    return [without(one) for one in told] if isinstance(told, list) else told


def moves(game: str, count: int, **options) -> list[str]:
    position, found = find_game(game).start(**options), []
    for _ in range(count):
        found.append(str(position.legal_moves()[0]))
        position = position.play(found[-1])
    return found


def test_every_action_of_the_protocol_is_known():
    kinds = {
        cls.model_fields["type"].annotation.__args__[0]: cls.__bases__[-1]
        for cls in messages._Action.__args__
    }
    assert kinds == dict(ACTIONS)


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_a_study_is_made_changed_and_taken_back_the_same(both, game):
    options = {"board": "small" if game == "carnac" else "square"}
    study = MadeStudy(both, title="Two", source={"kind": "start", "game": game, "options": options})
    line = moves(game, 6, **options)
    other = str(find_game(game).start(**options).legal_moves()[-1])
    at = {"chapter": 1}
    square = find_game(game).start(**options).board.names[0]
    said = [
        {"type": "add", "id": "a", **at, "node": 0, "moves": line},
        {"type": "add", "id": "a", **at, "node": 0, "moves": line},
        {"type": "add", "id": "b", **at, "node": 0, "moves": [other]},
        {"type": "add", "id": "c", **at, "node": 99, "moves": [other]},
        {"type": "add", "id": "d", **at, "node": 0, "moves": ["z9zz"]},
        {"type": "add", "id": "e", **at, "node": 6, "moves": [line[0]]},
        {"type": "comment", "id": "f", **at, "node": 2, "text": " A *good* one.\r\n "},
        {"type": "mark", "id": "g", **at, "node": 2, "mark": "!"},
        {"type": "mark", "id": "h", **at, "node": 0, "mark": "!"},
        {
            "type": "draw",
            "id": "i",
            **at,
            "node": 1,
            "arrows": [{"start": square, "end": square, "ink": "red"}],
            "circles": [{"square": square, "ink": "blue"}],
        },
        {
            "type": "draw",
            "id": "j",
            **at,
            "node": 1,
            "arrows": [],
            "circles": [{"square": "z9", "ink": "red"}],
        },
        {"type": "look", **at, "node": 3},
        {"type": "look", **at, "node": 77},
        {"type": "promote", "id": "k", **at, "node": 7, "main": True},
        {"type": "chapter", **at},
        {"type": "chapter", "chapter": 9},
        {"type": "chapter_add", "id": "l", "title": "More", "source": START},
        {"type": "chapter_rename", "id": "m", "chapter": 2, "title": "Other"},
        {"type": "chapter_move", "id": "n", "chapter": 2, "place": 0},
        {"type": "undo", "id": "o"},
        {"type": "delete", "id": "p", **at, "node": 4},
        {"type": "undo", "id": "q"},
        {"type": "chapter_delete", "id": "r", "chapter": 2},
        {"type": "chapter_delete", "id": "s", "chapter": 1},
        {"type": "title", "id": "t", "title": "Three"},
        {"type": "keep", "id": "u", "kept": True},
        {"type": "visibility", "id": "v", "visibility": "link"},
        {"type": "edit_link", "id": "w"},
        {"type": "undo", "id": "x", "anyone": True},
        {"type": "cancel", "id": "nothing"},
    ]
    study.talk(*said)
    study.ask("GET")
    study.ask("GET", token=None)
    for chapter in (1, 2, 7):
        study.ask("GET", f"/chapters/{chapter}")
    for form in ("stones", "json", "pdf"):
        study.ask("GET", f"/export?format={form}")
    study.ask("POST", "/duplicate", {})
    study.talk({"type": "comment", "id": "a", "chapter": 1, "node": 0, "text": "no"}, token=None)
    study.ask("POST", "/actions", {"type": "title", "id": "y", "title": "Four"})
    study.ask("POST", "/actions", {"type": "title", "id": "z", "title": "Five"}, token=None)
    study.ask("POST", "/actions", {"type": "title"})
    study.ask("DELETE", token=None)
    study.ask("DELETE")
    study.ask("GET")


def test_who_may_not_see_a_study_is_refused_the_same(both):
    study = MadeStudy(both, source=START)
    study.ask("GET", token=None)
    study.ask("GET", token="no token at all")
    study.talk(token=None)
    study.talk(token="no token at all")
    study.talk({"type": "title", "id": "a", "title": "By an editor"}, token="edit")
    study.talk({"type": "visibility", "id": "b", "visibility": "public"}, token="edit")
    study.ask("DELETE", token="edit")


@pytest.mark.parametrize("file", sorted(path.stem for path in GOLDEN.glob("*.stones")))
def test_records_and_exported_studies_are_read_the_same(both, file):
    text = (GOLDEN / f"{file}.stones").read_text("utf-8")
    study = MadeStudy(both, text=text)
    exported = both.device.ask(
        "GET", f"/api/studies/{study.here['study']}/export?format=json", token=study.here["token"]
    )
    MadeStudy(both, text=exported.text)
    MadeStudy(both, source={"kind": "record", "text": text}, title="Named")


def test_a_game_of_the_device_becomes_a_study_as_one_of_the_server_does(both):
    made = both.make("/api/imports", text=records.write(RECORD))
    source = {"kind": "game"}
    there = both.client.post("/api/studies", json={"source": {**source, "game": made.there["game"]}})
    here = both.device.ask("POST", "/api/studies", {"source": {**source, "game": made.here["game"]}})
    assert there.status_code == here.status == 201
    one, other = (plain(told.json()["state"]["chapter"], None) for told in (there, here))
    assert list(differences(other, one)) == []


@pytest.mark.parametrize(
    "body",
    [
        "{",
        {},
        {"source": {"kind": "dream"}},
        {"source": {"kind": "game", "game": "nothing"}},
        {"source": {"kind": "record", "text": "1. nonsense"}},
        {"source": {"kind": "record", "text": '[Game "carnac"]\n\n1. z9zz *'}},
        {"source": {"kind": "position", "text": "carnac nowhere"}},
        {"source": {"kind": "start", "game": "chess"}},
        {"source": {"kind": "start", "game": "carnac", "options": {"board": "round"}}},
        {"source": {"kind": "start", "game": "carnac", "options": {"board": 7}}},
        {"source": {"kind": "record", "text": '{"format": "stonefield-study"}'}},
        {"source": {"kind": "record", "text": '{"format": "stonefield-study"'}},
        {"source": START, "title": "x" * 101},
        {"source": START, "surprise": True},
    ],
)
def test_what_no_study_can_be_made_of_gets_the_same_problem(both, body):
    there, here = both.ask("POST", "/api/studies", body)
    assert (here[0], here[2]["code"]) == (there[0], there[2]["code"])


@pytest.mark.parametrize(
    "message",
    [
        {"type": "add", "id": "a", "chapter": 1, "node": 0, "moves": []},
        {"type": "add", "id": "a", "chapter": 0, "node": 0, "moves": ["c4rw"]},
        {"type": "mark", "id": "a", "chapter": 1, "node": 0, "mark": "!!!"},
        {"type": "comment", "id": "a", "chapter": 1, "node": 0, "text": "x" * 4001},
        {"type": "draw", "id": "a", "chapter": 1, "node": 0, "arrows": [{}], "circles": []},
        {"type": "chapter_move", "id": "a", "chapter": 1, "place": 64},
        {"type": "review", "chapter": 1, "on": True, "simulations": 7},
        {"type": "lines", "chapter": 1, "node": 0, "on": True, "count": 9},
        {"type": "hint", "id": "a", "chapter": 1, "node": 0, "step": 4},
        {"type": "review", "chapter": 1, "on": True},
        {"type": "nothing"},
    ],
)
def test_messages_that_are_none_get_the_same_code(both, message):
    study = MadeStudy(both, source=START)
    assert study.talk(message)[-1]["type"] == "refused"
