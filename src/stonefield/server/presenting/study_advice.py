"""What the engine says to those who study: whether a decision is good enough, and help in steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import Position
from stonefield.records.record import Record
from stonefield.server.presenting.evaluations import evaluation_of
from stonefield.server.presenting.reviews import decision_view, hint_kind, squares_of
from stonefield.study import ReviewBuilder

if TYPE_CHECKING:
    from stonefield.server.protocol.reviews import ClaimView, DecisionView
    from stonefield.server.protocol.studies import StudyHintRequest, TryRequest
    from stonefield.server.protocol.study_views import StudyHint, Tried

NODES = 1_200
"""Simulations for a hint or a decision that is tried."""
WHOLE = 3
"""The step of help that tells the decision itself."""


def judged(record: Record, thoughts: Mapping[int, Thought]) -> DecisionView:
    """The only decision of a record, by what was thought before and after it."""
    builder = ReviewBuilder(record, explains=False)
    builder.restore(thoughts)
    return decision_view(builder.review.decisions[0], best_squares=())


def line_of(decision: DecisionView) -> Candidate:
    """A decision and how play might go on, as a line whose reasons can be found."""
    return Candidate((decision["text"], *decision["refutation"]), decision["after"], 0.0, 0)


def tried_view(wanted: TryRequest, version: int, decision: DecisionView, claims: list[ClaimView]) -> Tried:
    """The answer to a try, by the decision that was tried."""
    right = decision["verdict"] is None
    return {
        "type": "tried",
        "id": wanted.id,
        "version": version,
        "chapter": wanted.chapter,
        "node": wanted.node,
        "text": decision["text"],
        "right": right,
        "win_rate": decision["win_rate"],
        "loss": decision["loss"],
        "reply": decision["refutation"],
        "best": decision["best"] if right else [],
        "claims": claims,
    }


def study_hint_view(
    wanted: StudyHintRequest, version: int, position: Position, thought: Thought, claims: list[ClaimView]
) -> StudyHint:
    """As much help as is wanted; ``claims`` are for the last step."""
    best: Sequence[str] = thought.lines[0].moves
    text, whole = best[0], wanted.step == WHOLE
    return {
        "type": "hint",
        "id": wanted.id,
        "version": version,
        "chapter": wanted.chapter,
        "node": wanted.node,
        "step": wanted.step,
        **hint_kind(position, text),
        "squares": squares_of(position, text) if wanted.step > 1 else [],
        "text": text if whole else None,
        "line": best if whole else [],
        "evaluation": evaluation_of(position, thought) if whole else None,
        "claims": claims,
    }
