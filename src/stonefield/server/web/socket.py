"""The sockets of games: who is at which table, and what each viewer is told."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from pydantic_core import to_json
from starlette.websockets import WebSocket

from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.now import now_ms
from stonefield.server.play.advisor import Advisor
from stonefield.server.play.chat import Chat
from stonefield.server.play.page_engine import PageEngine
from stonefield.server.play.room import Room
from stonefield.server.play.waiting import notice
from stonefield.server.protocol import company, messages, thinking
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.views import State
from stonefield.server.settings import Quotas
from stonefield.server.weakly import weakly
from stonefield.server.web.budgets import Rates
from stonefield.server.web.conversation import (
    NO_SUCH_GAME,
    TOO_MANY,
    TRY_AGAIN,
    VIEWER,
    Conversation,
)
from stonefield.server.web.guard import caller_of

Opening = Callable[[WebSocket, Rates, Caller], Awaitable[Conversation[Any]]]
"""Begins a conversation over a socket, for an address and at its expense; Refusal if there is none."""


class Sockets:
    """Opens sockets, and counts them by address."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas
        self._open: Counter[str] = Counter()
        rate = quotas.messages_per_second
        self.budget = Rates(rate, rate * quotas.burst_seconds)
        self._conversations: set[Conversation[Any]] = set()
        self._draining = False

    def __len__(self) -> int:
        return sum(self._open.values())

    def is_connected(self, account: str) -> bool:
        """Whether an account has a socket here."""
        return account in self._open

    def drain(self) -> None:
        """Let everybody come back later; what has begun is acknowledged before."""
        self._draining = True
        for conversation in self._conversations:
            conversation.drain()

    def sign_out(self, account: str, only: str | None, but: str | None) -> None:
        """Close the sockets of sessions that have ended: all of an account, only one's, or all but one's."""
        for conversation in list(self._conversations):
            conversation.sign_out(account, only, but)

    async def serve(self, websocket: WebSocket, opening: Opening) -> None:
        """Everything from the first to the last message of a socket."""
        caller = caller_of(websocket.scope)
        await websocket.accept()
        if self._open[caller.key] >= self._quotas.sockets_per_address:
            await websocket.close(TOO_MANY, "too many sockets from your address")
            return
        self._open[caller.key] += 1
        try:
            try:
                conversation = await opening(websocket, self.budget, caller)
            except Refusal as refusal:
                code = NO_SUCH_GAME if refusal.status == 404 else TRY_AGAIN
                await websocket.close(code, refusal.code)
                refusal.told()
                return
            self._conversations.add(conversation)
            if self._draining:
                # It was opened while the others were told.
                conversation.drain()
            try:
                await conversation.run()
            finally:
                self._conversations.discard(conversation)
        finally:
            self._open[caller.key] -= 1
            if not self._open[caller.key]:
                del self._open[caller.key]


