"""What an engine in a browser is told of a game, and what it has said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import OptionValue
from stonefield.server.domain.game.agreement import Agreement


class RulesOf(TypedDict):
    """The rules of a game as an engine in a browser is asked about them."""

    game: str
    board: str
    options: dict[str, OptionValue]
    position: str | None
    """Where it began; None: the ordinary start."""


def rules_of(agreement: Agreement) -> RulesOf:
    """The rules of a game."""
    start = agreement.start_position
    return {
        "game": agreement.rules,
        "board": start.board.name,
        "options": dict(start.options),
        "position": start.ordered_text if agreement.start else None,
    }


def thought_of(said: Mapping[str, Any]) -> Thought:
    """What an engine in a browser has said."""
    lines = tuple(
        Candidate(
            tuple(line["pv"]), float(line["value"]), float(line["score"]), int(line["visits"]), line["proven"]
        )
        for line in said["lines"]
    )
    depth = max(len(line.moves) for line in lines)
    sees_end = any(line.proven for line in lines)
    return Thought(depth, int(said["nodes"]), said["milliseconds"] / 1000, lines, sees_end)
