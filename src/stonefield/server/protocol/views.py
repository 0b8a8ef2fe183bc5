"""What a page sees of a game: everything it needs to draw and to act, so that it needs no rules itself."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Colour: TypeAlias = str
SquareName: TypeAlias = str
Cube: TypeAlias = tuple[int, int, int]


class View(BaseModel):
    """A part of a message to the page; nothing undocumented travels in it."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_serialization_defaults_required=True)


class BoardView(View):
    """The board: its rectangle and the squares that exist in it."""

    name: str
    files: int
    ranks: int
    squares: list[SquareName] = Field(description="Existing squares, by rank from the south, then by file")


class SeatView(View):
    """One seat at the table; the seat that began is seat 0."""

    seat: int
    player: int = Field(description="The rules' number of this player: 1 or 2, or the seat 0-3 of four")
    colour: Colour = Field(description="The colour owned at this moment; only `swap` changes it")
    kind: Literal["person", "engine", "open"]
    name: str = Field(description='What the person is called; "" for an engine or an open seat')
    level: int | None = Field(description="An engine's level, 1-10")
    out: bool = Field(description="Caminos: dropped out for the rest of the game")


class TurnView(View):
    """Who decides now, and what kind of decision it is."""

    seat: int
    colour: Colour
    phase: Literal["place", "answer", "neutral"]


class ClockView(View):
    """The clocks as they stood at the message's `now`; `running` loses time from then on."""

    initial_ms: int
    increment_ms: int
    remaining_ms: list[int] = Field(description="One for each seat")
    running: int | None = Field(
        description="The seat whose time runs; null before the first decision or at rest"
    )


class OutcomeView(View):
    """How the game ended."""

    winner: Colour | None = Field(description="null: a draw, or a game that was stopped")
    seats: list[int] = Field(description="The winning seats; empty where nobody has won")
    reason: str = Field(
        description="The rules' reason, or `resign`, `time`, `agreement`, `stopped`, "
        "`imported` (the record says so)"
    )


class OfferView(View):
    """Something proposed that the others have not all answered yet."""

    kind: Literal["draw", "takeback", "rematch"]
    seat: int
    accepted: list[int] = Field(description="Seats that have agreed so far, the asker's included")


class MoveView(View):
    """One decision that was made, with what a move list shows of it."""

    text: str
    seat: int
    colour: Colour
    stone: int = Field(description="Number of the stone or piece it belongs to, from 1; 0 for `swap`")
    squares: list[SquareName] = Field(description="Where it stands or lies now, red end first; [] for `swap`")
    top: Colour | None = Field(description="The colour it shows from above")
    axis: Colour | None = Field(description="Carnac, standing: the colour of the east and west sides")
    spent_ms: int
    clock_ms: int | None = Field(description="The mover's time left after it; null without a clock")


class StoneView(View):
    """A megalith: one square = it stands; two = it lies, the red end on the first."""

    squares: list[SquareName]
    top: Colour
    axis: Colour | None = Field(description="Standing: the colour of the east and west sides")


class DolmenView(View):
    """A connected group of at least three squares of one colour."""

    squares: list[SquareName]
    size: int


class CarnacScene(View):
    """A Carnac position, ready to be drawn."""

    game: Literal["carnac"] = "carnac"
    ply: int
    stones: list[StoneView] = Field(description="In the order of placing; the pending one is the last")
    pending: SquareName | None = Field(description="Where the megalith stands that may be tilted now")
    tops: dict[SquareName, Colour]
    dolmens: dict[Colour, list[DolmenView]] = Field(description="Largest first")
    stock: int = Field(description="Megaliths left in the stockpile")
    last: list[SquareName] = Field(description="Squares to mark as the last decision's")
    origin: SquareName | None = Field(description="The square the last decision's megalith fell from")


class PieceView(View):
    """A placed Caminos piece; a cube is [file, rank, level], all from 0."""

    shape: str
    colour: Colour
    seat: int = Field(description="Whose piece it is; -1 for a neutral one")
    cubes: list[Cube]


class CaminosScene(View):
    """A Caminos position, ready to be drawn."""

    game: Literal["caminos"] = "caminos"
    ply: int
    pieces: list[PieceView]
    heights: dict[SquareName, int] = Field(description="Occupied squares only")
    tops: dict[SquareName, Colour]
    path: dict[Colour, list[SquareName]] = Field(description="A winning path, [] while there is none")
    supply: list[dict[str, int]] = Field(description="Pieces left by shape, one mapping for each seat")
    points: dict[Colour, int]
    last: list[SquareName]


Scene: TypeAlias = Annotated[CarnacScene | CaminosScene, Field(discriminator="game")]


class AnswerView(View):
    """One way to answer the pending megalith."""

    text: str = Field(description="`N` `E` `S` `W`, or `-` to leave it standing")
    squares: list[SquareName] = Field(description="Where it would be, red end first")
    colour: Colour = Field(description="The colour it would show from above")


