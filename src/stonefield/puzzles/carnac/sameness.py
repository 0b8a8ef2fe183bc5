"""What the rest of a game of Carnac depends on."""

from __future__ import annotations

from collections.abc import Hashable

from stonefield.games.carnac import Position


def key(position: Position) -> Hashable:
    """What the squares show, the megalith that waits for an answer, the stockpile, and who decides.

    How a megalith stands that has been answered makes no difference any more.
    """
    pending = position.pending
    waits = None if pending is None else (pending.index, pending.top_index, pending.axis_index)
    return position.bits, waits, position.stock, position.turn
