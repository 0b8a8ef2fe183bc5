"""Every message of both sockets, as cheap and as costly as it can be, and the answer that it waits for."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass

from websockets.asyncio.client import connect

from stonefield import caminos

from .page import PATIENCE

FIRST = str(caminos.start("octagon").legal_moves()[0])
DONE = ("accepted", "refused")
ROOT, FIRST_NODE = 0, 1
NUMBERS = itertools.count()


@dataclass
class Saying:
    """A message, and the types of what answers it; ``also`` is said first and costs nothing here."""

    message: dict
    answers: tuple[str, ...] = DONE
    also: tuple[dict, ...] = ()

    @property
    def type(self) -> str:
        return self.message["type"]


def say(type: str, *answers: str, also: tuple[dict, ...] = (), **words) -> Saying:
    return Saying({"type": type, **words}, answers or DONE, also)


IN_A_GAME = (
    say("hello", "state"),
    say("ping", "pong"),
    say("cancel", "pong", id="x"),
    say("go_on", "pong"),
    say("pulse", "pong", next=5),
    say("greet", "refused", words="hello"),
    say("speed", "refused", speed="slow"),
    say("scene", "scene", ply=0),
    say("hint", "hint", "refused"),
    say("winrate", "winrate", "refused", on=True, also=({"type": "winrate", "on": False},)),
    say("think_here", "pong", on=True),
    say("thought", "refused", id="think-0", line={"pv": [FIRST] * 16, "value": 1, "score": 0, "visits": 1}),
    say("move", text=FIRST, also=({"type": "undo"},)),
    say("move", text="z9zz"),
    say("undo", also=({"type": "move", "text": FIRST},)),
    say("redo"),
    say("offer", kind="draw"),
    say("accept", kind="draw"),
    say("decline", kind="draw"),
    say("pause"),
    say("resume"),
    say("stop"),
    say("resign"),
)
"""In a game at one screen on the largest board."""
WITH_A_FRIEND = (say("greet", "greeting", "refused", words="luck"),)
"""In a game between two people."""
NODE = {"chapter": 1, "node": FIRST_NODE}
IN_A_STUDY = (
    say("hello", "state"),
    say("ping", "pong"),
    say("cancel", "pong", id="x"),
    say("chapter", "chapter", chapter=1),
    say("look", "scene", **NODE),
    say("lines", "lines", on=True, **NODE),
    say("outlook", "outlook", **NODE),
    say("try", "tried", "refused", chapter=1, node=ROOT, text=FIRST),
    say("hint", "hint", "refused", step=1, **NODE),
    say("review", "review", "refused", chapter=1, on=True, simulations=300),
    say("add", chapter=1, node=ROOT, moves=[FIRST]),
    say("promote", to="main", **NODE),
    say("comment", text="{}" + "x" * 3_900, **NODE),
    say("mark", mark="!", **NODE),
    say("draw", arrows=[], circles=[], **NODE),
    say("title", title="title {}"),
    say("visibility", visibility="public"),
    say("keep", kept=True),
    say("edit_link"),
    say("chapter_rename", chapter=1, title="name {}"),
    say("chapter_move", chapter=1, place=0),
    say("chapter_add", source={"kind": "start", "game": "carnac"}, title=""),
    say("chapter_delete", chapter=99),
    say("delete", also=({"type": "undo"},), **NODE),
    say("undo", also=({"type": "delete", **NODE},)),
)
"""In a study with a chapter as large as may be."""


@dataclass
class Speaker:
    """One end of a socket."""

    url: str
    token: str
    version: int = 0

    async def __aenter__(self) -> Speaker:
        self.socket = await connect(
            self.url, max_size=None, proxy=None, open_timeout=PATIENCE, ping_timeout=None
        )
        await self.say({"type": "hello"}, ("state",))
        return self

    async def __aexit__(self, *_) -> None:
        self.socket.transport.abort()

    async def say(self, message: dict, answers: tuple[str, ...]) -> dict:
        """Say something and listen until it is answered."""
        words, id = dict(message), f"s{next(NUMBERS)}"
        if words["type"] == "hello":
            words["token"] = self.token
        elif words["type"] not in NO_ID:
            words.setdefault("id", id)
        if words["type"] in ("move", "undo", "redo") and "games" in self.url:
            words["version"] = self.version
        for name in ("text", "title"):
            if "{}" in words.get(name, ""):
                words[name] = words[name].format(next(NUMBERS))
        await self.socket.send(json.dumps(words))
        if answers == ("pong",) and words["type"] != "ping":
            await self.socket.send('{"type": "ping"}')
        answer = await self._hear(lambda heard: heard["type"] in answers)
        if answer["type"] == "accepted" and answer["version"] > self.version:
            # It is over when everybody has been told what has changed.
            await self._hear(lambda heard: heard["type"] in ("update", "state"))
        return answer

    async def _hear(self, wanted: Callable[[dict], bool]) -> dict:
        while True:
            heard = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if heard["type"] in ("update", "state"):
                self.version = heard["version"]
            if wanted(heard):
                return heard


NO_ID = {
    *("hello", "ping", "pulse", "greet", "speed", "go_on", "scene", "winrate", "think_here"),
    *("chapter", "look", "lines", "outlook", "review"),
}
