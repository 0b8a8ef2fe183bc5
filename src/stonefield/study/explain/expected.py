"""What the engine expects of the end, as reasons: squares that a decision wins, and the lead at the end."""

from __future__ import annotations

from typing import NamedTuple

from stonefield.engine.outlook import Outlook
from stonefield.games.game import Position
from stonefield.study.explain.claims import Claim, claim

LIKELY = 0.4
"""How sure a square's colour has to be before it is spoken of."""
MORE = 0.3
"""How much surer the decision has to make it."""
MOST_SQUARES = 4


class Prospects(NamedTuple):
    """What is expected before a decision, and after it and what answers it."""

    before: Outlook
    after: Outlook


def expected(position: Position, prospects: Prospects) -> list[Claim]:
    """What the side that decides can expect of the end, thanks to the decision."""
    mine, theirs = position.turn, position.game.other(position.turn)
    sign = 1.0 if mine == position.game.colours[0] else -1.0
    before, after = prospects.before.tints, prospects.after.tints
    won = {
        square: sign * tint
        for square, tint in after.items()
        if LIKELY <= sign * tint < 1.0 and sign * (tint - before.get(square, 0.0)) >= MORE
    }
    found = []
    if won:
        surest = sorted(won, key=lambda square: -won[square])[:MOST_SQUARES]
        found.append(claim("expects_squares", mine, len(surest), sorted(surest)))
    scores = prospects.after.scores
    if scores:
        lead = round(scores[mine] - scores[theirs])
        if lead >= 1:
            found.append(claim("expects_lead", mine, lead))
    return found
