"""What a page sees of a game: everything it needs to draw and to act, so that it needs no rules itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias

from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, SquareName, View, doc
from stonefield.server.protocol.scenes import Legal, MoveDetail, Scene, ScoreDetail

SeatKind: TypeAlias = Literal["person", "engine", "open"]
OfferKind = TypeAliasType("OfferKind", Literal["draw", "takeback", "rematch", "pause"])
Status: TypeAlias = Literal["waiting", "playing", "over"]
ChangeKind: TypeAlias = Literal[
    "join", "move", "resign", "offer", "accept", "decline", "takeback", "undo", "redo", "draw", "time",
    "rematch", "restart", "stall", "away", "back", "vacation", "pause", "resume", "stop",
]  # fmt: skip
CoachKind = TypeAliasType(
    "CoachKind",
    Annotated[
        Literal["off", "blunders", "mistakes", "inaccuracies"],
        doc("The least costly decision that the coach points out."),
    ],
)
OptionValues: TypeAlias = Mapping[str, bool | int | str]


class BoardView(View):
    """The board: its rectangle and the squares that exist in it."""

    name: Annotated[str, doc("As in the catalogue")]
    files: Annotated[int, doc("Width of the rectangle")]
    ranks: Annotated[int, doc("Height of the rectangle")]
    squares: Annotated[Sequence[SquareName], doc("Existing squares, by rank from the south, then by file")]
    sides: Annotated[
        Sequence[Sequence[SquareName]],
        doc("The squares of each side, in order around the board; [] where sides mean nothing"),
    ]


class SeatView(View):
    """One seat at the table; the seat that began is seat 0."""

    seat: Annotated[int, doc("From 0")]
    player: Annotated[int, doc("The rules' number of this player: 1 or 2, or the seat 0-3 of four")]
    colour: Annotated[Colour, doc("The colour owned at this moment; only `swap` changes it")]
    kind: SeatKind
    name: Annotated[str, doc('What the person is called; "" for an engine or an open seat')]
    level: Annotated[float | None, doc("An engine's level, 1-10; one such as 4.5 mixes two")]
    account: Annotated[
        str | None,
        doc(
            'The account that has the seat, by its name; "" if it was deleted, null for a guest or an engine'
        ),
    ]
    out: Annotated[bool, doc("Dropped out for the rest of the game")]


class TurnView(View):
    """Who decides now, and what kind of decision it is."""

    seat: Annotated[int, doc("The seat that decides")]
    colour: Annotated[Colour, doc("The colour it decides for")]
    phase: Annotated[str, doc("`place`, `answer`, `neutral`, or another kind of decision that the game has")]


class CorrespondenceView(View):
    """What only a correspondence clock has: no first decision is free, and no connection matters."""

    deadline: Annotated[
        int | None, doc("When the time of the seat `running` is up, milliseconds since 1970; null: at rest")
    ]
    weekends_free: Annotated[bool, doc("No time runs from Saturday 0:00 to Monday 0:00 UTC")]
    vacations: Annotated[
        list[int | None], doc("Until when each seat's player is on vacation; null: not at all")
    ]


class ClockView(View):
    """The clocks as they were at the message's `now`; the seat `running` loses time from then on.

    The first decision of the game is free, unless it is a correspondence game. The server ends the game when
    time is up. While the player `running` is `away`, their grace is used first.
    """

    initial_ms: Annotated[int, doc("Time of each seat at the start")]
    increment_ms: Annotated[int, doc("Added when the decision passes to another seat")]
    remaining_ms: Annotated[list[int], doc("One for each seat")]
    running: Annotated[int | None, doc("The seat whose time runs; null before the first decision or at rest")]
    grace_ms: Annotated[
        list[int], doc("For how long each seat's clock still waits in this game while its player is away")
    ]
    away: Annotated[list[int], doc("Seats whose players lost the connection in their own turn")]
    correspondence: NotRequired[Annotated[CorrespondenceView, doc("Where the clock is one of days")]]


class OutcomeView(View):
    """How the game ended."""

    winner: Annotated[Colour | None, doc("null: a draw, or a game that was stopped")]
    seats: Annotated[list[int], doc("The winning seats; empty where no seat has won")]
    reason: Annotated[
        str,
        doc(
            "The rules' reason, or `resign`, `time`, `agreement`, `stopped`, `imported` (the record says so)"
        ),
    ]


class OfferView(View):
    """Something proposed that the others have not all answered yet."""

    kind: OfferKind
    seat: Annotated[int, doc("The seat that proposed it")]
    accepted: Annotated[list[int], doc("Seats that have agreed so far, the asker's included")]


class MoveDescription(View):
    """What a move list shows of a decision beside its text."""

    piece: Annotated[int, doc("Number of the piece it belongs to, from 1; 0 for `swap`")]
    squares: Annotated[Sequence[SquareName], doc("Where the piece is now; [] for `swap`")]
    top: Annotated[Colour | None, doc("The colour it shows from above")]
    detail: Annotated[MoveDetail | None, doc("What only this game says of it; null where that is nothing")]


class MoveView(MoveDescription):
    """One decision that was made, with what a move list shows of it."""

    text: Annotated[str, doc("The decision as it is written")]
    seat: Annotated[int, doc("The seat that decided")]
    colour: Annotated[Colour, doc("The colour it decided for")]
    spent_ms: Annotated[int, doc("Time it took")]
    clock_ms: Annotated[int | None, doc("The mover's time left after it; null without a clock")]


class ScoreView(View):
    """The end explained; what decides differs from game to game."""

    decided_by: Annotated[
        str,
        doc(
            "The game's own word, such as `count` or `path`, or "
            "`resign` | `time` | `agreement` | `stopped` | `imported` (not decided on the board)"
        ),
    ]
    counts: Annotated[dict[Colour, int], doc("What is counted, where counting decides")]
    points: Annotated[dict[Colour, int], doc("What each colour scores")]
    detail: Annotated[ScoreDetail | None, doc("What only this game says of its end")]


class YouView(View):
    """Who the viewer is in this game."""

    role: Annotated[
        Literal["player", "owner", "spectator"],
        doc("`owner`: made the game without taking a seat (engine against engine)"),
    ]
    seats: Annotated[Sequence[int], doc("The seats that the viewer holds")]


class MayView(View):
    """What the viewer may do at this moment; everything else is refused with a reason."""

    move: Annotated[bool, doc("Decide now")]
    resign: Annotated[bool, doc("Give the game up")]
    draw: Annotated[bool, doc("Offer a draw (agreed at once where no other player is asked)")]
    takeback: Annotated[bool, doc("Ask to go back to before your last turn, answer and placement together")]
    undo: Annotated[bool, doc("Take back your last decision at once (never between two people)")]
    redo: Annotated[bool, doc("Play again what was undone")]
    hint: Annotated[bool, doc("Ask for advice")]
    winrate: Annotated[bool, doc("Ask for win rates")]
    rematch: Annotated[bool, doc("Offer another game")]
    greet: Annotated[bool, doc("Greet the other player (between people only)")]
    pause: Annotated[
        bool, doc("Pause the engines, for the owner of their game; offer a pause, in a correspondence game")
    ]
    resume: Annotated[bool, doc("Let a paused game continue")]
    stop: Annotated[bool, doc("End a game between engines without a result")]
    answer: Annotated[list[OfferKind], doc("Offers waiting for the viewer")]


class ChangeView(View):
    """One accepted change, for announcing it."""

    version: Annotated[int, doc("The version it made")]
    kind: Annotated[ChangeKind, doc("What happened")]
    seat: Annotated[int | None, doc("Who did it; null: the server")]
    detail: Annotated[str, doc("A move's text, an offer's kind, a name that joined, …; else empty")]


# A state, and what changes of it: in parts, since what is the same for everybody is encoded once


class SharedPart(View):
    """What is the same for everybody until the next change."""

    game: Annotated[str, doc("The game's id")]
    version: Annotated[int, doc("Number of accepted changes")]
    status: Annotated[Status, doc("`waiting`: a seat is open, and play has not begun")]
    seats: Annotated[list[SeatView], doc("In order, seat 0 first")]
    turn: Annotated[TurnView | None, doc("null unless playing")]
    outcome: Annotated[OutcomeView | None, doc("How it ended; null before")]
    score: Annotated[ScoreView | None, doc("Once over")]
    offers: Annotated[list[OfferView], doc("Proposals that wait for an answer")]
    undone: Annotated[list[str], doc("Decisions that `redo` would play again, next one first")]
    paused: Annotated[bool, doc("The game rests until `resume`; `status` and `turn` stay, no clock runs")]
    scene: Scene
    position: Annotated[str, doc("The position as one line of text")]
    rematch: Annotated[str | None, doc("The id of the rematch; your token is good for it too")]


class AttendanceView(View):
    """Who is here."""

    connected: Annotated[
        list[bool],
        doc("Whether each seat's holder is here, or left only seconds ago (engines always are)"),
    ]
    watchers: Annotated[int, doc("Open sockets of people without a seat")]


class MomentPart(AttendanceView):
    """What is true at the moment of sending."""

    clock: Annotated[ClockView | None, doc("null without a clock")]
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
    options: Annotated[OptionValues, doc("What was agreed on at the start")]
    coach: Annotated[CoachKind, doc("Which costly decisions are pointed out; only against engines")]
    rated: Annotated[bool, doc("Whether its result changes ratings; then no engine helps while it is played")]
    letters: Annotated[dict[Colour, str], doc('How colours are written in moves: {"red": "r"}')]
    board: BoardView
    created: Annotated[int, doc("Milliseconds since 1970")]
    moves: Annotated[list[MoveView], doc("All decisions so far")]


class ChangesPart(View):
    """What has happened since a version."""

    type: Literal["update"]
    since: Annotated[int, doc("The version it starts from: if you have another one, send `hello` again")]
    changes: Annotated[list[ChangeView], doc("The accepted changes after `since`, oldest first")]
    keep: Annotated[int, doc("How many of the viewer's moves still hold")]
    moves: Annotated[list[MoveView], doc("The moves after those")]


class Update(ChangesPart, SharedPart, MomentPart, PersonalPart):
    """What has changed since a version the viewer has.

    Every field is complete and current: overwrite it. Of the moves, keep the first `keep` and append `moves`.
    """
