"""What a decision costs in dolmens by the end of a game, where the board of the lines does not show it."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.lines import moments
from stonefield.study.explain.carnac.worth import LEAD, stage
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.leads import Leads

LEAST = 0.3
"""Dolmens on average; less than this is no half a dolmen, and may be chance."""
ONE = 0.75
"""From here on it is one dolmen rather than half a one."""


def expects(position: Position, played: Sequence[str], better: Sequence[str], leads: Leads) -> list[Claim]:
    """How many dolmens the side that decided is expected to end worse off, compared with the opponent."""
    lost = leads.before - leads.after
    ours, others = moments(position, played), moments(position, better)
    if lost < LEAST or not (ours and others):
        return []
    code, count = ("expects_less", round(lost)) if lost >= ONE else ("expects_half_less", None)
    weighs = lost * LEAD.at(stage(position))
    return [claim(code, position.turn, count, (), ours[-1].moves, instead=others[-1].moves, worth=weighs)]
