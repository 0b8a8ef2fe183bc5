"""Of which position of a game the engine may speak."""

from __future__ import annotations

from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal


def ply_to_discuss(table: Table, wanted: int | None) -> int:
    """How many decisions were made before it: until the end only the last position is discussed."""
    last = len(table.moves)
    if wanted is None or wanted == last:
        return last
    table.position_after(wanted)  # or Refusal
    if table.status != "over":
        raise Refusal("game_not_over", "earlier positions are discussed after the end")
    return wanted


def ply_to_advise(table: Table, wanted: int | None) -> int:
    """The same for a hint, which needs something to decide."""
    ply = ply_to_discuss(table, wanted)
    if table.positions[ply].is_over:
        raise Refusal("game_over", "there is nothing left to decide")
    return ply
