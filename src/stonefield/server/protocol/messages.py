"""Actions, and every message of the socket; docs/api.md shows each with an example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Request, SquareName, View, doc
from stonefield.server.protocol.reviews import DecisionView
from stonefield.server.protocol.scenes import Scene
from stonefield.server.protocol.views import AttendanceView, OfferKind, State, Update

RequestId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=128)]
PersonName: TypeAlias = Annotated[str, Field(max_length=40)]


# What a seated person does, or whoever made a game between engines: by socket or POST /api/games/{id}/actions


class BaseAction(Request):
    """Something that changes the game; the same id again is the same action."""

    id: RequestId
    seat: int | None = Field(
        default=None, ge=0, le=3, description="Only where the viewer holds several seats"
    )


class MoveAction(BaseAction):
    """A decision."""

    type: Literal["move"]
    version: int = Field(ge=0, description="The version the decision was made on")
    text: str = Field(min_length=1, max_length=64)


class ResignAction(BaseAction):
    """Give the game up."""

    type: Literal["resign"]


class OfferAction(BaseAction):
    """Propose a draw, a takeback or a rematch."""

    type: Literal["offer"]
    kind: OfferKind


class AcceptAction(BaseAction):
    """Agree to what was proposed."""

    type: Literal["accept"]
    kind: OfferKind


class DeclineAction(BaseAction):
    """Refuse what was proposed, or withdraw one's own proposal."""

    type: Literal["decline"]
    kind: OfferKind


class UndoAction(BaseAction):
    """Take one's own last decision back, with everything after it."""

    type: Literal["undo"]
    version: int = Field(ge=0)


class RedoAction(BaseAction):
    """Play the undone decisions again, up to one's own next decision."""

    type: Literal["redo"]
    version: int = Field(ge=0)


class PauseAction(BaseAction):
    """Let the engines of a game without people rest, the clock with them."""

    type: Literal["pause"]


class ResumeAction(BaseAction):
    """Let them go on."""

    type: Literal["resume"]


class StopAction(BaseAction):
    """End a game without people; nobody has won it."""

    type: Literal["stop"]


_Action: TypeAlias = (
    MoveAction
    | ResignAction
    | OfferAction
    | AcceptAction
    | DeclineAction
    | UndoAction
    | RedoAction
    | PauseAction
    | ResumeAction
    | StopAction
)
Action = TypeAliasType("Action", Annotated[_Action, Field(discriminator="type")])


# What only the socket knows


class Hello(Request):
    """The first message: who I am, and the last version I have."""

    type: Literal["hello"]
    token: Token | None = None
    version: int | None = Field(default=None, ge=0)


class SceneRequest(Request):
    """The position after so many decisions."""

    type: Literal["scene"]
    ply: int = Field(ge=0, le=10_000)


class HintRequest(Request):
    """The engine's advice; after the end for any ply."""

    type: Literal["hint"]
    id: RequestId
    ply: int | None = Field(default=None, ge=0, le=10_000)


class CancelRequest(Request):
    """The hint is wanted no more."""

    type: Literal["cancel"]
    id: RequestId


class WinRateRequest(Request):
    """Switch the stream of win rates on or off; after the end for any ply."""

    type: Literal["winrate"]
    on: bool
    ply: int | None = Field(default=None, ge=0, le=10_000)


class GoOnRequest(Request):
    """Stand by the decision that the coach has pointed out; `undo` takes it back."""

    type: Literal["go_on"]


class Ping(Request):
    """Are you there?"""

    type: Literal["ping"]


ClientMessage = TypeAliasType(
    "ClientMessage",
    Annotated[
        Hello | _Action | SceneRequest | HintRequest | CancelRequest | WinRateRequest | GoOnRequest | Ping,
        Field(discriminator="type"),
    ],
)
client_messages: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# What the server says


class Accepted(View):
    """The action is committed to the database; the update follows."""

    type: Literal["accepted"]
    id: str
    version: Annotated[int, doc("The version it made (for a repeated id: the one it made then)")]


class Refused(View):
    """The request was not carried out, why, and how things stand."""

    type: Literal["refused"]
    id: Annotated[str | None, doc("The refused action's id, null where it had none")]
    version: int
    code: str
    detail: str
    state: Annotated[State | None, doc("With every refused action; null where the state has no say in it")]


class Presence(AttendanceView):
    """Who is here; no change of the game."""

    type: Literal["presence"]
    version: int


class SceneMessage(View):
    """The answer to `scene`."""

    type: Literal["scene"]
    version: int
    ply: int
    scene: Scene
    position: str


class Reason(View):
    """Why a move is good; docs/api.md lists the codes."""

    code: str
    colour: str | None
    count: int | None
    squares: list[SquareName]


class Hint(View):
    """The engine's advice."""

    type: Literal["hint"]
    id: str
    version: int
    ply: int
    text: str
    squares: Annotated[Sequence[SquareName], doc("Where the stone or piece would come to be")]
    line: Annotated[Sequence[str], doc("How play might go on, the advised move first")]
    win_rate: Annotated[float, Field(ge=0, le=1, description="For the player who decides")]
    reasons: Annotated[list[Reason], doc("Weightiest first; may be empty")]


class WinRate(View):
    """The engine's opinion of a position; values of both colours add up to 1 (a draw counts half)."""

    type: Literal["winrate"]
    version: int
    ply: int
    win_rate: dict[str, float]
    final: Annotated[bool, doc("No better value of this position follows")]


class CoachRemark(View):
    """A costly decision, told to whoever took it; the engine waits for `go_on` or `undo`."""

    type: Literal["coach"]
    version: int
    decision: DecisionView


NoticeCode: TypeAlias = Literal["engine_preparing", "engine_failed", "engine_ready"]


class Notice(View):
    """Something worth telling that changes nothing in the game."""

    type: Literal["notice"]
    version: int
    code: NoticeCode


class Pong(View):
    """The answer to `ping`."""

    type: Literal["pong"]
    version: int
    now: int


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        State
        | Update
        | Accepted
        | Refused
        | Presence
        | SceneMessage
        | Hint
        | WinRate
        | CoachRemark
        | Notice
        | Pong,
        Field(discriminator="type"),
    ],
)
