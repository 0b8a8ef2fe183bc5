"""Actions, and every message of the socket; docs/api.md explains them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, NotRequired, TypeAlias

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Message, SquareName, Version, View, doc
from stonefield.server.protocol.company import Greeting, GreetRequest, Ping, Pulse, SpeedRequest
from stonefield.server.protocol.manners import ChatNews
from stonefield.server.protocol.reviews import ClaimView, DecisionView, EvaluationView
from stonefield.server.protocol.scenes import Scene
from stonefield.server.protocol.thinking import PageThought, Think, ThinkHereRequest
from stonefield.server.protocol.views import AttendanceView, OfferKind, State, Update

RequestId: TypeAlias = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9_.:-]+$",
        description="Made up by the page; the same id again is the same request",
    ),
]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=128)]
PersonName: TypeAlias = Annotated[str, Field(max_length=40)]


# What a seated person does, or the maker of a game between engines: by socket or POST /api/games/{id}/actions


class BaseAction(Message):
    """Something that changes the game; the same id again is the same action."""

    price: ClassVar[float] = 3.0
    id: RequestId
    seat: int | None = Field(
        default=None,
        ge=0,
        le=3,
        description="Which one, if the viewer holds several and another than the one that decides is meant",
    )


class MoveAction(BaseAction):
    """A decision."""

    type: Literal["move"]
    version: int = Field(ge=0, description="The version the decision was made on")
    text: str = Field(min_length=1, max_length=64, description="As `legal` says it is written")


class ResignAction(BaseAction):
    """Give the game up."""

    type: Literal["resign"]


class OfferAction(BaseAction):
    """Propose a draw, a takeback (to before your last turn) or, after the end, a rematch.

    In a correspondence game also a pause. Everyone else who holds a seat has to agree; if there is no one to
    ask, it is carried out at once. A decision by another player declines a draw or a pause, and any decision
    declines a takeback.
    """

    type: Literal["offer"]
    kind: Annotated[OfferKind, doc("What is proposed")]


class AcceptAction(BaseAction):
    """Agree to what was proposed."""

    type: Literal["accept"]
    kind: Annotated[OfferKind, doc("What was proposed")]


class DeclineAction(BaseAction):
    """Refuse what was proposed, or withdraw your own proposal."""

    type: Literal["decline"]
    kind: Annotated[OfferKind, doc("What was proposed")]


class UndoAction(BaseAction):
    """Take your last decision back, with everything after it; against the engine and at one screen only."""

    type: Literal["undo"]
    version: int = Field(ge=0, description="The version it was asked for on")


class RedoAction(BaseAction):
    """Play the undone decisions again, up to your next decision."""

    type: Literal["redo"]
    version: int = Field(ge=0, description="The version it was asked for on")


class PauseAction(BaseAction):
    """Pause the engines of a game without people, and their clocks; for its owner.

    What an engine was thinking about is not played.
    """

    type: Literal["pause"]


class ResumeAction(BaseAction):
    """Let a paused game continue: engines, for their owner, or a correspondence game, for each player."""

    type: Literal["resume"]


class StopAction(BaseAction):
    """End a game without people, without a result; for its owner."""

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


class Hello(Message):
    """The first message: the viewer's token, and the last version the page has; also after a gap."""

    price: ClassVar[float] = 4.0
    type: Literal["hello"]
    token: Token | None = Field(default=None, description="Left out or null for a spectator")
    version: int | None = Field(default=None, ge=0, description="null: send everything")


class SceneRequest(Message):
    """Ask for the position after this many decisions."""

    price: ClassVar[float] = 1.5
    type: Literal["scene"]
    ply: int = Field(ge=0, le=10_000, description="Decisions made before it")


class HintRequest(Message):
    """Ask for the engine's advice."""

    price: ClassVar[float] = 30.0
    type: Literal["hint"]
    id: RequestId
    ply: int | None = Field(default=None, ge=0, le=10_000, description="After the end: for which position")


class CancelRequest(Message):
    """Cancel a request; it is answered `refused` with the code `cancelled`."""

    price: ClassVar[float] = 1.0
    type: Literal["cancel"]
    id: RequestId


class WinRateRequest(Message):
    """Switch the stream of win rates on or off."""

    price: ClassVar[float] = 2.0
    type: Literal["winrate"]
    on: Annotated[bool, doc("A value follows every change until it is switched off")]
    ply: int | None = Field(default=None, ge=0, le=10_000, description="After the end: for which position")


