"""A device without a browser: keeps the rows, asks an engine, and hears the lines, as the page does."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from server.models import check_message
from stonefield.pocket.pocket import Pocket

Engine = Callable[[dict], dict | None]
"""Answers a question with what it thinks, or with None."""


@dataclass
class Answered:
    """What a request was answered."""

    status: int
    media_type: str
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Database:
    """What a browser keeps: texts by key, each with its edition."""

    def __init__(self) -> None:
        self.rows: dict[str, dict] = {}

    def write(self, writes: list[dict]) -> dict[str, dict | None]:
        """Write all or nothing. If one row has another edition by now, all of them as they are."""
        there = {one["key"]: self.rows.get(one["key"]) for one in writes}
        if any((there[one["key"]] or {"edition": 0})["edition"] != one["after"] for one in writes):
            return there
        for one in writes:
            if one["text"] is None:
                self.rows.pop(one["key"], None)
            else:
                self.rows[one["key"]] = {"text": one["text"], "edition": one["edition"]}
        return {}


class Device:
    """One page of a browser over its database; ``now`` is its time, and goes when a test lets it."""

    def __init__(self, database: Database | None = None, engine: Engine | None = None) -> None:
        self.database = database or Database()
        self.pocket = Pocket()
        self.engine = engine
        self.failure = "engine_failed"
        """Why the engine gives no answer, where it gives none."""
        self.now = round(1000 * time.time())
        self.wake_at: int | None = None
        self.heard: dict[int, list[dict]] = {}
        self.closed: dict[int, int] = {}
        self.open_questions: dict[int, dict] = {}
        self._lines = 0
        self._union: dict[int, str] = {}

    def do(self, what: str, **words) -> Answered | None:
        """Let the device do something, with all that follows from it."""
        while True:
            said = json.loads(self.pocket.do(json.dumps({"do": what, "now": self.now, **words})))
            if said["needs"]:
                known = {key: self.database.rows.get(key) for key in said["needs"]}
                assert self.do("rows", rows=known) is None
                continue
            newer = self.database.write(said["writes"])
            if newer:
                self.do("rows", rows=newer)
                continue
            self._heard(said)
            if said["awaits"] is None:
                break
            if self.open_questions.pop(said["awaits"], None):
                # Without an engine nothing is proven.
                self.do("thought", question=said["awaits"], thought=None, code="too_large")
        return said["answer"] and Answered(
            said["answer"]["status"], said["answer"]["type"], said["answer"]["text"]
        )

    def _heard(self, said: dict) -> None:
        self.wake_at = said["wake"]
        for line, text in said["told"]:
            check_message(text, self._union[line])
            self.heard[line].append(json.loads(text))
        self.closed |= dict(said["closed"])
        for number in said["cancelled"]:
            self.open_questions.pop(number, None)
        self.open_questions |= {question["id"]: question for question in said["asked"]}
        while self.engine and self.open_questions:
            self.think(self.engine)

    def think(self, engine: Engine) -> None:
        """Answer the question that has waited longest."""
        number, question = next(iter(self.open_questions.items()))
        del self.open_questions[number]
        thought = engine(question)
        code = None if thought else self.failure
        self.do("thought", question=number, thought=thought, code=code)

    def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> Answered:
        """Ask as over HTTP; a text for a body goes as it is."""
        parts = urlsplit(path)
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        query = parse_qs(parts.query, keep_blank_values=True)
        answer = self.do("ask", method=method, path=parts.path, query=query, body=text, token=token)
        assert answer is not None
        return answer

    def open(self, seated: dict, token: str | None = "own") -> Line:
        """A line to a game, which has said hello; ``token`` None is a spectator."""
        return self._open("ServerMessage", seated["token"] if token == "own" else token, game=seated["game"])

    def open_study(self, made: dict, token: str | None = "own", version: int | None = None) -> Line:
        """A line to a study, which has said hello; ``token`` None is a reader."""
        own = made["token"] if token == "own" else token
        return self._open("StudyServerMessage", own, version, study=made["study"])

    def _open(self, union: str, token: str | None, version: int | None = None, **of: str) -> Line:
        self._lines += 1
        self.heard[self._lines], self._union[self._lines] = [], union
        self.do("open", line=self._lines, **of)
        line = Line(self, self._lines)
        if self._lines not in self.closed:
            line.say(type="hello", token=token, version=version)
        return line

    def wake(self) -> None:
        """Time has come for what happens by itself."""
        assert self.wake_at is not None
        self.now = max(self.now, self.wake_at)
        self.do("wake")


@dataclass
class Line:
    """A page's line to a game."""

    device: Device
    number: int

    def say(self, **message) -> list[dict]:
        """Say something; what is heard on the line because of it."""
        before = len(self.heard)
        self.device.do("say", line=self.number, message=message)
        return self.heard[before:]

    @property
    def heard(self) -> list[dict]:
        return self.device.heard[self.number]
