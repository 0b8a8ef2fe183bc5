"""What goes over HTTP besides actions: games to make and to join, and the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, Request, View, doc
from stonefield.server.protocol.messages import PersonName, Token
from stonefield.server.protocol.record_formats import FormatName
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
    """A seat for the person who makes the game."""

    kind: Literal["person"]
    name: Annotated[PersonName, doc("What the person is called")] = ""


class EngineSeat(Request):
    """A seat for the engine."""

    kind: Literal["engine"]
    level: Level


class OpenSeat(Request):
    """A seat for a person who follows the invitation."""

    kind: Literal["open"]


SeatRequest = TypeAliasType(
    "SeatRequest", Annotated[PersonSeat | EngineSeat | OpenSeat, Field(discriminator="kind")]
)


class ClockRequest(Request):
    """Time for the whole game, and what is added after each turn."""

    is_slow: ClassVar[bool] = False
    weekends_free: ClassVar[bool] = False
    seconds: int = Field(ge=1, le=6 * 3600, description="For each seat")
    increment: int = Field(default=0, ge=0, le=600, description="Seconds added after each turn")


HOUR = 3_600


class CorrespondenceRequest(Request):
    """Time for people who are never there at the same time; the first decision counts too."""

    is_slow: ClassVar[bool] = True
    bank_hours: int = Field(ge=1, le=60 * 24, description="For each seat; no player ever has more")
    increment_hours: int = Field(default=0, ge=0, le=14 * 24, description="Added after each turn")
    weekends_free: bool = Field(
        default=False, description="No time runs from Saturday 0:00 to Monday 0:00 UTC"
    )

    @property
    def seconds(self) -> int:
        return HOUR * self.bank_hours

    @property
    def increment(self) -> int:
        return HOUR * self.increment_hours


class NewGame(Request):
    """A game to be made; options left out take their defaults."""

    game: str = Field(max_length=32, description="Its name in the catalogue")
    options: dict[Annotated[str, Field(max_length=32)], bool | int | Annotated[str, Field(max_length=64)]] = (
        Field(default_factory=dict, max_length=16, description="Those of the catalogue")
    )
    seats: list[SeatRequest] = Field(min_length=2, max_length=4, description="Seat 0 begins")
    clock: ClockRequest | CorrespondenceRequest | None = Field(
        default=None, description="null: no clock; one of days is for games with an open seat"
    )
    coach: CoachKind = Field(
        default="off",
        description="Which costly decisions are pointed out to a person who plays engines alone",
    )
    learner: Token | None = Field(
        default=None,
        description="Token of the practice profile whose strength the game tells, if it is one that counts",
    )
    rated: bool = Field(
        default=False,
        description="Change ratings by its result: for two accounts, or an account and a level, with a clock",
    )
    position: str | None = Field(
        default=None,
        min_length=1,
        max_length=4_000,
        description="Where it begins, if not at the start; `options` stays empty, seats are players in order",
    )


FreshToken: TypeAlias = Annotated[str, Field(min_length=32, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]


class NewImport(Request):
    """A record: ours as text or JSON, Boardspace's, AbstractPlay's; its format is found by content."""

    text: str = Field(min_length=1, max_length=200_000, description="The record")
    token: FreshToken | None = Field(
        default=None,
        description="From a secure random source; with the same one, importing again is the same import",
    )


class Join(Request):
    """Taking an open seat."""

    invite: Annotated[Token, doc("From the link")]
    name: Annotated[PersonName, doc("What the person is called")] = ""
    seat: int | None = Field(default=None, ge=0, le=3, description="The first open one if left out")
    token: FreshToken | None = Field(
        default=None,
        description="From a secure random source; with the same one, joining again is the same joining",
    )


# Answers


class Links(View):
    """Paths of the page to hand on."""

    watch: Annotated[str, doc("For spectators; after the end, the way to share the game")]
    join: Annotated[str | None, doc("For the friend; null when no seat is open")]


class Seated(View):
    """The answer to making, joining or importing a game. Tokens are shown here and never again."""

    game: Annotated[str, doc("The game's id")]
    token: Annotated[str, doc("Send as `Authorization: Bearer …` and in the socket's `hello`")]
    invite: Annotated[str | None, doc("For the open seats")]
    links: Links
    state: State


RecordFormat = TypeAliasType(
    "RecordFormat", Annotated[FormatName, doc("`text` is our own (`.stones`), `boardspace` SGF.")]
)


class RecordFormats(View):
    """The formats in which a game can be downloaded."""

    formats: Annotated[list[RecordFormat], doc("Those that can hold the game as it is now")]


class Place(View):
    """Where a record or a position cannot be read."""

    line: Annotated[int, doc("From 1")]
    column: Annotated[int, doc("From 1")]
    word: Annotated[str, doc('The word at fault; "" if there is no single one')]


class Problem(View):
    """Why a request was refused: a stable code to translate, and the same in English."""

    code: Annotated[str, doc("Stable; `error.<code>` is its text on the page")]
    detail: Annotated[str, doc("The same in English, for those who read logs")]
    place: Annotated[Place | None, doc("With a record that was refused")]
    state: Annotated[State | None, doc("With every refused action")]


class OptionView(View):
    """One setting of a game."""

    name: Annotated[str, doc("As `options` of a new game has it")]
    kind: Annotated[Literal["bool", "int", "text"], doc("What values it takes")]
    default: Annotated[bool | int | str, doc("The value if it is left out")]
    choices: Annotated[Sequence[str], doc("Values of a text")]
    closed: Annotated[bool, doc("Whether a text takes only its choices; else others too, such as `5x4`")]
    low: Annotated[int, doc("The least value of an `int`")]
    high: Annotated[int, doc("The greatest value of an `int`")]


class GameView(View):
    """A game that can be played here."""

    name: Annotated[str, doc("Its name in requests")]
    colours: Annotated[Sequence[Colour], doc("The colour that usually begins first")]
    letters: Annotated[dict[Colour, str], doc("How colours are written in moves")]
    boards: Annotated[list[BoardView], doc("The boards it names")]
    first_board: Annotated[str, doc("The board to begin with")]
    sides: Annotated[
        tuple[int, int] | None,
        doc("The shortest and longest side of a free rectangle such as `5x4`; null: none"),
    ]
    seats: Annotated[Sequence[int], doc("How many may play")]
    options: Annotated[list[OptionView], doc("Exactly what the rules' `start` takes")]
    reconstructed: Annotated[bool, doc("Parts of the rules are our reconstruction, and players are told so")]
    rules: Annotated[bool, doc("Whether there is a rules page")]
    newcomer: Annotated[
        float | None,
        doc("The level for a player of whom nothing is known; null: the levels were never measured"),
    ]
    level_ratings: Annotated[
        Sequence[int],
        doc("What its levels are rated on the scale of the puzzles, from level 1 up; [] if never measured"),
    ]
    rated_levels: Annotated[
        Sequence[int],
        doc("What its levels are rated on the scale of people, from level 1 up; [] if never measured"),
    ]
    showcase: Annotated[bool, doc("Whether there is a game to show newcomers")]
    paints: Annotated[
        Sequence[str],
        doc("How its pieces can be painted, the usual way first; [] for one way only"),
    ]


class Catalogue(View):
    """Everything a setup page offers."""

    version: Annotated[str, doc("The server's")]
    games: Annotated[list[GameView], doc("Every game that is installed")]
    levels: Annotated[list[int], doc("The engine's levels")]
    languages: Annotated[dict[str, str], doc("Code and the language's own name")]


Texts = TypeAliasType(
    "Texts",
    Annotated[
        Mapping[str, str | Mapping[str, str]],
        doc(
            "Every text of a language by its key; where it depends on a number, by the number's plural form."
        ),
    ],
)


class RulesSection(View):
    """A section of the rules page."""

    key: Annotated[str, doc("Its name, the same in all languages")]
    title: Annotated[str, doc("Its heading")]
    text: Annotated[list[str], doc("Paragraphs")]
    caption: Annotated[str, doc("Of the picture; also its text for those who cannot see it")]
    picture: Annotated[str | None, doc("Path of an SVG")]


class RulesPage(View):
    """The rules of a game on one page."""

    game: Annotated[str, doc("The game's name")]
    language: Annotated[str, doc("The language of the texts")]
    title: Annotated[str, doc("The page's heading")]
    intro: Annotated[str, doc("What comes before the sections")]
    sections: Annotated[list[RulesSection], doc("In order")]


class Showcase(View):
    """A whole game to look at, scene by scene."""

    game: Annotated[str, doc("The game's name")]
    board: BoardView
    scenes: Annotated[list[Scene], doc("From the start to the end")]


class Addresses(View):
    """Where others can reach this server, as far as it knows; told only to this machine itself."""

    addresses: Annotated[list[str], doc("Origins such as `http://192.168.1.20:8765`, the likeliest first")]


class Health(View):
    """The server is up."""

    status: Literal["ok"]
    version: Annotated[str, doc("The server's")]
