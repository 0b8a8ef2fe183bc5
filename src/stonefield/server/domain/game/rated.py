"""Which games tell how strong a player is, and what they tell: the decisions, without storage and engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stonefield.games.game import Position
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Moved, TakenBack, Undone
from stonefield.server.domain.game.table import Table

if TYPE_CHECKING:
    from stonefield.server.protocol.strength import NotCounted

FEWEST_DECISIONS = 3
"""Who leaves before having decided so often has not played."""
_EITHER_WAY = ("board", "first", "swap")
"""Options that leave a game as hard as it is."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a game that is over tells about the person: a score, or why it tells nothing."""

    score: float | None
    reason: NotCounted | None = None


def opponent_in(agreement: Agreement) -> float | None:
    """The level that the maker of this game plays against, if the game can count; else None."""
    kinds = sorted(seat.kind for seat in agreement.seats)
    if kinds != ["engine", "person"] or agreement.start or agreement.imported:
        return None
    if not is_usual(agreement.start_position):
        return None
    return next(seat.level for seat in agreement.seats if seat.kind == "engine")


def is_usual(start: Position) -> bool:
    """Whether it is the start that the levels were measured on: a built-in board, and no special rules."""
    game = start.game
    kept = {name: value for name, value in start.options.items() if name in _EITHER_WAY}
    return kept.get("board", game.first_board) in game.boards and start == game.start(**kept)


def result_of(table: Table, change: Change) -> Result:
    """What a game between a person and an engine tells once ``change`` has ended it."""
    seat = next(number for number, there in enumerate(table.seats) if there.kind == "person")
    if any(isinstance(event.kind, Undone | TakenBack) for event in table.events):
        return Result(None, "takeback" if table.agreement.coach == "off" else "coach")
    decides = isinstance(change.kind, Moved) and change.seat == seat
    decided = sum(move.seat == seat for move in table.moves) + decides
    if decided < FEWEST_DECISIONS:
        return Result(None, "short")
    if change.position is None:
        return Result(0.0 if change.seat == seat else 1.0)
    outcome = change.position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return Result(0.5)
    return Result(float(outcome.winner == change.position.colour_of(table.players[seat])))
