"""What the engine says to those who play: hints, and what the coach points out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from stonefield.engine.thinker import Thought
from stonefield.games.game import Position
from stonefield.records.record import Line, Ply, Record, result_of
from stonefield.server.domain.game.table import Table
from stonefield.server.presenting.evaluations import evaluated, evaluation_of, of_first_side
from stonefield.server.presenting.reviews import squares_of
from stonefield.study.thoughts import write_thoughts

if TYPE_CHECKING:
    from stonefield.server.protocol.messages import CoachRemark, Hint
    from stonefield.server.protocol.reviews import ClaimView, DecisionView, EvaluationView
    from stonefield.server.protocol.views import CoachKind

HINT_SECONDS = 1.0
OPINION_SECONDS = 0.4
COACH_NODES = 1_200
"""Simulations for each position that the coach looks at."""
_POINTED_OUT: dict[CoachKind, tuple[str, ...]] = {
    "off": (),
    "blunders": ("blunder",),
    "mistakes": ("blunder", "mistake"),
    "inaccuracies": ("blunder", "mistake", "inaccuracy"),
}


class Evaluations(TypedDict):
    """The positions around a decision."""

    before: EvaluationView
    after: EvaluationView


def hint_view(
    request: str, version: int, ply: int, position: Position, thought: Thought, why: Sequence[ClaimView]
) -> Hint:
    """The best decision in a position, ``ply`` decisions after the start, and why it is."""
    line = thought.lines[0]
    return {
        "type": "hint",
        "id": request,
        "version": version,
        "ply": ply,
        "text": line.moves[0],
        "squares": squares_of(position, line.moves[0]),
        "line": line.moves,
        "evaluation": evaluation_of(position, thought),
        "reasons": why,
    }


def turn_start(table: Table) -> int:
    """How many decisions were made before the player's last ones."""
    first = len(table.moves)
    while first and table.seats[table.moves[first - 1].seat].kind == "person":
        first -= 1
    return first


def thought_of_turn(table: Table, thoughts: Mapping[int, Thought]) -> str:
    """What was thought of each position since the player's turn began, for `judge_decisions`."""
    first = turn_start(table)
    positions = table.positions[first:]
    line = Line(tuple(Ply(move.text) for move in table.moves[first:]))
    record = Record.of_played(positions[0], line, positions, result_of(positions[-1]), {})
    return write_thoughts(record, thoughts)


def pointed_out(table: Table, judged: Sequence[DecisionView]) -> CoachRemark | None:
    """The costliest decision of the player's last turn, if it is to be pointed out."""
    costly = _POINTED_OUT[table.agreement.coach]
    found = [decision for decision in judged if decision["verdict"] in costly]
    worst = max(found, key=lambda decision: decision["loss"], default=None)
    if worst is None:
        return None
    view: DecisionView = {**worst, "ply": turn_start(table) + worst["ply"]}
    return {"type": "coach", "version": table.version, "decision": view, **evaluations(table, view)}


def evaluations(table: Table, decision: DecisionView) -> Evaluations:
    """The positions before and after a decision, as everything else evaluates them."""
    before, after = table.positions[decision["ply"] - 1 : decision["ply"] + 1]
    expected, left = of_first_side(before, decision["win_rate"]), of_first_side(before, decision["after"])
    return {
        "before": evaluated(before, expected, math.inf if decision["proven"] else COACH_NODES),
        "after": evaluated(after, left, math.inf if after.is_over else COACH_NODES),
    }
