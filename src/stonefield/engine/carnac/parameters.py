"""The numbers that steer a search of Carnac, as named fields that compiled code reads."""

from __future__ import annotations

from typing import NamedTuple

from stonefield.engine.selection import Puct

SMALL_BOARD = 50
"""Up to this many squares heuristics say less about a placement, and search more: priors are softer, and RAVE
is used. With such priors the engine took 54 of 60 games on the small board from itself, and lost most on the
others."""

NETWORK_PUCT = Puct(exploration=1.4, fpu_reduction=0.35, balance=False)
"""A search with the network."""


class Parameters(NamedTuple):
    """A search with playouts."""

    puct: Puct
    visits_to_expand: float
    """A leaf where a placement is due is expanded when it was visited more often; an answer at once."""
    placement_sharpness: float
    """The inverse temperature of the softmax over heuristic scores of placements."""
    answer_sharpness: float
    """The same for answers."""
    width: int
    """Progressive widening: a node gets this many children first, four times as many when all are tried."""
    margin_weight: float
    """How much of a result is the lead in dolmens, and not only who won."""


def parameters_for(squares: int, *, balance: bool, fair_lines: int = 1) -> Parameters:
    """The parameters of a search with playouts on a board of this many squares."""
    return Parameters(
        puct=Puct(exploration=2.0, fpu_reduction=0.4, balance=balance, fair_lines=fair_lines),
        visits_to_expand=4.0,
        placement_sharpness=2.5 if squares <= SMALL_BOARD else 10.0,
        answer_sharpness=3.0,
        width=24,
        margin_weight=0.2,
    )
