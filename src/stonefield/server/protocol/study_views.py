"""What the server says about studies: its answers and every message of their socket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, SquareName, Version, View, doc
from stonefield.server.protocol.messages import Notice, Pong
from stonefield.server.protocol.reviews import (
    ClaimView,
    EvaluationView,
    LineView,
    OutlookView,
    ReviewView,
    Share,
)
from stonefield.server.protocol.scenes import Legal, Scene
from stonefield.server.protocol.views import BoardView, MoveDescription, OptionValues, ScoreView
from stonefield.study.documents.limits import Ink, Mark, Visibility

Chapter: TypeAlias = Annotated[int, doc("The chapter's id")]
Node: TypeAlias = Annotated[int, doc("The node's id; 0 is the start")]

# What a page sees of a study


class ArrowView(View):
    """An arrow on the board."""

    start: Annotated[SquareName, doc("Where it begins")]
    end: Annotated[SquareName, doc("Where it points")]
    ink: Ink


class CircleView(View):
    """A circle around a square."""

    square: Annotated[SquareName, doc("The square")]
    ink: Ink


class NodeView(MoveDescription):
    """One decision in the tree of a chapter; the root (0) is the start, with "" for its text."""

    id: Annotated[int, doc("Unique in its chapter, never used again")]
    parent: Annotated[int | None, doc("null for the root")]
    rank: Annotated[int, doc("Children are ordered by rank, then id; the first is the main line")]
    ply: Annotated[int, doc("Decisions from the start to this one, itself included")]
    text: Annotated[str, doc("The decision as it is written")]
    colour: Annotated[Colour | None, doc("The colour that decided; null for the root")]
    seat: Annotated[int | None, doc("The seat that decided, from 0; null for the root")]
    mark: Annotated[Mark, doc('`""` for none')]
    comment: Annotated[str, doc('In Markdown\'s safe subset; "" for none')]
    clock: Annotated[float | None, doc("The seconds its player had left after it, where a record says so")]
    arrows: Annotated[Sequence[ArrowView], doc("Drawn on the board")]
    circles: Annotated[Sequence[CircleView], doc("Drawn on the board")]


class ChapterHead(View):
    """A chapter in the table of contents."""

    id: Annotated[int, doc("Unique in its study")]
    title: Annotated[str, doc("What it is called")]
    rules: Annotated[str, doc("The name of the game that is played, as in the catalogue")]
    nodes: Annotated[int, doc("Nodes in its tree, the root included")]


class ChapterView(ChapterHead):
    """A whole chapter."""

    options: Annotated[OptionValues, doc("What its game was set up with")]
    start: Annotated[str, doc("The start as one line of text")]
    board: BoardView
    colours: Annotated[Sequence[Colour], doc("First the colour that `OutlookView.squares` counts as 1")]
    letters: Annotated[dict[Colour, str], doc('How colours are written in moves: {"red": "r"}')]
    tags: Annotated[Mapping[str, str], doc("Of the record: `Player1`, `Player2`, `Date`, …")]
    result: Annotated[str, doc("`1-0`, `0-1`, `1/2-1/2` or `*`, as the record has it")]
    tree: Annotated[list[NodeView], doc("Every node")]


class StudyAttendance(View):
    """Who is here: open sockets."""

    editors: Annotated[int, doc("Those who may change it")]
    readers: Annotated[int, doc("All others")]


class StudyHead(View):
    """A study without its chapters' trees."""

    study: Annotated[str, doc("The study's id")]
    version: Annotated[int, doc("Number of accepted changes")]
    title: Annotated[str, doc("What it is called")]
    visibility: Annotated[Visibility, doc("Who may read it")]
    kept: Annotated[bool, doc("Whether it stays even if it is not opened")]
    chapters: Annotated[list[ChapterHead], doc("In order")]


