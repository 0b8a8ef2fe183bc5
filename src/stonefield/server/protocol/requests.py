"""What goes over HTTP beside actions: games to make and to join, and the answers; docs/api.md shows each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, Request, View, doc
from stonefield.server.protocol.messages import PersonName, Token
from stonefield.server.protocol.scenes import Scene
from stonefield.server.protocol.views import BoardView, CoachKind, State

# Making, joining and importing games


def _in_tenths(level: float) -> float:
    if round(level, 1) != level:
        raise ValueError("levels between two are in tenths, such as 4.5")
    return int(level) if level == int(level) else level


Level: TypeAlias = Annotated[
    float,
    Field(ge=1, le=10, allow_inf_nan=False, description="In tenths; one between two mixes their decisions"),
    AfterValidator(_in_tenths),
]


class PersonSeat(Request):
    """A seat for whoever makes the game."""

    kind: Literal["person"]
    name: PersonName = ""


class EngineSeat(Request):
    """A seat for the engine."""

    kind: Literal["engine"]
    level: Level


class OpenSeat(Request):
    """A seat for whoever follows the invitation."""

    kind: Literal["open"]


SeatRequest = TypeAliasType(
    "SeatRequest", Annotated[PersonSeat | EngineSeat | OpenSeat, Field(discriminator="kind")]
)


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
    coach: CoachKind = Field(
        default="off", description="Which costly decisions are pointed out to whoever plays engines alone"
    )
    learner: Token | None = Field(
        default=None, description="Token of the learner whose strength it tells of, if it is one that counts"
    )
    position: str | None = Field(
        default=None,
        min_length=1,
        max_length=4_000,
        description="Where it begins, if not at the start; its options are then those of the position",
    )


class NewImport(Request):
    """A record: ours as text or JSON, Boardspace's, AbstractPlay's; its format is found by content."""

    text: str = Field(min_length=1, max_length=200_000)


class Join(Request):
    """Taking an open seat."""

    invite: Token
    name: PersonName = ""
    seat: int | None = Field(default=None, ge=0, le=3, description="The first open one if left out")
    token: Annotated[str, Field(min_length=32, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")] | None = Field(
        default=None, description="Made up at random by the page, so that joining again is the same joining"
    )


# Answers


class Links(View):
    """Paths of the page to hand on."""

    watch: Annotated[str, doc("For spectators; after the end, the way to share the game")]
    join: Annotated[str | None, doc("For the friend; null when no seat is open")]


class Seated(View):
    """The answer to making, joining or importing a game. Tokens are shown here and never again."""

    game: str
    token: Annotated[str, doc("Send as `Authorization: Bearer …` and in the socket's `hello`")]
    invite: Annotated[str | None, doc("For the open seats")]
    links: Links
    state: State


RecordFormat = TypeAliasType("RecordFormat", Literal["text", "json", "boardspace", "abstractplay"])


class RecordFormats(View):
    """The formats in which a game can be downloaded."""

    formats: list[RecordFormat]


class Place(View):
    """Where a record cannot be read."""

    line: Annotated[int, doc("From 1")]
    column: Annotated[int, doc("From 1")]
    word: Annotated[str, doc('What stands there, as far as one word is to blame; else ""')]


class Problem(View):
    """Why a request was refused: a stable code to translate, and the same in English."""

    code: str
    detail: str
    place: Annotated[Place | None, doc("With a record that was refused")]
    state: Annotated[State | None, doc("With every refused action")]


class OptionView(View):
    """One setting of a game."""

    name: str
    kind: Literal["bool", "int", "text"]
    default: bool | int | str
    choices: Sequence[str]
    closed: bool
    low: int
    high: int


class GameView(View):
    """A game that can be played here."""

    name: str
    colours: Sequence[Colour]
    letters: dict[Colour, str]
    boards: list[BoardView]
    first_board: Annotated[str, doc("The board to begin with")]
    sides: Annotated[
        tuple[int, int] | None,
        doc("The shortest and longest side of a free rectangle such as `5x4`; null: none"),
    ]
    seats: Annotated[Sequence[int], doc("How many may play")]
    options: list[OptionView]
    reconstructed: Annotated[bool, doc("Parts of the rules are our reconstruction, and players are told so")]
    rules: Annotated[bool, doc("Whether there is a rules page")]
    newcomer: Annotated[
        float | None,
        doc("The level that fits somebody of whom nothing is known; null: the levels were never measured"),
    ]
    showcase: Annotated[bool, doc("Whether there is a game to show newcomers")]


class Catalogue(View):
    """Everything a setup page offers."""

    version: str
    games: list[GameView]
    levels: list[int]
    languages: Annotated[dict[str, str], doc("Code and the language's own name")]


Texts = TypeAliasType("Texts", Mapping[str, str | Mapping[str, str]])
"""Every text of a language by its key; where it depends on a number, by the number's plural form."""


class RulesSection(View):
    """A section of the rules page."""

    key: str
    title: str
    text: Annotated[list[str], doc("Paragraphs")]
    caption: Annotated[str, doc("Of the picture; also its text for those who cannot see it")]
    picture: Annotated[str | None, doc("Path of an SVG")]


class RulesPage(View):
    """The rules of a game on one page."""

    game: str
    language: str
    title: str
    intro: str
    sections: list[RulesSection]


class Showcase(View):
    """A whole game to look at, scene by scene."""

    game: str
    board: BoardView
    scenes: Annotated[list[Scene], doc("From the start to the end")]


class Addresses(View):
    """Where others can reach this server, as far as it knows; told only to this machine itself."""

    addresses: Annotated[list[str], doc("Origins such as `http://192.168.1.20:8765`, the likeliest first")]


class Health(View):
    """The server is up."""

    status: Literal["ok"]
    version: str
