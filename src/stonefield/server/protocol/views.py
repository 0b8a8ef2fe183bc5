"""What a page sees of a game: everything it needs to draw and to act, so that it needs no rules itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, SquareName, View, doc
from stonefield.server.protocol.scenes import Legal, Scene

SeatKind: TypeAlias = Literal["person", "engine", "open"]
OfferKind = TypeAliasType("OfferKind", Literal["draw", "takeback", "rematch"])
Status: TypeAlias = Literal["waiting", "playing", "over"]
ChangeKind: TypeAlias = Literal[
    "join", "move", "resign", "offer", "accept", "decline", "takeback", "undo", "redo", "draw", "time",
    "rematch", "restart", "stall", "pause", "resume", "stop",
]  # fmt: skip
CoachKind = TypeAliasType("CoachKind", Literal["off", "blunders", "mistakes", "inaccuracies"])
OptionValues: TypeAlias = Mapping[str, bool | int | str]


class BoardView(View):
    """The board: its rectangle and the squares that exist in it."""

    name: str
    files: int
    ranks: int
    squares: Annotated[Sequence[SquareName], doc("Existing squares, by rank from the south, then by file")]
    sides: Annotated[
        Sequence[Sequence[SquareName]],
        doc("The squares of each side, in order around the board; [] where sides mean nothing"),
    ]


class SeatView(View):
    """One seat at the table; the seat that began is seat 0."""

    seat: int
    player: Annotated[int, doc("The rules' number of this player: 1 or 2, or the seat 0-3 of four")]
    colour: Annotated[Colour, doc("The colour owned at this moment; only `swap` changes it")]
    kind: SeatKind
    name: Annotated[str, doc('What the person is called; "" for an engine or an open seat')]
    level: Annotated[float | None, doc("An engine's level, 1-10; one such as 4.5 mixes two")]
    out: Annotated[bool, doc("Dropped out for the rest of the game")]


class TurnView(View):
    """Who decides now, and what kind of decision it is."""

    seat: int
    colour: Colour
    phase: Annotated[str, doc("`place`, or another kind of decision that the game has")]


class ClockView(View):
    """The clocks as they stood at the message's `now`; `running` loses time from then on."""

    initial_ms: int
    increment_ms: int
    remaining_ms: Annotated[list[int], doc("One for each seat")]
    running: Annotated[int | None, doc("The seat whose time runs; null before the first decision or at rest")]


class OutcomeView(View):
    """How the game ended."""

    winner: Annotated[Colour | None, doc("null: a draw, or a game that was stopped")]
    seats: Annotated[list[int], doc("The winning seats; empty where nobody has won")]
    reason: Annotated[
        str,
        doc(
            "The rules' reason, or `resign`, `time`, `agreement`, `stopped`, `imported` (the record says so)"
        ),
    ]


class OfferView(View):
    """Something proposed that the others have not all answered yet."""

    kind: OfferKind
    seat: int
    accepted: Annotated[list[int], doc("Seats that have agreed so far, the asker's included")]


class MoveDescription(View):
    """What a move list shows of a decision beside its text."""

    stone: Annotated[int, doc("Number of the stone or piece it belongs to, from 1; 0 for `swap`")]
    squares: Annotated[Sequence[SquareName], doc("Where it stands or lies now, red end first; [] for `swap`")]
    top: Annotated[Colour | None, doc("The colour it shows from above")]
    axis: Annotated[Colour | None, doc("Of a megalith that stands: the colour of the east and west sides")]


class MoveView(MoveDescription):
    """One decision that was made, with what a move list shows of it."""

    text: str
    seat: int
    colour: Colour
    spent_ms: int
    clock_ms: Annotated[int | None, doc("The mover's time left after it; null without a clock")]


class PairView(View):
    """The n-th largest dolmen of each colour side by side; 0 = has none."""

    sizes: dict[Colour, int]
    decides: bool


