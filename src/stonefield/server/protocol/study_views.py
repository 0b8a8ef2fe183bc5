"""What the server says about studies: its answers and every message of their socket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, SquareName, View, doc
from stonefield.server.protocol.messages import Notice, Pong
from stonefield.server.protocol.reviews import ClaimView, LineView, OutlookView, ReviewView, Share
from stonefield.server.protocol.scenes import Legal, Scene
from stonefield.server.protocol.studies import Ink, Mark, Visibility
from stonefield.server.protocol.views import BoardView, MoveDescription, OptionValues, ScoreView

# What a page sees of a study


class ArrowView(View):
    """An arrow on the board."""

    start: SquareName
    end: SquareName
    ink: Ink


class CircleView(View):
    """A circle around a square."""

    square: SquareName
    ink: Ink


class NodeView(MoveDescription):
    """One decision in the tree of a chapter; the root (0) is the start, with "" for its text."""

    id: int
    parent: Annotated[int | None, doc("null for the root")]
    rank: Annotated[int, doc("Children stand in the order of rank, then id; the first is the main line")]
    ply: Annotated[int, doc("Decisions from the start to this one, itself included")]
    text: str
    colour: Annotated[Colour | None, doc("The colour that decided; null for the root")]
    mark: Mark
    comment: str
    clock: Annotated[float | None, doc("The seconds its player had left after it, where a record says so")]
    arrows: Sequence[ArrowView]
    circles: Sequence[CircleView]


class ChapterHead(View):
    """A chapter in the table of contents."""

    id: int
    title: str
    rules: Annotated[str, doc("The name of the game that is played, as in the catalogue")]
    nodes: Annotated[int, doc("Nodes in its tree, the root included")]


class ChapterView(ChapterHead):
    """A whole chapter."""

    options: OptionValues
    start: Annotated[str, doc("The start as one line of text")]
    board: BoardView
    colours: Annotated[Sequence[Colour], doc("First the colour that `OutlookView.squares` counts as 1")]
    letters: Annotated[dict[Colour, str], doc('How colours are written in moves: {"red": "r"}')]
    tags: Annotated[Mapping[str, str], doc("Of the record: `Player1`, `Player2`, `Date`, …")]
    result: Annotated[str, doc("`1-0`, `0-1`, `1/2-1/2` or `*`, as the record has it")]
    tree: list[NodeView]


class StudyAttendance(View):
    """Who is here: open sockets."""

    editors: int
    readers: int


class StudyHead(View):
    """A study without its chapters' trees."""

    study: Annotated[str, doc("The study's id")]
    version: Annotated[int, doc("Number of accepted changes")]
    title: str
    visibility: Visibility
    kept: bool
    chapters: list[ChapterHead]


class StudyState(StudyHead, StudyAttendance):
    """Everything about a study, for one viewer; of the trees only the first chapter's."""

    type: Literal["state"]
    role: Literal["owner", "editor", "reader"]
    created: int
    chapter: ChapterView


class TreeChange(View):
    """What is different in a chapter's tree: put these nodes in, take those out."""

    chapter: int
    nodes: list[NodeView]
    removed: list[int]


class StudyUpdate(StudyHead):
    """What has changed since a version the viewer has: overwrite these fields, and mend the trees."""

    type: Literal["update"]
    since: int
    trees: list[TreeChange]


class StudyPresence(StudyAttendance):
    """Somebody came or went."""

    type: Literal["presence"]
    version: int


class ChapterMessage(View):
    """The answer to `chapter`."""

    type: Literal["chapter"]
    version: int
    chapter: ChapterView


class StudyAccepted(View):
    """The action is committed to the database; the update follows, unless nothing has changed."""

    type: Literal["accepted"]
    id: str
    version: Annotated[int, doc("The version it made (for a repeated id: the one it made then)")]
    chapter: Annotated[int | None, doc("The chapter it was about, or the first one it has made")]
    node: Annotated[int | None, doc("`add`: where the line ends; `delete`: what is left to look at")]


class StudyRefused(View):
    """The request was not carried out, and why."""

    type: Literal["refused"]
    id: Annotated[str | None, doc("The refused request's id, null where it had none")]
    version: int
    code: str
    detail: str


