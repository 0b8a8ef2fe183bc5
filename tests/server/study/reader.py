"""A page without a screen that follows a study over its socket."""

from __future__ import annotations

import asyncio
import json
import uuid

from websockets.asyncio.client import connect

from ..models import check_message

PATIENCE = 180.0
START = {"kind": "start", "game": "carnac", "options": {"board": "5x4"}}


def make_study(server, source: dict | None = None, **wishes) -> dict:
    """Make a study, of the beginning of a small game unless told otherwise."""
    answer = server.client().post("/api/studies", json={"source": source or START, **wishes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def bearer(token: str | None) -> dict:
    return {"Authorization": f"Bearer {token}"} if token else {}


def act(server, made: dict, type: str, token: str | None = "own", id: str | None = None, **words):
    """Do something over HTTP; the answer."""
    return server.client().post(
        f"/api/studies/{made['study']}/actions",
        json={"type": type, "id": id or uuid.uuid4().hex, **words},
        headers=bearer(made["token"] if token == "own" else token),
    )


def state_of(server, made: dict, token: str | None = "own") -> dict:
    answer = server.client().get(
        f"/api/studies/{made['study']}", headers=bearer(made["token"] if token == "own" else token)
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def tree_of(state: dict) -> dict[int, dict]:
    return {node["id"]: node for node in state["chapter"]["tree"]}


class Reader:
    """One viewer; every message is checked against its model, updates are taken up as docs/api.md says."""

    def __init__(self, server, made: dict, token: str | None = "own", *, address: str | None = None):
        self.server, self.study = server, made["study"]
        self.token = made["token"] if token == "own" else token
        self.state: dict | None = None
        self.tree: dict[int, dict] = {}
        self.heard: list[dict] = []
        self.socket = None
        self._origin = (address, 0) if address else None

    async def __aenter__(self) -> Reader:
        url = f"{self.server.socket_url}/api/studies/{self.study}/socket"
        self.socket = await connect(
            url,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_timeout=None,
            local_addr=self._origin,
        )
        await self.send(type="hello", token=self.token)
        await self.until(lambda message: message["type"] in ("state", "refused"))
        return self

    async def __aexit__(self, *_) -> None:
        await self.socket.close()

    async def send(self, **message) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict:
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        check_message(text, "StudyServerMessage")
        message = json.loads(text)
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
            self.tree = tree_of(message)
        elif message["type"] == "update":
            assert message["since"] == self.state["version"], "a gap"
            for change in message["trees"]:
                if change["chapter"] == self.state["chapter"]["id"]:
                    self.tree.update((node["id"], node) for node in change["nodes"])
                    for node in change["removed"]:
                        self.tree.pop(node, None)
            self.state = {
                **self.state,
                **{name: value for name, value in message.items() if name in self.state and name != "type"},
            }
        return message

    async def until(self, wanted) -> dict:
        """Listen until a message is as wanted."""
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    async def until_type(self, *types: str) -> dict:
        return await self.until(lambda message: message["type"] in types)

    async def act(self, type: str, id: str | None = None, **words) -> dict:
        """Do something and wait for the answer and for what it changes."""
        request = id or uuid.uuid4().hex
        await self.send(type=type, id=request, **words)
        answer = await self.until(
            lambda message: message["type"] in ("accepted", "refused") and message["id"] == request
        )
        while answer["type"] == "accepted" and self.state["version"] < answer["version"]:
            await self.hear()
        return answer
