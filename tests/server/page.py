"""A page without a screen: follows a game over its socket as the browser does."""

from __future__ import annotations

import asyncio
import json
import random
import uuid

from websockets.asyncio.client import connect

from .models import check_message
from .serverprocess import ServerThread

PATIENCE = 180.0


class Page:
    """One viewer; ``token`` None is a spectator. Every message is checked against its model."""

    checks_models = True

    def __init__(self, server, seated: dict, *, token: str | None = "own", address: str | None = None):
        self.server, self.game = server, seated["game"]
        self.token = seated.get("token") if token == "own" else token
        self.state: dict | None = None
        self.heard: list[dict] = []
        self.socket = None
        self._origin = (address, 0) if address else None

    async def __aenter__(self) -> Page:
        await self.connect()
        return self

    async def __aexit__(self, *_) -> None:
        await self.disconnect()

    async def connect(self) -> None:
        """Open the socket and catch up from the version at hand."""
        url = f"{self.server.socket_url}/api/games/{self.game}/socket"
        self.socket = await connect(
            url,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_timeout=None,
            local_addr=self._origin,
        )
        await self.hello()
        await self.until(lambda message: message["type"] in ("state", "update", "refused"))

    async def disconnect(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def hello(self) -> None:
        version = None if self.state is None else self.state["version"]
        await self.send(type="hello", token=self.token, version=version)

    async def send(self, **message) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict:
        """The next message, taken up as docs/api.md tells a page to."""
        try:
            async with asyncio.timeout(PATIENCE):
                text = await self.socket.recv()
        except TimeoutError as error:
            error.add_note(f"heard last: {self.heard[-2:]}")
            if isinstance(self.server, ServerThread):
                error.add_note(self.server.doing())
            raise
        if self.checks_models:
            check_message(text)
        message = json.loads(text)
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "refused" and message["state"]:
            self.state = message["state"]
        elif message["type"] == "update":
            assert message["since"] == self.state["version"], "a gap"
            present = dict(message)
            for name in ("type", "since", "changes"):
                del present[name]
            keep, moves = present.pop("keep"), present.pop("moves")
            self.state = {**self.state, **present, "moves": self.state["moves"][:keep] + moves}
        elif message["type"] == "presence":
            self.state = {**self.state, "connected": message["connected"], "watchers": message["watchers"]}
        return message

    async def until(self, wanted) -> dict:
        """Listen until a message is as wanted."""
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    async def until_state(self, wanted) -> dict:
        """Listen until the state is as wanted."""
        while not (self.state and wanted(self.state)):
            await self.hear()
        return self.state

    async def act(self, type: str, id: str | None = None, **words) -> dict:
        """Do something and wait for the answer, ``accepted`` or ``refused``, and for what it changes."""
        request = id or uuid.uuid4().hex
        await self.send(type=type, id=request, **words)
        answer = await self.until(
            lambda message: message["type"] in ("accepted", "refused") and message["id"] == request
        )
        if answer["type"] == "accepted":
            await self.until_state(lambda state: state["version"] >= answer["version"])
        return answer

    async def move(self, text: str, **words) -> dict:
        """Decide on the version at hand."""
        return await self.act("move", version=self.state["version"], text=text, **words)

    def choice(self, chance: random.Random) -> str:
        """Any legal decision, put together from what the server says is legal."""
        legal = self.state["legal"]
        if legal["game"] == "carnac":
            if legal["answers"]:
                return chance.choice(legal["answers"])["text"]
            return chance.choice(list(legal["placements"])) + chance.choice(["rr", "rw", "wr", "ww"])
        if legal["game"] == "plain":
            return chance.choice(legal["moves"])["text"]
        shape = chance.choice([shape for shape, turned in legal["shapes"].items() if turned])
        turned = chance.choice(legal["shapes"][shape])
        return placement_text(shape, turned["cubes"], chance.choice(turned["at"].split()))


def placement_text(shape: str, cubes: list, anchor: str) -> str:
    """A Caminos placement as docs/api.md says that it is put together."""
    file, rank = ord(anchor[0]) - ord("a"), int(anchor[1:]) - 1
    columns: dict[tuple[int, int], int] = {}
    for x, y, _ in sorted(cubes):
        columns[file + x, rank + y] = columns.get((file + x, rank + y), 0) + 1
    return f"{shape}:" + ",".join(
        f"{chr(ord('a') + x)}{y + 1}" + (f"*{count}" if count > 1 else "")
        for (x, y), count in columns.items()
    )
