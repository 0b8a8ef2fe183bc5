"""What workers do for reviews that an earlier version has stored: judge them once more."""

from __future__ import annotations

import base64
import gzip

from pydantic_core import to_json

from stonefield.server.jobs.kinds import task
from stonefield.server.presenting.reviews import review_view, squares_of
from stonefield.study import Decision, ReviewBuilder
from stonefield.study.thoughts import read_review


@task("long")
def judge_review(key: str, simulations: int, stored: str) -> str:
    """A finished review by what was thought, as it is stored: JSON, compressed, as Base64."""
    record, thoughts = read_review(stored)
    builder = ReviewBuilder(record)
    builder.restore(thoughts, {})

    def squares(decision: Decision) -> list[str]:
        return list(squares_of(record.positions[decision.ply - 1], decision.best[0]))

    total = sum(not position.is_over for position in record.positions)
    view = review_view(
        key, builder.review, squares, simulations=simulations, done=total, total=total, final=True
    )
    return base64.b64encode(gzip.compress(to_json(view), 6, mtime=0)).decode()