class StudyTurn(View):
    """Who decides in a position."""

    colour: Colour
    player: Annotated[int, doc("The rules' number of this player: 1 or 2, or the seat 0-3 of four")]
    players: Annotated[Sequence[int], doc("The numbers of all who play, in the order of their first turns")]
    phase: str


class Moment(View):
    """A position to draw and to decide in."""

    position: str
    scene: Scene
    turn: Annotated[StudyTurn | None, doc("null once the game is over")]
    legal: Annotated[Legal | None, doc("null once the game is over")]
    winner: Annotated[Colour | None, doc("null: nobody has won yet, or a draw")]
    score: Annotated[ScoreView | None, doc("Once over by the rules")]


class StudyScene(Moment):
    """The answer to `look`."""

    type: Literal["scene"]
    version: int
    chapter: int
    node: int


class StudyLines(View):
    """The engine's lines, better and better until `final`."""

    type: Literal["lines"]
    version: int
    chapter: int
    node: int
    threat: bool
    colour: Annotated[Colour, doc("The colour whose decisions and win rates these are")]
    simulations: int
    lines: list[LineView]
    final: bool


class StudyOutlook(View):
    """The answer to `outlook`."""

    type: Literal["outlook"]
    version: int
    chapter: int
    node: int
    outlook: Annotated[OutlookView | None, doc("null where there is none for this game")]


class StudyReview(View):
    """The review of a chapter as far as it has got; each message has all of it."""

    type: Literal["review"]
    version: int
    chapter: int
    nodes: Annotated[list[int], doc("The main line that was reviewed: root first")]
    review: ReviewView


class Tried(View):
    """The answer to `try`."""

    type: Literal["tried"]
    id: str
    version: int
    chapter: int
    node: int
    text: str
    right: Annotated[bool, doc("It loses less than a decision that would be marked")]
    win_rate: Annotated[Share, doc("What the best decision promises")]
    loss: Share
    reply: Annotated[Sequence[str], doc("How play might go on after it")]
    best: Annotated[Sequence[str], doc("The engine's line, only if this one is right; else []")]
    claims: Annotated[list[ClaimView], doc("Right: what it does. Wrong: what it gives away")]


class HintKind(View):
    """What kind of decision is advised."""

    kind: Annotated[
        str, doc("`swap`, `leave` where the board stays as it is, or the phase, such as `place` or `answer`")
    ]
    piece: Annotated[str | None, doc("The piece's shape, where the game has several")]
    top: Annotated[Colour | None, doc("The colour it would show from above")]


class StudyHint(HintKind):
    """The answer to `hint`: what belongs to a later step is null or []."""

    type: Literal["hint"]
    id: str
    version: int
    chapter: int
    node: int
    step: int
    squares: Sequence[SquareName]
    text: str | None
    line: Sequence[str]
    win_rate: Share | None
    claims: list[ClaimView]


StudyServerMessage = TypeAliasType(
    "StudyServerMessage",
    Annotated[
        StudyState
        | StudyUpdate
        | StudyPresence
        | ChapterMessage
        | StudyAccepted
        | StudyRefused
        | StudyScene
        | StudyLines
        | StudyOutlook
        | StudyReview
        | Tried
        | StudyHint
        | Notice
        | Pong,
        Field(discriminator="type"),
    ],
)


# Answers over HTTP


class StudyLinks(View):
    """Paths of the page to hand on."""

    read: str
    edit: Annotated[str, doc("For those who may change it")]


class StudyMade(View):
    """The answer to making a study. Tokens are shown here and never again."""

    study: str
    token: Annotated[str, doc("Send as `Authorization: Bearer …` and in the socket's `hello`")]
    edit: Annotated[str, doc("The token of those who may change it")]
    links: StudyLinks
    state: StudyState


class ListedStudy(View):
    """A public study in the list."""

    study: str
    title: str
    changed: Annotated[int, doc("Milliseconds since 1970")]
    rules: Annotated[list[str], doc("The games of its chapters")]
    chapters: int


class StudyList(View):
    """Public studies, those changed last first."""

    studies: list[ListedStudy]
    next: Annotated[str | None, doc("Send as `before` for the following ones; null: these are the last")]
