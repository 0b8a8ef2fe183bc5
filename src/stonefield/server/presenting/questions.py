"""What an engine in a browser is told of a game, and what it has said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypedDict

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import OptionValue, Position, StonefieldError
from stonefield.records.record import is_set_up
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.protocol.problems import Refusal


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


def rules_from(start: Position) -> RulesOf:
    """The rules of what is played from a position."""
    return {
        "game": start.game.name,
        "board": start.board.name,
        "options": dict(start.options),
        "position": start.ordered_text if is_set_up(start) else None,
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


def engine_refusal(code: str | None) -> Refusal:
    """Why an engine in a browser has not answered."""
    if code == "not_here":
        return Refusal("not_here", "the engine in the browser does not know this board or variant")
    if code == "too_large":
        return Refusal("too_large", "this takes too long to prove")
    return Refusal("engine_failed", f"the engine has not answered: {code or 'it failed'}")


@contextmanager
def checking_engine() -> Iterator[None]:
    """Turns what the rules say against an engine's answer into a Refusal."""
    try:
        yield
    except StonefieldError as error:
        raise Refusal("engine_failed", f"the engine answered nonsense: {error}") from None
