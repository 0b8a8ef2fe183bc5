"""The sockets of studies: who is there, and what each viewer is told."""

from __future__ import annotations

from typing import TypeAlias

from pydantic_core import to_json
from starlette.websockets import WebSocket

from stonefield.server import metrics
from stonefield.server.engine_pool import Pool
from stonefield.server.live.now import now_ms
from stonefield.server.live.reviews import Reviews
from stonefield.server.live.study_advisor import StudyAdvisor
from stonefield.server.live.study_room import StudyRoom
from stonefield.server.protocol.messages import CancelRequest, Hello, Ping
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import (
    BaseStudyAction,
    ChapterRequest,
    LinesRequest,
    LookRequest,
    OutlookRequest,
    ReviewRequest,
    StudyAction,
    StudyClientMessage,
    StudyHintRequest,
    TryRequest,
    study_messages,
)
from stonefield.server.protocol.study_views import StudyPresence, StudyServerMessage
from stonefield.server.study.study import Role, Study
from stonefield.server.web.budgets import Rates
from stonefield.server.web.conversation import NO_SUCH_GAME, VIEWER, Conversation

EngineRoom: TypeAlias = tuple[Pool, Reviews]
"""Who thinks: the pool, and the reviews that run in it."""
NODES = 0.002
"""Points for each node of a chapter that is sent or changed."""


class StudyConnection(Conversation[StudyServerMessage]):
    """A viewer of a study: who it is, and the version it has."""

    def __init__(
        self, websocket: WebSocket, room: StudyRoom, engine: EngineRoom, budget: Rates, address: str
    ) -> None:
        super().__init__(websocket, budget, address, study_messages)
        self._room = room
        self._role: Role = "reader"
        self._token: str | None = None
        self._sent: Study | None = None
        """The version that the page has; None: it wants a whole state."""
        self._presence = False
        self._advisor = StudyAdvisor(room, *engine, address, self.post, self._refuse)

    # What the room tells

    def changed(self) -> None:
        if self._role == "reader" and self._room.study.visibility == "private":
            self._close(NO_SUCH_GAME, "study_private")
        self._wake.set()

    def presence_changed(self) -> None:
        self._presence = True
        self._wake.set()

    def gone(self) -> None:
        self._close(NO_SUCH_GAME, "no_such_study")

    # What the page is told

    @property
    def _subject(self) -> str:
        return self._room.study.id

    def _leave(self) -> None:
        self._advisor.close()
        if self._greeted:
            self._room.leave(self, self._role)

    async def _catch_up(self) -> None:
        if self._sent is None:
            self._presence = False
            state = await self._room.state_for(self._role)
            self._sent = self._room.study
            await self._send(to_json(state))
        elif self._sent is not self._room.study:
            update = self._room.update_since(self._sent)
            self._sent = self._room.study
            await self._send(update)
        elif self._presence:
            self._presence = False
            message: StudyPresence = {
                "type": "presence",
                "version": self._room.study.version,
                **self._room.attendance,
            }
            await self._send(to_json(message))

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

    def _hello(self, message: Hello) -> None:
        try:
            role = self._room.role_of(message.token)
        except Refusal as refusal:
            self._refuse(None, refusal)
            return
        if self._greeted:
            self._room.leave(self, self._role)
        self._greeted, self._role, self._token = True, role, message.token
        self._room.enter(self, role)
        known = self._room.study.version == message.version
        self._sent = self._room.study if known else None
        self._wake.set()

    async def _take(self, message: StudyClientMessage) -> None:
        try:
            if isinstance(message, BaseStudyAction):
                await self._act(message)
            elif isinstance(message, ChapterRequest):
                found = await self._room.chapter_message(message.chapter)
                self._budget.spend(self._address, NODES * len(found["chapter"]["tree"]))
                self.post(found)
            elif isinstance(message, LookRequest):
                study = self._room.study
                self.post(self._room.presenter.scene(study, study.chapter(message.chapter), message.node))
            elif isinstance(message, CancelRequest):
                self._advisor.cancel(message.id)
            elif isinstance(message, Ping):
                self.post({"type": "pong", "version": self._room.study.version, "now": now_ms()})
            else:
                self._advise(message)
        except Refusal as refusal:
            self._refuse(None, refusal)

    def _advise(self, message: StudyClientMessage) -> None:
        if isinstance(message, LinesRequest):
            self._advisor.lines(message)
        elif isinstance(message, OutlookRequest):
            self._advisor.outlook(message)
        elif isinstance(message, ReviewRequest):
            self._advisor.review(message)
        elif isinstance(message, TryRequest):
            self._advisor.attempt(message)
        elif isinstance(message, StudyHintRequest):
            self._advisor.hint(message)

    async def _act(self, action: StudyAction) -> None:
        with self._carrying_out(action.id):
            done = await self._room.act(self._role, self._token, self._address, action)
            self._budget.spend(self._address, VIEWER * len(self._room.viewers))
            self.post(
                {
                    "type": "accepted",
                    "id": action.id,
                    "version": done.version,
                    "chapter": done.chapter,
                    "node": done.node,
                }
            )
