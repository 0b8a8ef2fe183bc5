"""The sockets of studies: who is there, and what is sent to each viewer."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from pydantic_core import to_json
from starlette.websockets import WebSocket

from stonefield.server import metrics
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.now import now_ms
from stonefield.server.protocol import studies as messages
from stonefield.server.protocol.company import Ping
from stonefield.server.protocol.messages import CancelRequest, Hello
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.study_views import StudyPresence, StudyServerMessage
from stonefield.server.studies.advisor import StudyAdvisor
from stonefield.server.studies.authors import accepted_view
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.room import StudyRoom
from stonefield.server.studies.rooms import StudyRooms
from stonefield.server.studies.viewer import Owner
from stonefield.server.web.budgets import Rates
from stonefield.server.web.conversation import NO_SUCH_GAME, PAUSE, VIEWER, Conversation
from stonefield.study.documents.study import Role, Study

EngineRoom: TypeAlias = tuple[Jobs, Reviews]
"""Who thinks: the engines, and the reviews that they run."""
LINK_RENEWED = 4403
"""The code with which sockets are closed whose edit link was taken back."""


class StudyConnection(Conversation[StudyServerMessage]):
    """A viewer of a study: who it is, and the version it has."""

    def __init__(
        self,
        websocket: WebSocket,
        studies: StudyRooms,
        room: StudyRoom,
        engine: EngineRoom,
        budget: Rates,
        caller: Caller,
        owner: Owner | None = None,
    ) -> None:
        """``owner``: the account of the caller owns the study."""
        super().__init__(websocket, budget, caller, messages.study_messages)
        self._owner = owner
        self._studies, self._room = studies, room
        self._role: Role = "reader"
        self._token: str | None = None
        self._sent: Study | None = None
        """The version that the page has; None: it wants a whole state."""
        self._presence = False
        self._advisor = StudyAdvisor(room, *engine, caller, self.post, self._refuse)

    async def run(self) -> None:
        try:
            with self._room.pinned():
                await super().run()
        finally:
            self._studies.look_away(self._room, self._caller)

    # What the room takes for large things

    def charge(self, points: float) -> None:
        self._budget.charge(self._caller.key, points)

    def spend(self, points: float) -> None:
        self._budget.spend(self._caller.key, points)

    # What the room tells

    def changed(self) -> None:
        try:
            self._room.role_of(self._token)
        except Refusal as refusal:
            self._close_for(refusal)
        self._wake.set()

    def _close_for(self, refusal: Refusal) -> None:
        """What this viewer came with opens the study no more."""
        self._close(LINK_RENEWED if refusal.code == "bad_token" else NO_SUCH_GAME, refusal.code)

    def presence_changed(self) -> None:
        self._presence = True
        self._wake.set()

    def gone(self) -> None:
        self._close(NO_SUCH_GAME, "no_such_study")

    # What is sent to the page

    @property
    def _subject(self) -> str:
        return self._room.study.id

    def _leave(self) -> None:
        self._advisor.close()
        if self._greeted:
            self._room.leave(self, self._role)

    async def _catch_up(self) -> None:
        if self._sent is None:
            await self._send_state()
        elif self._sent is not self._room.study:
            study, update = await self._room.update_since(self._sent)
            if self._outbox:
                # A chapter that was asked for meanwhile is of the version that the page has: it goes first.
                self._wake.set()
                return
            self._sent = study
            await self._tell(update)
        elif self._presence:
            self._presence = False
            message: StudyPresence = {
                "type": "presence",
                "version": self._room.study.version,
                **self._room.attendance,
            }
            await self._send(to_json(message))

    async def _send_state(self) -> None:
        self._presence = False
        try:
            study, state = await self._room.state_for(self._token, self)
        except Refusal as refusal:
            if refusal.code == "too_many":
                # It comes as soon as it can be paid for; nothing else is sent to this viewer meanwhile.
                await asyncio.sleep(min(PAUSE, refusal.retry_after or PAUSE))
            else:
                self._close_for(refusal)
            self._wake.set()
            return
        text = await self._room.aside(to_json, state)
        self._sent = study
        await self._tell(text)

    async def _tell(self, text: bytes) -> None:
        """Send what took a while to put together, unless the viewer may not see the study any more."""
        if self._closing is None:
            await self._send(text)
        # What has changed meanwhile comes next.
        self._wake.set()

    def _refuse(self, request: str | None, refusal: Refusal) -> None:
        metrics.refusals.labels(refusal.code).inc()
        self.post(
            {
                "type": "refused",
                "id": request,
                "version": self._room.study.version,
                "code": refusal.code,
                "detail": refusal.detail,
            }
        )

    # What the page says

    async def _hello(self, message: Hello) -> None:
        token = self._owner if message.token is None else message.token
        try:
            role = self._room.role_of(token)
        except Refusal as refusal:
            self._refuse(None, refusal)
            return
        if self._greeted:
            self._room.leave(self, self._role)
        self._greeted, self._role, self._token = True, role, token
        self._room.enter(self, role)
        known = self._room.study.version == message.version
        self._sent = self._room.study if known else None
        self._wake.set()

    async def _take(self, message: messages.StudyClientMessage) -> None:
        try:
            if isinstance(message, messages.BaseStudyAction):
                await self._act(message)
            elif isinstance(message, messages.ChapterRequest):
                await self._give_chapter(message.chapter)
            elif isinstance(message, messages.LookRequest):
                self.post(await self._room.scene(message.chapter, message.node))
            elif isinstance(message, CancelRequest):
                self._advisor.cancel(message.id)
            elif isinstance(message, Ping):
                self.post({"type": "pong", "version": self._room.study.version, "now": now_ms()})
            else:
                await self._advise(message)
        except Refusal as refusal:
            self._refuse(None, refusal)

    async def _give_chapter(self, id: int) -> None:
        """A chapter at the version that the page has: updates lead on from there."""
        while True:
            sent = self._sent
            found = await self._room.chapter_message(id, self._token, self, sent)
            text = await self._room.aside(to_json, found)
            if self._sent is sent:
                self._post_encoded(text)
                return

    async def _advise(self, message: messages.StudyClientMessage) -> None:
        if isinstance(message, messages.LinesRequest):
            self._advisor.lines(message)
        elif isinstance(message, messages.OutlookRequest):
            self._advisor.outlook(message)
        elif isinstance(message, messages.ReviewRequest):
            await self._advisor.review(message)
        elif isinstance(message, messages.TryRequest):
            self._advisor.attempt(message)
        elif isinstance(message, messages.StudyHintRequest):
            self._advisor.hint(message)

    async def _act(self, action: messages.StudyAction) -> None:
        with self._carrying_out(action.id):
            acted = await self._room.act(self._token, self._caller, action, self)
            self.spend(VIEWER * len(self._room.viewers))
            self.post(accepted_view(action.id, acted))
