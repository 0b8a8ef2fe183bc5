"""One WebSocket: a reader that carries out, and a writer that keeps no one else waiting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.base import View
from stonefield.server.protocol.messages import Hello
from stonefield.server.protocol.problems import Code, Refusal
from stonefield.server.web.budgets import Rates

HELLO_SECONDS = 10.0
MOST_WAITING, MOST_WAITING_BYTES = 200, 300_000
"""Messages that may wait for a reader, and their size together; one alone may be larger."""
LONGEST_DELAY, PAUSE = 2.0, 1.0
"""Seconds that a message may wait for its turn, and the pause after one that came too early even so."""
WORD, REFUSED, VIEWER = 1.0, 5.0, 0.1
"""Points of whatever is said, taken before it is read; of a refusal and of each viewer told, in addition."""

OUR_MISTAKE, GOING_DOWN, TRY_AGAIN = 1011, 1012, 1013
UNREADABLE, NO_HELLO, NO_SUCH_GAME, TOO_SLOW, SIGNED_OUT, TOO_MANY = 4400, 4401, 4404, 4408, 4410, 4429
logger = logging.getLogger(__name__)
Sent = TypeVar("Sent", bound=View)


class Conversation(ABC, Generic[Sent]):
    """Both sides of a socket: what a page says is read one by one, what it is told waits in an outbox."""

    def __init__(
        self, websocket: WebSocket, budget: Rates, caller: Caller, messages: TypeAdapter[Any]
    ) -> None:
        self._socket, self._budget, self._caller, self._messages = websocket, budget, caller, messages
        self._greeted = False
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._acting = False
        self._draining = False
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None

    # What is special to what is talked about

    @abstractmethod
    async def _hello(self, message: Hello) -> None:
        """The page says who it is."""

    @abstractmethod
    async def _take(self, message: Any) -> None:
        """Do what a message says."""

    @abstractmethod
    async def _catch_up(self) -> None:
        """Send what has changed since the last time."""

    @abstractmethod
    def _refuse(self, request: str | None, refusal: Refusal) -> None:
        """Say why something was not done."""

    @abstractmethod
    def _leave(self) -> None:
        """The socket is closed."""

    @property
    @abstractmethod
    def _subject(self) -> str:
        """What is talked about, for the log."""

    # The two sides of the conversation

    async def run(self) -> None:
        """Read and write until one of them is over."""
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone, or closed from our side meanwhile
        finally:
            self._leave()
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

        Nothing is read from this socket meanwhile, so that a flood costs only its sender.
        """
        wait = self._budget.take(self._caller.key, WORD, patience=LONGEST_DELAY)
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
                if self._greeted:
                    await self._catch_up()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the reader notices it too
        except Exception:
            logger.exception("%s cannot be shown", self._subject)
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self._socket.close(OUR_MISTAKE, "a mistake of ours")

    async def _send(self, text: bytes) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.send_text(text.decode())

    def post(self, message: Sent) -> None:
        """Put a message into the outbox."""
        self._post_encoded(to_json(message))

    def _post_encoded(self, text: bytes) -> None:
        if self._closing is not None:
            return
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

    def sign_out(self, account: str, only: str | None, but: str | None) -> None:
        """Close the socket if its session has ended; the page may come back as what it is then."""
        caller = self._caller
        if caller.account == account and only in (None, caller.session) and but != caller.session:
            self._close(SIGNED_OUT, "signed out")

    def _close(self, code: int, reason: str) -> None:
        self._closing = (code, reason)
        self._wake.set()

    async def _hear(self, text: str | bytes) -> None:
        try:
            message = self._messages.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            unreadable = first["type"] == "json_invalid"
            if unreadable and not self._greeted:
                self._close(UNREADABLE, "the first message is no hello")
                return
            place = ".".join(str(part) for part in first["loc"])
            code: Code = "unreadable" if unreadable else "invalid"
            self._refuse(None, Refusal(code, f"{place}: {first['msg']}" if place else first["msg"]))
            return
        self._budget.spend(self._caller.key, message.price - WORD)
        if isinstance(message, Hello):
            await self._hello(message)
        elif not self._greeted:
            self._close(UNREADABLE, "the first message is no hello")
        else:
            await self._take(message)

    @contextlib.contextmanager
    def _carrying_out(self, request: str) -> Iterator[None]:
        """While an action is carried out, its answer comes before what it has changed."""
        began = time.monotonic()
        self._acting = True
        try:
            yield
        except Refusal as refusal:
            self._budget.spend(self._caller.key, REFUSED)
            self._refuse_action(request, refusal)
            refusal.told()
        else:
            metrics.acknowledgement.observe(time.monotonic() - began)
        finally:
            self._acting = False
            self._wake.set()
            if self._draining:
                self.drain()

    def _refuse_action(self, request: str, refusal: Refusal) -> None:
        """Say why an action was not carried out."""
        self._refuse(request, refusal)
