"""Setting up positions by hand: what a page sends, and what comes of it; docs/api.md explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field

from stonefield.server.protocol.base import Colour, Request, View, doc
from stonefield.server.protocol.practice import PlayedStep
from stonefield.server.protocol.requests import Place
from stonefield.server.protocol.scenes import Legal, Scene
from stonefield.server.protocol.views import BoardView, TurnView

LONGEST_POSITION = 4_000
MOST_EDITS = 16
LONGEST_LINE, LONGEST_GAME = 64, 400
MoveText: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class PositionEdit(Request):
    """A position, and what is to be changed, one edit after the other."""

    source: str = Field(
        min_length=1,
        max_length=200_000,
        description="A position, a picture of ours (SVG), a record (its last position), or a game's name",
    )
    edits: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(
        default_factory=list,
        max_length=MOST_EDITS,
        description="Done in order, such as `put c3rw`; docs/library.md lists them",
    )


class LineToPlay(Request):
    """A line of decisions to be shown on the board."""

    position: str = Field(min_length=1, max_length=LONGEST_POSITION, description="As one line of text")
    before: list[MoveText] = Field(
        default_factory=list,
        max_length=LONGEST_GAME,
        description="The decisions that lead from the position to where the line begins",
    )
    moves: list[MoveText] = Field(
        min_length=1, max_length=LONGEST_LINE, description="The decisions of the line in order"
    )


class MomentToSee(Request):
    """A position to decide in."""

    position: str = Field(min_length=1, max_length=LONGEST_POSITION, description="As one line of text")
    moves: list[MoveText] = Field(
        default_factory=list, max_length=LONGEST_LINE, description="Decisions that lead on from it"
    )


class PlayedLine(View):
    """A line, decision by decision."""

    scene: Annotated[Scene, doc("The position in which it begins")]
    steps: Annotated[list[PlayedStep], doc("Each decision, and what the board looks like after it")]


class FaultView(View):
    """What is wrong with a position, or why an edit cannot be done."""

    code: Annotated[str, doc("To be said in the reader's language, with the values")]
    detail: Annotated[str, doc("The same in English")]
    values: Annotated[Mapping[str, str | int], doc("What a translation needs, such as the square")]
    unreadable: Annotated[bool, doc("The text is no position at all; false: it is one that cannot be")]
    place: Annotated[Place | None, doc("Where in the source it is wrong, if that can be said")]


class HandView(View):
    """What can be put on the board by the edit `put`, and where."""

    colour: Annotated[Colour, doc('Whose it is; "" where things have no owner')]
    turn: TurnView
    legal: Legal


class DeciderView(View):
    """A player who may be the one to decide."""

    player: Annotated[int, doc("The rules' number")]
    seat: Annotated[int, doc("From 0")]
    colour: Annotated[Colour, doc("The colour it would decide for")]


class DraftView(View):
    """A position that is being set up; play need not lead to it."""

    position: Annotated[str, doc("As text, to be sent with the next edit")]
    rules: Annotated[str, doc("The game's name")]
    options: Annotated[Mapping[str, bool | int | str], doc("What the position was set up with")]
    letters: Annotated[dict[Colour, str], doc("How colours are written in moves")]
    board: BoardView
    scene: Scene
    hands: Annotated[
        list[HandView],
        doc(
            "The things that can be put down: `legal` says where; `put` takes the letter of the hand's "
            "colour, then the text of the placement"
        ),
    ]
    verbs: Annotated[list[str], doc("What can be done to things on the board, each with a square or a thing")]
    deciders: Annotated[list[DeciderView], doc("For the edit `decides`")]
    player: Annotated[int, doc("Who decides now")]
    swapped: Annotated[bool | None, doc("Whether colours have been swapped; null: they cannot be")]
    symmetries: Annotated[list[str], doc("For the edit `symmetry`")]
    over: Annotated[bool, doc("Nothing is left to decide: it can be looked at but not played on")]


class EditedPosition(View):
    """What came of it."""

    draft: Annotated[DraftView | None, doc("Null if the source could not be read; `fault` says why")]
    fault: Annotated[
        FaultView | None, doc("Why play cannot lead to this position; it can be edited all the same")
    ]
    refused: Annotated[FaultView | None, doc("Why an edit was not done; those after it were not tried")]