class CarnacLegal(View):
    """What may be decided now; the text of a placement is square + top letter + axis letter."""

    game: Literal["carnac"] = "carnac"
    placements: dict[SquareName, str] = Field(
        description="Each square that may be used, with the falls the opponent would then have, of `NESW`"
    )
    answers: list[AnswerView]
    swap: bool


class OrientationView(View):
    """A shape turned one way, and everywhere it may be put like that."""

    cubes: list[Cube] = Field(description="Relative to the anchor; the anchor's own level is always 0")
    at: str = Field(description="Anchors (south-west corner of the bounding box), separated by spaces")


class CaminosLegal(View):
    """What may be decided now, by shape; docs/api.md says how a placement's text is put together."""

    game: Literal["caminos"] = "caminos"
    shapes: dict[str, list[OrientationView]]
    swap: bool


Legal: TypeAlias = Annotated[CarnacLegal | CaminosLegal, Field(discriminator="game")]


class PairView(View):
    """The n-th largest dolmen of each colour side by side; 0 = has none."""

    sizes: dict[Colour, int]
    decides: bool


class ScoreView(View):
    """The end explained."""

    decided_by: str = Field(
        description="`count` | `size` | `equal` (Carnac), `path` | `border` | `none` (Caminos), "
        "`resign` | `time` | `agreement` | `stopped` | `imported` (not decided on the board)"
    )
    counts: dict[Colour, int] = Field(
        description="Carnac: dolmens. Caminos: pieces on the border where these decide, else {}"
    )
    pairs: list[PairView] = Field(description="Carnac: dolmens compared from the largest down")
    path: list[SquareName] = Field(description="Caminos: the path that won")
    points: dict[Colour, int]


class YouView(View):
    """Who the viewer is in this game."""

    role: Literal["player", "owner", "spectator"] = Field(
        description="`owner`: made the game without taking a seat (engine against engine)"
    )
    seats: list[int]


class MayView(View):
    """What the viewer may do at this moment; everything else is refused with a reason."""

    move: bool
    resign: bool
    draw: bool = Field(description="Offer a draw (agreed at once where nobody else is to be asked)")
    takeback: bool = Field(description="Ask to go back to before one's own last turn")
    undo: bool = Field(description="Take back one's last decision at once (never between two people)")
    redo: bool
    hint: bool
    winrate: bool
    rematch: bool
    pause: bool = Field(description="Like `resume` and `stop`, for whoever made a game between engines")
    resume: bool
    stop: bool
    answer: list[Literal["draw", "takeback", "rematch"]] = Field(description="Offers waiting for the viewer")


class ChangeView(View):
    """One accepted change, for announcing it."""

    version: int
    kind: Literal[
        "join", "move", "resign", "offer", "accept", "decline", "takeback", "undo", "redo", "draw", "time",
        "rematch", "restart", "pause", "resume", "stop",
    ]  # fmt: skip
    seat: int | None
    detail: str = Field(description="A move's text, an offer's kind, a name that joined, …; else empty")


class Present(View):
    """The part of a state that changes."""

    game: str = Field(description="The game's id")
    version: int = Field(description="Number of accepted changes")
    now: int = Field(description="The server's time, milliseconds since 1970")
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatView]
    turn: TurnView | None = Field(description="null unless playing")
    clock: ClockView | None
    outcome: OutcomeView | None
    score: ScoreView | None = Field(description="Once over")
    offers: list[OfferView]
    paused: bool = Field(description="The engines rest until `resume`")
    undone: list[str] = Field(description="Decisions that `redo` would play again, next one first")
    scene: Scene
    position: str = Field(description="The position as one line of text")
    rematch: str | None = Field(description="The id of the rematch; your token is good for it too")
    connected: list[bool] = Field(description="Whether each seat's holder is here (engines always are)")
    watchers: int = Field(description="Open sockets of people without a seat")
    you: YouView
    may: MayView
    legal: Legal | None = Field(description="null unless the viewer may move")


class State(Present):
    """Everything about a game, for one viewer."""

    type: Literal["state"] = "state"
    rules: str = Field(description="`carnac` or `caminos`")
    options: dict[str, bool | int | str]
    letters: dict[Colour, str] = Field(description='How colours are written in moves: {"red": "r"}')
    board: BoardView
    created: int
    moves: list[MoveView]


class Update(Present):
    """What has changed since a version the viewer has: overwrite these fields, and splice the moves."""

    type: Literal["update"] = "update"
    since: int
    changes: list[ChangeView] = Field(description="The accepted changes after `since`, oldest first")
    keep: int = Field(description="How many of the viewer's moves still hold")
    moves: list[MoveView] = Field(description="The moves after those")
