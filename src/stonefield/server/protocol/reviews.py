"""What the engine says of a played game or of a position in a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from stonefield.server.protocol.base import Colour, SquareName, View, doc

Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Verdict: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]
Proven: TypeAlias = Literal["win", "draw", "loss"]


class ClaimView(View):
    """Something true of a decision; `why.<code>` is its sentence."""

    code: Annotated[str, doc("docs/study.md lists them")]
    colour: Annotated[Colour | None, doc("Whose")]
    count: Annotated[int | None, doc("How many")]
    other: Annotated[int | None, doc("The number that `count` is compared with")]
    squares: Annotated[Sequence[SquareName], doc("Which squares")]
    moves: Annotated[Sequence[str], doc("The line that shows it, from the position before the decision")]
    instead: Annotated[Sequence[str], doc("The line it is compared with, from the same position")]
    weight: Annotated[Share, doc("The win rate that it explains")]


class EvaluationView(View):
    """What the engine thinks of a position: one number, always of the side that began.

    Wherever a position has one it is made in the same way, so that the deeper of two can replace the other.
    """

    colour: Annotated[Colour, doc("What the side that began owns in this position")]
    win_rate: Annotated[Share, doc("Its chances; a draw counts half")]
    simulations: Annotated[int | None, doc("How deep the look was; null: the result is certain")]


class DecisionView(View):
    """One decision of a game, judged."""

    ply: Annotated[int, doc("From 1")]
    text: Annotated[str, doc("As it is written")]
    side: Annotated[int, doc("0 for the side that began, else 1")]
    colour: Annotated[Colour, doc("The colour that decided")]
    win_rate: Annotated[Share, doc("What the side that decided could expect before")]
    after: Annotated[Share, doc("What it could expect afterwards")]
    loss: Annotated[Share, doc("The win rate it gave away")]
    verdict: Annotated[Verdict | None, doc("null: nothing to say")]
    mark: Annotated[str, doc('`?!`, `?`, `??` or ""')]
    best: Annotated[Sequence[str], doc("What the engine would have played, and how play might go on")]
    best_squares: Annotated[Sequence[SquareName], doc("Where the best decision's piece would be")]
    refutation: Annotated[Sequence[str], doc("How play might go on after the decision; [] at the end")]
    proven: Annotated[Proven | None, doc("The exact result of the best line, where it is known")]
    given: Annotated[list[ClaimView], doc("What a costly decision gave away; else []")]
    better: Annotated[list[ClaimView], doc("What the better one does; else []")]


class SideView(View):
    """How one side played."""

    side: Annotated[int, doc("0 for the side that began, else 1")]
    colour: Annotated[Colour, doc("The colour it owned at the end")]
    accuracy: Annotated[float | None, doc("From 0 to 100; null: it has decided nothing")]
    average_loss: Annotated[Share, doc("Win rate given away per decision")]
    inaccuracies: Annotated[int, doc("How many")]
    mistakes: Annotated[int, doc("How many")]
    blunders: Annotated[int, doc("How many")]


class ReviewView(View):
    """The review of a game, as far as it has got."""

    key: Annotated[str, doc("Names the game's start, options and moves: the address of its review")]
    game: Annotated[str, doc("The name of the game that was played")]
    simulations: Annotated[int, doc("For each position: 300, then 1200, then 3000")]
    done: Annotated[int, doc("Positions that have been thought about to this depth")]
    total: Annotated[int, doc("Positions in all")]
    final: Annotated[bool, doc("No deeper values follow by themselves")]
    evaluations: Annotated[
        list[EvaluationView | None],
        doc("Before each decision and after the last; null: not known yet"),
    ]
    decisions: Annotated[list[DecisionView], doc("Those known so far, by ply")]
    sides: Annotated[list[SideView], doc("Both sides")]
    turning_points: Annotated[list[int], doc("The plies of the three costliest decisions, costliest first")]


class LineView(View):
    """A candidate in a position and how play might go on."""

    moves: Annotated[Sequence[str], doc("The candidate first")]
    squares: Annotated[Sequence[SquareName], doc("Where the candidate's piece would be")]
    evaluation: Annotated[
        EvaluationView | None, doc("Of the position after the candidate; null: it was hardly searched")
    ]
    score: Annotated[float, doc("The margin the player who decides can expect, in the game's own units")]
    visits: Annotated[int, doc("Simulations that took it")]
    proven: Annotated[Proven | None, doc("The exact result, where it is known")]


class MissingView(View):
    """What a side still lacks for a connection."""

    needs: Annotated[int, doc("Squares that are missing")]
    squares: Annotated[Sequence[SquareName], doc("The squares of the shortest connection, side to side")]
    lacking: Annotated[Sequence[SquareName], doc("Those of them that do not show the colour yet")]


class OutlookView(View):
    """How a position may end, as far as its game's engine can tell; {} for what it cannot."""

    squares: Annotated[
        Mapping[SquareName, float],
        doc("The colour each square is expected to show at the end: 1 the first colour, -1 the second"),
    ]
    expected: Annotated[Mapping[Colour, float], doc("What each colour is expected to score")]
    missing: Annotated[Mapping[Colour, MissingView], doc("The shortest connection each colour still lacks")]