class GoOnRequest(Message):
    """Keep the decision that the coach has pointed out; `undo` takes it back."""

    price: ClassVar[float] = 1.0
    type: Literal["go_on"]


ClientMessage = TypeAliasType(
    "ClientMessage",
    Annotated[
        Hello
        | _Action
        | SceneRequest
        | HintRequest
        | CancelRequest
        | WinRateRequest
        | GoOnRequest
        | ThinkHereRequest
        | PageThought
        | GreetRequest
        | SpeedRequest
        | Pulse
        | Ping,
        Field(discriminator="type"),
    ],
)
client_messages: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# What the server says


class Accepted(View):
    """The action is committed to the database; the `update` to everyone follows."""

    type: Literal["accepted"]
    id: Annotated[str, doc("The action's id")]
    version: Annotated[int, doc("The version it made (for a repeated id: the one it made then)")]


class Refused(View):
    """The request was not carried out: why, and the current state to show."""

    type: Literal["refused"]
    id: Annotated[str | None, doc("The refused action's id, null where it had none")]
    version: Version
    code: Annotated[str, doc("Why, as a stable code")]
    detail: Annotated[str, doc("The same in English")]
    state: Annotated[State | None, doc("With every refused action; null where the state has no say in it")]


class Presence(AttendanceView):
    """Who is here, sent shortly after a viewer arrives or leaves; a player is away after three seconds."""

    type: Literal["presence"]
    version: Version


class SceneMessage(View):
    """The answer to `scene`."""

    type: Literal["scene"]
    version: Version
    ply: Annotated[int, doc("Decisions made before it")]
    scene: Scene
    position: Annotated[str, doc("The position as one line of text")]


REASONS = {
    "wins": "It wins at once",
    "proven_win": "The win can be forced",
    "proven_draw": "Best play ends in a draw",
    "proven_loss": "Best play loses",
    "balances": "The opponent may swap, so an even start is best",
    "takes_over": "The swap: the other colour has the better chances",
    "no_single_reason": "Nothing on the board says it alone: all in all, the engine likes this best",
}
"""The codes of reasons that every game has; a game's own are with its part of the messages."""


class Hint(View):
    """The engine's advice."""

    type: Literal["hint"]
    id: Annotated[str, doc("The request's id")]
    version: Version
    ply: Annotated[int, doc("Decisions made before the position")]
    text: Annotated[str, doc("The advised decision")]
    squares: Annotated[Sequence[SquareName], doc("Where the piece would be")]
    line: Annotated[Sequence[str], doc("How play might go on, the advised move first")]
    evaluation: Annotated[EvaluationView, doc("Of the position, before the advised decision")]
    reasons: Annotated[
        Sequence[ClaimView], doc("Weightiest first; may be empty. `hint.<code>` is the sentence")
    ]


class WinRate(View):
    """The engine's opinion of a position."""

    type: Literal["winrate"]
    version: Version
    ply: Annotated[int, doc("Decisions made before the position")]
    evaluation: EvaluationView
    final: Annotated[bool, doc("No better value of this position follows")]


class CoachRemark(View):
    """A costly decision, told to its player; the engine waits for `go_on` or `undo`, and no clock runs."""

    type: Literal["coach"]
    version: Version
    decision: DecisionView
    before: Annotated[EvaluationView, doc("Of the position before the decision")]
    after: Annotated[EvaluationView, doc("Of the position after it")]


NoticeCode: TypeAlias = Literal["engine_preparing", "engine_failed", "engine_ready"]


class Notice(View):
    """Something worth telling that changes nothing in the game."""

    type: Literal["notice"]
    version: Version
    code: Annotated[
        NoticeCode,
        doc(
            "`engine_preparing`: the answer takes a while, as the engine starts or is being compiled. "
            "`engine_failed`: it will be tried again"
        ),
    ]
    seconds: NotRequired[Annotated[int, doc("Of `engine_preparing`: about how long compiling still takes")]]


class Pong(View):
    """The answer to `ping` and `pulse`."""

    type: Literal["pong"]
    version: Version
    now: Annotated[int, doc("The server's time, milliseconds since 1970")]


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
        | Think
        | Notice
        | Greeting
        | ChatNews
        | Pong,
        Field(discriminator="type"),
    ],
)