class Connection(Conversation[messages.ServerMessage]):
    """A viewer of a game: who it is, and the version it has."""

    def __init__(
        self, websocket: WebSocket, room: Room, jobs: Jobs, chat: Chat, budget: Rates, caller: Caller
    ) -> None:
        super().__init__(websocket, budget, caller, messages.client_messages)
        self._room = room
        self._holder: int | None = None
        self._version = -1
        self._members = room.table.members
        self._greeting = False
        self._presence = False
        self._page = PageEngine(room.table, self.post, self._refuse)
        room.pages.append(self._page)
        self._advisor = Advisor(room, jobs, self._page, self.post, self._refuse)
        self._chat, self._chatted = chat, 0
        self._end_chat = chat.hear(room.table.agreement.id, weakly(self.chatted))

    # What the room tells

    def changed(self) -> None:
        self._wake.set()
        self._advisor.changed()

    def presence_changed(self) -> None:
        self._presence = True
        self._wake.set()

    def notice(self, code: messages.NoticeCode, seconds: int | None = None) -> None:
        self.post(notice(self._room.table.version, code, seconds))

    def remarked(self, remark: messages.CoachRemark) -> None:
        if self._room.table.seats_of(self._holder):
            self.post(remark)

    def greeted(self, seat: int, words: company.GreetingWords) -> None:
        if self._room.table.seats_of(self._holder):
            version = self._room.table.version
            self.post({"type": "greeting", "version": version, "seat": seat, "words": words})

    def chatted(self, number: int) -> None:
        if self._greeted and number > self._chatted and self._room.table.seats_of(self._holder):
            self._chatted = number
            self.post({"type": "chat", "version": self._room.table.version, "number": number})

    def gone(self) -> None:
        self._close(NO_SUCH_GAME, "no_such_game")

    # What the page is told

    @property
    def _subject(self) -> str:
        return self._room.table.agreement.id

    def _leave(self) -> None:
        self._advisor.close()
        self._room.pages.remove(self._page)
        self._page.close()
        self._end_chat()
        if self._greeted:
            self._room.leave(self, self._holder)

    async def _catch_up(self) -> None:
        table = self._room.table
        if self._greeting or self._version != table.version or self._members is not table.members:
            await self._bring_up_to_date()
        elif self._presence:
            await self._send_presence()

    async def _bring_up_to_date(self) -> None:
        room, now = self._room, now_ms()
        greeting, self._greeting, self._presence = self._greeting, False, False
        update = room.presenter.update(self._holder, self._version, room.attendance.view(), now)
        self._version, self._members = room.table.version, room.table.members
        await self._send(update or to_json(room.presenter.state(self._holder, room.attendance.view(), now)))
        if greeting:
            room.tell_newcomer(self)

    async def _send_presence(self) -> None:
        self._presence = False
        version = self._room.table.version
        message: messages.Presence = {"type": "presence", "version": version, **self._room.attendance.view()}
        await self._send(to_json(message))

    def _refuse(self, request: str | None, refusal: Refusal) -> None:
        self._tell_refusal(request, refusal, None)

    def _refuse_action(self, request: str, refusal: Refusal) -> None:
        self._tell_refusal(request, refusal, self._room.state_for(self._holder) if self._greeted else None)

    def _tell_refusal(self, request: str | None, refusal: Refusal, state: State | None) -> None:
        metrics.refusals.labels(refusal.code).inc()
        self.post(
            {
                "type": "refused",
                "id": request,
                "version": self._room.table.version,
                "code": refusal.code,
                "detail": refusal.detail,
                "state": state,
            }
        )

    # What the page says

    async def _take(self, message: messages.ClientMessage) -> None:
        self._room.attendance.spoke(self._holder)
        if isinstance(message, messages.BaseAction):
            with self._carrying_out(message.id):
                version = await self._room.act(self._holder, message)
                self._budget.spend(self._caller.key, VIEWER * len(self._room.viewers))
                self.post({"type": "accepted", "id": message.id, "version": version})
        elif isinstance(message, messages.SceneRequest):
            self._show(message.ply)
        elif isinstance(message, messages.HintRequest):
            self._advisor.hint(message)
        elif isinstance(message, messages.GoOnRequest):
            if self._room.table.seats_of(self._holder):
                self._room.coach.go_on()
        elif isinstance(message, messages.CancelRequest):
            self._advisor.cancel(message.id)
        elif isinstance(message, messages.WinRateRequest):
            self._advisor.switch_rates(message)
        elif isinstance(message, thinking.ThinkHereRequest):
            with self._refusing():
                self._page.switch(self._holder, message.on)
        elif isinstance(message, thinking.PageThought):
            self._take_thought(message)
        elif isinstance(message, company.GreetRequest):
            await self._greet(message.words)
        elif isinstance(message, company.SpeedRequest):
            self._set_speed(message.speed)
        elif isinstance(message, company.Pulse | company.Ping):
            if isinstance(message, company.Pulse):
                self._room.heard(self._holder, message.next)
            self.post({"type": "pong", "version": self._room.table.version, "now": now_ms()})

    async def _hello(self, message: messages.Hello) -> None:
        try:
            holder = await self._room.holder_of(message.token, self._caller)
            if message.version is not None:
                # A page that was connected to another process is not shown less than it was there.
                await self._room.replica.catch_up()
        except Refusal as refusal:
            if refusal.code == "bad_token":
                self._refuse(None, refusal)
            else:
                self._close(NO_SUCH_GAME if refusal.status == 404 else TRY_AGAIN, refusal.code)
            return
        version = -1 if message.version is None else message.version
        self._version = version if version <= self._room.table.version else -1
        self._greeting = True
        if self._greeted and holder != self._holder:
            self._room.leave(self, self._holder)
            self._page.switch(None, on=False)
            self._greeted = False
        self._holder = holder
        self._advisor.become(holder, self._caller)
        if not self._greeted:
            self._greeted = True
            self._room.enter(self, holder, self._caller)
        self._wake.set()

    async def _greet(self, words: company.GreetingWords) -> None:
        with self._refusing():
            await self._chat.check(self._room.table, self._holder)
            self._room.greet(self._holder, words)
            await self._chat.say(self._room.table, self._holder, "", words)
            self._budget.spend(self._caller.key, VIEWER * len(self._room.viewers))

    def _take_thought(self, message: thinking.PageThought) -> None:
        try:
            self._page.answered(message)
        except Refusal as refusal:
            self._refuse(message.id, refusal)

    def _set_speed(self, speed: company.Speed) -> None:
        with self._refusing():
            self._room.set_speed(self._holder, speed)

    def _show(self, ply: int) -> None:
        with self._refusing():
            self.post(self._room.presenter.scene(ply))

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        """Say why something that has no id was not done."""
        try:
            yield
        except Refusal as refusal:
            self._refuse(None, refusal)
            refusal.told()