class StudyState(StudyHead, StudyAttendance):
    """Everything about a study, for one viewer; of the trees only the first chapter's."""

    type: Literal["state"]
    role: Annotated[Literal["owner", "editor", "reader"], doc("What the viewer may do")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    chapter: ChapterView


class TreeChange(View):
    """What is different in a chapter's tree: put these nodes in, take those out."""

    chapter: Annotated[int, doc("The chapter's id")]
    nodes: Annotated[list[NodeView], doc("New or changed")]
    removed: Annotated[list[int], doc("Ids of nodes that are gone")]


class StudyUpdate(StudyHead):
    """What has changed since a version the viewer has: overwrite these fields, and mend the trees."""

    type: Literal["update"]
    since: Annotated[int, doc("The version it starts from: if you have another one, send `hello` again")]
    trees: Annotated[list[TreeChange], doc("One for each chapter that changed")]


class StudyPresence(StudyAttendance):
    """A viewer came or went."""

    type: Literal["presence"]
    version: Version


class ChapterMessage(View):
    """The answer to `chapter`."""

    type: Literal["chapter"]
    version: Version
    chapter: ChapterView


class TakenBack(View):
    """What `undo` has taken back."""

    by: Annotated[Literal["owner", "editor"], doc("Who had done it")]
    type: Annotated[str, doc("The action's type")]


class StudyAccepted(View):
    """The action is committed to the database; the update follows, unless nothing has changed."""

    type: Literal["accepted"]
    id: Annotated[str, doc("The action's id")]
    version: Annotated[int, doc("The version it made (for a repeated id: the one it made then)")]
    chapter: Annotated[int | None, doc("The chapter it was about, or the first one it has made")]
    node: Annotated[int | None, doc("`add`: where the line ends; `delete`: what is left to look at")]
    edit: NotRequired[Annotated[str, doc("`edit_link`: the new token of those who may change it")]]
    undone: NotRequired[Annotated[TakenBack, doc("`undo`: what was taken back (not told again)")]]


class StudyRefused(View):
    """The request was not carried out, and why."""

    type: Literal["refused"]
    id: Annotated[str | None, doc("The refused request's id, null where it had none")]
    version: Version
    code: Annotated[str, doc("Why, as a stable code")]
    detail: Annotated[str, doc("The same in English")]


class StudyTurn(View):
    """Who decides in a position."""

    colour: Annotated[Colour, doc("The colour that decides")]
    seat: Annotated[int, doc("The seat that decides, from 0: the place of `player` in `players`")]
    player: Annotated[int, doc("The rules' number of this player: 1 or 2, or the seat 0-3 of four")]
    players: Annotated[Sequence[int], doc("The numbers of all who play, in the order of their first turns")]
    phase: Annotated[str, doc("`place`, or another kind of decision that the game has")]


class Moment(View):
    """A position to draw and to decide in."""

    position: Annotated[str, doc("As one line of text")]
    scene: Scene
    turn: Annotated[StudyTurn | None, doc("null once the game is over")]
    legal: Annotated[Legal | None, doc("null once the game is over")]
    winner: Annotated[Colour | None, doc("null: not decided yet, or a draw")]
    score: Annotated[ScoreView | None, doc("Once over by the rules")]


class StudyScene(Moment):
    """The answer to `look`."""

    type: Literal["scene"]
    version: Version
    chapter: Chapter
    node: Node


class StudyLines(View):
    """The engine's lines, better and better until `final`."""

    type: Literal["lines"]
    version: Version
    chapter: Chapter
    node: Node
    threat: Annotated[bool, doc("As if the other side were to decide")]
    colour: Annotated[Colour, doc("The colour whose decisions these are")]
    simulations: Annotated[int, doc("How deep it has looked")]
    evaluation: Annotated[EvaluationView, doc("Of the position; of a threat, as if the other side decided")]
    lines: Annotated[list[LineView], doc("The best first")]
    final: Annotated[bool, doc("Nothing better follows")]


class StudyOutlook(View):
    """The answer to `outlook`."""

    type: Literal["outlook"]
    version: Version
    chapter: Chapter
    node: Node
    outlook: Annotated[OutlookView | None, doc("null where there is none for this game")]


class StudyReview(View):
    """The review of a chapter as far as it has got; each message has all of it."""

    type: Literal["review"]
    version: Version
    chapter: Chapter
    nodes: Annotated[list[int], doc("The main line that was reviewed: root first")]
    review: ReviewView


class Tried(View):
    """The answer to `try`."""

    type: Literal["tried"]
    id: Annotated[str, doc("The request's id")]
    version: Version
    chapter: Chapter
    node: Node
    text: Annotated[str, doc("The decision that was tried")]
    right: Annotated[bool, doc("It loses less than a decision that would be marked")]
    win_rate: Annotated[Share, doc("What the best decision promises")]
    loss: Annotated[Share, doc("The win rate it gives away")]
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
    id: Annotated[str, doc("The request's id")]
    version: Version
    chapter: Chapter
    node: Node
    step: Annotated[int, doc("1: what kind of decision. 2: where. 3: the decision itself")]
    squares: Annotated[Sequence[SquareName], doc("From step 2 on")]
    text: Annotated[str | None, doc("From step 3 on")]
    line: Annotated[Sequence[str], doc("From step 3 on")]
    evaluation: Annotated[EvaluationView | None, doc("Of the position, from step 3 on")]
    claims: Annotated[list[ClaimView], doc("From step 3 on")]


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

    read: Annotated[str, doc("For readers")]
    edit: Annotated[str, doc("For those who may change it")]


class StudyMade(View):
    """The answer to making a study. Tokens are shown here and never again."""

    study: Annotated[str, doc("The study's id")]
    token: Annotated[str, doc("Send as `Authorization: Bearer …` and in the socket's `hello`")]
    edit: Annotated[str, doc("The token of those who may change it")]
    links: StudyLinks
    state: StudyState


class ListedStudy(View):
    """A public study in the list."""

    study: Annotated[str, doc("The study's id")]
    title: Annotated[str, doc("What it is called")]
    changed: Annotated[int, doc("Milliseconds since 1970")]
    rules: Annotated[list[str], doc("The games of its chapters")]
    chapters: Annotated[int, doc("How many it has")]


class StudyList(View):
    """Public studies, those changed last first."""

    studies: Annotated[list[ListedStudy], doc("The latest change first")]
    next: Annotated[str | None, doc("Send as `before` for the following ones; null: these are the last")]
