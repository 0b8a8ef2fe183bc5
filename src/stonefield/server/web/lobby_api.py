"""The lobby over HTTP and its socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response, WebSocket
from pydantic_core import to_json

from stonefield.server import metrics
from stonefield.server.domain.lobby.meeting import as_calendar
from stonefield.server.domain.people.caller import Caller
from stonefield.server.lobby.lobby import Lobby
from stonefield.server.now import now_ms
from stonefield.server.protocol.lobby import (
    LobbyClientMessage,
    LobbyServerMessage,
    NewSeek,
    PairUp,
    TakeSeek,
    lobby_messages,
)
from stonefield.server.protocol.messages import Hello
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.api import PROBLEMS, Documented, TokenHeader, answers, encoded, seated
from stonefield.server.web.application import Application, application_of
from stonefield.server.web.budgets import Rates
from stonefield.server.web.conversation import Conversation
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced

router = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)
MEETINGS = 12
CALENDAR: Documented = {200: {"content": {"text/calendar": {}}}}
GameId = Annotated[str, Path(max_length=64)]


def lobby_of(request: Request) -> Lobby:
    return application_of(request).lobby


TheLobby = Annotated[Lobby, Depends(lobby_of)]


@router.get("/lobby", responses=answers("LobbyView"))
@priced(6)
async def show_lobby(request: Request, lobby: TheLobby) -> Response:
    """Games that wait for anyone, games to watch, and who is here."""
    await lobby.read()
    return encoded(lobby.seen_without(await lobby.hidden(caller_of(request.scope).account)))


@router.get("/lobby/meetings.ics", responses=CALENDAR, response_class=Response)
@priced(3)
async def show_meetings(request: Request, lobby: TheLobby) -> Response:
    """The next twelve meetings as a calendar; `not_found` where the operator has set none."""
    hours = lobby.meetings(MEETINGS)
    if hours is None:
        raise Refusal("not_found", "there are no meetings here")
    address = f"{request.url.scheme}://{request.url.netloc}/lobby"
    return Response(as_calendar(hours, "Stonefield", address), media_type="text/calendar")


@router.post("/seeks", status_code=201, responses=answers("Seated", 201))
@priced(6, makes=True)
async def make_seek(request: Request, lobby: TheLobby, wishes: NewSeek) -> Response:
    """Make a game and list it in the lobby, for anyone who likes to play.

    One with a clock that runs while both are there is listed as long as its maker has it open, any other for
    two weeks.
    """
    return encoded(seated(await lobby.seek(wishes, caller_of(request.scope))), 201)


@router.post("/seeks/pair", responses=answers("Seated"))
@priced(10, makes=True)
async def pair_up(request: Request, lobby: TheLobby, wishes: PairUp) -> Response:
    """Take the oldest game in the lobby that is like the one wished for; else list that one.

    Who has listed one and waits asks again with `instead_of`: 409 `waiting` while no older one fits, 409
    `seat_taken` if someone has come.
    """
    return encoded(seated(await lobby.pair(wishes, caller_of(request.scope))))


@router.post("/seeks/{game}/take", responses=answers("Seated"))
@priced(6)
async def take_seek(request: Request, lobby: TheLobby, game: GameId, wishes: TakeSeek) -> Response:
    """Take a seat in a game that is listed."""
    return encoded(seated(await lobby.take(game, wishes, caller_of(request.scope))))


@router.delete("/seeks/{game}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(6)
async def withdraw_seek(request: Request, lobby: TheLobby, game: GameId, token: TokenHeader) -> None:
    """Withdraw a game that no one has taken, and forget it."""
    await lobby.withdraw(game, token, caller_of(request.scope))


@router.websocket("/lobby/socket")
async def lobby_socket(websocket: WebSocket) -> None:
    """The lobby as it changes."""
    here = application_of(websocket)

    async def open_lobby(websocket: WebSocket, budget: Rates, caller: Caller) -> LobbyConnection:
        return LobbyConnection(websocket, here, budget, caller)

    await here.sockets.serve(websocket, open_lobby)


class LobbyConnection(Conversation[LobbyServerMessage]):
    """A page that has the lobby open."""

    def __init__(self, websocket: WebSocket, here: Application, budget: Rates, caller: Caller) -> None:
        super().__init__(websocket, budget, caller, lobby_messages)
        self._lobby, self._accounts = here.lobby, here.people.accounts.store
        self._version = -1
        self._hidden: frozenset[str] = frozenset()

    @property
    def _subject(self) -> str:
        return "the lobby"

    def changed(self) -> None:
        self._wake.set()

    async def _hello(self, message: Hello) -> None:
        self._version = -1
        try:
            # A page that has blocked a person says hello again.
            self._hidden = await self._lobby.hidden(self._caller.account)
        except Refusal as refusal:
            self._refuse(None, refusal)
            return
        if not self._greeted:
            try:
                await self._lobby.enter(self, await self._name())
            except Refusal as refusal:
                self._refuse(None, refusal)
                return
            self._greeted = True
        self._wake.set()

    async def _name(self) -> str:
        """What the caller is called, if they agree to be seen."""
        account = await self._accounts.find(self._caller.account) if self._caller.account else None
        return account.name if account and account.shown else ""

    async def _take(self, message: LobbyClientMessage) -> None:
        self.post({"type": "pong", "version": self._lobby.version, "now": now_ms()})

    async def _catch_up(self) -> None:
        if self._version != self._lobby.version:
            self._version = self._lobby.version
            await self._send(to_json(self._lobby.seen_without(self._hidden)))

    def _refuse(self, request: str | None, refusal: Refusal) -> None:
        metrics.refusals.labels(refusal.code).inc()
        self.post(
            {
                "type": "refused",
                "id": request,
                "version": self._lobby.version,
                "code": refusal.code,
                "detail": refusal.detail,
                "state": None,
            }
        )

    def _leave(self) -> None:
        self._lobby.leave(self)
