"""What the other side threatens: the same board as if it were to decide."""

from __future__ import annotations

from stonefield.games.editing import edit, fault_of
from stonefield.games.game import Position, StonefieldError
from stonefield.server.protocol.problems import Refusal


def other_to_decide(position: Position) -> Position:
    """The same board with the other player to decide; Refusal where the rules know no such moment."""
    players = position.players
    following = players[(players.index(position.player) + 1) % len(players)]
    try:
        other = edit(position, f"decides {following}")
    except StonefieldError as error:
        raise Refusal("invalid_position", str(error)) from None
    fault = fault_of(other)
    if fault is not None:
        raise Refusal("invalid_position", f"the other side cannot decide here: {fault}")
    return other