class ScoreView(View):
    """The end explained; docs/api.md says what each game puts into it."""

    decided_by: Annotated[
        str,
        doc(
            "The game's own word, such as `count` or `path`, or "
            "`resign` | `time` | `agreement` | `stopped` | `imported` (not decided on the board)"
        ),
    ]
    counts: Annotated[dict[Colour, int], doc("What is counted, where counting decides")]
    pairs: Annotated[list[PairView], doc("Dolmens compared from the largest down")]
    path: Annotated[Sequence[SquareName], doc("The path that won")]
    points: dict[Colour, int]


class YouView(View):
    """Who the viewer is in this game."""

    role: Annotated[
        Literal["player", "owner", "spectator"],
        doc("`owner`: made the game without taking a seat (engine against engine)"),
    ]
    seats: Sequence[int]


class MayView(View):
    """What the viewer may do at this moment; everything else is refused with a reason."""

    move: bool
    resign: bool
    draw: Annotated[bool, doc("Offer a draw (agreed at once where nobody else is to be asked)")]
    takeback: Annotated[bool, doc("Ask to go back to before one's own last turn")]
    undo: Annotated[bool, doc("Take back one's last decision at once (never between two people)")]
    redo: bool
    hint: bool
    winrate: bool
    rematch: bool
    pause: Annotated[bool, doc("Like `resume` and `stop`, for whoever made a game between engines")]
    resume: bool
    stop: bool
    answer: Annotated[list[OfferKind], doc("Offers waiting for the viewer")]


class ChangeView(View):
    """One accepted change, for announcing it."""

    version: int
    kind: ChangeKind
    seat: int | None
    detail: Annotated[str, doc("A move's text, an offer's kind, a name that joined, …; else empty")]


# A state, and what changes of it: in parts, since what is the same for everybody is encoded once


class SharedPart(View):
    """What is the same for everybody until the next change."""

    game: Annotated[str, doc("The game's id")]
    version: Annotated[int, doc("Number of accepted changes")]
    status: Status
    seats: list[SeatView]
    turn: Annotated[TurnView | None, doc("null unless playing")]
    outcome: OutcomeView | None
    score: Annotated[ScoreView | None, doc("Once over")]
    offers: list[OfferView]
    undone: Annotated[list[str], doc("Decisions that `redo` would play again, next one first")]
    paused: Annotated[bool, doc("The engines rest until `resume`")]
    scene: Scene
    position: Annotated[str, doc("The position as one line of text")]
    rematch: Annotated[str | None, doc("The id of the rematch; your token is good for it too")]


class AttendanceView(View):
    """Who is here."""

    connected: Annotated[list[bool], doc("Whether each seat's holder is here (engines always are)")]
    watchers: Annotated[int, doc("Open sockets of people without a seat")]


class MomentPart(AttendanceView):
    """What is true at the moment of sending."""

    clock: ClockView | None
    now: Annotated[int, doc("The server's time, milliseconds since 1970")]


class PersonalPart(View):
    """What is meant for one viewer."""

    you: YouView
    may: MayView
    legal: Annotated[Legal | None, doc("null unless the viewer may move")]


class State(SharedPart, MomentPart, PersonalPart):
    """Everything about a game, for one viewer."""

    type: Literal["state"]
    rules: Annotated[str, doc("The name of the game that is played, as in the catalogue")]
    options: OptionValues
    coach: Annotated[CoachKind, doc("Which costly decisions are pointed out; only against engines")]
    letters: Annotated[dict[Colour, str], doc('How colours are written in moves: {"red": "r"}')]
    board: BoardView
    created: int
    moves: list[MoveView]


class ChangesPart(View):
    """What has happened since a version."""

    type: Literal["update"]
    since: int
    changes: Annotated[list[ChangeView], doc("The accepted changes after `since`, oldest first")]
    keep: Annotated[int, doc("How many of the viewer's moves still hold")]
    moves: Annotated[list[MoveView], doc("The moves after those")]


class Update(ChangesPart, SharedPart, MomentPart, PersonalPart):
    """What has changed since a version the viewer has: overwrite these fields, and splice the moves."""
