"""One WebSocket for each viewer: a reader that carries out, and a writer nobody else has to wait for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, deque

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from stonefield.server import metrics
from stonefield.server.engine_pool import Pool
from stonefield.server.live.advisor import Advisor
from stonefield.server.live.now import now_ms
from stonefield.server.live.room import Room
from stonefield.server.live.rooms import Rooms
from stonefield.server.protocol.messages import (
    Action,
    BaseAction,
    CancelRequest,
    Hello,
    HintRequest,
    NoticeCode,
    Ping,
    Presence,
    SceneRequest,
    ServerMessage,
    WinRateRequest,
    client_messages,
)
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.web.budgets import Rates
from stonefield.server.web.guard import address_of

HELLO_SECONDS = 10.0
MOST_WAITING, MOST_WAITING_BYTES = 200, 300_000
"""Messages that may wait for a reader, and their size together; one alone may be larger."""
LONGEST_DELAY, PAUSE = 2.0, 1.0
"""Seconds that a message may wait for its turn, and the pause after one that came too early even so."""
HELLO, SCENE, ADVICE, REFUSED, VIEWERS = 4.0, 1.0, 1.0, 5.0, 0.1
"""Points beyond the one that every message costs: for what it says, when it is refused, for each viewer."""

OUR_MISTAKE, GOING_DOWN, TRY_AGAIN = 1011, 1012, 1013
logger = logging.getLogger(__name__)
UNREADABLE, NO_HELLO, NO_SUCH_GAME, TOO_SLOW, TOO_MANY = 4400, 4401, 4404, 4408, 4429


class Sockets:
    """Opens sockets, and counts them by address."""

    def __init__(self, rooms: Rooms, pool: Pool, quotas: Quotas) -> None:
        self._rooms, self._pool, self._quotas = rooms, pool, quotas
        self._open: Counter[str] = Counter()
        rate = quotas.messages_per_second
        self._budget = Rates(rate, rate * quotas.burst_seconds)
        self._connections: set[Connection] = set()

    def __len__(self) -> int:
        return sum(self._open.values())

    def drain(self) -> None:
        """Let everybody come back later; what has begun is acknowledged before."""
        for connection in self._connections:
            connection.drain()

    async def serve(self, websocket: WebSocket, game: str) -> None:
        """Everything from the first to the last message of a socket."""
        address = address_of(websocket.scope)
        await websocket.accept()
        if self._open[address] >= self._quotas.sockets_per_address:
            await websocket.close(TOO_MANY, "too many sockets from your address")
            return
        self._open[address] += 1
        try:
            try:
                room = await self._rooms.find(game)
            except Refusal as refusal:
                code = NO_SUCH_GAME if refusal.code == "no_such_game" else TRY_AGAIN
                await websocket.close(code, refusal.code)
                return
            connection = Connection(websocket, room, self._pool, self._budget, address)
            self._connections.add(connection)
            try:
                await connection.run()
            finally:
                self._connections.discard(connection)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Connection:
    """A viewer: the socket, who it is, and the version it has."""

    def __init__(self, websocket: WebSocket, room: Room, pool: Pool, budget: Rates, address: str) -> None:
        self._socket, self._room = websocket, room
        self._budget, self._address = budget, address
        self._holder: int | None = None
        self._greeted = False
        self._version = -1
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._greeting = False
        self._acting = False
        self._draining = False
        self._presence = False
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._advisor = Advisor(room, pool, self.post, self._refuse)

    # What the room tells

    def changed(self) -> None:
        self._wake.set()
        self._advisor.changed()

    def presence_changed(self) -> None:
        self._presence = True
        self._wake.set()

    def notice(self, code: NoticeCode) -> None:
        self.post({"type": "notice", "version": self._room.table.version, "code": code})

    def gone(self) -> None:
        self._close(NO_SUCH_GAME, "no_such_game")

    # The two sides of the conversation

    async def run(self) -> None:
        """Read and write until one of them is over."""
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone, or closed from our side meanwhile
        finally:
            self._advisor.close()
            if self._greeted:
                self._room.leave(self, self._holder)
            if self._closing is not None:
                self._wake.set()
            else:
                writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _read(self) -> None:
        greeting_due = asyncio.get_running_loop().time() + HELLO_SECONDS
        while self._closing is None:
            if self._greeted:
                message = await self._socket.receive()
            else:
                try:
                    async with asyncio.timeout_at(greeting_due):
                        message = await self._socket.receive()
                except TimeoutError:
                    self._close(NO_HELLO, "no hello in time")
                    return
            if message["type"] == "websocket.disconnect":
                return
            if await self._has_turn():
                await self._hear(message.get("text") or message.get("bytes") or b"")

    async def _has_turn(self) -> bool:
        """Wait until the person may speak again; False if that takes too long, and they are told.

        Nothing is read from this socket meanwhile, so that a flood costs its sender, and nobody else.
        """
        wait = self._budget.take(self._address, patience=LONGEST_DELAY)
        if wait > LONGEST_DELAY:
            self._refuse(None, Refusal("too_many", f"too many messages from your address; wait {wait:.0f} s"))
            await asyncio.sleep(PAUSE)
            return False
        if wait:
            await asyncio.sleep(wait)
        return True

    async def _write(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._outbox:
                    text = self._outbox.popleft()
                    self._outbox_bytes -= len(text)
                    await self._send(text)
                if self._closing is not None:
                    await self._socket.close(*self._closing)
                    return
                if self._acting:
                    continue  # first the answer, then what it has changed
                if self._greeted and (self._greeting or self._version != self._room.table.version):
                    await self._bring_up_to_date()
                elif self._greeted and self._presence:
                    await self._send_presence()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the reader notices it too
        except Exception:
            logger.exception("%s cannot be shown", self._room.table.agreement.id)
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self._socket.close(OUR_MISTAKE, "a mistake of ours")

    async def _bring_up_to_date(self) -> None:
        room, now = self._room, now_ms()
        self._greeting = self._presence = False
        update = room.presenter.update(self._holder, self._version, room.attendance.view(), now)
        self._version = room.table.version
        await self._send(update or to_json(room.presenter.state(self._holder, room.attendance.view(), now)))

    async def _send_presence(self) -> None:
        self._presence = False
        version = self._room.table.version
        message: Presence = {"type": "presence", "version": version, **self._room.attendance.view()}
        await self._send(to_json(message))

    async def _send(self, text: bytes) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.send_text(text.decode())

    def post(self, message: ServerMessage) -> None:
        """Put a message into the outbox."""
        if self._closing is not None:
            return
        text = to_json(message)
        size = self._outbox_bytes + len(text)
        if len(self._outbox) >= MOST_WAITING or (self._outbox and size > MOST_WAITING_BYTES):
            self._outbox.clear()
            self._close(TOO_SLOW, "too slow to read")
            return
        self._outbox.append(text)
        self._outbox_bytes = size
        self._wake.set()

    def drain(self) -> None:
        """Close the socket as soon as the action that is being carried out is answered."""
        self._draining = True
        if not self._acting:
            self._close(GOING_DOWN, "the server is going down; come back")

    def _close(self, code: int, reason: str) -> None:
        self._closing = (code, reason)
        self._wake.set()

    def _refuse(self, request: str | None, refusal: Refusal, *, with_state: bool = False) -> None:
        metrics.refusals.labels(refusal.code).inc()
        self.post(
            {
                "type": "refused",
                "id": request,
                "version": self._room.table.version,
                "code": refusal.code,
                "detail": refusal.detail,
                "state": self._room.state_for(self._holder) if with_state and self._greeted else None,
            }
        )

    # What the page says

    async def _hear(self, text: str | bytes) -> None:
        try:
            message = client_messages.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            unreadable = first["type"] == "json_invalid"
            if unreadable and not self._greeted:
                self._close(UNREADABLE, "the first message is no hello")
                return
            place = ".".join(str(part) for part in first["loc"])
            code = "unreadable" if unreadable else "invalid"
            self._refuse(None, Refusal(code, f"{place}: {first['msg']}" if place else first["msg"]))
            return
        if isinstance(message, Hello):
            self._hello(message)
        elif not self._greeted:
            self._close(UNREADABLE, "the first message is no hello")
        elif isinstance(message, BaseAction):
            await self._act(message)
        elif isinstance(message, SceneRequest):
            self._show(message.ply)
        elif isinstance(message, HintRequest):
            self._budget.spend(self._address, ADVICE)
            self._advisor.hint(message)
        elif isinstance(message, CancelRequest):
            self._advisor.cancel(message.id)
        elif isinstance(message, WinRateRequest):
            self._budget.spend(self._address, ADVICE)
            self._advisor.switch_rates(message)
        elif isinstance(message, Ping):
            self.post({"type": "pong", "version": self._room.table.version, "now": now_ms()})

    def _hello(self, message: Hello) -> None:
        self._budget.spend(self._address, HELLO)
        try:
            holder = self._room.holder_of(message.token)
        except Refusal as refusal:
            self._refuse(None, refusal)
            return
        version = -1 if message.version is None else message.version
        self._version = version if version <= self._room.table.version else -1
        self._greeting = True
        if self._greeted and holder != self._holder:
            self._room.leave(self, self._holder)
            self._greeted = False
        self._holder = holder
        self._advisor.become(holder, self._address)
        if not self._greeted:
            self._greeted = True
            self._room.enter(self, holder, self._address)
        self._wake.set()

    async def _act(self, action: Action) -> None:
        began = time.monotonic()
        self._acting = True
        try:
            version = await self._room.act(self._holder, action)
        except Refusal as refusal:
            self._budget.spend(self._address, REFUSED)
            self._refuse(action.id, refusal, with_state=True)
        else:
            self._budget.spend(self._address, VIEWERS * len(self._room.viewers))
            self.post({"type": "accepted", "id": action.id, "version": version})
            metrics.acknowledgement.observe(time.monotonic() - began)
        finally:
            self._acting = False
            self._wake.set()
            if self._draining:
                self.drain()

    def _show(self, ply: int) -> None:
        self._budget.spend(self._address, SCENE)
        try:
            self.post(self._room.presenter.scene(ply))
        except Refusal as refusal:
            self._refuse(None, refusal)
