"""Every request and message between page and server; docs/api.md shows each with an example."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from stonefield.server.views import Scene, SquareName, State, Update, View

RequestId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=128)]
PersonName: TypeAlias = Annotated[str, Field(max_length=40)]
OfferKind: TypeAlias = Literal["draw", "takeback", "rematch"]


class Request(BaseModel):
    """What a page sends; a word we do not know is an error, not a silence."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


# Making, joining and importing games


class PersonSeat(Request):
    """A seat for whoever makes the game."""

    kind: Literal["person"]
    name: PersonName = ""


class EngineSeat(Request):
    """A seat for the engine."""

    kind: Literal["engine"]
    level: int = Field(ge=1, le=10)


class OpenSeat(Request):
    """A seat for whoever follows the invitation."""

    kind: Literal["open"]


SeatRequest: TypeAlias = Annotated[PersonSeat | EngineSeat | OpenSeat, Field(discriminator="kind")]


class ClockRequest(Request):
    """Time for the whole game, and what is added after each turn."""

    seconds: int = Field(ge=1, le=6 * 3600)
    increment: int = Field(default=0, ge=0, le=600)


class NewGame(Request):
    """A game to be made; options left out take their defaults."""

    game: str = Field(max_length=32)
    options: dict[Annotated[str, Field(max_length=32)], bool | int | Annotated[str, Field(max_length=64)]] = (
        Field(default_factory=dict, max_length=16)
    )
    seats: list[SeatRequest] = Field(min_length=2, max_length=4)
    clock: ClockRequest | None = None


class NewImport(Request):
    """A record: ours as text or JSON, Boardspace's, AbstractPlay's; its format is found by content."""

    text: str = Field(min_length=1, max_length=200_000)


class Join(Request):
    """Taking an open seat."""

    invite: Token
    name: PersonName = ""
    seat: int | None = Field(default=None, ge=0, le=3, description="The first open one if left out")


class Links(View):
    """Paths of the page to hand on."""

    watch: str = Field(description="For spectators; after the end, the way to share the game")
    join: str | None = Field(description="For the friend; null when no seat is open")


class Seated(View):
    """The answer to making, joining or importing a game. Tokens are shown here and never again."""

    game: str
    token: str = Field(description="Send as `Authorization: Bearer …` and in the socket's `hello`")
    invite: str | None = Field(description="For the open seats")
    links: Links
    state: State


# What a seated person does: over the socket, or as POST /api/games/{id}/actions


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


AnyAction: TypeAlias = Annotated[
    MoveAction | ResignAction | OfferAction | AcceptAction | DeclineAction | UndoAction | RedoAction,
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
    Hello
    | MoveAction
    | ResignAction
    | OfferAction
    | AcceptAction
    | DeclineAction
    | UndoAction
    | RedoAction
    | SceneRequest
    | HintRequest
    | CancelRequest
    | WinRateRequest
    | Ping,
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


# Answers of the HTTP API


class Problem(View):
    """Why a request was refused: a stable code to translate, and the same in English."""

    code: str
    detail: str
    state: State | None = Field(default=None, description="With every refused action")


class OptionView(View):
    """One setting of a game."""

    name: str
    kind: Literal["bool", "int", "text"]
    default: bool | int | str
    choices: list[str]
    closed: bool
    low: int
    high: int


class GameView(View):
    """A game that can be played here."""

    name: str
    colours: list[str]
    letters: dict[str, str]
    boards: list[str]
    seats: list[int] = Field(description="How many may play")
    options: list[OptionView]
    reconstructed: bool = Field(
        description="Parts of the rules are our reconstruction, and players are told so"
    )


class Catalogue(View):
    """Everything a setup page offers."""

    version: str
    games: list[GameView]
    levels: list[int]
    languages: dict[str, str] = Field(description="Code and the language's own name")


class RulesSection(View):
    """A section of the rules page."""

    key: str
    title: str
    text: list[str] = Field(description="Paragraphs")
    caption: str = Field(description="Of the picture; also its text for those who cannot see it")
    picture: str | None = Field(description="Path of an SVG")


class RulesPage(View):
    """The rules of a game on one page."""

    game: str
    language: str
    title: str
    intro: str
    sections: list[RulesSection]


class Health(View):
    """The server is up."""

    status: Literal["ok"] = "ok"
    version: str
