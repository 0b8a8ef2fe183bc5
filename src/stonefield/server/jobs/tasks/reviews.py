"""What workers do for reviews and advice: judge decisions by what was thought, and find reasons."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Candidate
from stonefield.games.game import parse
from stonefield.records.record import Record
from stonefield.server.jobs.kinds import task
from stonefield.server.presenting.reviews import claim_views, decision_view, review_view, squares_of
from stonefield.server.protocol.encoding import to_json
from stonefield.study import Decision, ReviewBuilder
from stonefield.study.explain.expected import Prospects
from stonefield.study.explain.explainer import reasons
from stonefield.study.thoughts import read_review

if TYPE_CHECKING:
    from stonefield.server.protocol.reviews import ClaimView, DecisionView


@task("long")
def judge_review(key: str, simulations: int, stored: str) -> str:
    """A finished review by what was thought, as it is stored: JSON, compressed, as Base64."""
    builder = _judged(stored)
    total = sum(not position.is_over for position in builder.record.positions)
    view = review_view(
        key,
        builder.review,
        lambda decision: decision_view(decision, _best_squares(builder.record, decision)),
        simulations=simulations,
        done=total,
        total=total,
        final=True,
    )
    return base64.b64encode(gzip.compress(to_json(view), 6, mtime=0)).decode()


@task("short")
def judge_decisions(stored: str) -> list[DecisionView]:
    """The decisions of a few plies, by what was thought before and after each."""
    builder = _judged(stored)
    return [decision_view(one, _best_squares(builder.record, one)) for one in builder.review.decisions]


@task("short")
def good_reasons(
    position: str,
    line: Sequence[str],
    win_rate: float,
    proven: str | None,
    prospects: Sequence[Mapping[str, Any]] = (),
) -> list[ClaimView]:
    """Why a line is good; ``prospects`` are outlooks: before it, and once its first decision is answered."""
    hoped = Prospects(*map(Outlook.from_json, prospects)) if prospects else None
    return claim_views(reasons(parse(position), Candidate(tuple(line), win_rate, 0.0, 0, proven), hoped))


def _judged(stored: str) -> ReviewBuilder:
    record, thoughts = read_review(stored)
    builder = ReviewBuilder(record)
    builder.restore(thoughts)
    return builder


def _best_squares(record: Record, decision: Decision) -> list[str]:
    return list(squares_of(record.positions[decision.ply - 1], decision.best[0]))
