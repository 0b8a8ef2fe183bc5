"""The same said to a real server and to a device; the answers without what may differ: ids, tokens, times."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from websockets.asyncio.client import connect

from server.page import PATIENCE
from server.serverprocess import ServerProcess

from .device import Answered, Device

OWN = (
    *("now", "created", "next", "remaining_ms", "spent_ms", "clock_ms", "token", "ends", "detail"),
    *("connected", "watchers"),
)
"""Fields that say when, or which; English that may be other words for the same; who has just left."""


class Both:
    """A server and a device of which the same is asked."""

    def __init__(self, server: ServerProcess) -> None:
        self.server, self.device = server, Device()
        self.client = server.client()

    def ask(
        self, method: str, path: str, body: object = None, made: Made | None = None, *, token: bool = True
    ) -> tuple[Any, Any]:
        """Both answers, plain; the path may name the game that both have made."""
        if made is not None:
            there, here = path.format(game=made.there["game"]), path.format(game=made.here["game"])
        else:
            there = here = path
        own = made is not None and token
        headers = {"Authorization": f"Bearer {made.there['token']}"} if own and made else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        content = None if body is None else body if isinstance(body, str) else json.dumps(body)
        answer = self.client.request(method, there, headers=headers, content=content)
        answered = self.device.ask(method, here, body, made.here["token"] if own and made else None)
        media_type = answer.headers.get("content-type", "").partition(";")[0]
        return (
            plain_answer(Answered(answer.status_code, media_type, answer.text), made and made.there["game"]),
            plain_answer(answered, made and made.here["game"]),
        )

    def make(self, path: str = "/api/games", **wishes) -> Made:
        """The same game on both."""
        answer = self.client.post(path, json=wishes)
        assert answer.status_code == 201, answer.text
        made = Made(answer.json(), self.device.ask("POST", path, wishes).json())
        assert plain(made.there, made.there["game"]) == plain(made.here, made.here["game"])
        return made

    def talk(self, made: Made, *said: dict, token: str | None = "own") -> tuple[list, list]:
        """What is heard on a line on which this is said after a hello; one after the other."""
        there = asyncio.run(self._talk_there(made, said, token))
        line = self.device.open(made.here, token=made.here["token"] if token == "own" else token)
        here = list(line.heard)
        for message in said:
            here += line.say(**message)
        self.device.do("close", line=line.number)
        return (
            [plain(message, made.there["game"]) for message in there],
            [plain(message, made.here["game"]) for message in here],
        )

    async def _talk_there(self, made: Made, said: tuple[dict, ...], token: str | None) -> list[dict]:
        own = made.there["token"] if token == "own" else token
        url = f"{self.server.socket_url}/api/games/{made.there['game']}/socket"
        heard: list[dict] = []
        async with (
            asyncio.timeout(PATIENCE),
            connect(url, max_size=None, proxy=None, ping_timeout=None) as socket,
        ):
            for message in ({"type": "hello", "token": own, "version": None}, *said):
                before = len(heard)
                await socket.send(json.dumps(message))
                if not heard and message["type"] == "hello":
                    # What is not let in is no longer heard.
                    heard.append(json.loads(await socket.recv()))
                    if heard[0]["type"] == "refused":
                        break
                await socket.send('{"type": "ping"}')
                while not _is_all(heard, before):
                    heard.append(json.loads(await socket.recv()))
        return [message for message in heard if message["type"] not in ("presence", "pong")]


def _is_all(heard: list[dict], before: int) -> bool:
    """Whether all was heard that follows from a message: what an accepted action changes comes by itself."""
    versions = [message["version"] for message in heard if message["type"] in ("state", "update")]
    made = [message["version"] for message in heard if message["type"] == "accepted"]
    answered = any(message["type"] == "pong" for message in heard[before:])
    return answered and max(versions, default=-1) >= max(made, default=-1)


class Made:
    """A game on a server, and the same one on a device."""

    def __init__(self, there: dict, here: dict) -> None:
        self.there, self.here = there, here


def plain_answer(answer: Answered, game: str | None) -> tuple[int, str, Any]:
    """An answer without what may differ."""
    if answer.status == 204:
        return answer.status, "", None
    told = plain(answer.json(), game) if answer.media_type == "application/json" else plain(answer.text, game)
    return answer.status, answer.media_type, told


def plain(value: Any, game: str | None) -> Any:
    """A value without ids, tokens and times."""
    if isinstance(value, dict):
        return {name: name in OWN or plain(one, game) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one, game) for one in value]
    if isinstance(value, str) and game:
        return value.replace(game, "<game>")
    return value


def differences(here: Any, there: Any, place: str = "") -> Iterator[str]:
    """Where two answers differ."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for name in here:
            yield from differences(here[name], there[name], f"{place}.{name}")
    elif isinstance(here, list | tuple) and isinstance(there, list | tuple) and len(here) == len(there):
        for number, pair in enumerate(zip(here, there, strict=True)):
            yield from differences(*pair, f"{place}.{number}")
    elif here != there:
        if isinstance(here, str) and isinstance(there, str) and "\n" in here + there:
            pairs = zip_longest(here.split("\n"), there.split("\n"))
            here, there = next((one, other) for one, other in pairs if one != other)
        yield f"{place}: here {str(here)[:300]}, there {str(there)[:300]}"
