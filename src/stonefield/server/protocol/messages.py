"""Actions, and every message of the socket; docs/api.md shows each with an example."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from stonefield.server.protocol.views import Scene, SquareName, State, Update, View

RequestId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=128)]
PersonName: TypeAlias = Annotated[str, Field(max_length=40)]
OfferKind: TypeAlias = Literal["draw", "takeback", "rematch"]


class Request(BaseModel):
    """What a page sends; a word we do not know is an error, not a silence."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


# What a seated person does, or whoever made a game between engines: by socket or POST /api/games/{id}/actions


class Action(Request):
    """Something that changes the game; the same id again is the same action."""

    id: RequestId
    seat: int | None = Field(
        default=None, ge=0, le=3, description="Only where the viewer holds several seats"
    )


class MoveAction(Action):
    """A decision."""

    type: Literal["move"]
    version: int = Field(ge=0, description="The version the decision was made on")
    text: str = Field(min_length=1, max_length=64)


class ResignAction(Action):
    """Give the game up."""

    type: Literal["resign"]


class OfferAction(Action):
    """Propose a draw, a takeback or a rematch."""

    type: Literal["offer"]
    kind: OfferKind


class AcceptAction(Action):
    """Agree to what was proposed."""

    type: Literal["accept"]
    kind: OfferKind


class DeclineAction(Action):
    """Refuse what was proposed, or withdraw one's own proposal."""

    type: Literal["decline"]
    kind: OfferKind


class UndoAction(Action):
    """Take one's own last decision back, with everything after it."""

    type: Literal["undo"]
    version: int = Field(ge=0)


class RedoAction(Action):
    """Play the undone decisions again, up to one's own next decision."""

    type: Literal["redo"]
    version: int = Field(ge=0)


class PauseAction(Action):
    """Let the engines of a game without people rest, the clock with them."""

    type: Literal["pause"]


class ResumeAction(Action):
    """Let them go on."""

    type: Literal["resume"]


class StopAction(Action):
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
AnyAction: TypeAlias = Annotated[
    _Action,
    Field(discriminator="type"),
]


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


class Ping(Request):
    """Are you there?"""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello | _Action | SceneRequest | HintRequest | CancelRequest | WinRateRequest | Ping,
    Field(discriminator="type"),
]
client_messages: TypeAdapter[Any] = TypeAdapter(ClientMessage)


class Accepted(View):
    """The action is committed to the database; the update follows."""

    type: Literal["accepted"] = "accepted"
    id: str
    version: int = Field(description="The version it made (for a repeated id: the one it made then)")


class Refused(View):
    """The request was not carried out, why, and how things stand."""

    type: Literal["refused"] = "refused"
    id: str | None = Field(description="The refused action's id, null where it had none")
    version: int
    code: str
    detail: str
    state: State | None = Field(
        description="With every refused action; null where the state has no say in it"
    )


class Presence(View):
    """Who is here; no change of the game."""

    type: Literal["presence"] = "presence"
    version: int
    connected: list[bool]
    watchers: int


class SceneMessage(View):
    """The answer to `scene`."""

    type: Literal["scene"] = "scene"
    version: int
    ply: int
    scene: Scene
    position: str


class Reason(View):
    """Why a move is good; docs/api.md lists the codes."""

    code: str
    colour: str | None = None
    count: int | None = None
    squares: list[SquareName] = Field(default_factory=list)


class Hint(View):
    """The engine's advice."""

    type: Literal["hint"] = "hint"
    id: str
    version: int
    ply: int
    text: str
    squares: list[SquareName] = Field(description="Where the stone or piece would come to be")
    line: list[str] = Field(description="How play might go on, the advised move first")
    win_rate: float = Field(ge=0, le=1, description="For the player who decides")
    reasons: list[Reason] = Field(description="Weightiest first; may be empty")


class WinRate(View):
    """The engine's opinion of a position; values of both colours add up to 1 (a draw counts half)."""

    type: Literal["winrate"] = "winrate"
    version: int
    ply: int
    win_rate: dict[str, float]
    final: bool = Field(description="No better value of this position follows")


class Notice(View):
    """Something worth telling that changes nothing in the game."""

    type: Literal["notice"] = "notice"
    version: int
    code: Literal["engine_preparing", "engine_failed", "engine_ready"]


class Pong(View):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    version: int
    now: int


ServerMessage: TypeAlias = Annotated[
    State | Update | Accepted | Refused | Presence | SceneMessage | Hint | WinRate | Notice | Pong,
    Field(discriminator="type"),
]
